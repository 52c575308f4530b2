import { describe, expect, test } from 'vitest';
import {
  createCell,
  addressIn,
  columnOf,
  createShare,
  createUncomputed,
  dial,
  editSheet,
  exportSheet,
  finderOf,
  hashOf,
  OPTIONS,
  readSheet,
  reread,
  type Rows,
  type TestBucket,
} from './testing.ts';
import { headOf } from './column.ts';
import { readBucketSheet } from './read.ts';
import { findOrigin, originText } from './origin.ts';
import type { ReadCell } from './workbook.ts';

const BUCKET: TestBucket = {
  dials: {
    a: [
      dial('Base', { values: { max_line: 2_500_000, lead_share_cap: 30 }, dimensions: { revenue_ranges: '[0,100)' } }),
    ],
    b: [dial('Excess', { dimensions: { brokers: ['A1', 'A6'], is_primary: 'excess' } })],
    c: [dial('Twice')],
    d: [dial('Twice')],
  },
  entries: [
    { dial_id: 'a', version: 1, overrides: { min_line: 100_000 } },
    { dial_id: 'b', version: 1, overrides: {} },
    { dial_id: 'c', version: 1, overrides: {} },
    { dial_id: 'd', version: 1, overrides: {} },
  ],
};
const exported = reread(exportSheet(BUCKET));

/** Types cells: row as Excel counts, head, cell. */
const type = (
  ...cells: readonly (readonly [row: number, head: string, cell: ReadCell | string | number | undefined])[]
) =>
  editSheet(exported, (rows) => {
    for (const [row, head, cell] of cells) {
      const line = (rows[row - 1] ??= []);
      line[columnOf(exported, head)] = typeof cell === 'object' || cell === undefined ? cell : createCell(cell);
    }
  });
const readCell = (row: number, head: string, cell: ReadCell | string | number | undefined) => {
  const { rows, errors } = readSheet(BUCKET, type([row, head, cell]));
  const found = rows[row - 2];
  const changes = [...(found?.values ?? []), ...(found?.dimensions ?? [])].map(([, value]) => value);
  return errors.length > 0 ? errors.map(({ message }) => message).join() : changes[0];
};

