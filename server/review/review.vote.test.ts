import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Review } from '#contract/review.ts';
import type { Settings } from '#contract/settings.ts';
import { createTestApp, useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { dialTester } from '#server/testing/dials.ts';
import { REVIEWERS, reviewTester, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { refusalOf } from '#server/testing/calls.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date((clock += 1000));
const server = useTestApp({ now });
const tester = useReviews(server);
const { records, get, review, vote, submitted, save, submit, cancel, addPeople, bucket, entries, dials, published } =
  tester;
const [one, two, administrator] = REVIEWERS;
const SECOND_UNDERWRITER = 'demo|underwriter.two';

test('[R1] a round starts without votes, and says who may vote', async () => {
  const at = bucket();
  await submitted(at, entries(0));
  expect(await review(at, one)).toMatchObject({
    round: { number: 1, description: 'Because', outcome: null, required: 2, votes: [], comments: [] },
    mine: null,
    abilities: { vote: true, comment: true },
    refusal: null,
    earlier: [],
  });
  expect(await review(at, UNDERWRITER)).toMatchObject({
    round: { authors: [{ id: UNDERWRITER, name: 'Demo Underwriter' }] },
    abilities: { vote: false, comment: true },
    refusal: 'You edited or submitted this draft. Two other people decide about it.',
  });
  expect((await get(at)).header).toBe('review_requested');
});

test('[R2] nobody who saved or submitted a draft may vote on it, not even an administrator', async () => {
  const at = bucket();
  const first = (await save(UNDERWRITER, at, (await get(at)).revision, entries(0))).json<Bucket>();
  const second = (await save(administrator, at, first.revision, entries(0, 1))).json<Bucket>();
  const [submitter = ''] = await addPeople(1);
  expect((await submit(submitter, at, second.revision)).status).toBe(200);
  const { hash } = (await review(at)).round ?? { hash: '' };
  for (const author of [administrator, submitter]) {
    expect(await refusalOf(vote(author, at, hash, 'approve'))).toBe(
      '403 You edited or submitted this draft. Two other people decide about it.',
    );
  }
  expect((await review(at)).round?.votes).toEqual([]);
  expect(await records(at, 'bucket_change_refused')).toMatchObject([
    { by: administrator, detail: { attempt: 'bucket_voted', because: 'not-allowed' } },
    { by: submitter, detail: { attempt: 'bucket_voted', because: 'not-allowed' } },
  ]);
});

test('[R3] a later vote replaces the earlier one; repeating a vote leaves no record', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  expect((await vote(one, at, hash, 'approve')).json<Review>()).toMatchObject({ mine: 'approve' });
  expect((await vote(one, at, hash, 'approve')).status).toBe(200);
  const changed = (await vote(one, at, hash, 'reject', 'On second thought')).json<Review>();
  expect(changed).toMatchObject({
    mine: 'reject',
    round: {
      outcome: null,
      votes: [{ by: { id: one, name: 'Demo Reviewer One' }, choice: 'reject', comment: 'On second thought' }],
      comments: [{ text: 'On second thought', vote: 'reject', dial: null }],
    },
  });
  expect((await records(at, 'bucket_voted')).map(({ detail }) => detail['choice'])).toEqual(['approve', 'reject']);
});

test('[R4] a vote on other content, or without a content hash, is refused', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  const { revision } = await get(at);
  await cancel(UNDERWRITER, at, revision);
  const other = await submitted(at, entries(1));
  expect(await refusalOf(vote(one, at, hash, 'approve'))).toBe(
    '412 The draft has changed since you opened it. Review it again before you vote.',
  );
  const body = { choice: 'approve', buckets: [at] };
  expect((await tester.call(one, 'PUT', '/api/reviews/votes', { body })).status).toBe(428);
  expect((await vote(one, at, other, 'approve')).status).toBe(200);
});

test('[R5] the second approval makes the draft Active', async () => {
  const at = bucket();
  const before = await get(at);
  const hash = await submitted(at, entries(0, 1), SECOND_UNDERWRITER);
  await vote(one, at, hash, 'reject');
  await vote(two, at, hash, 'approve');
  expect((await get(at)).status).toBe('pending_review');
  const done = (await vote(administrator, at, hash, 'approve', 'Fine by me')).json<Review>();
  expect(done).toMatchObject({ round: { outcome: 'approved' }, mine: 'approve', abilities: { vote: false } });
  const after = await get(at);
  expect(after).toMatchObject({
    status: 'active',
    header: 'draft_approved',
    draft: null,
    live: { number: before.live.number + 1, entries: entries(0, 1), description: 'Because' },
  });
  expect(after.revision).not.toBe(before.revision);
  expect(await records(at, 'bucket_activated')).toMatchObject([{ by: administrator, detail: { number: 2 } }]);
  const [dial] = dials;
  expect(await dialTester(server).good('GET', `/api/dials/${dial?.id}`, { who: 'underwriter' })).toMatchObject({
    status: 'active',
  });
  // The next draft starts with the description of the live version.
  await save(UNDERWRITER, at, after.revision, entries(0));
  expect((await get(at)).header).toBeNull();
});

