import { describe, expect, test } from 'vitest';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { isForClass } from '#domain/dimension/dimension.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import {
  exampleOf,
  findHead,
  headOf,
  isDimensionColumn,
  isValueColumn,
  nameOptions,
  readDimensionCell,
  readValueCell,
} from './column.ts';
import { markErrors } from './errors.ts';
import { findOrigin, originText } from './origin.ts';
import { createCell, createOrigin, dial, exportSheet, hashOf, OPTIONS, reread, type TestBucket } from './testing.ts';
import { describeUnwritable } from './workbook.ts';

const BUCKET: TestBucket = {
  dials: {
    a: [
      dial('Cyber base', {
        values: { max_line: 2_500_000, lead_share_cap: 30 },
        dimensions: { revenue_ranges: '[0,100000000)' },
      }),
    ],
    b: [dial('=HYPERLINK("x")'), dial('=HYPERLINK("x")', { dimensions: { brokers: ['A0', 'A1'] } })],
  },
  entries: [
    { dial_id: 'a', version: 1, overrides: { max_line: 2_750_000, min_line: 100_000 } },
    { dial_id: 'b', version: 2, overrides: { ignore_expiring_line: 'maintains' } },
  ],
};

describe('the sheet of a bucket', () => {
  const workbook = exportSheet(BUCKET);
  const [sheet, columns, origin] = workbook.sheets;
  const heads = (sheet?.rows[0] ?? []).map(({ value }) => String(value));
  const cell = (row: number, head: string) => sheet?.rows[row - 1]?.[heads.indexOf(head)];

  test('has the conditions that are set, then the values, then the others folded, and the hidden id', () => {
    const unused = DIMENSION_KEYS.filter(
      (key) => key !== 'revenue_ranges' && key !== 'brokers' && isForClass(dimensionOf(key), 'cargo'),
    );
    expect(heads).toEqual(
      ['position', 'name', 'version', 'brokers', 'revenue_ranges', ...VALUE_KEYS, ...unused, 'id'].map((key) =>
        headOf(key as (typeof DIMENSION_KEYS)[number]),
      ),
    );
    expect(sheet?.columns.filter(({ isFolded }) => isFolded)).toHaveLength(unused.length);
    expect(sheet?.columns.map(({ isHidden }) => isHidden === true).indexOf(true)).toBe(heads.length - 1);
    expect([sheet?.frozenColumns, sheet?.hasFilter]).toEqual([2, true]);
  });

  test('holds effective values as numbers, with the own value of an override as its note', () => {
    expect(cell(2, 'Max line, USD')).toEqual({
      value: 2_750_000,
      tone: 'override',
      note: "The dial's own value: 2,500,000",
    });
    expect(cell(2, 'Min line, USD')).toEqual({ value: 100_000, tone: 'override', note: 'The dial does not set it' });
    expect(cell(2, 'Lead share cap, %')).toEqual({ value: 30 });
    expect(cell(3, 'Ignore expiring line')).toMatchObject({ value: 'Maintains', tone: 'override' });
    expect(cell(3, 'Lead share cap, %')).toEqual({ value: null });
    expect([cell(3, 'Position'), cell(3, 'Version'), cell(3, 'Id')].map((one) => one?.value)).toEqual([2, 'v2', 'b']);
  });

  test('guards text that a spreadsheet would run, and names options so that they read back', () => {
    expect(cell(3, 'Dial')?.value).toBe(`'=HYPERLINK("x")`);
    // Two options are called Alpha, so the code is clear and the name is not.
    expect(cell(3, 'Brokers')?.value).toBe(String.raw`A0; Beta\; Gamma`);
    expect(cell(2, 'Revenue')?.value).toBe('[0,100000000)');
  });

  test('offers what cells may hold, without retired options', () => {
    const choices = (head: string) => sheet?.columns[heads.indexOf(head)]?.choices;
    expect(choices('Ignore expiring line')).toEqual(['Maintains', 'Ignores', 'Expiring line']);
    expect(choices('Brokers')).toEqual(['A0', 'Beta; Gamma', '=SUM(A1)', 'Alpha', "'quoted", 'A5']);
    expect(choices('Revenue')).toBeUndefined();
  });

  test('explains each column with an example that is valid input', () => {
    expect(columns?.rows.slice(1).map(([head]) => head?.value)).toEqual(heads);
    const names = nameOptions(OPTIONS);
    for (const head of heads) {
      const key = findHead(head) ?? 'id';
      const example = createCell(exampleOf(key, names));
      if (isValueColumn(key))
        expect([head, readValueCell(example, key, names)]).toEqual([head, { value: expect.anything() }]);
      if (isDimensionColumn(key))
        expect([head, readDimensionCell(example, key, undefined, names)]).toEqual([head, { value: expect.anything() }]);
    }
  });

  test('has an origin that reads back, in cells that Excel can hold', () => {
    const entries = Array.from({ length: 900 }, (_, index) => ({
      dial_id: `dial ${index}`,
      version: 1,
      overrides: {},
    }));
    const large = createOrigin(entries);
    const written = exportSheet({ dials: {}, entries });
    expect(findOrigin(reread(written))).toEqual(large);
    const hidden = written.sheets.at(-1);
    expect(hidden?.rows.length).toBeGreaterThan(2);
    expect(hidden?.rows.every(([one]) => String(one?.value).length <= 30_000)).toBe(true);
    expect(origin?.isHidden).toBe(true);
    const { hash, ...content } = large;
    expect(hashOf(originText(content))).toBe(hash);
  });
});

test.each([
  ['Dials', Number.NaN, 'Dials, A1 is not a number that Excel can hold.'],
  ['Dials', Infinity, 'Dials, A1 is not a number that Excel can hold.'],
  ['Dials', 'x'.repeat(32_768), 'Dials, A1 has 32,768 characters. A cell of Excel holds 32,767.'],
  ['Dials', 'x'.repeat(32_767), undefined],
  ['Q1/Q2', 'x', '“Q1/Q2” cannot be the name of a sheet.'],
  ['x'.repeat(32), 'x', `“${'x'.repeat(32)}” cannot be the name of a sheet.`],
])('a sheet %s with %s is refused before it is written', (name, value, sentence) => {
  expect(describeUnwritable({ sheets: [{ name, columns: [], rows: [[{ value }]] }] })).toBe(sentence);
});

test('wrong cells are marked, and listed first', () => {
  const { marks, list } = markErrors('Dials', [
    { cell: 'F12', text: '5m-1m', message: 'lower bound above the upper one' },
    { cell: 'AB3', text: '=1', message: 'not a share. Write it as 50%' },
  ]);
  expect(marks).toEqual([
    { sheet: 'Dials', row: 11, column: 5, note: 'lower bound above the upper one' },
    { sheet: 'Dials', row: 2, column: 27, note: 'not a share. Write it as 50%' },
  ]);
  expect(list.rows.slice(1).map((cells) => cells.map(({ value }) => value))).toEqual([
    ['F12', '5m-1m', 'lower bound above the upper one'],
    ['AB3', "'=1", 'not a share. Write it as 50%'],
  ]);
});
