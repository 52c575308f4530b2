import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { PendingReview, Review } from '#contract/review.ts';
import type { Notification } from '#contract/notification.ts';
import type { OwnDraft } from '#contract/work.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { compose } from '#server/compose.ts';
import { connect } from '#server/db/connect.ts';
import { useTestApp } from '#server/testing/app.ts';
import { createClock } from '#server/testing/clock.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { execute } from '#server/testing/execute.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { DAY, scheduleTester } from '#server/testing/schedules.ts';

const START = '2026-11-18T09:00:00.000Z';
const { now, moveTo } = createClock(START);
const server = useTestApp({
  now,
  environment: { WEBHOOK_URL: 'http://localhost:9/in', WEBHOOK_SECRET: 'a secret of the tests' },
});
const tester = useReviews(server);
const { records, get, review, vote, save, good, cancel, bucket, entries, published, urlOf } = tester;
const [one, two] = REVIEWERS;
const { submitFor, putOff, callOff, submitDraft, schedule } = scheduleTester(tester);

const goLive = () => server.runJob('goLive');
const notificationsOf = async (who: string, at: BucketAddress) =>
  (await good<{ items: Notification[] }>(who, 'GET', '/api/notifications?limit=200')).items.filter(
    ({ bucket: one }) => one?.cob === at.cob && one.partner.number === at.partner,
  );

test('[R30] a draft is submitted for a day from tomorrow on, which is part of the hash that votes are bound to', async () => {
  const [at, other] = [bucket(), bucket()];
  const saved = (await save(UNDERWRITER, at, (await get(at)).revision, entries(0))).json<Bucket>();
  for (const day of ['2026-11-17', '2026-11-18'])
    expect(await refusalOf(submitFor(at, saved.revision, day))).toBe(`409 ${SCHEDULE_REFUSALS.past}`);
  expect((await submitFor(at, saved.revision, '2026-11-19')).status).toBe(200);
  const undated = await submitDraft(other, null);
  const { round } = await review(at);
  expect(round).toMatchObject({ live_on: '2026-11-19', approved_at: null, outcome: null });
  expect(round?.hash).not.toBe(undated);
  expect(await refusalOf(vote(one, at, undated, 'approve'))).toMatch(/^412 The draft has changed/);
  expect(await records(at, 'bucket_submitted')).toMatchObject([{ detail: { live_on: '2026-11-19' } }]);
  const { items } = await good<{ items: PendingReview[] }>(one, 'GET', '/api/reviews?limit=100');
  expect(items.find(({ cob, partner }) => cob === at.cob && partner.number === at.partner)).toMatchObject({
    live_on: '2026-11-19',
  });
});

test('[R31] approved before its day the draft waits, frozen, and takes no vote; the live version stays in force', async () => {
  const at = await schedule();
  const { draft, header, abilities, live, revision } = await get(at);
  expect({ header, abilities, number: live.number, review: draft?.review }).toMatchObject({
    header: 'draft_scheduled',
    abilities: { edit: false, submit: false, reset: false, discard_review: false, reschedule: true },
    number: 1,
    review: { live_on: DAY, approved_at: expect.any(String) },
  });
  const { round, abilities: voting } = await review(at, REVIEWERS[2]);
  expect([round?.outcome, round?.votes.length, voting.vote]).toEqual([null, 2, false]);
  expect((await vote(REVIEWERS[2], at, round?.hash ?? '', 'reject')).status).toBe(409);
  expect((await save(UNDERWRITER, at, revision, entries(1))).status).toBe(409);
  expect(await refusalOf(cancel(UNDERWRITER, at, revision))).toBe(`409 ${SCHEDULE_REFUSALS.waiting}`);
  expect(await records(at, 'bucket_scheduled')).toMatchObject([{ by: two, detail: { live_on: DAY } }]);
  expect(await notificationsOf(UNDERWRITER, at)).toMatchObject([
    { kind: 'bucket_scheduled' },
    { kind: 'bucket_voted' },
  ]);
  const { items } = await good<{ items: PendingReview[] }>(one, 'GET', '/api/reviews?limit=100');
  expect(items.some(({ cob, partner }) => cob === at.cob && partner.number === at.partner)).toBe(false);
  const { drafts } = await good<{ drafts: OwnDraft[] }>(UNDERWRITER, 'GET', '/api/me/work');
  expect(drafts.find(({ cob, partner }) => cob === at.cob && partner.number === at.partner)?.approved_for).toBe(DAY);
});

