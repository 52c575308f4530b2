import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { migrate } from './migrate.ts';
import { checksumOf, type Migration, readMigrations } from './migration.files.ts';

const report = (): void => undefined;

const migration = (name: string, statement: string): Migration => ({
  name,
  checksum: checksumOf(statement),
  up: async (db: Kysely<unknown>) => {
    await sql.raw(statement).execute(db);
  },
});

const first = migration('0001-first', 'create table one (n int)');
const second = migration('0002-second', 'create table two (n int)');

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return database;
}

const tables = async ({ config }: TestDatabase): Promise<unknown[]> =>
  (await execute(config, `select tablename from pg_tables where schemaname = 'public' order by 1`)).map(
    ({ tablename }) => tablename,
  );

test('[M2] each migration is applied once, in order, and told', async () => {
  const database = await emptyDatabase();
  const told: string[] = [];
  await migrate(database.config, { migrations: [first], report: (line) => told.push(line) });
  await migrate(database.config, { migrations: [first, second], report: (line) => told.push(line) });
  await migrate(database.config, { migrations: [first, second], report: (line) => told.push(line) });
  expect(told).toEqual(['Updating the database: 0001-first.', 'Updating the database: 0002-second.']);
  expect(await tables(database)).toEqual(['one', 'schema_migration', 'two']);
});

test('[M3] a migration that was edited after it was applied is refused with a sentence', async () => {
  const database = await emptyDatabase();
  await migrate(database.config, { migrations: [first], report });
  const edited = migration('0001-first', 'create table one (n bigint)');
  await expect(migrate(database.config, { migrations: [edited, second], report })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/0001-first was changed after .*in a new migration\.$/),
  });
  expect(await tables(database)).toEqual(['one', 'schema_migration']);
});

test('[M4] other white space in a migration is no edit', () => {
  expect(checksumOf('create table one\r\n\t(n int)')).toBe(checksumOf('create table one (n int)'));
  expect(checksumOf('create table one (n int)')).not.toBe(checksumOf('create table two (n int)'));
});

test('[M5] a schema newer than the code is refused with a sentence', async () => {
  const database = await emptyDatabase();
  await migrate(database.config, { migrations: [first, second], report });
  await expect(migrate(database.config, { migrations: [first], report })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/updated by a newer Lineslip \(0002-second\).*Start the newer one/),
  });
});

test('[M6] a migration that arrives late, with an earlier number, is refused with a sentence', async () => {
  const database = await emptyDatabase();
  await migrate(database.config, { migrations: [second], report });
  await expect(migrate(database.config, { migrations: [first, second], report })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('Give it a number after the last one'),
  });
});

test('[M7] a migration that fails leaves nothing behind', async () => {
  const database = await emptyDatabase();
  const broken = migration('0002-broken', 'create table two (n int); select 1 / 0');
  await expect(migrate(database.config, { migrations: [first, broken], report })).rejects.toThrow('division by zero');
  expect(await tables(database)).toEqual([]);
  await migrate(database.config, { migrations: [first, second], report });
  expect(await tables(database)).toEqual(['one', 'schema_migration', 'two']);
});

test('[M8] servers that start together apply each migration once', async () => {
  const database = await emptyDatabase();
  const told: string[] = [];
  const servers = Array.from({ length: 4 }, () => migrate(database.config, { report: (line) => told.push(line) }));
  await Promise.all(servers);
  expect(told).toEqual((await readMigrations()).map(({ name }) => `Updating the database: ${name}.`));
});
