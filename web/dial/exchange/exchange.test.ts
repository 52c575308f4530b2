import { expect, test } from 'vitest';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { COLUMNS, type ExchangedDial } from '#domain/dial/exchange.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import type { SheetOptions } from '#domain/sheet/bucket-sheet.ts';
import { readDialsSheet, writeDialsSheet } from '#domain/sheet/dials.ts';
import type { ReadCell } from '#domain/sheet/workbook.ts';
import { readWorkbook, writeWorkbook } from '#web/workbook/workbook.ts';
import { readDialLines } from './readDialLines.ts';
import { readCsvDials, writeDialsCsv } from './dialsCsv.ts';
import { fieldLabel, planRows } from './importFile.ts';
import { jsonErrorLine, readDialFile, readJsonDials } from './readDialFile.ts';
import { decodeText } from '#web/kit/decodeText.ts';

const ID = (n: number) => `0197f2a4-5c1e-7d3b-9a6f-${String(n).padStart(12, '0')}`;
const none = () => undefined;
const dial = (n: number, data: Partial<DialData>): ExchangedDial => ({
  id: ID(n),
  version: 1,
  data: { ...EMPTY_DIAL, name: `Dial ${n}`, ...data },
});

const DIALS: readonly ExchangedDial[] = [
  dial(1, {
    name: '=HYPERLINK("http://example.com")',
    description: 'Two lines,\r\n"quoted"; and more',
    tags: ['a;b', 'c\\d', '@here'],
    journeys: ['renewal', 'facility'],
    dimensions: {
      risk_codes: ['CY', 'CZ'],
      is_primary: 'excess',
      fi_is_pi_coverage: false,
      company_size_change_ranges: '[-5,1.81) (2.99,10]',
    },
    values: { max_line: 2_500_000, lead_share_cap: 7.5 },
    active_from: '2026-11-01',
  }),
  dial(2, { name: '-1', values: { min_line: -5 } }),
  dial(3, { name: "'quoted", reason: 'Größe — naïve' }),
];

test('an exported spreadsheet parses to the same dials', () => {
  const file = readCsvDials(writeDialsCsv(DIALS), none);
  expect(file).toMatchObject({ ok: true, missing: [] });
  expect(file.ok && file.rows.map(({ row }) => row)).toEqual(DIALS.map(({ id, data }) => ({ id, data })));
  expect(file.ok && file.rows.flatMap(({ errors }) => errors)).toEqual([]);
});

test('an exported workbook parses to the same dials', async () => {
  const options = Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as unknown as SheetOptions;
  const workbook = writeDialsSheet(DIALS, options);
  const bytes = new Uint8Array(await writeWorkbook(workbook));
  const table = readDialsSheet(await readWorkbook(bytes));
  const file = readDialLines(table?.lines ?? [], none, table);
  expect(file).toMatchObject({ ok: true, missing: [], notices: [] });
  expect(file.ok && file.rows.flatMap(({ errors }) => errors)).toEqual([]);
  // Spreadsheets end a line with one character.
  const lines = (data: DialData) => ({ ...data, description: data.description.replaceAll('\r\n', '\n') });
  expect(file.ok && file.rows.map(({ row }) => row && { ...row, data: lines(row.data as DialData) })).toEqual(
    DIALS.map(({ id, data }) => ({ id, data: lines(data) })),
  );
});

test('a workbook that a person wrote: dates, percentages, errors and formulas', () => {
  const cell = (text: string, more: Partial<ReadCell> = {}): ReadCell => ({
    text,
    number: null,
    kind: 'text',
    isPercent: false,
    formula: null,
    ...more,
  });
  const rows = [
    [cell('Our dials')],
    ['Name', 'Active From', 'Lead share cap', 'Revenue', 'Max line'].map((head) => cell(head)),
    [
      cell('New', { formula: 'A9' }),
      cell('2026-12-01', { kind: 'date' }),
      cell('30%', { number: 30, kind: 'number', isPercent: true }),
      cell('2026-01-02', { kind: 'date' }),
      cell('#REF!', { kind: 'error' }),
    ],
  ];
  const sheets = [
    { name: 'Notes', isHidden: false, rows: [], merges: [] },
    { name: 'Dials', isHidden: false, rows, merges: ['A5:B5'] },
  ];
  const table = readDialsSheet({ sheets, notices: ['It has macros. They were not run.'] });
  const file = readDialLines(table?.lines ?? [], none, table);
  expect(file).toMatchObject({
    ok: true,
    notices: [
      'Of formulas the last result was taken: A3.',
      'Merged cells have one value only: A5:B5.',
      'Other sheets were not read: “Notes”.',
      'It has macros. They were not run.',
    ],
    rows: [
      {
        at: 3,
        row: { data: { name: 'New', active_from: '2026-12-01', values: { lead_share_cap: 30 }, dimensions: {} } },
        errors: [
          { path: 'revenue_ranges', message: expect.stringMatching(/read this as a date/) },
          { path: 'max_line', message: '#REF! is an error of the spreadsheet.' },
        ],
      },
    ],
  });
});

test('every cell of the spreadsheet is quoted, so that no other separator splits one', () => {
  for (const line of writeDialsCsv([dial(1, { name: 'a;=1+1' })])
    .replace('\uFEFF', '')
    .split('\r\n'))
    expect(line).toMatch(/^"[^"]*"(,"[^"]*")+$/);
});

