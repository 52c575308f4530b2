import { expect, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { readSnapshot, type Session, writeAtomically } from './session.store.ts';

const database = useTestDatabase();

test.each([
  ['a backup', readSnapshot],
  ['a restore', writeAtomically],
])('the connection of %s that ends between two queries fails it, and does not end the process', async (_what, run) => {
  const work = async ({ client }: Session): Promise<void> => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await execute(database.config, `select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    // The connection breaks while idle, which only an error listener notices.
    await execute(database.config, 'select 1');
    await client.query('select 1');
  };
  await expect(run(database.config, work)).rejects.toThrow(/connection/i);
});
