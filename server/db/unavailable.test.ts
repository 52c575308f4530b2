import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { connect, type Db } from './connect.ts';
import { oncePerOutage, isDatabaseUnavailable } from './unavailable.ts';
import type { Schema } from './schema.ts';
import { eventually } from '#server/testing/eventually.ts';

const database = useTestDatabase();

function onePoolOf(changes: pg.PoolConfig): Db {
  const db = connect({ ...database.config, max: 1, ...changes });
  onTestFinished(() => db.destroy());
  return db;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const endSession = async (db: Kysely<Schema>): Promise<void> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  await execute(database.config, `select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
};

test('a session that ends inside a transaction fails only that transaction, and the pool continues', async () => {
  const db = onePoolOf({});
  const failure = await failureOf(
    db.transaction().execute(async (trx) => {
      await endSession(trx);
      await sql`select 1`.execute(trx);
    }),
  );
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a session that ends between two queries of a transaction does not end the process', async () => {
  const db = onePoolOf({});
  const failure = await failureOf(
    db.transaction().execute(async (trx) => {
      await endSession(trx);
      // The connection breaks while idle, which only an error listener notices.
      await execute(database.config, 'select 1');
    }),
  );
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test.each([
  ['a port where nothing listens', { host: '127.0.0.1', port: 1 }],
  ['a name with several addresses where nothing listens', { host: 'localhost', port: 1 }],
  ['a socket that is not there', { host: '/nowhere' }],
])('%s counts as a database that is away', async (_what, changes) => {
  expect(isDatabaseUnavailable(await failureOf(sql`select 1`.execute(onePoolOf(changes))))).toBe(true);
});

test('a pool whose connections are all busy for too long counts as an unavailable database', async () => {
  const db = onePoolOf({ connectionTimeoutMillis: 50 });
  // Connecting may take longer than acquiring an existing connection.
  await eventually(() => sql`select 1`.execute(db));
  const failure = await db.connection().execute(() => failureOf(sql`select 1`.execute(db)));
  expect(isDatabaseUnavailable(failure)).toBe(true);
});

test.each(['53100', '53200', '53300', '57P01', '57P02', '57P03', '08006', '25006'])(
  'the state %s of PostgreSQL counts as an unavailable database',
  async (state) => {
    const raise = `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`;
    expect(isDatabaseUnavailable(await failureOf(execute(database.config, raise)))).toBe(true);
  },
);

test.each([
  'select 1 / 0',
  'select * from no_such_table',
  `select 'x'::int`,
  `select pg_cancel_backend(pg_backend_pid())`,
])('%s is a query that failed, not a database that is away', async (query) => {
  const failure = await failureOf(execute(database.config, query));
  expect(failure).toBeInstanceOf(pg.DatabaseError);
  expect(isDatabaseUnavailable(failure)).toBe(false);
});

test('a missing file and an ordinary error do not count as an unavailable database', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
  for (const other of [missing, new Error('timeout'), new TypeError('x is undefined'), 'text', undefined])
    expect(isDatabaseUnavailable(other)).toBe(false);
});

test('an outage is reported once, and the next one again', () => {
  let time = 0;
  const reported: string[] = [];
  const report = oncePerOutage(
    (message: string) => reported.push(message),
    () => time,
  );
  for (const at of [0, 1, 30_000, 89_999, 149_999, 150_001]) {
    time = at;
    report(String(at));
  }
  expect(reported).toEqual(['0', '149999']);
});