test('[R32] it goes live on its day by the job, once, and not a second before', async () => {
  const at = await schedule();
  moveTo('2026-11-30T23:59:50.000Z');
  await goLive();
  expect((await get(at)).live.number).toBe(1);
  moveTo('2026-12-01T00:00:00.000Z');
  await goLive();
  await goLive();
  const { live, draft, header } = await get(at);
  expect({ number: live.number, entries: live.entries, draft, header }).toEqual({
    number: 2,
    entries: entries(0),
    draft: null,
    header: 'draft_approved',
  });
  expect((await review(at)).round).toMatchObject({ outcome: 'approved', live_on: DAY });
  expect(await records(at, 'bucket_activated')).toMatchObject([{ by: null, detail: { number: 2, live_on: DAY } }]);
  for (const who of [UNDERWRITER, one, two])
    expect((await notificationsOf(who, at)).filter(({ kind }) => kind === 'bucket_activated')).toMatchObject([
      { by: null },
    ]);
  expect(await brokenRules(server.database.db)).toEqual([]);
  const evidence = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
  expect(evidence.agreement.verdict).toBe('agrees');
  expect(evidence.rounds).toMatchObject([{ live_on: DAY, outcome: 'approved' }]);
  expect((await verifyChain(server.database.db)).whole).toBe(true);
});

test('[R31] approved on its day or later it goes live at once', async () => {
  for (const day of ['2026-12-01T00:00:01.000Z', '2026-12-24T10:00:00.000Z']) {
    moveTo(START);
    const at = bucket();
    const hash = await submitDraft(at);
    await vote(one, at, hash, 'approve');
    moveTo(day);
    expect((await vote(two, at, hash, 'approve')).json<Review>()).toMatchObject({ round: { outcome: 'approved' } });
    expect((await get(at)).live.number).toBe(2);
    expect(await records(at, 'bucket_activated')).toMatchObject([{ by: two }]);
  }
});

test('[R32] two servers that run the job at the same moment activate a draft once', async () => {
  const many = await Promise.all(Array.from({ length: 5 }, () => schedule()));
  moveTo('2026-12-01T00:00:00.000Z');
  const { config, database } = server;
  const db = connect({ ...database.config, max: 5 });
  const other = await compose({ config, db, connection: database.config, root: '/nowhere', now });
  await Promise.all([goLive(), other.jobs.goLive.run(new AbortController().signal), goLive()]);
  await other.app.close();
  await db.destroy();
  for (const at of many) {
    expect(await records(at, 'bucket_activated')).toHaveLength(1);
    expect((await get(at)).live.number).toBe(2);
  }
  expect(await brokenRules(database.db)).toEqual([]);
});

