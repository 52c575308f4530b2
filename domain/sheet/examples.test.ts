import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { Example } from '#domain/example/example.ts';
import { readExampleSheet, writeExampleSheet } from './examples.ts';
import { columnOf, createCell, createUncomputed, editSheet, OPTIONS, reread, type Rows } from './testing.ts';

const example = (id: string, more: Partial<Example> = {}): Example => ({
  id,
  name: `Example ${id}`,
  risk: { date: '2026-11-16', journey: 'renewal', dimensions: { brokers: ['A1', 'A3'], revenue_ranges: 5_000_000 } },
  expected: { max_line: 1_500_000, min_line: 'none', ignore_expiring_line: 'maintains' },
  ...more,
});
const STORED = [
  example('a'),
  example('b', {
    name: '=1+1',
    risk: {
      date: '2026-01-02',
      journey: null,
      dimensions: { is_primary: 'excess', company_first_year_issuance: true },
    },
    expected: { policy_share_cap: 12.5 },
  }),
];
const exported = reread(writeExampleSheet(STORED, 'cargo', OPTIONS));
const read = (change: (rows: Rows) => Rows | void, now: readonly Example[] = STORED) =>
  readExampleSheet(editSheet(exported, change), now, OPTIONS);
const type =
  (row: number, head: string, value: string | number | undefined) =>
  (rows: Rows): void => {
    (rows[row - 1] ??= [])[columnOf(exported, head)] = value === undefined ? undefined : createCell(value);
  };
const SAME = { added: [], changed: [], missing: [], errors: [], notices: [] };

test('unchanged examples come back without a change', () => {
  expect(read(() => undefined)).toEqual(SAME);
  fc.assert(
    fc.property(
      fc.record({
        name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
        journey: fc.constantFrom(null, ...JOURNEYS.map(({ value }) => value)),
        revenue: fc.double({ min: 0, max: 1e12, noNaN: true }),
        share: fc.constantFrom('none' as const, 0.1, 33.3),
      }),
      ({ name, journey, revenue, share }) => {
        const risk = {
          date: '2026-11-16',
          journey,
          dimensions: { revenue_ranges: Number(revenue.toPrecision(12)) + 0 },
        };
        const one = example('a', { name: name.trim(), risk, expected: { lead_share_cap: share } });
        expect(readExampleSheet(reread(writeExampleSheet([one], 'cargo', OPTIONS)), [one], OPTIONS)).toEqual(SAME);
      },
    ),
    { numRuns: 100 },
  );
});

test('cells change an example by field; what others changed in other fields stays', () => {
  const change = type(2, 'Expected max line, USD', '2m');
  expect(read(change)?.changed).toMatchObject([
    { example: { id: 'a' }, data: { expected: { max_line: 2_000_000, min_line: 'none' } }, isAsked: false },
  ]);
  const others = [example('a', { name: 'Renamed' }), ...STORED.slice(1)];
  expect(read(change, others)?.changed).toMatchObject([
    { data: { name: 'Renamed', expected: { max_line: 2_000_000 } }, isAsked: false },
  ]);
  const same = [example('a', { expected: { max_line: 9 } }), ...STORED.slice(1)];
  expect(read(change, same)?.changed).toMatchObject([{ data: { expected: { max_line: 2_000_000 } }, isAsked: true }]);
  expect(read(() => undefined, same)).toEqual(SAME);
  expect(read(type(2, 'Expected min line, USD', undefined))?.changed[0]?.data.expected).not.toHaveProperty('min_line');
  expect(read(type(2, 'Revenue', '7.5m'))?.changed[0]?.data.risk.dimensions.revenue_ranges).toBe(7_500_000);
  expect(read(type(2, 'Journey', undefined))?.changed[0]?.data.risk.journey).toBeNull();
});

test('an expected share that falls below half a percent is marked, and a formula without a result is wrong', () => {
  const lead = 'Expected lead share cap, %';
  const stored = [example('a', { expected: { lead_share_cap: 9.5 } }), ...STORED.slice(1)];
  const changed = [0.095, 0.5].map((share) => read(type(2, lead, share), stored)?.changed[0]?.hasTinyShare);
  expect(changed).toEqual([true, false]);
  for (const head of exported.sheets[0]?.rows[0]?.flatMap((cell) => cell?.text ?? []) ?? []) {
    if (head === 'Id') continue;
    const uncomputed = editSheet(exported, (rows) => {
      (rows[1] ?? [])[columnOf(exported, head)] = createUncomputed('A1');
    });
    const result = readExampleSheet(uncomputed, STORED, OPTIONS);
    expect({ head, changed: result?.changed, added: result?.added }).toEqual({ head, changed: [], added: [] });
    expect(result?.errors[0]).toMatchObject({ text: '=A1' });
    expect(result?.errors[0]?.message).toContain('This formula has no result in the file');
  }
});

test('new rows are added, missing ones listed, and wrong ones change nothing', () => {
  const result = read((rows) => {
    type(4, 'Name', 'New')(rows);
    type(4, 'Date', '2026-12-01')(rows);
    type(4, 'Expected max line, USD', 5)(rows);
    return rows.filter((_, index) => index !== 2);
  });
  expect(result).toMatchObject({
    added: [{ name: 'New', risk: { date: '2026-12-01', journey: null, dimensions: {} }, expected: { max_line: 5 } }],
    missing: [{ id: 'b' }],
    errors: [],
  });
  const wrong = read((rows) => {
    for (const [row, head, value] of [
      [2, 'Revenue', 'many'],
      [3, 'Date', 'soon'],
      [4, 'Name', 'example A'],
      [5, 'Name', 'Nothing expected'],
    ] as const)
      type(row, head, value)(rows);
    type(5, 'Date', '2026-12-01')(rows);
  });
  expect(wrong).toMatchObject({ added: [], changed: [], missing: [] });
  expect(wrong?.errors.map(({ text, message }) => `${text}: ${message}`)).toEqual([
    'many: Revenue must be a number.',
    'soon: Please give a date like 2026-11-16',
    'example A: Row 4 is the same example as row 2. Give it another name and clear its id.',
    'Nothing expected: Choose at least one value to expect.',
  ]);
});

test('other columns are named, and a sheet without examples is none', () => {
  const changed = editSheet(exported, (rows) => void rows[0]?.push(createCell('Remark')));
  expect(readExampleSheet(changed, STORED, OPTIONS)?.notices).toEqual([
    'Columns with other names were not read: Remark.',
  ]);
  expect(readExampleSheet({ sheets: exported.sheets.slice(1), notices: [] }, STORED, OPTIONS)).toBeUndefined();
});
