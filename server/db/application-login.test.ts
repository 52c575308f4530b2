import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, createOwnDatabase, useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { checkApplicationLogin } from './application-login.ts';
import { asApplication, asOwner } from './connect.ts';

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
