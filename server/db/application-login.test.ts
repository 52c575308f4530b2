import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, spawnServer } from '#server/testing/child-server.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase, useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { checkApplicationLogin } from './application-login.ts';
import { asApplication, asOwner } from './connect.ts';
import { copiedDataFolder, startTestEngine } from '#server/testing/data-folder.ts';

const database = useTestDatabase();

const asApp = (): pg.PoolConfig => asApplication(database.config);

test('[AL1] the application has its own login with no special rights, memberships or objects', async () => {
  const rows = await execute(
    asApp(),
    `select session_user::text as login, current_user::text as role, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
       (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
       (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
     from pg_roles r where rolname = session_user`,
  );
  const nothing = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
  expect(rows).toEqual([{ login: 'lineslip_app', role: 'lineslip_app', ...nothing, memberships: 0, owned: 0 }]);
});

test.each([
  'delete from schema_migration',
  'drop trigger audit_event_is_append_only on audit_event',
  `select setval('audit_event_seq_seq', 1)`,
  'set role lineslip',
  'set session authorization lineslip',
  'reset role; set role lineslip',
  'create role helper',
  'alter role lineslip_app superuser',
  'grant lineslip to lineslip_app',
  'alter table flag add column more int',
  'alter table audit_event disable trigger all',
  'drop table audit_event',
  'create table public.mine (n int)',
  'set session_replication_role = replica',
  'select rolpassword from pg_authid',
  `select pg_read_file('PG_VERSION')`,
  `copy (select 1) to program 'true'`,
  'select * from schema_migration',
  'alter system set fsync = off',
])('[AL2] the application is refused: %s', async (statement) => {
  await expect(execute(asApp(), statement)).rejects.toMatchObject({ code: '42501' });
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

const appUrl = (config: pg.PoolConfig) => addressOf(asApplication(config));
const check = (url: string) =>
  checkApplicationLogin({ ...asOwner(database.config), applicationLogin: { connectionString: url } });

async function login(attributes: string, ...rights: string[]): Promise<string> {
  const name = `login_${randomBytes(4).toString('hex')}`;
  await execute(database.config, `create role ${name} login password 'secret' ${attributes}`);
  onTestFinished(async () => {
    await execute(database.config, `drop owned by ${name}; drop role ${name}`);
  });
  for (const right of rights) await execute(database.config, right.replace('$login', name));
  return addressOf({ ...asOwner(database.config), user: name, password: 'secret' });
}

test('DATABASE_APP_URL lets the server sign in as the application, even on an empty database', async () => {
  const empty = await createOwnDatabase(createEmptyDatabase);
  const port = String(await freePort());
  const urls = { DATABASE_URL: addressOf(empty.config), DATABASE_APP_URL: appUrl(empty.config) };
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

test('[AL7] DATABASE_APP_URL may name the application role, or a login with exactly its rights', async () => {
  await expect(check(appUrl(database.config))).resolves.toBe(undefined);
  await expect(check(await login('', 'grant lineslip_app to $login'))).resolves.toBe(undefined);
});

test('[AL8] DATABASE_APP_URL is refused with a message if that login has too many or too few rights, or another database', async () => {
  await expect(check(addressOf(database.config))).rejects.toThrow(/lineslip of DATABASE_APP_URL is a superuser/);
  await expect(check(await login('createrole'))).rejects.toThrow(/may create roles/);
  await expect(check(await login('', 'grant lineslip_app to $login', 'grant lineslip to $login'))).rejects.toThrow(
    /may become lineslip, which/,
  );
  await expect(check(await login('', 'grant all on audit_event to $login'))).rejects.toThrow(/change audit records/);
  await expect(check(await login('', 'create table owned (n int); alter table owned owner to $login'))).rejects.toThrow(
    /owns tables/,
  );
  await expect(check(await login(''))).rejects.toThrow(/may not use the tables.*GRANT lineslip_app TO "login_\w+";$/);
  const other = await createOwnDatabase();
  await expect(check(appUrl(other.config))).rejects.toThrow(/names another database than DATABASE_URL/);
});
