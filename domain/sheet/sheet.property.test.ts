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
import { headOf } from './column.ts';
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

/** The cells of an entry as texts, by field. */
function cellsOf(bucket: TestBucket, entry: BucketEntry | undefined): Readonly<Record<string, unknown>> {
  if (entry === undefined) return { presence: false };
  const set = effectiveValues(finderOf(bucket)(entry)?.values ?? {}, entry.overrides);
  return { presence: true, version: entry.version, ...set };
}
/** Others' versions stay among those that exist; redundant overrides are never stored. */
const settle = (bucket: TestBucket, entries: BucketEntries): BucketEntries =>
  entries.map((entry) => {
    const version = ((entry.version - 1) % 3) + 1;
    const own = finderOf(bucket)({ ...entry, version })?.values ?? {};
    return { ...entry, version, overrides: dropRedundantOverrides(entry.overrides, own) };
  });
const hasLines = ({ min_line: min, max_line: max }: DialValues): boolean =>
  min === undefined || max === undefined || min <= max;

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
          const { entries: base } = bucket;
          const now = settle(bucket, edited(base, steps, 'x'));
          const workbook = reread(exportSheet(bucket));
          const [typed, missing] = [new Map<string, Map<string, unknown>>(), new Set<string>()];
          const changed = editSheet(workbook, (rows: Rows) => {
            for (const { at, key, value, version, isVersion } of typings) {
              const [entry, row] = [base[at], rows[at + 1]];
              if (entry === undefined || row === undefined) continue;
              const cells = typed.get(entry.dial_id) ?? new Map<string, unknown>();
              typed.set(entry.dial_id, cells);
              if (isVersion) row[columnOf(workbook, 'Version')] = createCell(`v${version}`);
              if (isVersion) cells.set('version', version);
              if (isVersion) continue;
              const isOwn = entry.overrides[key] === undefined;
              if (value === null && isOwn) continue;
              row[columnOf(workbook, headOf(key))] = value === null ? undefined : createCell(value);
              cells.set(key, value);
            }
            const out = new Set(gone.flatMap((at) => (base[at] === undefined ? [] : [at + 1])));
            for (const at of out) missing.add(base[at - 1]?.dial_id ?? '');
            return rows.filter((_, index) => !out.has(index));
          });
          const reading = readSheet(bucket, changed);
          const first = compare(bucket, reading, { now });
          const answers = new Map(first.questions.map(({ key }) => [key, coin.next().value]));
          const result = compare(bucket, reading, { now, answers });
          expect(result.open).toBe(0);
          expect(result.questions.map(({ key }) => key)).toEqual(first.questions.map(({ key }) => key));
          // Without answers, nothing is lost either: what is asked stays as it is now.
          for (const [difference, answerOf] of [
            [first, () => 'now'],
            [result, (key: string) => answers.get(key)],
          ] as const) {
            const [was, is, got] = [byDial(base), byDial(now), byDial(difference.entries)];
            const wrongCells = new Set(difference.errors.map(({ cell }) => cell));
            for (const id of new Set([...was.keys(), ...is.keys()])) {
              const [b, t, g] = [was.get(id), is.get(id), got.get(id)];
              const questions = difference.questions.flatMap((one) =>
                one.kind !== 'order' && one.dial_id === id ? [one] : [],
              );
              const presence = questions.find((one) => one.kind === 'missing' || one.field === 'presence');
              if (missing.has(id)) {
                // Asked, unless others removed it, too.
                expect(presence !== undefined).toBe(t !== undefined);
                const stays = t !== undefined && answerOf(presence?.key ?? '') === 'now';
                expect(cellsOf(bucket, g)).toEqual(stays ? cellsOf(bucket, t) : { presence: false });
                continue;
              }
              const touched = [...(typed.get(id) ?? [])].filter(([field, value]) => {
                if (value === null) return true;
                return cellsOf(bucket, b)[field] !== value;
              });
              if (t === undefined && b !== undefined) {
                // A blank that empties a redundant cell, or a wrong cell, touches nothing.
                if (presence === undefined)
                  expect(touched.every(([field]) => g === undefined || field === '')).toBe(true);
                else expect(g !== undefined).toBe(answerOf(presence.key) === 'sheet');
                continue;
              }
              expect(g).toBeDefined();
              if (g === undefined || t === undefined) continue;
              const row = reading.rows.find(({ dial_id }) => dial_id === id);
              const isWrong = (field: string) => wrongCells.has(reading.addressOf(row?.row ?? 0, field as ValueKey));
              const [B, T, G] = [b, t, g].map((entry) => cellsOf(bucket, entry)) as [
                Record<string, unknown>,
                Record<string, unknown>,
                Record<string, unknown>,
              ];
              for (const field of ['version', ...VALUE_KEYS]) {
                const mine = new Map(touched).get(field);
                const question = questions.find((one) => one.kind === 'cell' && one.field === field);
                if (isWrong(field)) continue;
                if (!new Map(touched).has(field)) {
                  expect(question).toBeUndefined();
                  // Another version brings other own values; overrides stay.
                  if (field === 'version' || g.version === t.version) expect(G[field]).toBe(T[field]);
                  else expect(g.overrides[field as ValueKey]).toBe(t.overrides[field as ValueKey]);
                } else if (question !== undefined) {
                  expect(T[field]).not.toBe(B[field]);
                  expect(G[field]).toBe(
                    answerOf(question.key) === 'sheet'
                      ? (mine ?? finderOf(bucket)(g)?.values[field as ValueKey])
                      : T[field],
                  );
                } else if (mine === null) expect(g.overrides[field as ValueKey]).toBeUndefined();
                else {
                  expect(G[field]).toBe(mine);
                  expect(T[field] === B[field] || T[field] === mine).toBe(true);
                }
              }
              expect(
                hasLines(effectiveValues(finderOf(bucket)(g)?.values ?? {}, g.overrides)) || !hasLines(G as DialValues),
              ).toBe(true);
            }
          }
        },
      ),
      { numRuns: RUNS.merges },
    );
  });
});
