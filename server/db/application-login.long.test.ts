import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, spawnServer } from '#server/testing/child-server.ts';
import { copiedDataFolder, startTestEngine } from '#server/testing/data-folder.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase, useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { asApplication } from './connect.ts';

const database = useTestDatabase();

test('DATABASE_APP_URL is recommended in one line if DATABASE_URL signs in as a superuser', async () => {
  const port = String(await freePort());
  const server = spawnServer({ PORT: port, SIGN_IN: 'password', DATABASE_URL: addressOf(database.config) });
  await server.printed(`Lineslip is ready at http://localhost:${port}\n`);
  expect(server.stdout()).toMatch(/^DATABASE_URL signs in as a superuser\. Set DATABASE_APP_URL to give .*\.$/m);
});

test('DATABASE_APP_URL lets the server sign in as the application, even on an empty database', async () => {
  const empty = await createOwnDatabase(createEmptyDatabase);
  const port = String(await freePort());
  const urls = { DATABASE_URL: addressOf(empty.config), DATABASE_APP_URL: addressOf(asApplication(empty.config)) };
  const server = spawnServer({ PORT: port, SIGN_IN: 'password', ...urls });
  await server.printed(`Lineslip is ready at http://localhost:${port}\n`);
  expect(server.stdout()).not.toContain('superuser');
  const sessions = await execute(
    empty.config,
    `select distinct usename::text as login from pg_stat_activity
     where datname = current_database() and application_name in ('lineslip', 'lineslip listener')`,
  );
  expect(sessions).toEqual([{ login: 'lineslip_app' }]);
});

const settings = `select rolcanlogin, rolsuper from pg_roles where rolname = 'lineslip_app'`;

test('[AL3] the embedded engine adds the login to an older data folder, and protects its password file', async () => {
  const dataDir = await copiedDataFolder('empty');
  const first = await startTestEngine(dataDir);
  const file = join(first.location, 'application-password');
  await execute(first.config(), 'alter role lineslip_app nologin password null');
  await first.stop();
  await rm(file);

  const second = await startTestEngine(dataDir);
  expect(await execute(asApplication(second.config()), 'select session_user::text as login')).toEqual([
    { login: 'lineslip_app' },
  ]);
  expect(await execute(second.config(), settings)).toEqual([{ rolcanlogin: true, rolsuper: false }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await second.stop();

  // A file from another folder: the role follows it.
  await writeFile(file, 'another password');
  const third = await startTestEngine(dataDir);
  expect(third.config().applicationLogin).toEqual({ user: 'lineslip_app', password: 'another password' });
  await expect(execute(asApplication(third.config()), 'select 1')).resolves.toHaveLength(1);
});
