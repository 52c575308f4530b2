import { expect, test } from 'vitest';
import { createEmptyDatabase, useTestDatabase } from '#server/testing/database.ts';
import { setUpExclusively } from './open.ts';
import { untilWaiting } from '#server/testing/eventually.ts';

const database = useTestDatabase(createEmptyDatabase);

test('a second starting server waits until the first has set up the database, even if that fails', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const first = setUpExclusively(database.config, async () => {
    order.push('first begins');
    begun.resolve();
    await mayEnd.promise;
    order.push('first ends');
    throw new Error('no room');
  });
  const failed = first.catch((error: unknown) => error);
  await begun.promise;
  const second = setUpExclusively(database.config, async () => {
    order.push('second begins');
    return 'set up';
  });
  await untilWaiting(database.config);
  mayEnd.resolve();
  expect(await failed).toEqual(new Error('no room'));
  expect(await second).toBe('set up');
  expect(order).toEqual(['first begins', 'first ends', 'second begins']);
});
