import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEmptyDatabase, createOwnDatabase, type TestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { asOwner, withClient } from './connect.ts';
import { checksumOf, migrate, type Migration, readMigrations } from './migrate.ts';
import { startErrorOf } from '#server/testing/eventually.ts';

const report = (): void => undefined;

const first: Migration = { name: '0001-first', sql: 'create table one (n int)' };
const second: Migration = { name: '0002-second', sql: 'create table two (n int)' };

const tables = async ({ config }: TestDatabase): Promise<unknown[]> =>
  (
    await execute(
      config,
      `select tablename from pg_tables where schemaname = 'public' 
      and tablename not like 'schema_migration%' order by 1`,
    )
  ).map(({ tablename }) => tablename);

test('each migration is applied once, in order, and reported', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  const reported: string[] = [];
  await migrate(database.config, { migrations: [first], report: (line) => reported.push(line) });
  await migrate(database.config, { migrations: [first, second], report: (line) => reported.push(line) });
  await migrate(database.config, { migrations: [first, second], report: (line) => reported.push(line) });
  expect(reported).toEqual(['Updating the database: 0001-first.', 'Updating the database: 0002-second.']);
  expect(await tables(database)).toEqual(['one', 'two']);
});

test('a migration edited after it was applied is refused with a message', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  await migrate(database.config, { migrations: [first], report });
  const edited = { ...first, sql: 'create table one (n bigint)' };
  expect(await startErrorOf(migrate(database.config, { migrations: [edited, second], report }))).toMatch(
    /^The migration 0001-first is not the one .* in a new migration, with a number/,
  );
  expect(await tables(database)).toEqual(['one']);
});

test('a migration waits for a table only briefly, tries again, and changes nothing if that does not help', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  const alter: Migration = { name: '0002-alter', sql: 'create table two (n int); alter table one add column m int' };
  await migrate(database.config, { migrations: [first], report });
  const reported: string[] = [];
  const tryToMigrate = (onReport: (line: string) => void) =>
    startErrorOf(migrate(database.config, { migrations: [first, alter], lockTimeoutMs: 20, report: onReport }));
  await withClient(asOwner(database.config), async (reader) => {
    await reader.query('begin; select * from one');
    expect(await tryToMigrate((line) => reported.push(line))).toMatch(/Nothing was changed\. End long queries/);
    expect(reported.filter((line) => line.startsWith('Other sessions use the tables')).length).toBeGreaterThan(1);
    expect(await tables(database)).toEqual(['one']);
    // It ends between two tries.
    const migrated = tryToMigrate((line) => {
      if (line.startsWith('Other')) void reader.query('commit');
    });
    expect(await migrated).toBe('It was not refused.');
  });
  expect(await tables(database)).toEqual(['one', 'two']);
});

test('white space changes of a migration are no edit', () => {
  expect(checksumOf({ ...first, sql: 'create table one\r\n\t(n int)' })).toBe(checksumOf(first));
  expect(checksumOf(first)).not.toBe(checksumOf(second));
});

test('every migration is pure SQL, named by its number', async () => {
  const files = await readdir(join(import.meta.dirname, 'migrations'));
  expect(files.toSorted()).toEqual((await readMigrations()).map(({ name }) => `${name}.sql`));
});

test('a schema newer than the code is refused with a message', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  await migrate(database.config, { migrations: [first, second], report });
  expect(await startErrorOf(migrate(database.config, { migrations: [first], report }))).toMatch(
    /updated by a newer Lineslip \(0002-second\).*Start the newer one/,
  );
});

test('a late migration with an earlier number is refused with a message', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  const third = { name: '0003-third', sql: 'select 3' };
  await migrate(database.config, { migrations: [first, third], report });
  expect(await startErrorOf(migrate(database.config, { migrations: [first, second, third], report }))).toMatch(
    /^The migration 0003-third is not the one .* with a number after the last one\.$/,
  );
});

test('a database from before the first release is refused with instructions, and stays as it is', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  await execute(
    database.config,
    `create table schema_migration
       (name text primary key, checksum text not null, applied_at timestamptz not null default now());
     insert into schema_migration (name, checksum) values ('0001-foundation', 'a'), ('0002-dials', 'b')`,
  );
  expect(await startErrorOf(migrate(database.config, { report }))).toMatch(
    /from before the first release \(0001-foundation\).* Move the data folder aside, or/,
  );
  expect(await tables(database)).toEqual([]);
  expect(await execute(database.config, 'select name from schema_migration')).toHaveLength(2);
});

test('a failed migration leaves nothing behind', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  const broken = { name: '0002-broken', sql: 'create table two (n int); select 1 / 0' };
  await expect(migrate(database.config, { migrations: [first, broken], report })).rejects.toThrow('division by zero');
  expect(await tables(database)).toEqual([]);
  await migrate(database.config, { migrations: [first, second], report });
  expect(await tables(database)).toEqual(['one', 'two']);
});
