import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findAuditSigner, isSignatureValid, loadAuditSigner, signerOf } from './audit.key.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';

const CHECKPOINT = { seq: 1, hash: 'a'.repeat(64), count: 1, at: '2026-11-15T09:00:00.000Z' };

test('[A45] the audit key is created at the first start, in a private file, and found again', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  expect(await findAuditSigner({ auditKey: undefined, dataDir })).toBeUndefined();
  const first = await loadAuditSigner({ auditKey: undefined, dataDir });
  expect(isSignatureValid(first.sign(CHECKPOINT))).toBe(true);
  expect((await stat(join(dataDir, 'audit-key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['audit-key']);
  expect((await loadAuditSigner({ auditKey: undefined, dataDir })).key).toBe(first.key);
  expect((await findAuditSigner({ auditKey: undefined, dataDir }))?.key).toBe(first.key);
  const seed = (await readFile(join(dataDir, 'audit-key'), 'utf8')).trim();
  expect(signerOf(seed).key).toBe(first.key);
});

test('servers that start together in one folder have one key', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const signers = await Promise.all(
    Array.from({ length: 10 }, () => loadAuditSigner({ auditKey: undefined, dataDir })),
  );
  expect(new Set(signers.map(({ key }) => key)).size).toBe(1);
});

test('a configured key is used instead, and no file is created', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const auditKey = Buffer.alloc(32, 'k').toString('base64');
  expect((await loadAuditSigner({ auditKey, dataDir })).key).toBe(signerOf(auditKey).key);
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});

test('an invalid key is reported with what to do', async () => {
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, 'audit-key'), 'half a key');
  await expect(loadAuditSigner({ auditKey: undefined, dataDir })).rejects.toThrow(
    /audit-key, does not hold the base64 of 32 bytes.*set AUDIT_KEY/,
  );
  const file = join(dataDir, 'a file');
  await writeFile(file, '');
  await expect(loadAuditSigner({ auditKey: undefined, dataDir: file })).rejects.toThrow(/audit-key, cannot be read \(/);
});
