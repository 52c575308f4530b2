import { execFile } from 'node:child_process';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signerOf } from '#server/audit/audit.key.ts';
import { connect } from '#server/db/connect.ts';
import { lockMigrations, migrate, type Migration, readMigrations } from '#server/db/migrate.ts';
import { TEST_AUDIT_KEY } from '#server/testing/app.ts';
import { newBackupFile, tamper } from '#server/testing/backups.ts';
import {
  createEmptyDatabase,
  createOwnDatabase,
  createOwnedDatabase,
  type TestDatabase,
} from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import type { Manifest } from './backup.parts.ts';
import { takeBackup } from './backup.service.ts';
import { restoreBackup } from './restore.service.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { startErrorOf, untilWaiting } from '#server/testing/eventually.ts';

const quiet = (): void => undefined;
const signer = signerOf(TEST_AUDIT_KEY);

async function filledDatabase(): Promise<TestDatabase> {
  const database = await createOwnDatabase();
  await execute(database.config, `insert into partner (number, name) values (1, 'Tab\t, line\n, back\\slash, ñ, \\N')`);
  await execute(
    database.config,
    `insert into sign_in_attempt (email, address, refused, at) select 'key ' || n, '', true, now() from generate_series(1, 5000) n`,
  );
  await execute(database.config, `delete from sign_in_attempt where id > 4990`);
  return database;
}

async function backUp({ config }: TestDatabase, file?: string) {
  const path = file ?? (await newBackupFile());
  return { file: path, manifest: await takeBackup({ config, file: path, signer, now: new Date(), progress: quiet }) };
}

const restore = ({ config }: TestDatabase, file: string, migrations?: readonly Migration[]) =>
  restoreBackup({
    config,
    file,
    keys: [signer.key],
    report: quiet,
    progress: quiet,
    ...(migrations && { migrations }),
  });

const tablesOf = async ({ config }: TestDatabase): Promise<unknown[]> =>
  execute(config, `select tablename from pg_tables where schemaname = 'public'`);

const migration = (name: string, sql: string): Migration => ({ name, sql });

/** The triggers and keys that a restore suspends, and the columns, from the catalogue. */
const schemaOf = ({ config }: TestDatabase) =>
  execute(
    config,
    `select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text as thing from pg_trigger where not tgisinternal
     union all select conrelid::regclass::text || ' ' || conname || ' ' || convalidated || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select relname || ' ' || coalesce(relacl::text, '') from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by 1`,
  );

test('a restored database has the rows, sequences, triggers, keys and rights of the original', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const { file, manifest } = await backUp(source);
  const restored = await restore(target, file);
  expect(restored).toMatchObject({ manifest, audit: { problems: [], count: 0, last: '0'.repeat(64) } });
  const again = await backUp(target);
  expect(again.manifest.tables).toEqual(manifest.tables);
  expect(again.manifest.sequences).toEqual(manifest.sequences);
  expect(manifest.tables.find(({ name }) => name === 'sign_in_attempt')?.rows).toBe(4990);
  expect(await schemaOf(target)).toEqual(await schemaOf(source));
  const inserted = `insert into sign_in_attempt (email, address, refused, at) values ('next', '', true, now()) returning id`;
  expect(await execute(target.config, inserted)).toEqual([{ id: '5001' }]);
  expect(await execute(target.config, `select name from partner`)).toEqual([
    { name: 'Tab\t, line\n, back\\slash, ñ, \\N' },
  ]);
});

test('a table added by a later migration is included automatically', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const parts = migration(
    '9001-part',
    `create table part (id bigint generated always as identity primary key, whole bigint references part (id),
       size int not null, twice int generated always as (size * 2) stored)`,
  );
  const migrations = [...(await readMigrations()), parts];
  await migrate(source.config, { migrations, report: quiet });
  await execute(source.config, `insert into part (whole, size) values (2, 20), (null, 10), (1, 30)`);
  const { file } = await backUp(source);
  await restore(target, file, migrations);
  const rows = `select id, whole, size, twice from part order by id`;
  expect(await execute(target.config, rows)).toEqual(await execute(source.config, rows));
  expect(await execute(target.config, rows)).toHaveLength(3);
});