test('an exported JSON file parses again, be it one dial, a list or an export', () => {
  const rows = DIALS.map(({ id, data }) => ({ id, data }));
  const read = (content: unknown) => {
    const file = readJsonDials(JSON.stringify(content));
    return file.ok && file.rows.map(({ row }) => row);
  };
  expect(read(DIALS)).toEqual(rows);
  expect(read({ dials: DIALS })).toEqual(rows);
  expect(read(DIALS[0])).toEqual([rows[0]]);
  expect(read(DIALS[0]?.data)).toEqual([{ data: DIALS[0]?.data }]);
});

test.each([[','], [';'], ['\t']])('the separator %j is found out, and labels are taken as heads', (mark) => {
  const text = ['Name', 'Max line', 'RISK CODES'].join(mark) + `\n` + ['Cyber', '2500000', '"CY; CZ"'].join(mark);
  const file = readCsvDials(text, none);
  expect(file.ok && file.rows[0]?.row?.data).toMatchObject({
    name: 'Cyber',
    values: { max_line: 2_500_000 },
    dimensions: { risk_codes: ['CY', 'CZ'] },
  });
});

test.each([
  ['name,Revnue\nA,1', 'Column B, “Revnue”, is not a field of a dial.'],
  ['Cyber,12', 'The first line does not name the columns. It needs at least “name”.'],
  ['name\n"A', 'A quotation mark is not closed, or stands in the wrong place, in row 2.'],
  ['name\n\n\n', 'This file has no dials.'],
  [`name\n${'A\n'.repeat(1001)}`, 'There are 1,001 dials in this file. At most 1,000 can be imported at once.'],
])('an invalid spreadsheet error says where: %j', (text, problem) => {
  expect(readCsvDials(text, none)).toEqual({ ok: false, problems: [problem] });
});

test.each([
  ['[{"name": "A"},\n{"name": }]', 'This is not JSON: line 2 cannot be read.'],
  ['hello', 'This is not JSON: line 1 cannot be read.'],
  ['"hello"', 'This file has no dials.'],
  ['[]', 'This file has no dials.'],
])('an invalid JSON error says where: %j', (text, problem) => {
  expect(readJsonDials(text)).toEqual({ ok: false, problems: [problem] });
});

test.each([
  ['{"a": [1, 2,\n 3,]}', 2],
  ['{"a": "x\ny"}', 1],
  ['{\n"a": 1,\n"b": tru\n}', 3],
  ['{\n"a": 1\n', 3],
  ["{'a': 1}", 1],
  ['['.repeat(100_000), 1],
])('the line of an error is found: %#', (text, line) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(jsonErrorLine(text)).toBe(line);
});

test('a row keeps its number, its own errors are named, and two rows cannot be one dial', () => {
  const file = readCsvDials(`id,name,max_line\n${ID(1)},A,\n,,\nseven,B,many\n${ID(1)},C,1,stray`, none);
  expect(file.ok && file.rows.map(({ at, name, errors }) => [at, name, errors.map(({ path }) => path)])).toEqual([
    [2, 'A', []],
    [4, 'B', ['id', 'values.max_line']],
    [5, 'C', ['id', '']],
  ]);
  expect(file.ok && file.rows[2]?.errors[0]?.message).toBe('Row 2 is the same dial');
  expect(file.ok && file.rows[2]?.row).not.toHaveProperty('id');
});

test('missing columns are listed only if existing dials would lose them', () => {
  const missing = (text: string) => {
    const file = readCsvDials(text, none);
    return file.ok ? file.missing.length : undefined;
  };
  expect(missing('name\nA')).toBe(0);
  expect(missing(`id,name\n${ID(1)},A`)).toBe(COLUMNS.length - 3);
});

test('server errors of the rows sent map to the rows of the file', () => {
  const rows = [
    { at: 2, name: 'A', row: { data: {} }, errors: [] },
    { at: 3, name: '', row: undefined, errors: [{ path: '', message: 'This is not a dial' }] },
    { at: 4, name: 'B', row: { data: {} }, errors: [{ path: 'id', message: 'No id' }] },
    { at: 5, name: 'C', row: { data: {} }, errors: [] },
  ];
  const wrong = [
    { path: 'id', message: 'Other' },
    { path: 'name', message: 'Required' },
  ];
  const planned = planRows(rows, [
    { outcome: 'new', name: 'A' },
    { outcome: 'wrong', name: 'B', errors: wrong },
    { outcome: 'same', id: ID(1), name: 'C' },
  ]);
  expect(planned.map(({ outcome }) => outcome)).toEqual(['new', 'wrong', 'wrong', 'same']);
  expect(planned[2]?.problems.map(({ message }) => message)).toEqual(['No id', 'Required']);
});

test('a field has the form’s label', () => {
  expect(['dimensions.revenue_ranges', 'values.max_line', 'tags.3', 'active_from', 'other'].map(fieldLabel)).toEqual([
    'Revenue',
    'Max line',
    'Tags',
    'Active From',
    'other',
  ]);
});

test('files of other types are named for what they are', async () => {
  const read = async (name: string, text = 'x') => {
    const file = await readDialFile(new File([text], name), none);
    return file.ok ? 'read' : file.problems[0];
  };
  expect(await read('dials.ods')).toBe('Please save it as .xlsx in your spreadsheet program, and choose that file.');
  expect(await read('dials.pdf')).toBe('Please choose a .json, .csv or .xlsx file.');
  expect(await read('dials.csv', ' \n')).toBe('This file is empty.');
  expect(await read('DIALS.CSV', 'name\nA')).toBe('read');
});

test('spreadsheet exports are read, whatever the encoding', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x47, 0, 0xf6, 0]);
  expect(decodeText(utf16.buffer)).toBe('Gö');
  expect(decodeText(new TextEncoder().encode('Gö').buffer)).toBe('Gö');
  expect(decodeText(new Uint8Array([0x47, 0xf6]).buffer)).toBe('Gö');
});
