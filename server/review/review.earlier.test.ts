import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Notification } from '#contract/notification.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { PendingReview, ReviewRound } from '#contract/review.ts';
import type { OwnDraft } from '#contract/work.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { compose } from '#server/compose.ts';
import { connect } from '#server/db/connect.ts';
import { useTestApp } from '#server/testing/app.ts';
import { createClock } from '#server/testing/clock.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { DAY, scheduleTester } from '#server/testing/schedules.ts';

const START = '2026-11-18T09:00:00.000Z';
const EARLIER = '2026-11-24';
const { now, moveTo } = createClock(START);
const server = useTestApp({ now });
const tester = useReviews(server);
const { records, get, review, vote, good, cancel, comment, save, entries, urlOf, call, bucket, readSet, voteOnSet } =
  tester;
const { putOff, callOff, bringForward, schedule, submitFor } = scheduleTester(tester);
const [one, two, three] = REVIEWERS;
const goLive = () => server.runJob('goLive');

const isAt =
  (at: BucketAddress) =>
  ({ partner, cob }: Readonly<{ partner: { number: number }; cob: string }>) =>
    cob === at.cob && partner.number === at.partner;
const roundsOf = async (at: BucketAddress) =>
  (await good<{ items: ReviewRound[] }>(one, 'GET', `${urlOf(at)}/rounds?limit=50`)).items.toReversed();
const outcomesOf = async (at: BucketAddress) => (await roundsOf(at)).map(({ outcome }) => outcome);
const notificationsOf = async (who: string, at: BucketAddress) =>
  (await good<{ items: Notification[] }>(who, 'GET', '/api/notifications?limit=200')).items.filter(
    (note) => note.bucket !== null && isAt(at)(note.bucket),
  );

/** A draft that waits for its day while an earlier one is asked for; returns the hash of that round. */
async function ask(day = EARLIER): Promise<Readonly<{ at: BucketAddress; hash: string }>> {
  const at = await schedule();
  const answer = await bringForward(at, day);
  if (answer.status !== 200) throw new Error(answer.body);
  return { at, hash: (await review(at)).round?.hash ?? '' };
}

test('[R44] an earlier day is a round of its own over the same content, while the approved day stands', async () => {
  const at = await schedule();
  const first = (await review(at)).round;
  expect((await bringForward(at, EARLIER, 'x', one)).status).toBe(403);
  expect(await refusalOf(bringForward(at, EARLIER, ''))).toMatch(/^400/);
  expect(await refusalOf(bringForward(at, '2026-11-17'))).toBe('409 Choose a day from today on.');
  expect(await refusalOf(bringForward(at, DAY))).toBe('409 Choose a day before 1 Dec 2026.');
  const waiting = (await bringForward(at, EARLIER)).json<Bucket>();
  expect(waiting).toMatchObject({
    header: 'draft_scheduled',
    status: 'pending_review',
    draft: {
      review: { live_on: DAY, description: 'Because', earlier: { live_on: EARLIER, reason: 'Renewals start' } },
    },
    abilities: { edit: false, reschedule: true, discard_review: true },
  });
  const { round, earlier, since, abilities } = await review(at);
  expect(round).toMatchObject({ number: 2, live_on: EARLIER, brings_forward: 1, votes: [], outcome: null });
  expect(round?.hash).not.toBe(first?.hash);
  expect(since).toBeNull();
  expect(abilities.vote).toBe(true);
  expect(earlier).toMatchObject([{ number: 1, outcome: null, approved_at: first?.approved_at, live_on: DAY }]);
  expect((await review(at, UNDERWRITER)).refusal).not.toBeNull();
  expect(await refusalOf(vote(one, at, first?.hash ?? '', 'approve'))).toMatch(/^412/);
  const { items } = await good<{ items: PendingReview[] }>(one, 'GET', '/api/reviews?limit=100');
  expect(items.filter(isAt(at))).toMatchObject([{ live_on: EARLIER, description: 'Renewals start', approvals: 0 }]);
  const { drafts } = await good<{ drafts: OwnDraft[] }>(UNDERWRITER, 'GET', '/api/me/work');
  expect(drafts.filter(isAt(at))).toMatchObject([{ votes: { approvals: 0 } }]);
  const rows = await good<{ items: { draft: unknown }[] }>(
    one,
    'GET',
    `/api/buckets?partner=${at.partner}&cob=${at.cob}`,
  );
  expect(rows.items).toMatchObject([{ draft: { review: { approved_for: DAY } } }]);
  expect(await records(at, 'bucket_earlier_day_asked')).toMatchObject([
    { by: UNDERWRITER, detail: { round: 2, live_on: EARLIER, stands: DAY, reason: 'Renewals start' } },
  ]);
  for (const who of [one, two, three])
    expect((await notificationsOf(who, at))[0]).toMatchObject({
      kind: 'bucket_earlier_day_asked',
      text: 'Renewals start',
    });
});