test('[R32] the drafts of a set go live in one transaction: all of them, or after a crash none', async () => {
  const dial = await published({ name: 'For the set' });
  const set = [bucket(), bucket(), bucket()];
  const edits = [{ kind: 'add', dial_id: dial.id, version: 1, place: { at: 'end' } }];
  const buckets = await Promise.all(set.map(async (at) => ({ ...at, revision: (await get(at)).revision, edits })));
  const body = { buckets, submit: { description: 'All three', live_on: DAY } };
  const { set: id } = await good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', { body });
  for (const who of [one, two]) expect((await tester.voteOnSet(who, id, 'approve')).status).toBe(200);
  moveTo('2026-12-01T00:00:00.000Z');
  const { config } = server.database;
  const last = set.at(-1);
  await execute(
    config,
    `create function stop_activation() returns trigger language plpgsql as $$
      begin raise exception 'The power is gone.'; end $$;
    create trigger stop_activation before insert on audit_event for each row
      when (new.action = 'bucket_activated' and new.object_id = '${last?.partner}/${last?.cob}')
      execute function stop_activation()`,
  );
  await expect(goLive()).rejects.toThrow('Approved drafts could not go live.');
  for (const at of set) expect((await get(at)).live.number).toBe(1);
  await execute(config, 'drop function stop_activation() cascade');
  await goLive();
  const moments = await Promise.all(set.map(async (at) => (await get(at)).live.activated_at));
  expect(new Set(moments).size).toBe(1);
  for (const at of set) expect((await get(at)).live.number).toBe(2);
});

test('[R30] drafts that are submitted together go live on one day, or each on its own', async () => {
  const dial = await published({ name: 'For the days' });
  const set = [bucket(), bucket()];
  const edits = [{ kind: 'add', dial_id: dial.id, version: 1, place: { at: 'end' } }];
  const send = async (days: readonly string[], live_on: string | null = null) => {
    const buckets = await Promise.all(
      set.map(async (at, index) => ({ ...at, revision: (await get(at)).revision, edits, live_on: days[index] })),
    );
    const body = { buckets, submit: { description: 'On their days', live_on } };
    return tester.call(UNDERWRITER, 'PUT', '/api/bucket-drafts', { body });
  };
  expect(await refusalOf(send([], '2026-11-18'))).toBe(`409 ${SCHEDULE_REFUSALS.past}`);
  const refusal = (await send(['2026-11-18', '2032-01-01'])).json<{ refused: { detail: string }[] }>();
  expect(refusal.refused.map(({ detail }) => detail)).toEqual([
    SCHEDULE_REFUSALS.past,
    'Choose a day up to 18 Nov 2031.',
  ]);
  const { set: id } = (await send([DAY], '2026-12-03')).json<{ set: string }>();
  expect((await tester.readSet(id)).buckets.map(({ round }) => round.live_on)).toEqual([DAY, '2026-12-03']);
  const { items } = await good<{ items: PendingReview[] }>(one, 'GET', '/api/reviews?limit=100');
  expect(items.find((row) => row.set?.id === id)?.live_on).toBe(DAY);
  for (const who of [one, two]) expect((await tester.voteOnSet(who, id, 'approve')).status).toBe(200);
  const numbers = async () => Promise.all(set.map(async (at) => (await get(at)).live.number));
  moveTo(`${DAY}T00:00:00.000Z`);
  await goLive();
  expect(await numbers()).toEqual([2, 1]);
  moveTo('2026-12-03T00:00:00.000Z');
  await goLive();
  expect(await numbers()).toEqual([2, 2]);
});

