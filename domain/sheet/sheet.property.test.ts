import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edited, type EditStep } from '#domain/bucket/entries.naive.ts';
import {
  type BucketEntries,
  type BucketEntry,
  byDial,
  dropRedundantOverrides,
  effectiveValues,
} from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import type { DimensionKind, DimensionOf } from '#domain/dimension/dimension.ts';
import { parseIntervals, printIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { type DialValues, VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { headOf, isTinyShare } from './column.ts';
import type { SheetAnswers, SheetDifference } from './difference.ts';
import type { SheetReading } from './reading.ts';
import {
  compare,
  columnOf,
  createCell,
  dial,
  editSheet,
  exportSheet,
  finderOf,
  OPTIONS,
  readSheet,
  reread,
  type Rows,
  type TestBucket,
} from './testing.ts';

const RUNS = isLong ? { roundTrips: 10_000, merges: 5_000 } : { roundTrips: 150, merges: 200 };

const bound = fc.oneof(fc.constant(''), fc.nat(1_000).map(String), fc.constantFrom('1.5', '250000', '0.001'));
const interval = fc
  .tuple(fc.constantFrom('[', '('), bound, bound, fc.constantFrom(']', ')'))
  .map(([open, a, b, close]) => `${open}${a},${b}${close}`);

/** Dial values by kind, as stored. */
const BY_KIND = {
  intervals: () =>
    fc.array(interval, { minLength: 1, maxLength: 3 }).map((list) => {
      const parsed = parseIntervals(list.join(' '), { negative: false });
      return parsed.ok ? printIntervals(parsed.asWritten) : '[1,2]';
    }),
  options: ({ list }) =>
    fc.subarray(
      OPTIONS[list].map(({ code }) => code),
      { minLength: 1 },
    ),
  choices: ({ options }) =>
    fc.subarray(
      options.map(({ value }) => value),
      { minLength: 1 },
    ),
  'one-of': ({ options }) => fc.constantFrom(...options.map(({ value }) => value)),
  'yes-no': () => fc.boolean(),
} satisfies { [K in DimensionKind]: (dimension: DimensionOf<K>) => fc.Arbitrary<unknown> };

const condition = (key: DimensionKey): fc.Arbitrary<unknown> =>
  BY_KIND[dimensionOf(key).kind](dimensionOf(key) as never);

const conditions = fc
  .subarray([...DIMENSION_KEYS], { maxLength: 6 })
  .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, condition(key)]))));

const amount = (key: ValueKey): fc.Arbitrary<string | number> => {
  const value = VALUES[key];
  if (value.kind === 'option') return fc.constantFrom(...value.options.map((option) => option.value));
  if (value.unit === 'percent') return fc.constantFrom(0.1, 5, 12.5, 33.333_333_333_333_336, 100);
  return key === 'min_line'
    ? fc.constantFrom(1, 250_000, 500_000)
    : fc.constantFrom(1_000_000, 2_500_000, 123_456_789_012);
};
/** Few different values, so that two sides often agree by chance. */
const values: fc.Arbitrary<DialValues> = fc
  .record(Object.fromEntries(VALUE_KEYS.map((key) => [key, amount(key)])), { requiredKeys: [] })
  .map((some) => some as DialValues);

const name = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom('=1+1', "'quoted", '1-2', '007', '@here', 'Cyber base', 'TRUE', '1e5', '\u{1F600}'),
);
const dialData: fc.Arbitrary<DialData> = fc
  .record({ name, dimensions: conditions, values })
  .map((data) => normaliseDial(dial(data.name, { ...data, dimensions: data.dimensions })))
  .filter((data) => data.name !== '');

/** Dials in three versions, some in the bucket, some only in the library. */
const buckets = (most: number): fc.Arbitrary<TestBucket> =>
  fc
    .array(fc.tuple(fc.tuple(dialData, dialData, dialData), fc.integer({ min: 1, max: 3 }), values), {
      maxLength: most,
    })
    .map((list) => ({
      dials: Object.fromEntries(list.map(([versions], index) => [`d${index}`, versions])),
      entries: list.map(([versions, version, overrides], index) => ({
        dial_id: `d${index}`,
        version,
        overrides: dropRedundantOverrides(overrides, versions[version - 1]?.values ?? {}),
      })),
    }));