describe('a cell', () => {
  test.each([
    ['Max line, USD', 3_000_000, 3_000_000],
    ['Max line, USD', '3,000,000', 3_000_000],
    ['Max line, USD', '$1.5m', 1_500_000],
    ['Max line, USD', createCell(2_500_000, { formula: '2.5*10^6' }), undefined],
    ['Max line, USD', '1.5mm', 'not an amount. Write it as 1,500,000 or 1.5m'],
    ['Max line, USD', createShare(50), 'a percentage, not an amount. Write it as 1,500,000 or 1.5m'],
    ['Max line, USD', -5, 'Value must be positive'],
    ['Max line, USD', undefined, 'A bucket cannot remove a dial’s own value. Change the dial.'],
    ['Max line, USD', createCell('#REF!', { kind: 'error' }), '#REF! is an error of the spreadsheet. Type 3,500,000'],
    [
      'Max line, USD',
      createCell('2026-02-01', { kind: 'date', number: 46_054 }),
      'The spreadsheet read this as a date. Type 3,500,000',
    ],
    ['Min line, USD', undefined, null],
    ['Min line, USD', '', null],
    ['Policy share cap, %', undefined, undefined],
    ['Lead share cap, %', createShare(7), 7],
    ['Lead share cap, %', createShare(30), undefined],
    ['Lead share cap, %', 30, undefined],
    ['Lead share cap, %', createShare(950), 'A share is at most 100 percent'],
    ['Lead share cap, %', '25%', 25],
    ['Lead share cap, %', '50 %%', 'not a share. Write it as 50%'],
    ['Lead share cap, %', 101, 'A share is at most 100 percent'],
    ['Ignore expiring line', 'ignores', 'ignores'],
    ['Ignore expiring line', 'never', 'Please give one of: Maintains, Ignores, Expiring line'],
    ['Revenue', '5m-50m', '[5000000,50000000]'],
    ['Revenue', '[0, 100)', undefined],
    ['Revenue', undefined, null],
    ['Revenue', '5m-1m', 'lower bound above the upper one'],
    ['Revenue', '[5m,1m]', 'lower bound above the upper one'],
    [
      'Revenue',
      createCell('2026-01-02', { kind: 'date', number: 46_024 }),
      'The spreadsheet read this as a date. Format the cell as text and type [5m,50m)',
    ],
    ['Brokers', 'A2', ['A2']],
    ['Brokers', "'=SUM(A1)", ['A2']],
    ['Brokers', 'Nobody', 'Nobody is not one of the brokers'],
    ['Brokers', 'A6', 'A6 is not one of the brokers'],
    ['Primary or excess', 'XS', 'Please give one of: Primary, Excess'],
  ])('of %s: %j', (head, cell, expected) => {
    expect(readCell(2, head, cell)).toEqual(expected);
  });

  test('a retired option may stay where it was', () => {
    expect(readCell(3, 'Brokers', String.raw`Alpha; back\\slash`)).toEqual(['A3', 'A6']);
  });

  test('as other programs save it is unchanged', () => {
    const saved = editSheet(exported, (rows) =>
      rows.map((cells) => [...cells.map((cell) => cell ?? createCell('')), createCell('\r\n')]),
    );
    const sheets = saved.sheets.map((sheet) => ({ ...sheet, name: sheet.name === 'Dials' ? 'Sheet1' : sheet.name }));
    const { rows, errors, notices } = readSheet(BUCKET, { ...saved, sheets });
    expect([errors, notices]).toEqual([[], []]);
    expect(rows.every(({ values, dimensions }) => values.size + dimensions.size === 0)).toBe(true);
  });

  test('a formula is taken and named', () => {
    const { notices } = readSheet(BUCKET, type([2, 'Max line, USD', createCell(7, { formula: 'SUM(A1:A3)' })]));
    const cell = addressIn(exported, 2, 'Max line, USD');
    expect(notices).toEqual([{ kind: 'formula', cell, formula: 'SUM(A1:A3)', taken: '7' }]);
  });

  test('a formula without a result is wrong in every column, changes nothing, and says how to repair it', () => {
    for (const head of exported.sheets[0]?.rows[0]?.flatMap((cell) => cell?.text ?? []) ?? []) {
      if (head === headOf('id')) continue;
      const { rows, errors, notices } = readSheet(BUCKET, type([3, head, createUncomputed('A1*2')]));
      expect(errors).toMatchObject([{ cell: addressIn(exported, 3, head), text: '=A1*2' }]);
      expect(errors[0]?.message).toContain('Open the file in Excel or LibreOffice and save it there, or type');
      expect(notices).toEqual([]);
      expect(rows).toHaveLength(BUCKET.entries.length);
      expect(rows.every(({ values, dimensions }) => values.size + dimensions.size === 0)).toBe(true);
    }
  });

  test('a new row whose name is a formula without a result is named and not read', () => {
    const { rows, errors } = readSheet(BUCKET, type([9, 'Dial', createUncomputed('B2')], [9, 'Max line, USD', 5]));
    expect([rows.length, errors.map(({ text }) => text)]).toEqual([BUCKET.entries.length, ['=B2']]);
  });

  test.each([
    ['Position', 'first', 'not a position. Write it as 3'],
    ['Position', 1.5, 'not a position. Write it as 3'],
    ['Version', 'newest', 'not a version. Write it as v2'],
    ['Dial', 'Another', 'A sheet cannot rename a dial. For another dial, add a row with its name.'],
  ])('%s %j is wrong', (head, cell, message) => {
    const { errors } = readSheet(BUCKET, type([3, head, cell]));
    expect(errors).toEqual([{ cell: addressIn(exported, 3, head), text: String(cell), message }]);
  });

  test.each(['v6', '6', 6, 'V6'])('version %j', (cell) => {
    expect(readSheet(BUCKET, type([2, 'Version', cell])).rows[0]?.version).toBe(6);
  });
});

describe('rows', () => {
  const idAt = columnOf(exported, 'Id');
  const nameAt = columnOf(exported, 'Dial');
  const read = (change: (rows: Rows) => Rows | void) => readSheet(BUCKET, editSheet(exported, change));

  test('are known by their id wherever they stand, and by a unique name without it', () => {
    expect(read((rows) => [rows[0] ?? [], ...rows.slice(1).toReversed()]).rows.map((row) => row.dial_id)).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
    const { rows } = read((lines) => {
      for (const line of lines.slice(1)) line[idAt] = undefined;
    });
    expect(rows.map(({ dial_id, isExported }) => [dial_id, isExported])).toEqual([
      ['a', true],
      ['b', true],
      [undefined, false],
      [undefined, false],
    ]);
  });

  test('a copy is named with its original; a copy with another name is a new row', () => {
    const copy = (name: string | undefined) =>
      read((rows) => {
        const line = [...(rows[1] ?? [])];
        if (name !== undefined) line[nameAt] = createCell(name);
        rows.splice(1, 0, line);
      });
    expect(copy(undefined).errors).toEqual([
      {
        cell: 'B3',
        text: 'Base',
        message: 'Row 3 is a copy of row 2. To add another dial, change the name in its copy.',
      },
    ]);
    const { rows, errors } = copy('Fresh');
    expect(errors).toEqual([]);
    expect(rows.map(({ name, isExported }) => [name, isExported]).slice(0, 2)).toEqual([
      ['Fresh', false],
      ['Base', true],
    ]);
    expect(rows[0]?.values.get('max_line')).toBe(2_500_000);
  });

  test('empty ones are skipped, and one without a dial is named', () => {
    const { errors, counts } = read((rows) => {
      rows.splice(2, 0, [], [createCell(' ')]);
      rows.push([createCell(9)]);
    });
    expect(errors).toEqual([{ cell: 'B8', text: '', message: 'This row names no dial.' }]);
    expect(counts.rows).toBe(5);
  });
});