test('[R44] while it is asked for, the day cannot be put off, and no other one is asked for', async () => {
  const { at } = await ask();
  const refusal = '409 People are asked to approve 24 Nov 2026. Cancel that request first.';
  expect(await refusalOf(putOff(at, '2026-12-08'))).toBe(refusal);
  expect(await refusalOf(bringForward(at, '2026-11-20'))).toBe(refusal);
  expect((await save(UNDERWRITER, at, (await get(at)).revision, entries(1))).status).toBe(409);
});

test('[R45] approved by two, those of the first round among them, the earlier day takes the place of the other', async () => {
  const { at, hash } = await ask();
  expect((await vote(one, at, hash, 'approve')).status).toBe(200);
  expect((await get(at)).draft?.review).toMatchObject({ live_on: DAY });
  expect((await vote(two, at, hash, 'approve')).status).toBe(200);
  expect(await outcomesOf(at)).toEqual(['cancelled', null]);
  expect((await get(at)).draft?.review).toMatchObject({
    live_on: EARLIER,
    earlier: null,
    approved_at: expect.any(String),
  });
  expect((await records(at, 'bucket_scheduled')).at(-1)).toMatchObject({
    detail: { round: 2, live_on: EARLIER, instead_of: DAY },
  });
  expect((await notificationsOf(UNDERWRITER, at))[0]).toMatchObject({ kind: 'bucket_scheduled' });
  moveTo(`${EARLIER}T00:00:00.000Z`);
  await goLive();
  moveTo(`${DAY}T00:00:00.000Z`);
  await goLive();
  expect((await get(at)).live).toMatchObject({ number: 2, live_at: expect.stringMatching(/^2026-11-24T00:00/) });
  expect(await outcomesOf(at)).toEqual(['cancelled', 'approved']);
  expect(await brokenRules(server.database.db)).toEqual([]);
  const evidence = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
  expect(evidence.agreement.verdict).toBe('agrees');
  expect(evidence.rounds).toMatchObject([{ live_on: DAY }, { live_on: EARLIER, brings_forward: 1 }]);
  expect((await verifyChain(server.database.db)).whole).toBe(true);
});

test('[R45] asked for today, or approved after the day that was asked for, it goes live with the deciding vote', async () => {
  for (const [day, moment] of [
    ['2026-11-18', START],
    [EARLIER, '2026-11-26T10:00:00.000Z'],
  ] as const) {
    moveTo(START);
    const { at, hash } = await ask(day);
    await vote(one, at, hash, 'approve');
    moveTo(moment);
    expect((await vote(three, at, hash, 'approve')).json()).toMatchObject({
      round: { outcome: 'approved', number: 2 },
    });
    expect((await get(at)).live.number).toBe(2);
    expect(await outcomesOf(at)).toEqual(['cancelled', 'approved']);
    expect((await review(at)).round).toMatchObject({ number: 2, outcome: 'approved' });
    moveTo(`${DAY}T00:00:00.000Z`);
    await goLive();
    expect((await get(at)).live.number).toBe(2);
  }
  expect(await brokenRules(server.database.db)).toEqual([]);
});

test('[R45] rejected or cancelled, only the request ends: the approved day stands', async () => {
  const rejected = await ask();
  for (const who of [one, two]) await vote(who, rejected.at, rejected.hash, 'reject');
  const cancelled = await ask();
  expect((await cancel(UNDERWRITER, cancelled.at, (await get(cancelled.at)).revision)).status).toBe(200);
  for (const [at, outcome] of [
    [rejected.at, 'rejected'],
    [cancelled.at, 'cancelled'],
  ] as const) {
    expect(await outcomesOf(at)).toEqual([null, outcome]);
    expect(await get(at)).toMatchObject({
      header: 'draft_scheduled',
      draft: { state: 'pending_review', review: { live_on: DAY, earlier: null } },
      abilities: { edit: false, discard_review: false, reschedule: true },
    });
    expect(await review(at)).toMatchObject({ round: { number: 1 }, earlier: [{ number: 2, outcome }] });
    expect((await comment(one, at, { text: 'Later then' })).status).toBe(200);
  }
  expect(await records(rejected.at, 'bucket_earlier_day_rejected')).toMatchObject([
    { by: two, detail: { round: 2, live_on: EARLIER, stands: DAY } },
  ]);
  expect(await records(rejected.at, 'bucket_sent_back')).toEqual([]);
  expect(await records(cancelled.at, 'bucket_reviews_cancelled')).toMatchObject([
    { detail: { round: 2, stands: DAY } },
  ]);
  for (const who of [UNDERWRITER, one])
    expect((await notificationsOf(who, rejected.at)).map(({ kind }) => kind)).toContain('bucket_earlier_day_rejected');
  // Those who approved are told of the next change, not those who rejected the request.
  expect((await putOff(rejected.at, '2026-12-02')).status).toBe(200);
  expect((await notificationsOf(two, rejected.at))[0]).toMatchObject({ kind: 'bucket_put_off' });
  // The request can be made again.
  expect((await bringForward(cancelled.at, EARLIER)).status).toBe(200);
  await cancel(UNDERWRITER, cancelled.at, (await get(cancelled.at)).revision);
  moveTo('2026-12-02T00:00:00.000Z');
  await goLive();
  for (const at of [rejected.at, cancelled.at]) expect((await get(at)).live.number).toBe(2);
  expect(await brokenRules(server.database.db)).toEqual([]);
});