test('[R33] one person who may edit puts it off, with a reason, and only to a later day', async () => {
  const at = await schedule();
  expect(await refusalOf(putOff(at, '2026-12-08', ''))).toMatch(/^400/);
  expect(await refusalOf(putOff(at, '2026-11-25'))).toMatch(/^409 Choose a day after 1 Dec 2026/);
  expect((await putOff(at, '2026-12-08', 'x', one)).status).toBe(403);
  expect((await putOff(at, '2026-12-08')).json<Bucket>().draft?.review?.live_on).toBe('2026-12-08');
  expect(await records(at, 'bucket_put_off')).toMatchObject([
    { by: UNDERWRITER, detail: { was: DAY, became: '2026-12-08', reason: 'Not ready' } },
  ]);
  expect((await notificationsOf(one, at))[0]).toMatchObject({ kind: 'bucket_put_off', text: 'Not ready' });
  moveTo('2026-12-07T23:59:00.000Z');
  await goLive();
  expect((await get(at)).live.number).toBe(1);
  moveTo('2026-12-08T00:00:00.000Z');
  await goLive();
  expect((await get(at)).live.number).toBe(2);
  expect((await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`)).agreement.verdict).toBe('agrees');
  expect((await review(at)).round).toMatchObject({ live_on: DAY, put_off_to: '2026-12-08' });
});

test('[R33] one person who may edit calls it off: back to Draft, and the votes count for nothing', async () => {
  const at = await schedule();
  expect((await callOff(at, 'x', one)).status).toBe(403);
  expect((await callOff(at)).json<Bucket>()).toMatchObject({ status: 'draft', header: null, draft: { review: null } });
  expect(await records(at, 'bucket_called_off')).toMatchObject([
    { by: UNDERWRITER, detail: { live_on: DAY, reason: 'Not this year' } },
  ]);
  expect(await refusalOf(callOff(at))).toBe(`409 ${SCHEDULE_REFUSALS.notWaiting}`);
  moveTo('2026-12-01T00:00:00.000Z');
  await goLive();
  expect((await get(at)).live.number).toBe(1);
  moveTo(START);
  expect((await submitFor(at, (await get(at)).revision, '2026-11-20')).status).toBe(200);
  expect((await review(at)).round).toMatchObject({ number: 2, live_on: '2026-11-20', votes: [] });
});

test('[R9] a dial that ends before the day rides along, and is named with its day for every draft and live list', async () => {
  const dial = await published({ name: 'Ends before', active_until: '2026-11-25' });
  const lasting = await published({ name: 'Ends with the day after', active_until: '2026-12-02' });
  const [at, other, live] = [bucket(), bucket(), bucket()];
  const saved: Bucket[] = [];
  for (const each of [at, other])
    saved.push(
      (await save(UNDERWRITER, each, (await get(each)).revision, [entryOf(dial), entryOf(lasting)])).json<Bucket>(),
    );
  const body = { buckets: [at, other, live], by: DAY };
  const read = (who: string, sent: object = body) =>
    tester.call(who, 'POST', '/api/bucket-drafts/endings', { body: sent });
  expect((await read(UNDERWRITER)).json()).toEqual({
    items: [{ dial_id: dial.id, name: 'Ends before', day: '2026-11-25', buckets: [at, other] }],
  });
  expect((await read(UNDERWRITER, { ...body, by: '2026-11-24' })).json()).toEqual({ items: [] });
  expect((await submitFor(at, saved[0]?.revision ?? '', DAY)).status).toBe(200);
  const hash = (await review(at)).round?.hash ?? '';
  for (const who of [one, two]) expect((await vote(who, at, hash, 'approve')).status).toBe(200);
  moveTo(`${DAY}T00:00:00.000Z`);
  await goLive();
  expect((await get(at)).live.entries).toHaveLength(2);
  expect((await read(UNDERWRITER, { ...body, buckets: [at] })).json<{ items: object[] }>().items).toHaveLength(1);
});

test('[R31] the database refuses another vote, another day and an earlier day while a round waits', async () => {
  const at = await schedule();
  const { db } = server.database;
  const { id } = await db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .select('r.id')
    .where('b.partner_number', '=', at.partner)
    .where('b.cob', '=', at.cob)
    .executeTakeFirstOrThrow();
  const update = (changed: object) => db.updateTable('review_round').set(changed).where('id', '=', id).execute();
  for (const changed of [{ live_on: '2026-11-20' }, { approved_at: null }, { content_hash: 'x' }])
    await expect(update(changed)).rejects.toThrow('A review that is approved can only be put off.');
  await expect(
    db.updateTable('review_vote').set({ choice: 'reject', comment: 'No' }).where('round_id', '=', id).execute(),
  ).rejects.toThrow('A review that has ended cannot change.');
});
