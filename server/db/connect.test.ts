import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnDatabase, useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { oldPostgres } from '#server/testing/old-postgres.ts';
import { analyze, asApplication, checkReachable, connect, withClient } from './connect.ts';
import { startErrorOf } from '#server/testing/eventually.ts';

const database = useTestDatabase();

const asUrl = (options: string): string => {
  const { user, password, host, database: name } = database.config;
  return `postgres://${user}:${String(password)}@localhost/${name}?host=${encodeURIComponent(host ?? '')}${options}`;
};

test('the application has its own login, with timeouts', async () => {
  const { rows } = await sql`select session_user, current_user, current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('application_name') as name`.execute(database.db);
  expect(rows).toEqual([
    {
      session_user: 'lineslip_app',
      current_user: 'lineslip_app',
      statement: '30s',
      idle: '1min',
      name: 'lineslip',
    },
  ]);
});

test('a connection string keeps its own options and gets the role, too', async () => {
  for (const options of ['', '&options=-c%20work_mem%3D5MB']) {
    const db = connect({ connectionString: asUrl(options) });
    const { rows } = await sql`select current_user, current_setting('work_mem') as memory`.execute(db);
    await db.destroy();
    expect(rows).toEqual([{ current_user: 'lineslip_app', memory: options === '' ? '4MB' : '5MB' }]);
  }
});

test('every connection has UTC, whatever the database, the login and the address say', async () => {
  const { db, config } = await createOwnDatabase();
  const { user, password, host, database: name } = config;
  await execute(config, `alter database ${name} set timezone = 'Pacific/Auckland'`);
  await execute(config, `alter role lineslip_app in database ${name} set timezone = 'America/New_York'`);
  await db.destroy();
  const zone = encodeURIComponent('-c timezone=Europe/London');
  const connectionString = `postgres://${user}:${String(password)}@localhost/${name}?host=${encodeURIComponent(host ?? '')}&options=${zone}`;
  const clients = [
    connect(config),
    connect(config, { as: 'login' }),
    connect({ connectionString }),
    connect({ ...config, applicationLogin: { options: '-c timezone=Europe/London' } }),
    connect({ connectionString, applicationLogin: { connectionString } }),
  ];
  for (const client of clients) {
    const { rows } = await sql`select current_setting('TimeZone') as zone`.execute(client);
    expect(rows).toEqual([{ zone: 'UTC' }]);
    await client.destroy();
  }
  await withClient(asApplication(config), async (client) =>
    expect((await client.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]),
  );
});

test('a broken idle connection is reported and replaced', async () => {
  const broken = Promise.withResolvers<Error>();
  const db = connect({ ...database.config, max: 1 }, { onIdleError: broken.resolve });
  onTestFinished(() => db.destroy());
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  await execute(database.config, `select pg_terminate_backend(${rows[0]?.pid})`);
  expect((await broken.promise).message).toContain('terminating connection');
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a usable database passes', async () => {
  await expect(checkReachable(database.config)).resolves.toBe(undefined);
  await expect(checkReachable({ connectionString: asUrl('') })).resolves.toBe(undefined);
});

test.each([
  ['a wrong password', { password: 'hush' }, /does not let the user lineslip in\. Check the user and the password/],
  ['a database that is not there', { database: 'nowhere' }, /database nowhere .*does not exist\. Create it/],
  ['a server that is not there', { host: '127.0.0.1', port: 1 }, /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/],
  ['an address that is none', { connectionString: 'postgres://u:hush@[bad/x' }, /cannot be read as an address/],
])('%s is refused with a sentence that keeps the password to itself', async (_what, changes, sentence) => {
  const refusal = await checkReachable({ ...database.config, ...changes }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) });
  expect(String(refusal)).not.toContain('hush');
  expect(String(refusal)).not.toContain(String(database.config.password));
});

test('PostgreSQL older than 15 is refused with a message', async () => {
  const server = createServer(oldPostgres);
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  expect(await startErrorOf(checkReachable({ host: '127.0.0.1', port, user: 'u', database: 'd' }))).toMatch(
    /is PostgreSQL 14\.2\. Lineslip needs PostgreSQL 15 or newer/,
  );
});

test('the planner knows the size of a table after analyze', async () => {
  await execute(
    database.config,
    `insert into flag (key, definition) select 'k' || n, '{}' from generate_series(1, 500) n`,
  );
  await analyze(connectAsOwner());
  const size = await execute(database.config, `select reltuples::int as n from pg_class where relname = 'flag'`);
  expect(size).toEqual([{ n: 500 }]);
});

function connectAsOwner(): ReturnType<typeof connect> {
  const db = connect(database.config, { as: 'login' });
  onTestFinished(() => db.destroy());
  return db;
}