test('migrations newer than the backup run on its rows', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const { file } = await backUp(source);
  const newer = migration('9001-loud', `update partner set name = 'LOUD' where number = 1`);
  await restore(target, file, [...(await readMigrations()), newer]);
  expect(await execute(target.config, `select name from partner`)).toEqual([{ name: 'LOUD' }]);
  const last = `select name from schema_migration order by name desc limit 1`;
  expect(await execute(target.config, last)).toEqual([{ name: '9001-loud' }]);
});

test('a backup of a newer Lineslip, or with other migrations, is refused with a message', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const ours = await readMigrations();
  await migrate(source.config, { migrations: [...ours, migration('9001-new', 'select 1')], report: quiet });
  const { file } = await backUp(source);
  expect(await startErrorOf(restore(target, file))).toMatch(
    /taken by a newer Lineslip \(9001-new\).*Restore it with that version/,
  );
  const changed = [...ours, migration('9001-new', 'select 2')];
  expect(await startErrorOf(restore(target, file, changed))).toContain(
    'whose migration 9001-new is not the one of this Lineslip',
  );
  expect(await tablesOf(target)).toEqual([]);
});

test('a database that is not empty is refused with its content and what to do, and stays as it is', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const { file } = await backUp(source);
  await execute(target.config, 'create table mine (n int)');
  expect(await startErrorOf(restore(target, file))).toMatch(
    /^The database is not empty: it holds the table mine\. .*DATA_DIR to a new folder/,
  );
  expect(await tablesOf(target)).toEqual([{ tablename: 'mine' }]);
  await expect(restore(source, file)).rejects.toThrow(/holds the tables access_request, .* more\./);
});

test('a file truncated anywhere is refused before anything is restored', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const { file } = await backUp(source);
  const whole = await readFile(file);
  for (const length of [0, 1, 9, 10, 600, whole.length >> 1, whole.length - 9, whole.length - 8, whole.length - 1]) {
    await writeFile(file, whole.subarray(0, length));
    expect(await startErrorOf(restore(target, file)), `cut after ${length} bytes`).toContain(
      'is not a whole backup of Lineslip',
    );
  }
  expect(await tablesOf(target)).toEqual([]);
});

test('a file with one changed bit is refused before anything is restored', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const { file } = await backUp(source);
  const whole = await readFile(file);
  const places = Array.from({ length: 40 }, (_, n) => 10 + Math.floor(((whole.length - 11) * n) / 39));
  for (const place of places) {
    const changed = Buffer.from(whole);
    changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
    await writeFile(file, changed);
    expect(await startErrorOf(restore(target, file)), `changed at ${place} of ${whole.length}`).toContain(
      'is not a whole backup of Lineslip',
    );
  }
  expect(await tablesOf(target)).toEqual([]);
});

test('rows that break a database constraint leave it empty', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  await execute(source.config, `alter table partner add column extra int`);
  const { file } = await backUp(source);
  await expect(restore(target, file)).rejects.toThrow(/a column extra in the table partner/);
  const strict = migration('9001-strict', 'alter table partner add check (number > 1)');
  await execute(source.config, `alter table partner drop column extra`);
  const second = await backUp(source);
  await expect(restore(target, second.file, [...(await readMigrations()), strict])).rejects.toThrow(/violated/);
  expect(await tablesOf(target)).toEqual([]);
});