describe('a sheet that nobody changed', () => {
  test('comes back without a difference', () => {
    fc.assert(
      fc.property(buckets(12), (bucket) => {
        const reading = readSheet(bucket, reread(exportSheet(bucket)));
        const { questions, taken, later, errors, entries } = compare(bucket, reading);
        expect({ questions, taken, later, errors, notices: reading.notices }).toEqual({
          questions: [],
          taken: [],
          later: [],
          errors: [],
          notices: [],
        });
        expect(entries).toEqual(bucket.entries);
      }),
      { numRuns: RUNS.roundTrips },
    );
  });
});

/** What a person types: values, versions, and removed rows. */
type Typing = Readonly<{
  at: number;
  key: ValueKey;
  value: string | number | null;
  version: number;
  isVersion: boolean;
}>;
const typing: fc.Arbitrary<Typing> = fc
  .record({
    at: fc.nat(11),
    key: fc.constantFrom(...VALUE_KEYS),
    version: fc.integer({ min: 1, max: 3 }),
    isVersion: fc.boolean(),
  })
  .chain((one) => fc.option(amount(one.key), { freq: 5 }).map((value) => ({ ...one, value })));

const step: fc.Arbitrary<EditStep> = fc.record({
  what: fc.constantFrom('move' as const, 'remove', 'update', 'override', 'override'),
  at: fc.nat(11),
  to: fc.nat(11),
  overrides: values,
});

type Cells = Readonly<Record<string, unknown>>;

/** The cells of an entry, by field. */
function cellsOf(bucket: TestBucket, entry: BucketEntry | undefined): Cells {
  if (entry === undefined) return { isThere: false };
  const set = effectiveValues(finderOf(bucket)(entry)?.values ?? {}, entry.overrides);
  return { isThere: true, version: entry.version, ...set };
}

/** Others' versions stay among those that exist; redundant overrides are never stored. */
const settle = (bucket: TestBucket, entries: BucketEntries): BucketEntries =>
  entries.map((entry) => {
    const version = ((entry.version - 1) % 3) + 1;
    const own = finderOf(bucket)({ ...entry, version })?.values ?? {};
    return { ...entry, version, overrides: dropRedundantOverrides(entry.overrides, own) };
  });

type Edits = Readonly<{
  /** What was typed, by dial and field; null empties the cell. */
  typed: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  missing: ReadonlySet<string>;
  reading: SheetReading;
}>;

/** Types into the sheet, and deletes rows. */
function typeInto(bucket: TestBucket, typings: readonly Typing[], gone: readonly number[]): Edits {
  const { entries } = bucket;
  const workbook = reread(exportSheet(bucket));
  const typed = new Map(entries.map(({ dial_id }) => [dial_id, new Map<string, unknown>()]));
  const changed = editSheet(workbook, (rows: Rows) => {
    for (const { at, key, value, version, isVersion } of typings) {
      const [entry, row] = [entries[at], rows[at + 1]];
      // Emptying an own value is an error of its own.
      if (entry === undefined || row === undefined || (value === null && entry.overrides[key] === undefined)) continue;
      const cell = isVersion ? createCell(`v${version}`) : value === null ? undefined : createCell(value);
      row[columnOf(workbook, isVersion ? 'Version' : headOf(key))] = cell;
      typed.get(entry.dial_id)?.set(isVersion ? 'version' : key, isVersion ? version : value);
    }
    return rows.filter((_, index) => index === 0 || !gone.includes(index - 1));
  });
  const missing = new Set(gone.flatMap((at) => entries[at]?.dial_id ?? []));
  return { typed, missing, reading: readSheet(bucket, changed) };
}

