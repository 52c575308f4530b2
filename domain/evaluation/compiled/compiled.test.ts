import { describe, expect, test } from 'vitest';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { completeEntry, CONFORMANCE_PACK } from '#domain/evaluation/conformance/pack.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { readRisk, type Risk } from '#domain/evaluation/risk.ts';
import { type DialValues, isAmountKey, VALUE_KEYS } from '#domain/value/registry.ts';
import { createColumns } from './columns.ts';
import { compileBucket } from './compile.ts';
import { findRows } from './resolve.ts';
import { expectSameAsReference, KERNELS, winnersOf } from './testing.ts';
import { MAX_DIALS } from './winners.ts';

const ALL_VALUES: DialValues = Object.fromEntries(
  VALUE_KEYS.map((key, index) => [key, isAmountKey(key) ? index + 1 : 'ignores']),
);
const count = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
const entry = (dimensions: RatedEntry['dial']['dimensions'], values = ALL_VALUES, dial_id = 'one'): RatedEntry =>
  completeEntry({ dial_id, dial: { dimensions, values } });
const bucketOf = (all: readonly RatedEntry[]) => all.map((one, place) => ({ ...one, dial_id: `d${place}` }));
const riskOf = (dimensions: Risk['dimensions']): Risk => ({ date: '2026-11-16', journey: null, dimensions });

/** One broker among three whom no dial asks for, in each of the four places for eight risks. */
const amongOthers = (index: number): string[] => ['X', 'Y', 'Z'].toSpliced((index >> 3) % 4, 0, `B${index}`);

const compileOnAll = (entries: readonly RatedEntry[], risks: readonly Risk[]) =>
  KERNELS.map((kernel) => {
    const columns = createColumns(kernel);
    columns.add(risks);
    return compileBucket(columns, entries);
  });

describe.each(KERNELS.map((kernel) => [kernel.name, kernel] as const))('the %s kernel', (_name, kernel) => {
  test('passes the conformance pack: the winner of every value, and which dials take part', () => {
    const given = Object.values(CONFORMANCE_PACK).flatMap((cases) =>
      cases.flatMap(({ name, bucket, risk, expect: expected }) => {
        const reading = readRisk(risk);
        if (!reading.ok || 'errors' in expected) return [];
        const columns = createColumns(kernel);
        columns.add([reading.risk]);
        const compiled = compileBucket(columns, bucket.map(completeEntry));
        const winners = winnersOf(compiled)[0]?.map((place) => bucket[place ?? -1]?.dial_id);
        const taking = bucket.flatMap(({ dial_id }, dial) => (findRows(compiled, [dial]).length > 0 ? [dial_id] : []));
        return [{ name, expected, winners, taking }];
      }),
    );
    expect(given.length).toBeGreaterThanOrEqual(200);
    expect(given.map(({ name, winners, taking }) => ({ name, winners, taking }))).toEqual(
      given.map(({ name, expected: { dials, values } }) => ({
        name,
        winners: VALUE_KEYS.map((key) => values[key]?.winner.dial_id),
        taking: dials.flatMap(({ dial_id, miss }) => (miss === null ? [dial_id] : [])),
      })),
    );
  });

  test('keeps apart 70,000 codes of one dimension, in several blocks', () => {
    const columns = createColumns(kernel);
    columns.add(count(70_000, (index) => riskOf({ brokers: amongOthers(index) })));
    const rows = [0, 254, 255, 256, 16_383, 16_384, 65_534, 65_535, 65_536, ...count(1000, (index) => 69_000 + index)];
    const dials = count(10, (dial) => rows.filter((row) => row % 10 === dial).map((row) => `B${row}`));
    const compiled = compileBucket(columns, bucketOf(dials.map((brokers) => entry({ brokers }))));
    expect([...findRows(compiled, [...dials.keys()])]).toEqual(rows);
    expect(winnersOf(compiled, Uint32Array.from(rows)).map(([place]) => place)).toEqual(rows.map((row) => row % 10));
    const last = winnersOf(compiled, { from: 68_900, to: 70_000 }).map(([place]) => place);
    expect(last).toEqual([...count(100, () => undefined), ...count(1000, (index) => index % 10)]);
  });
});