describe('what the sheet has besides', () => {
  test('moved, unknown, repeated and missing columns, rows above the header', () => {
    const changed = editSheet(exported, (rows) => {
      const max = columnOf(exported, 'Max line, USD');
      const lead = columnOf(exported, 'Lead share cap, %');
      const table = rows.map((cells, index) => {
        const cell = index === 0 ? createCell('UW comment') : index === 2 ? createCell('call them') : undefined;
        const second = index === 0 ? createCell('max line') : undefined;
        const kept = cells.filter((_, column) => column !== lead && column !== max);
        return [cells[max], ...kept, cell, second];
      });
      return [[createCell('Our list')], ...table];
    });
    const { notices, errors, rows, counts } = readSheet(BUCKET, changed);
    expect(errors).toEqual([]);
    expect(rows.every(({ values }) => values.size === 0)).toBe(true);
    expect(notices).toEqual([
      { kind: 'unknown-column', column: expect.any(String), head: 'UW comment', cells: 1 },
      { kind: 'same-column', column: expect.any(String), head: 'max line', first: 'A', cells: 0 },
      { kind: 'missing-column', head: 'Lead share cap, %' },
    ]);
    expect(counts.allColumns - counts.columns).toBe(2);
  });

  test('other sheets, merged cells, and what the file has', () => {
    const [first, ...others] = exported.sheets;
    const sheet = { name: 'Notes', isHidden: false, rows: [], merges: [] };
    const renamed = first && { ...first, name: 'My dials', merges: ['B4:C5'] };
    const workbook = {
      sheets: [
        sheet,
        ...(renamed ? [renamed] : []),
        ...others,
        { ...sheet, name: 'Errors' },
        { ...sheet, name: 'List', isHidden: true },
      ],
      notices: ['It has macros.'],
    };
    const { notices, sheet: name } = readSheet(BUCKET, workbook);
    expect(name).toBe('My dials');
    expect(notices).toEqual([
      { kind: 'other-sheet', name: 'Notes' },
      { kind: 'merge', range: 'B4:C5' },
      { kind: 'file', text: 'It has macros.' },
    ]);
  });
});

describe('refused are', () => {
  const refusalOf = (workbook: typeof exported, cob = 'cargo') => {
    const origin = findOrigin(workbook);
    const hash = origin && hashOf(originText(origin));
    const result = readBucketSheet({
      workbook,
      bucket: { partner: 9101, cob },
      hash,
      findDial: finderOf(BUCKET),
      options: OPTIONS,
    });
    return 'refusal' in result ? result.refusal : undefined;
  };
  const changeOrigin = (change: (text: string) => string) => ({
    ...exported,
    sheets: exported.sheets.map((sheet) =>
      sheet.name === 'Lineslip'
        ? {
            ...sheet,
            rows: sheet.rows.map((cells) => cells.map((cell) => cell && { ...cell, text: change(cell.text) })),
          }
        : sheet,
    ),
  });

  test('sheets from elsewhere, of another bucket, and with a changed origin', () => {
    expect(refusalOf(exported)).toBeUndefined();
    expect(refusalOf({ sheets: exported.sheets.slice(0, 2), notices: [] })).toEqual({ kind: 'not-exported' });
    expect(refusalOf({ sheets: exported.sheets.slice(1), notices: [] })).toEqual({ kind: 'not-exported' });
    expect(refusalOf(changeOrigin(() => '{}'))).toEqual({ kind: 'not-exported' });
    expect(refusalOf(exported, 'cyber')).toEqual({ kind: 'other-bucket', partner: 9101, cob: 'cargo' });
    expect(refusalOf(changeOrigin((text) => text.replace('"min_line":100000', '"min_line":1')))).toEqual({
      kind: 'origin-changed',
    });
  });
});
