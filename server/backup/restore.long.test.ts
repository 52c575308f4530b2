import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { signerOf } from '#server/audit/audit.key.ts';
import { TEST_AUDIT_KEY, useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { childEnvironment } from '#server/testing/child-server.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { newBackupFile, tamper } from '#server/testing/backups.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase, type TestDatabase } from '#server/testing/database.ts';
import { startErrorOf } from '#server/testing/eventually.ts';
import { execute } from '#server/testing/execute.ts';
import { dialTester } from '#server/testing/dials.ts';
import { peopleTester } from '#server/testing/people.ts';
import { REVIEWERS, reviewTester } from '#server/testing/reviews.ts';
import { takeBackup } from './backup.service.ts';
import { restoreBackup } from './restore.service.ts';

const quiet = (): void => undefined;
const ours = signerOf(TEST_AUDIT_KEY);
const theirs = signerOf(Buffer.alloc(32, 'somebody else').toString('base64'));
const server = useTestApp();
const people = peopleTester(server);
let pat: string;

beforeAll(async () => {
  const tester = reviewTester(server);
  const dial = await dialTester(server).published({ name: 'Kept' });
  for (const address of await tester.addBuckets(1, ['cargo'])) {
    const hash = await tester.submitted(address, [entryOf(dial, { max_line: 7 })]);
    for (const reviewer of REVIEWERS.slice(0, 2)) await tester.vote(reviewer, address, hash, 'approve');
  }
  pat = (await people.add(['bucket:view'])).user.id;
});

async function backUp(): Promise<string> {
  const file = await newBackupFile();
  await takeBackup({ config: server.database.config, file, signer: ours, now: new Date(), progress: quiet });
  return file;
}

/** Gives that person a permission that nobody granted. */
const grantInRows = (table: string, rows: string): string =>
  table === 'person'
    ? rows.replace(new RegExp(`^(${pat.replace('|', '\\|')}\t.*)\\{bucket:view`, 'm'), '$1{bucket:view,user:edit')
    : rows;

async function refusalOf(file: string, keys: readonly string[] = [ours.key]): Promise<string> {
  const target = await createOwnDatabase(createEmptyDatabase);
  const refusal = await startErrorOf(
    restoreBackup({ config: target.config, file, keys, report: quiet, progress: quiet }),
  );
  expect(await tablesOf(target)).toEqual([]);
  return refusal;
}

const tablesOf = async ({ config }: TestDatabase): Promise<unknown[]> =>
  execute(config, `select tablename from pg_tables where schemaname = 'public'`);

test('an unchanged backup is restored with its key', async () => {
  const target = await createOwnDatabase(createEmptyDatabase);
  const file = await tamper(await backUp(), {});
  const { manifest, audit } = await restoreBackup({
    config: target.config,
    file,
    keys: [theirs.key, ours.key],
    report: quiet,
    progress: quiet,
  });
  expect([manifest.key, audit.problems]).toEqual([ours.key, []]);
  expect(audit.people).toBeGreaterThan(5);
});

test('changed rows are refused even with recomputed checksums', async () => {
  const file = await tamper(await backUp(), { rows: grantInRows });
  expect(await refusalOf(file)).toMatch(/^The signature of the backup .* is not valid: it was changed/);
});

test('a backup signed by someone else is refused with their key', async () => {
  const file = await tamper(await backUp(), { rows: grantInRows, signer: theirs });
  expect(await refusalOf(file)).toContain(
    `signed by a key that is not trusted here, ${theirs.key}. Nothing was restored.`,
  );
});

test('a signature cannot be claimed for another key', async () => {
  const file = await tamper(await backUp(), {
    rows: grantInRows,
    signer: { ...theirs, key: ours.key },
  });
  expect(await refusalOf(file)).toContain('is not valid');
});

test('without any key a restore names the settings it needs', async () => {
  const file = await backUp();
  expect(await refusalOf(file, [])).toMatch(/Set AUDIT_KEY, or copy the file audit-key into the data folder.*--key/);
  const target = await createOwnDatabase(createEmptyDatabase);
  const tool = (name: string, given: readonly string[]) =>
    new Promise<{ isDone: boolean; err: string }>((resolve) => {
      const env = childEnvironment({ DATA_DIR: '/nowhere', DATABASE_URL: addressOf(target.config) });
      const command = [join(import.meta.dirname, '../../tools', name), ...given];
      execFile(process.execPath, command, { env }, (error, _out, err) => resolve({ isDone: error === null, err }));
    });
  expect(await tool('restore.ts', [file])).toMatchObject({
    isDone: false,
    err: expect.stringContaining('Set AUDIT_KEY'),
  });
  expect(await tool('backup.ts', [await newBackupFile()])).toMatchObject({
    isDone: false,
    err: expect.stringContaining('Set AUDIT_KEY or DATA_DIR as they are set for the server'),
  });
  expect(await tablesOf(target)).toEqual([]);
  expect(await tool('restore.ts', [file, '--key', ours.key])).toEqual({ isDone: true, err: '' });
});

test('a manifest with another audit head leaves nothing', async () => {
  const file = await tamper(await backUp(), {
    manifest: (manifest) => ({ ...manifest, audit: { ...manifest.audit, head: 'f'.repeat(64) } }),
    signer: ours,
  });
  expect(await refusalOf(file)).toContain('Its live buckets or audit records are not those that it names.');
});

test.each([
  [
    'a permission that was never granted',
    () => grantInRows,
    /Pat Number 1 \(.*\) holds user:edit, which no audit record grants/,
  ],
  [
    'a live version that was never approved',
    () => (table: string, rows: string) =>
      table === 'review_round' ? rows.replaceAll(/\b[0-9a-f]{64}\b/g, '0'.repeat(64)) : rows,
    /Version 2 of the bucket .*\/cargo does not agree with what was recorded/,
  ],
  [
    'a changed audit record',
    () => (table: string, rows: string) =>
      table === 'audit_event' ? rows.replace('"bucket:view"', '"bucket:edit"') : rows,
    /The chain of audit records is broken at record \d+ .*Its content was changed/,
  ],
])('%s stops the restore with a list, whoever signed the backup', async (_what, rows, problem) => {
  const file = await tamper(await backUp(), {
    rows: rows(),
    signer: ours,
  });
  const refusal = await refusalOf(file);
  expect(refusal).toMatch(problem);
  expect(refusal).toMatch(
    /^The content of the backup does not agree with its audit records\. Nothing was restored\.\n- /,
  );
});

test('a restore that is refused leaves nothing in a new data folder, and what was in an old one', async () => {
  const wrong = await tamper(await backUp(), {
    manifest: (manifest) => ({ ...manifest, audit: { ...manifest.audit, records: manifest.audit.records + 1 } }),
    signer: ours,
  });
  const parent = await temporaryFolder();
  const restoreInto = (dataDir: string) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../tools/restore.ts'), wrong], {
      env: childEnvironment({ DATA_DIR: dataDir, AUDIT_KEY: TEST_AUDIT_KEY }),
    });
  await expect(restoreInto(join(parent, 'new'))).rejects.toThrow('Its live buckets or audit records are not those');
  expect(await readdir(parent)).toEqual([]);
  await writeFile(join(parent, 'feed-key'), 'kept');
  await expect(restoreInto(parent)).rejects.toThrow('Its live buckets or audit records are not those');
  expect(await readdir(parent)).toEqual(['feed-key']);
});
