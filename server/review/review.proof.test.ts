import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runChange, WorkFirst } from '#server/change/change.ts';
import { useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { useReviews } from '#server/testing/reviews.ts';
import type { ProvedLists } from './proof.job.ts';
import { createProofs, proveNow } from './review.proof.ts';

const server = useTestApp();
const { published } = useReviews(server, 1);
const kitOf = () => ({
  db: server.database.db,
  now: server.now,
  directory: 'embedded' as const,
  publish: async () => {},
});

/** The transactions that are open, and wait for their server. */
async function countHolders(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`.execute(
    server.database.db,
  );
  return rows[0]?.count ?? 0;
}

test('limits are proved in a thread while no transaction is open, once, and as the rule itself proves them', async () => {
  const errors: unknown[] = [];
  const held: number[] = [];
  const { db } = server.database;
  const proofs = createProofs(db, (error) => errors.push(error));
  const dial = await published({ name: 'High', values: { max_line: 7_000_000 } });
  const lists: ProvedLists[] = [{ before: [], after: [entryOf(dial)] }];
  let runs = 0;
  const submit = () =>
    runChange(kitOf(), {
      actor: null,
      work: async ({ trx, now }) => {
        runs += 1;
        await sql`select id from bucket limit 1 for update`.execute(trx);
        const answer = await proofs.require(trx, 'ann', lists).catch((error: unknown) => {
          if (!(error instanceof WorkFirst)) throw error;
          throw new WorkFirst(async () => {
            held.push(await countHolders());
            await error.work();
          });
        });
        return { events: [], at: now(), answer };
      },
    });
  const proven = await submit();
  expect([runs, held]).toEqual([2, [0]]);
  expect(proven).toEqual(await proveNow(db, 'ann', lists));
  expect(proven[0]?.raised.max_line.witness?.amount).toBe(7_000_000);
  await submit();
  expect([runs, proofs.countWaiting(), errors]).toEqual([3, 0, []]);
  await proofs.close();
});

test('a change whose content moves while it is proved is proved again, and refused when it never rests', async () => {
  const { db } = server.database;
  const proofs = createProofs(db, () => undefined);
  const dial = await published({ name: 'Moving', values: { max_line: 1 } });
  let content = 0;
  const submit = (movesUntil: number) =>
    runChange(kitOf(), {
      actor: null,
      work: async ({ trx, now }) => {
        if (content < movesUntil) content += 1;
        const after = [{ ...entryOf(dial), overrides: { max_line: content } }];
        const [proof] = await proofs.require(trx, 'ann', [{ before: [], after }]);
        return { events: [], at: now(), answer: proof?.highest.max_line.atMost };
      },
    });
  expect(await submit(2)).toBe(2);
  await expect(submit(Infinity)).rejects.toThrow('This changed again and again while it was checked.');
  await proofs.close();
});
