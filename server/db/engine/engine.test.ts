import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { execute } from '#server/testing/execute.ts';
import { reasonIn } from './account.ts';
import { copiedDataFolder, startTestEngine } from '#server/testing/data-folder.ts';

test('the engine opens no port, forces writes to disk and requires the password', async () => {
  const dataDir = await copiedDataFolder('empty');
  const engine = await startTestEngine(dataDir);
  const settings = await execute(
    engine.config(),
    `select name, setting from pg_settings
     where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes') order by name`,
  );
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', '', 'on']);
  await expect(execute({ ...engine.config(), password: 'wrong' }, 'select 1')).rejects.toThrow(/authentication failed/);
  expect((await stat(join(engine.location, 'password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(engine.location, 'cluster'))).mode & 0o777).toBe(0o700);
});

test('log lines of the children of a killed postmaster are not reported as the reason of a failed start', () => {
  const log = [
    'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use',
    'FATAL:  terminating connection due to unexpected postmaster exit',
  ];
  expect(reasonIn(log.join('\n'))).toMatch(/^pre-existing shared memory block/);
});
