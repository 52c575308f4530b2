import { expect, test } from 'vitest';
import type { MonthlyReport } from '#contract/report.ts';
import { useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { createClock } from '#server/testing/clock.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';
import { DAY, scheduleTester } from '#server/testing/schedules.ts';

/** The first moment of a month. */
const MIDNIGHT = `${DAY}T00:00:00.000Z`;
const { now, moveTo } = createClock('2026-11-18T09:00:00.000Z');
const server = useTestApp({ now });
const reviews = useReviews(server);
const { schedule } = scheduleTester(reviews);

test('a version that goes live at the first moment of a month is in the report of that month, and the one before in the report before', async () => {
  const at = reviews.bucket();
  const [ends, follows] = [
    await reviews.published({ name: 'Ends', active_until: '2026-12-20' }),
    await reviews.published({ name: 'Follows', active_until: '2026-12-21' }),
  ];
  const hash = await reviews.submitted(at, [entryOf(ends)]);
  for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, at, hash, 'approve');
  await schedule(at, [entryOf(follows)]);
  moveTo('2026-12-02T09:00:00.000Z');
  await server.runJob('goLive');
  expect((await reviews.get(at)).live).toMatchObject({ number: 3, live_at: MIDNIGHT });
  const read = async (month: string) => {
    const path = `/api/classes/${at.cob}/report?month=${month}`;
    const report = await reviews.good<MonthlyReport>(REVIEWERS[0], 'GET', path);
    return { changes: report.changes.map(({ version }) => version), ends: report.ends.map(({ name }) => name) };
  };
  expect(await read('2026-11')).toEqual({ changes: [2], ends: ['Ends'] });
  expect(await read('2026-12')).toEqual({ changes: [3], ends: ['Follows'] });
});

test('names those whose approval counted as approvers, and nobody else who approved', async () => {
  const at = reviews.bucket();
  const [unverified = ''] = await reviews.addPeople(1);
  const { db } = server.database;
  await db.updateTable('person').set({ verified_at: null, verification: null }).where('id', '=', unverified).execute();
  const hash = await reviews.submitted(at, reviews.entries(0));
  const [one, two] = REVIEWERS;
  for (const who of [unverified, one, two]) expect((await reviews.vote(who, at, hash, 'approve')).status).toBe(200);
  const path = `/api/classes/${at.cob}/report?month=2026-11`;
  const { changes } = await reviews.good<MonthlyReport>(one, 'GET', path);
  const change = changes.find(({ partner }) => partner.number === at.partner);
  expect(change?.approved_by.map(({ id }) => id)).toEqual([one, two]);
});