/** Each cell by itself, without the merge. */
function expectNothingLost(
  bucket: TestBucket,
  { typed, missing, reading }: Edits,
  now: BucketEntries,
  difference: SheetDifference,
  answers: SheetAnswers,
): void {
  const [was, is, got] = [byDial(bucket.entries), byDial(now), byDial(difference.entries)];
  const wrongCells = new Set(difference.errors.map(({ cell }) => cell));
  for (const id of new Set([...was.keys(), ...is.keys(), ...got.keys()])) {
    const [base, other, entry] = [was.get(id), is.get(id), got.get(id)];
    const questions = difference.questions.flatMap((one) => (one.kind !== 'order' && one.dial_id === id ? [one] : []));
    const presence = questions.find((one) => one.kind === 'missing' || one.field === 'presence');
    const isSheetChosen = presence !== undefined && answers.get(presence.key) === 'sheet';
    const before = cellsOf(bucket, base);
    const touched = new Map(
      [...(typed.get(id) ?? [])].filter(([field, value]) => value === null || before[field] !== value),
    );
    if (missing.has(id)) {
      // Asked, unless others removed it, too.
      expect(presence !== undefined).toBe(other !== undefined);
      expect(cellsOf(bucket, entry)).toEqual(cellsOf(bucket, isSheetChosen ? undefined : other));
      continue;
    }
    if (other === undefined) {
      if (touched.size === 0) expect(presence).toBeUndefined();
      expect(entry !== undefined).toBe(isSheetChosen);
      continue;
    }
    const [theirs, result] = [cellsOf(bucket, other), cellsOf(bucket, entry)];
    const own: Cells = (entry && finderOf(bucket)(entry)?.values) ?? {};
    const row = reading.rows.find(({ dial_id }) => dial_id === id)?.row ?? 0;
    expect(result['isThere']).toBe(true);
    for (const field of ['version', ...VALUE_KEYS] as const) {
      const question = questions.find((one) => one.kind === 'cell' && one.field === field);
      const mine = touched.get(field);
      // Nothing of the bucket can hide what the version sets by itself.
      const theirsHere = theirs[field] ?? own[field];
      if (wrongCells.has(reading.addressOf(row, field))) continue;
      if (question !== undefined) {
        const isTiny = question.kind === 'cell' && question.isTinyShare;
        expect(touched.has(field) && theirs[field] !== mine).toBe(true);
        expect(theirs[field] === before[field]).toBe(isTiny);
        if (isTiny) expect(isTinyShare(field as ValueKey, before[field], mine)).toBe(true);
        expect(result[field]).toBe(answers.get(question.key) === 'sheet' ? (mine ?? own[field]) : theirsHere);
      } else if (touched.has(field)) {
        expect(result[field]).toBe(mine ?? own[field]);
        if (mine !== null) expect([before[field], mine]).toContain(theirs[field]);
        if (field !== 'version' && theirs[field] !== mine) expect(isTinyShare(field, before[field], mine)).toBe(false);
      } else if (field === 'version' || entry?.version === other.version) expect(result[field]).toBe(theirs[field]);
      // Another version brings other own values; overrides stay.
      else expect(entry?.overrides[field]).toBe(other.overrides[field]);
    }
  }
}

describe('a sheet and what others saved', () => {
  test('every cell that one side changed is as that side left it; what both changed is asked', () => {
    fc.assert(
      fc.property(
        buckets(8),
        fc.array(typing, { maxLength: 8 }),
        fc.array(fc.nat(11), { maxLength: 2 }),
        fc.array(step, { maxLength: 6 }),
        fc.infiniteStream(fc.constantFrom('sheet' as const, 'now' as const)),
        (bucket, typings, gone, steps, coin) => {
          const now = settle(bucket, edited(bucket.entries, steps, 'x'));
          const edits = typeInto(bucket, typings, gone);
          const first = compare(bucket, edits.reading, { now });
          expectNothingLost(bucket, edits, now, first, new Map());
          const answers = new Map(first.questions.map(({ key }) => [key, coin.next().value]));
          const result = compare(bucket, edits.reading, { now, answers });
          expectNothingLost(bucket, edits, now, result, answers);
          expect(result.questions.map(({ key }) => key)).toEqual(first.questions.map(({ key }) => key));
          expect([first.open, result.open]).toEqual([first.questions.length, 0]);
        },
      ),
      { numRuns: RUNS.merges },
    );
  });
});
