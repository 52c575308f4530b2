import { describe, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { reviewRoutes } from '#contract/review-routes.ts';
import type { Answer } from '#contract/route.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { above, approvals, authorityTester, ruleFor } from '#server/testing/authorities.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

const TODAY = '2026-11-18';
const server = useTestApp({
  now: () => new Date(`${TODAY}T10:00:00.000Z`),
  environment: { SIGN_IN: 'password' },
});
const tester = useReviews(server, 20);
const { bucket, submitted, review, published, get, call, urlOf } = tester;
const { addRule } = authorityTester(tester);
const { approve } = approvals(tester);
const [ONE, TWO, ADMINISTRATOR] = REVIEWERS;

/** Makes a draft live, by everybody who may sign. */
async function live(at: BucketAddress, entries: Parameters<typeof submitted>[1]): Promise<void> {
  const hash = await submitted(at, entries);
  for (const who of [ONE, TWO]) await approve(who, at, hash);
  expect((await review(at)).round?.outcome).toBe('approved');
}
const readSentences = async (at: BucketAddress) => {
  const { round } = await review(at);
  return {
    asks: round?.signers.flatMap(({ reasons }) => reasons.map(({ text }) => text)),
    above: round?.above_before,
  };
};

describe('[R49] a limit on a value', () => {
  test('holds for every date that an engine accepts: a dial with an earlier start in front hides nothing', async () => {
    const at = bucket();
    await addRule(ruleFor([ADMINISTRATOR], at, { when: [above(10_000_000)] }));
    const small = await published({ name: 'Small from today', values: { max_line: 1_000_000 }, active_from: TODAY });
    const big = await published({ name: 'Big', values: { max_line: 900_000_000 } });
    const hash = await submitted(at, [entryOf(small), entryOf(big)]);
    expect((await readSentences(at)).asks).toEqual(['max line 900,000,000 is above 10,000,000']);
    for (const who of [ONE, TWO]) await approve(who, at, hash);
    expect((await get(at)).live.entries).toEqual([]);
  });

  test('speaks of what the draft raises, not of what another dial gave before', async () => {
    const at = bucket();
    const narrow = { risk_codes: ['B'] };
    const first = await published({ name: 'Third', values: { max_line: 4_000_000 }, dimensions: narrow });
    const other = await published({ name: 'Fourth', values: { max_line: 10_000_000 } });
    await live(at, [entryOf(first), entryOf(other)]);
    await addRule(ruleFor([ADMINISTRATOR], at, { when: [above(5_000_000)] }));
    const hash = await submitted(at, [{ ...entryOf(first), overrides: { max_line: 6_000_000 } }, entryOf(other)]);
    expect(await readSentences(at)).toEqual({
      asks: [],
      above: [
        'max line 10,000,000 was above 5,000,000 before, and the highest does not rise; more risks can get up to 6,000,000',
      ],
    });
    for (const who of [ONE, TWO]) await approve(who, at, hash);
    expect((await get(at)).live.number).toBe(3);
    // The highest amount rises.
    await submitted(at, [{ ...entryOf(first), overrides: { max_line: 11_000_000 } }, entryOf(other)]);
    expect(await readSentences(at)).toEqual({ asks: ['max line 11,000,000 is above 5,000,000'], above: [] });
  });

  test('asks where an untouched dial becomes reachable, and for more days of an amount that ended', async () => {
    const [shadowed, ended] = [bucket(), bucket()];
    const cover = await published({ name: 'Cover', values: { max_line: 1_000_000 } });
    const behind = await published({ name: 'Behind', values: { max_line: 9_000_000 } });
    await live(shadowed, [entryOf(cover), entryOf(behind)]);
    await addRule(ruleFor([ADMINISTRATOR], shadowed, { when: [above(5_000_000)] }));
    await submitted(shadowed, [entryOf(behind)]);
    expect((await readSentences(shadowed)).asks).toEqual(['max line 9,000,000 is above 5,000,000']);

    const former = await published({ name: 'Former', values: { max_line: 9_000_000 }, active_until: '2026-12-01' });
    await live(ended, [entryOf(former), entryOf(cover)]);
    await addRule(ruleFor([ADMINISTRATOR], ended, { when: [above(5_000_000)] }));
    await submitted(ended, [entryOf(former), { ...entryOf(cover), overrides: { max_line: 6_000_000 } }]);
    expect((await readSentences(ended)).asks).toEqual(['max line 6,000,000 is above 5,000,000']);
  });

  test('asks for a restart as if nothing had been live: a stopped bucket gives no values', async () => {
    const at = bucket();
    const dial = await published({ name: 'Stopped', values: { max_line: 9_000_000 } });
    await live(at, [entryOf(dial)]);
    await addRule(ruleFor([ADMINISTRATOR], at, { when: [above(5_000_000)] }));
    const scope = { kind: 'buckets', buckets: [at] };
    await tester.good(ADMINISTRATOR, 'POST', '/api/bucket-stops', { body: { scope, reason: 'Wrong' } });
    const { revision } = await get(at);
    const sent = { ifMatch: revision, body: { description: 'Because', restart: true } };
    const answer = await call(UNDERWRITER, 'POST', `${urlOf(at)}/draft/submit`, sent);
    expect(answer.status, answer.body).toBe(200);
    expect(answer.json<Bucket>().draft?.state).toBe('pending_review');
    expect((await readSentences(at)).asks).toEqual(['max line 9,000,000 is above 5,000,000']);
  });

  test('is known before a draft is submitted, for unsaved and saved lists, as the review says it afterwards', async () => {
    const [one, other] = [bucket(), bucket()];
    await addRule(ruleFor([ADMINISTRATOR], one, { when: [above(5_000_000)] }));
    const dial = await published({ name: 'Asked before', values: { max_line: 9_000_000 } });
    const ask = (body: object, who: string = UNDERWRITER) => call(who, 'POST', '/api/bucket-drafts/signers', { body });
    type Preview = Answer<typeof reviewRoutes.previewSigners>;
    const unsaved = (await ask({ buckets: [{ ...one, entries: [entryOf(dial)] }, other] })).json<Preview>();
    await submitted(one, [entryOf(dial)]);
    expect(unsaved.buckets).toEqual([
      { ...one, signers: (await review(one)).round?.signers, above_before: [] },
      { ...other, signers: [], above_before: [] },
    ]);
    expect((await ask({ buckets: [one] })).json<Preview>().buckets[0]?.signers).toHaveLength(1);
    const unknown = { ...entryOf(dial), version: 7 };
    expect((await ask({ buckets: [{ ...one, entries: [unknown] }] })).status).toBe(409);
    expect((await ask({ buckets: [one] }, 'demo|viewer')).status).toBe(403);
  });

  test('a share is measured with the submission, and said to be until then', async () => {
    const at = bucket();
    await addRule(ruleFor([ADMINISTRATOR], at, { when: [{ kind: 'changes', of: 'risks', percent: 20 }] }));
    const dial = await published({ name: 'Measured later', values: { max_line: 1_000_000 } });
    const body = { buckets: [{ ...at, entries: [entryOf(dial)] }] };
    const answer = await call(UNDERWRITER, 'POST', '/api/bucket-drafts/signers', { body });
    expect(answer.json<Answer<typeof reviewRoutes.previewSigners>>().buckets[0]?.signers[0]?.reasons).toEqual([
      { holds: 'unknown', text: 'more than 20% of risks may change, which is measured with the submission' },
    ]);
  });

  test('is known of edits that are not saved; a bucket that cannot take them is left out', async () => {
    const [one, other] = [bucket(), bucket()];
    await addRule(ruleFor([ADMINISTRATOR], one, { when: [above(5_000_000)] }));
    const dial = await published({ name: 'Added to both', values: { max_line: 9_000_000 } });
    const add = { kind: 'add', dial_id: dial.id, version: 1, place: { at: 'end' } };
    const edits = {
      [one.cob + one.partner]: [add],
      [other.cob + other.partner]: [{ kind: 'remove', dial_id: dial.id }],
    };
    const buckets = [one, other].map((at) => ({ ...at, edits: edits[at.cob + at.partner] }));
    const response = await call(UNDERWRITER, 'POST', '/api/bucket-drafts/signers', { body: { buckets } });
    expect(response.json()).toMatchObject({ buckets: [{ ...one, signers: [{ people: [{ id: ADMINISTRATOR }] }] }] });
    const answer = response.json<Answer<typeof reviewRoutes.previewSigners>>();
    expect(answer.buckets).toHaveLength(1);
  });
});
