import { expect, onTestFinished, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { holdInstanceLock } from './instance-lock.ts';
import { eventually } from '#server/testing/eventually.ts';

const database = useTestDatabase();

const holders = (): Promise<Record<string, unknown>[]> =>
  execute(
    database.config,
    `select pid from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );

test('a released lock is free again', async () => {
  const first = await holdInstanceLock(database.config, '/data');
  await first.release();
  const second = await holdInstanceLock(database.config, '/data');
  expect(await holders()).toHaveLength(1);
  await second.release();
});

test('a lock whose connection broke is re-acquired', async () => {
  const lock = await holdInstanceLock(database.config, '/data');
  onTestFinished(() => lock.release());
  const [before] = await holders();
  await execute(database.config, `select pg_terminate_backend(${Number(before?.['pid'])}, 5000)`);
  await eventually(async () => expect(await holders()).toHaveLength(1));
  expect(await holders()).not.toEqual([before]);
  await expect(holdInstanceLock(database.config, '/data')).rejects.toMatchObject({ name: 'StartError' });
});
