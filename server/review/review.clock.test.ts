import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { createClock } from '#server/testing/clock.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { scheduleTester } from '#server/testing/schedules.ts';

const START = '2026-11-18T09:00:00.000Z';
const { now, moveTo } = createClock(START);
const server = useTestApp({ now });
const tester = useReviews(server);
const { records, get, bucket, entries } = tester;
const { schedule } = scheduleTester(tester);
const goLive = () => server.runJob('goLive');

test('[R32] an outage over the day is caught up, in the order of the days', async () => {
  const [later, sooner] = [bucket(), bucket()];
  await schedule(later, entries(0), '2026-12-03');
  await schedule(sooner, entries(0), '2026-12-02');
  moveTo('2027-02-01T12:00:00.000Z');
  await goLive();
  const [first, second] = await Promise.all([sooner, later].map(async (at) => (await get(at)).live));
  expect([first?.number, second?.number]).toEqual([2, 2]);
  expect(String(first?.live_at) < String(second?.live_at)).toBe(true);
  moveTo('2026-11-01T00:00:00.000Z');
  await goLive();
  expect((await get(later)).live.number).toBe(2);
});

test.each([
  // London's clocks change at 01:00 UTC on these days; days are UTC and do not move.
  { day: '2027-03-28', before: '2027-03-27T23:59:58.000Z' },
  { day: '2026-10-25', before: '2026-10-24T23:59:58.000Z', start: '2026-10-20T09:00:00.000Z' },
  { day: '2028-02-29', before: '2028-02-28T23:59:58.000Z' },
])('[R32] $day starts at 00:00 UTC, whatever the clocks of a country do', async ({ day, before, start = START }) => {
  moveTo(start);
  const at = await schedule(bucket(), entries(0), day);
  moveTo(before);
  await goLive();
  expect((await get(at)).live.number).toBe(1);
  moveTo(`${day}T00:00:00.000Z`);
  await goLive();
  expect((await get(at)).live).toMatchObject({ number: 2, live_at: `${day}T00:00:00.000Z` });
  expect(await records(at, 'bucket_activated')).toHaveLength(1);
});

test('[R32] a clock that jumps back over the day undoes nothing, and nothing goes live before it was approved', async () => {
  const [first, second] = [await schedule(), await schedule(bucket(), entries(0), '2026-12-02')];
  moveTo('2026-12-01T00:00:00.000Z');
  await goLive();
  moveTo('2026-11-10T00:00:00.000Z');
  await goLive();
  expect([(await get(first)).live.number, (await get(second)).live.number]).toEqual([2, 1]);
  moveTo('2026-12-02T00:00:00.000Z');
  await goLive();
  await goLive();
  for (const at of [first, second]) expect(await records(at, 'bucket_activated')).toHaveLength(1);
  expect((await get(first)).live.live_at < (await get(second)).live.live_at).toBe(true);
  expect(await brokenRules(server.database.db)).toEqual([]);
});

test('[R32] a round never ends before its last vote, also where a clock was set back between the two', async () => {
  const at = bucket();
  moveTo('2026-11-18T12:00:00.000Z');
  const hash = await tester.submitted(at, entries(0));
  expect((await tester.vote(REVIEWERS[0], at, hash, 'approve')).status).toBe(200);
  moveTo('2026-11-18T11:00:00.000Z');
  expect((await tester.cancel(UNDERWRITER, at, (await get(at)).revision)).status).toBe(200);
  const { round } = await tester.review(at);
  expect([round?.outcome, round?.closed_at]).toEqual(['cancelled', round?.votes[0]?.at]);
  expect(await brokenRules(server.database.db)).toEqual([]);
});
