import { describe, expect, test } from 'vitest';
import { bucketEvent, type DomainEvent } from './event.ts';
import { CARGO, ann, origin, round, voted, discounted, activated, saved, stopOf } from './testing.ts';
import { webhookMessageOf } from './webhook.ts';

describe('the webhook', () => {
  const messageOf = (event: DomainEvent) =>
    webhookMessageOf(event, origin, { partner: round.partner, round }, 'https://x.test');

  test('[R16] is sent what people are notified of, with the review', () => {
    expect(messageOf(voted)).toEqual({
      type: 'bucket_voted',
      timestamp: origin.at,
      data: {
        url: 'https://x.test/syndicate/9101/bucket/cargo/draft',
        bucket: { cob: 'cargo', class: 'Cargo', partner: round.partner },
        by: ann,
        review: {
          round: 2,
          description: 'Wider',
          submitted_at: round.submitted_at,
          submitted_by: round.submitted_by,
          outcome: null,
          content_hash: 'a1',
        },
        choice: 'approve',
      },
    });
    expect(messageOf(saved)).toBeUndefined();
  });

  test('[R16] links to the live page once the draft is live, and names whose vote no longer counts', () => {
    expect(messageOf(activated)?.data).toMatchObject({ url: 'https://x.test/syndicate/9101/bucket/cargo' });
    expect(messageOf(discounted)?.data).toMatchObject({ by: { id: 'rex', name: 'Rex' }, because: 'deactivated' });
  });
});

describe('[R36] a stop', () => {
  test('is sent to the webhook without a review, its end with the review', () => {
    const facts = { partner: round.partner, round: undefined };
    expect(webhookMessageOf(stopOf(9101), origin, facts, 'https://x.test')).toEqual({
      type: 'bucket_stopped',
      timestamp: origin.at,
      data: {
        url: 'https://x.test/syndicate/9101/bucket/cargo',
        bucket: { cob: 'cargo', class: 'Cargo', partner: round.partner },
        by: ann,
        reason: 'Wrong',
        stop: 's1',
      },
    });
    const restarted = bucketEvent('bucket_restarted', CARGO, { stop: 's1', number: 3 });
    const message = webhookMessageOf(
      restarted,
      origin,
      { ...facts, round: { ...round, restart: 's1' } },
      'https://x.test',
    );
    expect(message?.data).toMatchObject({ stop: 's1', review: { round: 2, restart: 's1' } });
  });
});
