import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { setUpAlone } from './start-lock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const untilOneWaits = (): Promise<void> =>
  vi.waitFor(
    async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      expect(await execute(database.config, waiting)).toHaveLength(1);
    },
    { timeout: 10_000 },
  );

test('a second server that starts waits until the first has set the database up, also when that one fails', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const first = setUpAlone(database.config, async () => {
    order.push('first begins');
    begun.resolve();
    await mayEnd.promise;
    order.push('first ends');
    throw new Error('no room');
  });
  const failed = first.catch((error: unknown) => error);
  await begun.promise;
  const second = setUpAlone(database.config, async () => {
    order.push('second begins');
    return 'set up';
  });
  await untilOneWaits();
  mayEnd.resolve();
  expect(await failed).toEqual(new Error('no room'));
  expect(await second).toBe('set up');
  expect(order).toEqual(['first begins', 'first ends', 'second begins']);
});
