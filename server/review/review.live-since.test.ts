import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { BucketVersion } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { Notification } from '#contract/notification.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { ACTIVATION_REFUSALS } from '#domain/review/activation.ts';
import { SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import { listGoLives } from '#server/calendar/calendar.store.ts';
import { useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { createClock } from '#server/testing/clock.ts';
import { execute } from '#server/testing/execute.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { DAY, scheduleTester } from '#server/testing/schedules.ts';
import { stopTester } from '#server/testing/stops.ts';

const START = '2026-11-18T09:00:00.000Z';
const MIDNIGHT = `${DAY}T00:00:00.000Z`;
/** The server was asleep for 30 hours. */
const LATE = '2026-12-02T06:00:00.000Z';
const { now, moveTo } = createClock(START);
const server = useTestApp({ now });
const tester = useReviews(server);
const { records, get, good, review, vote, bucket, entries, submitted, published, urlOf } = tester;
const [one, two] = REVIEWERS;
const { putOff, callOff, bringForward, schedule } = scheduleTester(tester);
const { stop, restart, approve } = stopTester(tester);

const goLive = () => server.runJob('goLive');
const asOf = async (at: BucketAddress, moment: string) =>
  (await good<BucketVersion>(one, 'GET', `${urlOf(at)}/as-of?at=${encodeURIComponent(moment)}`)).number;
const notificationsOf = async (who: string, at: BucketAddress) =>
  (await good<{ items: Notification[] }>(who, 'GET', '/api/notifications?limit=200')).items.filter(
    ({ bucket: about }) => about?.cob === at.cob && about.partner.number === at.partner,
  );

describe('[R47] what goes live on a day', () => {
  test('is live from the first moment of the day on, and the late activation stands beside it', async () => {
    const at = await schedule();
    moveTo(LATE);
    await goLive();
    const { live } = await get(at);
    expect(live).toMatchObject({ number: 2, live_at: MIDNIGHT });
    expect(live.activated_at > LATE).toBe(true);
    expect(await good<BucketVersion>(one, 'GET', `${urlOf(at)}/versions/1`)).toMatchObject({ superseded_at: MIDNIGHT });
    expect(await listGoLives(server.database.db, DAY, DAY, 50)).toMatchObject([
      { cob: at.cob, day: DAY, state: 'live' },
    ]);
    // As engines, which decide by the day of the risk.
    expect(await asOf(at, MIDNIGHT)).toBe(2);
    expect(await asOf(at, '2026-11-30T23:59:59.999Z')).toBe(1);
    const evidence = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
    expect(evidence).toMatchObject({ version: { live_at: MIDNIGHT }, agreement: { verdict: 'agrees' } });
    expect(await brokenRules(server.database.db)).toEqual([]);
  });

  test('cannot be moved or called off once the day has begun, and can be stopped', async () => {
    const at = await schedule();
    moveTo(MIDNIGHT);
    for (const change of [() => putOff(at, '2026-12-10'), () => callOff(at), () => bringForward(at, DAY)])
      expect(await refusalOf(change())).toBe(`409 ${SCHEDULE_REFUSALS.begun}`);
    expect((await stop(at)).status).toBe(200);
    await goLive();
    const { live, stop: stopped } = await get(at);
    // The stop began after the version, and goes on.
    expect([live.number, live.live_at]).toEqual([2, MIDNIGHT]);
    expect(String(stopped?.at) > MIDNIGHT).toBe(true);
  });

  test('counts from its day where an earlier day is approved after it began', async () => {
    const at = await schedule();
    expect((await bringForward(at, '2026-11-25')).status).toBe(200);
    const hash = (await review(at)).round?.hash ?? '';
    moveTo(LATE);
    for (const who of [one, two]) expect((await vote(who, at, hash, 'approve')).status).toBe(200);
    expect((await get(at)).live).toMatchObject({ number: 2, live_at: MIDNIGHT });
  });

  test('goes live although one of its dials ended while the server was asleep', async () => {
    const dial = await published({ name: 'Ends meanwhile', active_until: '2026-12-05' });
    const at = await schedule(bucket(), [entryOf(dial)]);
    moveTo('2026-12-10T00:00:00.000Z');
    await goLive();
    expect((await get(at)).live).toMatchObject({ number: 2, live_at: MIDNIGHT });
  });

  test('ends the stop that it restarts only when it is activated, as engines learn of it only then', async () => {
    const at = bucket();
    expect((await stop(at)).status).toBe(200);
    expect((await restart(at, { live_on: DAY })).status).toBe(200);
    await approve(at);
    moveTo(LATE);
    await goLive();
    const { stops, version } = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
    expect(version.live_at).toBe(MIDNIGHT);
    expect(stops.map(({ ended_at }) => ended_at)).toEqual([version.activated_at]);
  });
});

test('[R37] a stop never ends before it began, also where a clock was set back between the stop and the restart', async () => {
  const at = bucket();
  moveTo('2026-11-18T12:00:00.000Z');
  expect((await stop(at)).status).toBe(200);
  moveTo('2026-11-18T11:00:00.000Z');
  expect((await restart(at)).status).toBe(200);
  await approve(at);
  const { stops } = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
  expect(stops).toHaveLength(1);
  expect(stops[0]?.ended_at).toBe(stops[0]?.at);
  expect((await get(at)).stop).toBeNull();
});

test('[R47] no version begins before the one that it replaces, also where a clock was set back between the two', async () => {
  const at = bucket();
  for (const [place, moment] of ['2026-11-18T12:00:00.000Z', '2026-11-18T11:00:00.000Z'].entries()) {
    moveTo(moment);
    await submitted(at, entries(place));
    await approve(at);
  }
  const { live } = await get(at);
  const before = await good<BucketVersion>(one, 'GET', `${urlOf(at)}/versions/2`);
  expect([live.number, live.live_at, before.superseded_at]).toEqual([3, before.live_at, before.live_at]);
  expect(live.activated_at < live.live_at).toBe(true);
  expect(await asOf(at, '2026-11-18T11:59:59.999Z')).toBe(1);
  expect(await asOf(at, live.live_at)).toBe(3);
  expect(await brokenRules(server.database.db)).toEqual([]);
});

test('[R44] an earlier day is not asked for once the content is not what was approved', async () => {
  const at = await schedule();
  await execute(
    server.database.config,
    `set session_replication_role = replica; update bucket_entry e set overrides = '{"max_line": 900}'
      from bucket_version v join bucket b on b.id = v.bucket_id where v.id = e.bucket_version_id
        and v.state = 'pending_review' and b.partner_number = ${at.partner} and b.cob = '${at.cob}'`,
  );
  expect(await refusalOf(bringForward(at, '2026-11-25'))).toBe(`409 ${ACTIVATION_REFUSALS.otherContent}`);
});

/** As if somebody had got past the service, which keeps every dial that a draft holds. */
const deleteDial = ({ id }: Dial, deleted_at: Date | null = now()) =>
  server.database.db.updateTable('dial').set({ deleted_at }).where('id', '=', id).execute();

test('[R34] if a dial is gone by the day it stays approved, and its people are told why, once', async () => {
  const dial = await published({ name: 'Short' });
  const at = await schedule(bucket(), [entryOf(dial)]);
  await deleteDial(dial);
  moveTo('2026-12-10T00:00:00.000Z');
  await goLive();
  await goLive();
  const { live, draft } = await get(at);
  expect([live.number, draft?.state]).toEqual([1, 'pending_review']);
  expect((await review(at)).round).toMatchObject({ outcome: null, stopped_because: expect.stringMatching(/“Short”/) });
  expect(await records(at, 'bucket_go_live_stopped')).toHaveLength(1);
  for (const who of [UNDERWRITER, one, two])
    expect((await notificationsOf(who, at)).filter(({ kind }) => kind === 'bucket_go_live_stopped')).toMatchObject([
      { by: null, text: expect.stringMatching(/“Short”/) },
    ]);
  expect((await callOff(at)).status).toBe(200);
});

test('[R34] putting it off ends “could not go live”: it goes live on the new day, and people are told again if it cannot', async () => {
  const dial = await published({ name: 'Gone twice' });
  const at = await schedule(bucket(), [entryOf(dial)]);
  await deleteDial(dial);
  moveTo('2026-12-01T00:00:00.000Z');
  await goLive();
  await deleteDial(dial, null);
  expect((await putOff(at, '2026-12-10')).status).toBe(200);
  expect((await review(at)).round).toMatchObject({ put_off_to: '2026-12-10', stopped_because: null });
  await deleteDial(dial);
  moveTo('2026-12-10T00:00:00.000Z');
  await goLive();
  expect(await records(at, 'bucket_go_live_stopped')).toMatchObject([
    { detail: { live_on: DAY } },
    { detail: { live_on: '2026-12-10' } },
  ]);
  await deleteDial(dial, null);
  await goLive();
  // Releases did not name it after the refusal: it begins with its activation.
  const { live } = await get(at);
  expect([live.number, live.live_at]).toEqual([2, live.activated_at]);
  expect(live.live_at > '2026-12-10T00:00:00.000Z').toBe(true);
});

test('[R32] put off after the job read what is due and before it locks the bucket, it waits for the new day', async () => {
  const at = await schedule();
  moveTo('2026-12-01T00:00:00.000Z');
  const bucketRow = sql`select id from bucket where partner_number = ${at.partner} and cob = ${at.cob}`;
  await runBehindLock(server.database.db, sql`${bucketRow} for update`, goLive, (holding) =>
    sql`update review_round r set put_off_to = '2026-12-10' from bucket_version v
      where v.id = r.bucket_version_id and v.bucket_id = (${bucketRow}) and r.closed_at is null`.execute(holding),
  );
  expect((await get(at)).live.number).toBe(1);
  expect(await records(at, 'bucket_activated')).toEqual([]);
});
