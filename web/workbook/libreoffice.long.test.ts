import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { compare, exportSheet, readSheet, type TestBucket } from '#domain/sheet/testing.ts';
import { randomBucket } from './testing.ts';
import { readWorkbook, writeWorkbook } from './workbook.ts';

const FILES = 200;
const LINE = 777_777;
const SHARE = 9.5;

/** What libreoffice.py does to the sheet, done to the entries. */
function editEntries({ entries }: TestBucket): BucketEntries {
  const changed = entries.map((entry, index) =>
    index === 0 ? { ...entry, overrides: { ...entry.overrides, max_line: LINE, lead_share_cap: SHARE } } : entry,
  );
  return [...changed.slice(-1), ...changed.slice(0, -1)];
}

test(`${FILES} files that LibreOffice opened, changed and saved have exactly those changes`, async () => {
  if (!existsSync('/usr/bin/soffice'))
    throw new Error('LibreOffice is missing. On Debian: sudo apt-get install libreoffice-calc python3-uno');
  const folder = await mkdtemp(join(tmpdir(), 'lineslip-sheets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const buckets = fc.sample(randomBucket, FILES);
  const fileOf = (index: number) => join(folder, `${index}.xlsx`);
  for (const [index, bucket] of buckets.entries())
    await writeFile(fileOf(index), await writeWorkbook(exportSheet(bucket)));
  await promisify(execFile)('/usr/bin/python3', [join(import.meta.dirname, 'libreoffice.py'), folder]);

  for (const [index, bucket] of buckets.entries()) {
    const reading = readSheet(bucket, await readWorkbook(new Uint8Array(await readFile(fileOf(index)))));
    expect(reading.errors).toEqual([]);
    expect(reading.notices).toEqual([]);
    const { questions } = compare(bucket, reading);
    const answers = new Map(questions.map(({ key }) => [key, 'sheet' as const]));
    const { entries, dialEdits } = compare(bucket, reading, { answers });
    expect(questions.every(({ kind }) => kind === 'order')).toBe(true);
    expect({ index, entries, dialEdits }).toEqual({ index, entries: editEntries(bucket), dialEdits: [] });
  }
});
