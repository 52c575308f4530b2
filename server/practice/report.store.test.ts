import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { REVIEWERS, reviewTester } from '#server/testing/reviews.ts';
import { listCountedVersions } from './report.store.ts';

const AT = { partner: 10_000, cob: 'cargo' };
const JANUARY = { from: '2026-01-01', until: '2026-01-31' };

/** A bucket whose version 2 has two dials, what was counted with it, and the sums of a month. */
async function startBook() {
  const { database, ...server } = await createTestApp();
  const { db } = database;
  const tester = reviewTester({ database, ...server });
  await tester.addBuckets(1, [AT.cob]);
  const dials = await Promise.all(
    ['One', 'Two'].map((name) => dialTester({ database, ...server }).published({ name })),
  );
  const { bucket_id } = await db.selectFrom('bucket_version').select('bucket_id').executeTakeFirstOrThrow();
  const dial_ids = dials.map(({ id }) => id);
  return {
    db,
    bucket_id,
    goLive: async () => {
      const hash = await tester.submitted(
        AT,
        dials.map((dial) => entryOf(dial)),
      );
      for (const who of REVIEWERS.slice(0, 2)) await tester.vote(who, AT, hash, 'approve');
    },
    /** Counts that each dial matched, and that the first one decided. */
    count: (day: string, decisions: number) =>
      sql`insert into decision_day values (${bucket_id}, 2, ${day}, ${decisions}, 0, 0, 0, 0, 0,
        ${`{${decisions},${decisions},${decisions},0}`}::int[], ${JSON.stringify({ 1: { 0: decisions } })}::jsonb)
      on conflict (bucket_id, version, day) do update set
        decisions = excluded.decisions, counts = excluded.counts, beaten = excluded.beaten`.execute(db),
    read: async () =>
      (await listCountedVersions(db, [bucket_id], JANUARY)).map((counted) => ({
        decisions: counted.days.map(({ decisions }) => decisions),
        counts: counted.counts,
        beaten: counted.beaten,
        dial_ids: counted.dial_ids,
      })),
    sums: (...decisions: readonly number[]) => {
      const sum = decisions.reduce((a, b) => a + b, 0);
      return [{ decisions, counts: [sum, sum, sum, 0], beaten: { 1: { 0: sum } }, dial_ids }];
    },
  };
}

test('what an engine reports late, or the database deletes, is in the next sums of a month', async () => {
  const { db, goLive, count, read, sums } = await startBook();
  await goLive();
  expect(await read()).toEqual([]);
  await count('2026-01-10', 5);
  await count('2026-01-31', 1);
  await count('2025-12-31', 100);
  await count('2026-02-01', 100);
  expect([await read(), await read()]).toEqual([sums(5, 1), sums(5, 1)]);
  await count('2026-01-10', 7);
  await count('2026-01-31', 2);
  expect(await read()).toEqual(sums(7, 2));
  await count('2026-01-02', 3);
  expect(await read()).toEqual(sums(3, 7, 2));
  await sql`delete from decision_day where day = '2026-01-10'`.execute(db);
  expect(await read()).toEqual(sums(3, 2));
});

test('a report keeps what it began with while another one sums the same days again', async () => {
  const { db, goLive, count, read, bucket_id } = await startBook();
  await goLive();
  await count('2026-01-10', 5);
  await count('2026-01-31', 1);
  await read();
  let queries = 0;
  const interrupted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1;
      // The counts of the last day: the sums of the others are known.
      if (queries === 2) {
        await count('2026-01-10', 7);
        await read();
      }
      return result;
    },
  });
  const [version] = await listCountedVersions(interrupted, [bucket_id], JANUARY);
  expect(queries).toBeGreaterThan(1);
  expect(version?.counts).toEqual([6, 6, 6, 0]);
});

test('what engines decided by an approved draft before it was live is of its dials once it is', async () => {
  const { goLive, count, read, sums } = await startBook();
  await count('2026-01-10', 5);
  await count('2026-01-31', 1);
  expect(await read()).toMatchObject([{ decisions: [5, 1], dial_ids: [] }]);
  await goLive();
  expect(await read()).toEqual(sums(5, 1));
});