test('[R5] the second rejection sends the draft back, and the header says so until the next save', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  await vote(one, at, hash, 'approve');
  await vote(two, at, hash, 'reject', 'No');
  const { revision: seen } = await get(at);
  expect((await vote(administrator, at, hash, 'reject', 'Not yet')).json<Review>().round?.outcome).toBe('rejected');
  const sent = await get(at);
  expect(sent).toMatchObject({ status: 'draft', header: 'draft_rejected', draft: { review: null } });
  const stale = await save(UNDERWRITER, at, seen, entries(1));
  expect([stale.status, stale.body]).toEqual([
    412,
    expect.stringContaining('Demo Administrator rejected the draft; it can be edited again.'),
  ]);
  await save(UNDERWRITER, at, sent.revision, entries(1));
  expect((await get(at)).header).toBeNull();
  expect(await records(at, 'bucket_sent_back')).toHaveLength(1);
});

test('[R6] a comment is required to reject', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  const answer = await vote(one, at, hash, 'reject', '  ');
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    errors: [{ path: 'comment', message: 'Please say why in a comment: it is required to reject.' }],
  });
  expect((await review(at)).mine).toBeNull();
});

test('[R7] a closed round takes no votes, and neither does a bucket without a round', async () => {
  const at = bucket();
  expect((await vote(one, at, 'a'.repeat(64), 'approve')).status).toBe(409);
  const hash = await submitted(at, entries(0));
  await vote(one, at, hash, 'approve');
  await vote(two, at, hash, 'approve');
  expect(await refusalOf(vote(administrator, at, hash, 'reject'))).toBe(
    '409 This review has ended. Reload to see the outcome.',
  );
  expect((await review(at)).round?.votes).toHaveLength(2);
});

test('[R8] the votes of a cancelled round are stored but never count, even for the same content', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  await vote(one, at, hash, 'approve');
  await cancel(UNDERWRITER, at, (await get(at)).revision);
  expect((await review(at)).round).toMatchObject({ outcome: 'cancelled', votes: [{ choice: 'approve' }] });
  expect((await submit(UNDERWRITER, at, (await get(at)).revision, 'Once more')).status).toBe(200);
  expect((await vote(two, at, hash, 'approve')).json<Review>().round).toMatchObject({ number: 2, outcome: null });
  expect((await vote(one, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test('[R9] a deleted dial stops the activation: nothing changes, not even the vote', async () => {
  const at = bucket();
  const dial = await published({ name: 'Gone' });
  const hash = await submitted(at, [entryOf(dial)]);
  await vote(one, at, hash, 'approve');
  // As if somebody had got past the service, which keeps every dial that a draft holds.
  const dials = server.database.db.updateTable('dial').where('id', '=', dial.id);
  await dials.set({ deleted_at: now() }).execute();
  expect(await refusalOf(vote(two, at, hash, 'approve'))).toBe(
    '409 This draft cannot go live with “Gone” (deleted). Cancel the review and remove it.',
  );
  expect((await review(at, two)).mine).toBeNull();
  expect((await get(at)).status).toBe('pending_review');
  expect((await vote(two, at, hash, 'reject')).status).toBe(200);
});

test('[R9] a dial that ends before the deciding vote rides along', async () => {
  const at = bucket();
  const ends = '2026-11-20';
  const dial = await published({ name: 'Ends soon', active_until: ends });
  const hash = await submitted(at, [entryOf(dial)]);
  await vote(one, at, hash, 'approve');
  const before = clock;
  clock = Date.parse(`${ends}T00:00:00.000Z`);
  expect((await vote(two, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
  expect((await get(at)).live.entries).toEqual([entryOf(dial)]);
  clock = before;
});

test('[R5] with APPROVALS_REQUIRED=3 three approvals or rejections decide; open rounds keep the number they began with', async () => {
  const before = bucket();
  const earlier = await submitted(before, entries(0));
  const strict = await createTestApp({ environment: { APPROVALS_REQUIRED: '3' }, now, on: server.database });
  try {
    const three = reviewTester(strict);
    const at = bucket();
    const hash = await three.submitted(at, entries(0));
    for (const who of [one, two]) await three.vote(who, at, hash, 'approve');
    expect((await three.review(at)).round).toMatchObject({ required: 3, outcome: null });
    await three.vote(administrator, at, hash, 'approve');
    expect((await three.get(at)).status).toBe('active');
    for (const who of [one, two]) await three.vote(who, before, earlier, 'approve');
    expect((await three.get(before)).status).toBe('active');
    const settings = (await strict.app.inject('/api/settings')).json<Settings>();
    expect(settings.requiredApprovals).toBe(3);
  } finally {
    await strict.app.close();
  }
});
