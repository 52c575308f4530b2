import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { asOwner, connect, type DatabaseConfig, type Db } from '#server/db/connect.ts';
import { execute } from './execute.ts';
import type { Template } from './global-setup.ts';

export type TestDatabase = Readonly<{
  /** Signs in as the owner of the database, like a starting server; `connect` signs in as the application. */
  config: DatabaseConfig;
  /** Signed in as the application, like the services. */
  db: Db;
  drop: () => Promise<void>;
}>;

/** A migrated database, so that test files run in parallel. Call `drop` when done. */
export const createTestDatabase = (): Promise<TestDatabase> => makeDatabase('migrated');
/** With flags, reference lists, keys and the demo people. */
export const createFilledDatabase = (): Promise<TestDatabase> => makeDatabase('filled');
/** Without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> => makeDatabase();

/** One for all tests of a file. */
export function useTestDatabase(create = createTestDatabase): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await create());
  });
  afterAll(() => database.drop());
  return database;
}

/** One for a single test, dropped after it. */
export async function createOwnDatabase(create = createTestDatabase): Promise<TestDatabase> {
  const database = await create();
  onTestFinished(() => database.drop());
  return database;
}

async function makeDatabase(template?: Template): Promise<TestDatabase> {
  const engine = inject('testEngine').config;
  const database = `test_${randomBytes(6).toString('hex')}`;
  await execute(engine, `create database ${database}${template ? ` template ${template}` : ''}`);
  const config = { ...engine, database };
  const db = connect({ ...config, max: 10 });
  return {
    config,
    db,
    drop: async () => {
      await db.destroy();
      await execute(engine, `drop database if exists ${database} with (force)`);
    },
  };
}

/** The test engine only listens on a socket; an address names it by its folder. */
export function addressOf({ user, password, database, host, port }: pg.PoolConfig): string {
  const address = new URL(`postgres://localhost/${String(database)}`);
  address.username = String(user);
  address.password = String(password);
  address.searchParams.set('host', String(host));
  address.searchParams.set('port', String(port));
  return address.href;
}

/** A database that belongs to a login with these rights. */
export async function createOwnedDatabase(admin: pg.PoolConfig, rights: string) {
  const login = `login_${randomBytes(4).toString('hex')}`;
  await execute(admin, `create role ${login} login ${rights} password 'secret'`);
  await execute(admin, `create database ${login} owner ${login}`);
  return { config: { ...asOwner(admin), user: login, password: 'secret', database: login }, login };
}