test('a file that is exchanged after it was checked is refused, also for another whole backup', async () => {
  const [source, target] = [await filledDatabase(), await createOwnDatabase(createEmptyDatabase)];
  const { file } = await backUp(source);
  await execute(source.config, `update partner set name = 'Exchanged' where number = 1`);
  const other = await backUp(source);
  const db = connect(target.config);
  const holding = await db.startTransaction().execute();
  await lockMigrations(holding as never);
  const refusal = startErrorOf(restore(target, file));
  // It was checked, and waits for the database.
  await untilWaiting(target.config);
  await rename(other.file, file);
  await holding.commit().execute();
  expect(await refusal).toContain('The table partner changed meanwhile.');
  await db.destroy();
  expect(await tablesOf(target)).toEqual([]);
});

test('rows that do not give the live buckets and audit records that the backup names are refused', async () => {
  const { file } = await backUp(await filledDatabase());
  const changes: ((manifest: Manifest) => Manifest)[] = [
    (manifest) => ({ ...manifest, audit: { ...manifest.audit, records: manifest.audit.records + 1 } }),
    (manifest) => ({
      ...manifest,
      liveBuckets: [{ partner: 1, cob: 'cargo', number: 1, sha256: '0'.repeat(64) }],
    }),
  ];
  for (const manifest of changes) {
    const target = await createOwnDatabase(createEmptyDatabase);
    expect(await startErrorOf(restore(target, await tamper(file, { manifest, signer })))).toContain(
      'Its live buckets or audit records are not those that it names.',
    );
    expect(await tablesOf(target)).toEqual([]);
  }
});

test('a login that only owns its database restores into it, and need not take on the role of the application', async () => {
  const source = await filledDatabase();
  const { file } = await backUp(source);
  const { config } = await createOwnedDatabase(source.config, '');
  const { audit } = await restoreBackup({ config, file, keys: [signer.key], report: quiet, progress: quiet });
  expect(audit.problems).toEqual([]);
});

test('the file is a tar archive that other programs open', async () => {
  const { file } = await backUp(await filledDatabase());
  const run = promisify(execFile);
  expect((await run('tar', ['tzf', file])).stdout.split('\n')).toContain('tables/sign_in_attempt.000001');
  const rows = (await run('tar', ['xzOf', file, 'tables/sign_in_attempt.000001'])).stdout.split('\n');
  expect(rows).toHaveLength(4991);
  expect(rows[0]).toMatch(/^1\tkey 1\t/);
});

test('only its owner may read the file, whatever the umask, and nothing else is left beside it', async () => {
  const source = await filledDatabase();
  const folder = await temporaryFolder();
  const mask = process.umask(0);
  const { file } = await backUp(source, join(folder, 'b')).finally(() => process.umask(mask));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['b']);
});

test('a backup whose connection breaks says so, and leaves nothing in its folder', async () => {
  const source = await createOwnDatabase();
  const file = join(await temporaryFolder(), 'broken.backup');
  const end = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'lineslip backup'`;
  const message = await runBehindLock(
    source.db,
    sql`lock table partner in access exclusive mode`,
    () => startErrorOf(backUp(source, file)),
    () => execute(source.config, end),
  );
  expect(message).toContain('The database stopped answering before the backup was whole');
  expect(await readdir(dirname(file))).toEqual([]);
});

test('an existing file is not overwritten, and a missing folder is reported', async () => {
  const source = await filledDatabase();
  const { file } = await backUp(source);
  const before = await readFile(file);
  expect(await startErrorOf(backUp(source, file))).toContain('Name another one');
  expect(await readFile(file)).toEqual(before);
  expect(await startErrorOf(backUp(source, join(await temporaryFolder(), 'none/b')))).toMatch(
    /\(ENOENT\)\. Name a file in a folder that exists/,
  );
});

test('a database without tables is reported as empty instead of backed up', async () => {
  const folder = await temporaryFolder();
  expect(await startErrorOf(backUp(await createOwnDatabase(createEmptyDatabase), join(folder, 'b')))).toBe(
    'The database is still empty: there is nothing to back up.',
  );
  expect(await readdir(folder)).toEqual([]);
});
