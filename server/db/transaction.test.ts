import { sql, type Transaction } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import type { Schema } from './schema.ts';
import { transaction } from './transaction.ts';

const database = useTestDatabase();

beforeAll(async () => {
  await database.db
    .insertInto('flag')
    .values(['a', 'b', 'c'].map((key) => ({ key, definition: '{"count":0}' })))
    .execute();
});

const increase = (db: Pick<Transaction<Schema>, 'updateTable'>, key: string): Promise<unknown> =>
  db
    .updateTable('flag')
    .set({ definition: sql<string>`jsonb_build_object('count', (definition->>'count')::int + 1)` })
    .where('key', '=', key)
    .execute();

const count = async (key: string): Promise<unknown> =>
  (await database.db.selectFrom('flag').select('definition').where('key', '=', key).executeTakeFirstOrThrow())
    .definition['count'];

test('work that conflicted with another transaction is retried, and both count', async () => {
  let runs = 0;
  const result = await transaction(database.db, async (trx) => {
    runs += 1;
    await sql`set transaction isolation level repeatable read`.execute(trx);
    await trx.selectFrom('flag').selectAll().execute();
    if (runs === 1) await increase(database.db, 'a');
    await increase(trx, 'a');
    return 'done';
  });
  expect({ result, runs, count: await count('a') }).toEqual({ result: 'done', runs: 2, count: 2 });
});

test('two transactions that deadlock both succeed', async () => {
  let runs = 0;
  let locked = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  const work = (mine: string, other: string) => async (trx: Transaction<Schema>) => {
    runs += 1;
    await increase(trx, mine);
    locked += 1;
    if (locked === 2) bothHoldOne.resolve();
    await bothHoldOne.promise;
    await increase(trx, other);
  };
  await Promise.all([transaction(database.db, work('b', 'c')), transaction(database.db, work('c', 'b'))]);
  expect({ b: await count('b'), c: await count('c') }).toEqual({ b: 2, c: 2 });
  // The aborted one may conflict with the other once more.
  expect(runs).toBeGreaterThanOrEqual(3);
});

test('any other failure is rolled back and rethrown at once', async () => {
  let runs = 0;
  const before = await count('a');
  const work = transaction(database.db, async (trx) => {
    runs += 1;
    await increase(trx, 'a');
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect({ runs, count: await count('a') }).toEqual({ runs: 1, count: before });
});

test('work that keeps failing is given up', async () => {
  let runs = 0;
  const work = transaction(database.db, async (trx) => {
    runs += 1;
    await sql.raw(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`).execute(trx);
  });
  await expect(work).rejects.toMatchObject({ code: '40001' });
  expect(runs).toBe(6);
});