test('evaluates 300 dials, wherever the first match is', () => {
  const entries = bucketOf(
    count(300, (index) => {
      const value = VALUE_KEYS[index % VALUE_KEYS.length] ?? 'max_line';
      return entry({ brokers: [`B${index}`, `B${index + 7}`] }, { [value]: ALL_VALUES[value] });
    }),
  );
  const risks = [0, 5, 120, 126, 127, 128, 129, 200, 255, 256, 257, 298, 299, 306, 310].flatMap((index) => [
    riskOf({ brokers: [`B${index}`] }),
    riskOf({ brokers: [`B${index}`, `B${299 - (index % 299)}`, 'B140'] }),
  ]);
  const compiled = compileOnAll(entries, risks);
  expectSameAsReference(compiled, entries, risks);
  for (const one of compiled) expect([...findRows(one, [299, 0, 128])]).toEqual([0, 1, 10, 11, 24, 25, 26, 27]);
});

test('the largest bucket that can be compiled keeps the place of its last dial, and a larger one is refused', () => {
  expect(MAX_DIALS).toBeGreaterThanOrEqual(BUCKET_LIMITS.entries);
  const entries = bucketOf(
    count(MAX_DIALS, (index) => entry({ brokers: [index === MAX_DIALS - 1 ? 'last' : 'none'] })),
  );
  for (const one of compileOnAll(entries, [riskOf({ brokers: ['last'] }), riskOf({})])) {
    expect(winnersOf(one)).toEqual([VALUE_KEYS.map(() => MAX_DIALS - 1), VALUE_KEYS.map(() => undefined)]);
    expect(() => compileBucket(one.columns, [...entries, entry({})])).toThrow(`more than ${MAX_DIALS} dials`);
  }
});

test('distinguishes 1,000 brokers, alone and combined', () => {
  const dials = count(10, (dial) => count(100, (index) => `B${index * 10 + dial}`));
  const entries = bucketOf(dials.map((brokers) => entry({ brokers })));
  const risks = count(1000, (index) => riskOf({ brokers: index < 500 ? amongOthers(index) : [`B${index}`] }));
  expectSameAsReference(compileOnAll(entries, risks), entries, risks);
});

test('every one of 9 risk codes of a risk counts, however many others it has', () => {
  const codes = count(12, (index) => `C${index}`);
  const entries = bucketOf([
    ...codes.map((code) => entry({ risk_codes: [code] })),
    entry({ risk_codes: ['C8', 'C11'], brokers: ['B'] }),
  ]);
  const nine = codes.slice(0, 9);
  const risks = [nine, nine.toReversed(), [...nine, ...nine], codes.slice(3), codes, ['C1'], []].flatMap(
    (risk_codes) => [riskOf({ risk_codes }), riskOf({ risk_codes, brokers: ['B'] })],
  );
  expectSameAsReference(compileOnAll(entries, risks), entries, risks);
});

test('600 bounds distinguish numbers, including those added before the bounds', () => {
  const notation = (first: number, open: string, close: string) =>
    count(100, (index) => `${open}${first + index * 6},${first + index * 6 + 3}${close}`).join(' ');
  const few = bucketOf([entry({ revenue_ranges: '[100,200)' }), entry({ revenue_ranges: '(,150]' })]);
  const many = bucketOf([
    entry({ revenue_ranges: notation(0, '[', ')') }),
    entry({ revenue_ranges: notation(2, '(', ']') }),
    entry({ revenue_ranges: notation(4, '(', ')') }),
  ]);
  const risks = count(204, (index) =>
    index % 20 === 19 ? riskOf({}) : riskOf({ revenue_ranges: index * 3 + (index % 3) / 2 }),
  );
  const compiled = KERNELS.map((kernel) => {
    const columns = createColumns(kernel);
    columns.add(risks.slice(0, 120));
    const before = compileBucket(columns, few);
    const after = compileBucket(columns, many);
    columns.add(risks.slice(120));
    return [before, after] as const;
  });
  expectSameAsReference(
    compiled.map(([before]) => before),
    few,
    risks,
  );
  expectSameAsReference(
    compiled.map(([, after]) => after),
    many,
    risks,
  );
});

test('a bucket without dials, and columns without risks, give nothing', () => {
  for (const kernel of KERNELS) {
    const columns = createColumns(kernel);
    expect(winnersOf(compileBucket(columns, [entry({})]))).toEqual([]);
    columns.add([riskOf({})]);
    expect(winnersOf(compileBucket(columns, []))).toEqual([VALUE_KEYS.map(() => undefined)]);
  }
});