test('[R45] if the approved day comes first, it goes live by the first round, and the request is closed with it', async () => {
  const { at, hash } = await ask();
  await vote(one, at, hash, 'approve');
  moveTo(`${DAY}T00:00:00.000Z`);
  await goLive();
  expect((await get(at)).live.number).toBe(2);
  expect(await outcomesOf(at)).toEqual(['approved', 'cancelled']);
  expect((await get(at)).header).toBe('draft_approved');
  expect((await review(at)).round).toMatchObject({ number: 1, outcome: 'approved' });
  expect(await refusalOf(vote(two, at, hash, 'approve'))).toMatch(/^409/);
  expect((await notificationsOf(two, at))[0]).toMatchObject({ kind: 'bucket_activated' });
  expect(await brokenRules(server.database.db)).toEqual([]);
});

test('[R45] calling it off ends both rounds, and a new submission needs no reply', async () => {
  const { at, hash } = await ask();
  await vote(one, at, hash, 'reject');
  expect((await callOff(at)).json<Bucket>()).toMatchObject({ status: 'draft', header: null, draft: { review: null } });
  expect(await outcomesOf(at)).toEqual(['cancelled', 'cancelled']);
  expect((await vote(two, at, hash, 'reject')).status).toBe(409);
  expect((await submitFor(at, (await get(at)).revision, '2026-11-20')).status).toBe(200);
});

test('[R45] the job of two servers and the deciding vote at one moment: live once, by one of the rounds', async () => {
  const { config, database } = server;
  const db = connect({ ...database.config, max: 5 });
  const other = await compose({ config, db, connection: database.config, root: '/nowhere', now });
  const many = [];
  for (let made = 0; made < 4; made += 1) many.push(await ask());
  for (const { at, hash } of many) await vote(one, at, hash, 'approve');
  moveTo(`${DAY}T00:00:00.000Z`);
  const [answers] = await Promise.all([
    Promise.all(many.map(({ at, hash }) => vote(two, at, hash, 'approve'))),
    goLive(),
    other.jobs.goLive.run(new AbortController().signal),
  ]);
  await other.app.close();
  await db.destroy();
  for (const [index, { at }] of many.entries()) {
    const byVote = answers[index]?.status === 200;
    expect(await outcomesOf(at)).toEqual(byVote ? ['cancelled', 'approved'] : ['approved', 'cancelled']);
    expect(await records(at, 'bucket_activated')).toHaveLength(1);
    expect((await get(at)).live.number).toBe(2);
  }
  expect(await brokenRules(database.db)).toEqual([]);
});

test('[R45] a comment on a whole set includes a bucket whose earlier day is asked for; a vote does not', async () => {
  const at = [bucket(), bucket()] as const;
  const revisions = await Promise.all(at.map(async (address) => (await get(address)).revision));
  const edits = [{ kind: 'add', dial_id: entries(0)[0]?.dial_id, version: 1, place: { at: 'end' } }];
  const { set } = await good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', {
    body: {
      buckets: at.map((address, index) => ({ ...address, revision: revisions[index], edits })),
      submit: { description: 'Renewals', live_on: DAY },
    },
  });
  for (const who of [one, two]) expect((await voteOnSet(who, set, 'approve')).status).toBe(200);
  expect((await bringForward(at[0], EARLIER)).status).toBe(200);
  const say = (text: string, more: object = {}) =>
    call(one, 'POST', '/api/reviews/comments', { body: { text, set, buckets: at, ...more } });
  const answer = await say('Both of them?');
  expect(answer.status, answer.body).toBe(200);
  const commentsOf = async () =>
    (await readSet(set)).buckets.map(({ round }) => round.comments.map(({ text, reply_to }) => [text, reply_to]));
  expect(await commentsOf()).toEqual(at.map(() => [['Both of them?', null]]));
  const reply_to = (await readSet(set)).buckets[0]?.round.comments[0]?.id;
  expect((await say('Yes', { reply_to })).status).toBe(200);
  expect((await commentsOf()).map((texts) => texts.length)).toEqual([2, 2]);
  expect(await refusalOf(voteOnSet(three, set, 'approve', at.slice(0, 1)))).toMatch(/^409/);
  expect((await review(at[0])).round?.votes).toEqual([]);
});

test('[R45] a second round beside an approved one exists only to bring its day forward', async () => {
  const { at } = await ask();
  const { db } = server.database;
  const [round] = await db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .selectAll('r')
    .where('b.partner_number', '=', at.partner)
    .where('b.cob', '=', at.cob)
    .orderBy('r.number', 'desc')
    .execute();
  if (round === undefined) throw new Error('There is a round.');
  const update = (changed: object) => db.updateTable('review_round').set(changed).where('id', '=', round.id).execute();
  await expect(update({ brings_forward: null })).rejects.toThrow('review_round_one_content');
  await expect(update({ approved_at: now() })).rejects.toThrow('review_round_one_scheduled');
});
