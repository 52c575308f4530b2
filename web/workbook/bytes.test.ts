import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, exportSheet, readSheet } from '#domain/sheet/testing.ts';
import { randomBucket } from './testing.ts';
import { readWorkbook, writeWorkbook } from './workbook.ts';

const RUNS = process.env['LONG_TESTS'] === 'yes' ? 10_000 : 40;

test(`${RUNS} random buckets come back from their files as they were`, async () => {
  await fc.assert(
    fc.asyncProperty(randomBucket, async (bucket) => {
      const bytes = new Uint8Array(await writeWorkbook(exportSheet(bucket)));
      const reading = readSheet(bucket, await readWorkbook(bytes));
      expect([reading.errors, reading.notices]).toEqual([[], []]);
      const { questions, taken, later, dialEdits, entries } = compare(bucket, reading);
      expect([questions, taken, later, dialEdits]).toEqual([[], [], [], []]);
      expect(entries).toEqual(bucket.entries);
    }),
    { numRuns: RUNS },
  );
});
