import { expect, test } from 'vitest';
import type { Notification } from '#contract/notification.ts';
import type { Review } from '#contract/review.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { peopleTester } from '#server/testing/people.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { auditRecords } from '#server/testing/records.ts';

const environment = { WEBHOOK_URL: 'http://localhost:9/in', WEBHOOK_SECRET: 'a secret of the tests' };
const server = useTestApp({ environment });
const people = peopleTester(server);
const { review, vote, submitted, good, get, addPeople, bucket, entries } = useReviews(server);
const [one, two, administrator] = REVIEWERS;
const deactivate = async (id: string) => people.deactivate(id, (await people.get(id)).revision);
const notificationsFor = async (who: string, at: BucketAddress) =>
  (await good<{ items: Notification[] }>(who, 'GET', '/api/notifications?limit=200')).items
    .filter(
      ({ bucket, kind }) =>
        bucket?.cob === at.cob && bucket.partner.number === at.partner && kind === 'bucket_vote_discounted',
    )
    .map(({ by }) => by?.id);

test.each([
  ['was deactivated', 'deactivated', (id: string) => deactivate(id)],
  [
    'lost the permission',
    'not_permitted',
    async (id: string) => people.grant(id, (await people.get(id)).revision, ['review:view']),
  ],
])('[R22] the vote of someone who %s since no longer counts, and the round goes on', async (_how, why, lose) => {
  const at = bucket();
  const [gone = ''] = await addPeople(1);
  const hash = await submitted(at, entries());
  await vote(gone, at, hash, 'approve', 'Fine by me');
  expect((await lose(gone)).statusCode).toBe(200);
  const answer = (await vote(one, at, hash, 'approve')).json<Review>();
  expect(answer).toMatchObject({
    mine: 'approve',
    abilities: { vote: true },
    round: {
      outcome: null,
      votes: [
        { by: { id: gone }, choice: 'approve', comment: 'Fine by me', discounted: why },
        { by: { id: one }, choice: 'approve', discounted: null },
      ],
    },
  });
  expect((await get(at)).status).toBe('pending_review');
  expect((await vote(two, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
  // History shows the discounted vote.
  expect((await review(at)).round?.votes.map(({ discounted }) => discounted)).toEqual([why, null, null]);
});

test('[R22] the authors and the other voters are notified that a vote no longer counts', async () => {
  const at = bucket();
  const [gone = '', rejecting = ''] = await addPeople(2);
  const hash = await submitted(at, entries());
  await vote(rejecting, at, hash, 'reject');
  await vote(gone, at, hash, 'approve');
  await deactivate(gone);
  await vote(one, at, hash, 'approve');
  for (const who of [UNDERWRITER, rejecting]) expect(await notificationsFor(who, at), who).toEqual([gone]);
  for (const who of [one, two]) expect(await notificationsFor(who, at), who).toEqual([]);
  const records = await auditRecords(server.database.db, { object: `${at.partner}/${at.cob}` });
  expect(records.slice(-2)).toMatchObject([
    { action: 'bucket_voted', by: one },
    {
      action: 'bucket_vote_discounted',
      by: one,
      detail: { round: 1, person: gone, choice: 'approve', because: 'deactivated', content_hash: hash },
    },
  ]);
  const sent = await server.database.db
    .selectFrom('webhook_delivery')
    .select('payload')
    .where('kind', '=', 'bucket_vote_discounted')
    .execute();
  // Rows are unordered, and other tests of this file left some.
  const ofVote = sent.filter(({ payload }) => JSON.stringify(payload).includes(gone));
  expect(ofVote).toMatchObject([{ payload: { data: { by: { id: gone }, because: 'deactivated' } } }]);
});

test('[R22] a vote that no longer counts is marked before another one decides, and excluded from the queue’s count', async () => {
  const at = bucket();
  const [gone = ''] = await addPeople(1);
  const hash = await submitted(at, entries());
  await vote(gone, at, hash, 'approve');
  await deactivate(gone);
  expect((await review(at)).round?.votes).toMatchObject([{ discounted: 'deactivated' }]);
  await vote(one, at, hash, 'approve');
  const { items } = await good<{ items: { cob: string; partner: { number: number }; approvals: number }[] }>(
    two,
    'GET',
    '/api/reviews?limit=200',
  );
  const waiting = items.find(({ cob, partner }) => cob === at.cob && partner.number === at.partner);
  expect(waiting?.approvals).toBe(1);
});

test('[R22] someone who regains the permission votes again, and the vote counts', async () => {
  const at = bucket();
  const [gone = ''] = await addPeople(1);
  const hash = await submitted(at, entries());
  await vote(gone, at, hash, 'approve');
  const { revision } = (await deactivate(gone)).json<{ revision: string }>();
  await vote(one, at, hash, 'approve');
  const back = await people.call('POST', people.urlOf(gone, '/reactivate'), { ifMatch: revision });
  expect(back.statusCode).toBe(200);
  expect((await review(at)).round?.votes).toMatchObject([{ discounted: 'deactivated' }, { discounted: null }]);
  expect((await vote(gone, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test('[R22] a rejection by someone who may no longer vote does not send the draft back', async () => {
  const at = bucket();
  const [gone = ''] = await addPeople(1);
  const hash = await submitted(at, entries());
  await vote(gone, at, hash, 'reject');
  await deactivate(gone);
  expect((await vote(administrator, at, hash, 'reject')).json<Review>().round?.outcome).toBeNull();
  expect((await get(at)).status).toBe('pending_review');
});
