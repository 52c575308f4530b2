import { type Cell, readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { ReadCell, WorkbookColumn } from '#domain/sheet/workbook.ts';
import { sheetOf, smallWorkbook, workbookOf } from './testing.ts';
import { markWorkbook, readWorkbook, writeWorkbook } from './workbook.ts';

const bytesOf = async (written: Promise<Uint8Array>) => new Uint8Array(await written);
const writeFile = async (sheet: Parameters<typeof workbookOf>[0]) => {
  const bytes = await bytesOf(writeWorkbook(workbookOf(sheet)));
  return { bytes, file: await readXlsx(bytes, { readStyles: true }) };
};
const textsOf = (rows: readonly (readonly (ReadCell | undefined)[])[]) =>
  rows.map((row) => row.map((cell) => cell?.text));

describe('a workbook that is written', () => {
  test.each([
    'plain',
    '1-2',
    '[0,12)',
    '=1+1',
    '+SUM(A1)',
    '_x0041_',
    '_x005F_x0041_',
    ' spaces ',
    'two\nlines',
    'CR\r\nLF',
    'tab\tbed',
    '\u0001 control',
    '😀 شركة \u202E',
    `'quoted'`,
    '<b>&amp;</b>',
    'TRUE',
    '#REF!',
    '2026-01-02',
  ])('reads back the text %j', async (text) => {
    const { bytes } = await writeFile(sheetOf([['Head'], [text]]));
    const [sheet] = (await readWorkbook(bytes)).sheets;
    expect(sheet?.rows[1]).toEqual([{ text, number: null, kind: 'text', isPercent: false, formula: null }]);
  });

  test.each([0, 1, -1, 0.1 + 0.2, 2_500_000, 99.999_999, 1e15, Number.MAX_SAFE_INTEGER])(
    'reads back the number %d',
    async (number) => {
      const { bytes } = await writeFile(sheetOf([['Head'], [number]], { formats: ['usd'] }));
      const [sheet] = (await readWorkbook(bytes)).sheets;
      expect(sheet?.rows[1]).toEqual([
        { text: String(number), number, kind: 'number', isPercent: false, formula: null },
      ]);
    },
  );

  test.each([9.5, 0.1, 0.3, 7, 12.5, 33.333_333_333_333_3, 55.000_000_01, 100])(
    'reads back a share of %d percent, as 9.5%% so that a spreadsheet takes typed percentages as such',
    async (share) => {
      const { bytes, file } = await writeFile(sheetOf([['Head'], [share]], { formats: ['percent'] }));
      const cell = file.sheets[0]?.cells?.get('1,0');
      expect([cell?.value, cell?.style?.numFmt]).toEqual([Number((share / 100).toPrecision(15)), '0.0##########%']);
      const [sheet] = (await readWorkbook(bytes)).sheets;
      expect(sheet?.rows[1]).toEqual([
        { text: `${share}%`, number: share, kind: 'number', isPercent: true, formula: null },
      ]);
    },
  );

  test('reads back the longest text', async () => {
    const { bytes } = await writeFile(sheetOf([['x'.repeat(32_767)]]));
    expect((await readWorkbook(bytes)).sheets[0]?.rows[0]?.[0]?.text).toHaveLength(32_767);
  });

  test.each([
    ['NaN', Number.NaN, 'is not a number that Excel can hold'],
    ['Infinity', Infinity, 'is not a number that Excel can hold'],
    ['a text over 32,767 characters', 'x'.repeat(32_768), '32,768 characters. A cell of Excel holds 32,767'],
    ['half a character', '\uD800', 'characters that no file can hold'],
  ])('is refused with $0', async (_name, value, sentence) => {
    await expect(writeWorkbook(workbookOf(sheetOf([['Head'], [value]])))).rejects.toThrow(sentence);
  });

  test('gives blank cells, and rows below the last, the format of text: "1-2" typed there is no date', async () => {
    const { file } = await writeFile(
      sheetOf(
        [
          ['Head', 'Max line'],
          [null, 5],
        ],
        { hasFilter: true, formats: ['text', 'usd'] },
      ),
    );
    const formatOf = (key: string) => file.sheets[0]?.cells?.get(key)?.style?.numFmt;
    expect(['1,0', '2,0', '60,0'].map(formatOf)).toEqual(['@', '@', '@']);
    expect(formatOf('60,1')).toBe('#,##0.######');
  });

  test('prints wide sheets on pages side by side, so that they can be read; folded columns are not counted', async () => {
    const columns = Array.from({ length: 30 }, (_, index) => ({
      width: 20,
      format: 'text' as const,
      ...(index > 14 && { isFolded: true as const }),
    }));
    const { file } = await writeFile({ name: 'Wide', columns, rows: [columns.map(() => ({ value: 'A' }))] });
    expect(file.sheets[0]?.pageSetup?.fitToWidth).toBe(2);
  });

  test('has a frozen head, a filter by both its names, and prints on landscape pages with the head on each', async () => {
    const { file } = await writeFile(
      sheetOf(
        [
          ['A', 'B'],
          ['1', '2'],
        ],
        { name: "9101's & Co", hasFilter: true, frozenColumns: 1 },
      ),
    );
    const [sheet] = file.sheets;
    expect(sheet).toMatchObject({
      freezePane: { rows: 1, columns: 1 },
      autoFilter: { range: 'A1:B2' },
      pageSetup: {
        orientation: 'landscape',
        fitToPage: true,
        fitToWidth: 1,
        fitToHeight: 0,
        printTitlesRow: '$1:$1',
        printTitlesColumn: '$A:$A',
      },
    });
    expect(file.namedRanges).toEqual([
      { name: '_xlnm._FilterDatabase', scope: "9101's & Co", range: "'9101''s & Co'!$A$1:$B$2" },
    ]);
  });

  test('folds groups, with the button at their left, since the column at their right may be hidden', async () => {
    const column = (more: Partial<WorkbookColumn> = {}) => ({ width: 10, format: 'text' as const, ...more });
    const columns = [column(), column({ isFolded: true }), column({ isFolded: true }), column({ isHidden: true })];
    const { file } = await writeFile(sheetOf([['A', 'B', 'C', 'Id']], { columns }));
    expect(file.sheets[0]?.columns).toEqual([
      { width: 10, collapsed: true },
      { width: 10, hidden: true, outlineLevel: 1 },
      { width: 10, hidden: true, outlineLevel: 1 },
      { width: 10, hidden: true, collapsed: true },
    ]);
    expect(file.sheets[0]?.outlineProperties).toEqual({ summaryRight: false });
  });

  test('hides sheets so that Excel does not offer to show them', async () => {
    const bytes = await bytesOf(
      writeWorkbook(workbookOf(sheetOf([['A']]), sheetOf([['{}']], { name: 'Lineslip', isHidden: true }))),
    );
    expect((await readXlsx(bytes)).sheets.map(({ veryHidden }) => veryHidden ?? false)).toEqual([false, true]);
    expect((await readWorkbook(bytes)).sheets.map(({ isHidden }) => isHidden)).toEqual([false, true]);
  });

  test('offers long lists from a hidden sheet, each once, and accepts other text', async () => {
    const choices = Array.from({ length: 200 }, (_, index) => `Country ${index}, “_x0041_”`);
    const column = { width: 10, format: 'text', choices } as const;
    const { file } = await writeFile(sheetOf([['A', 'B']], { columns: [column, column] }));
    const [sheet, lists] = file.sheets;
    expect(sheet?.dataValidations).toEqual(
      ['A', 'B'].map((letter) => ({
        type: 'list',
        formula1: 'Choices!$A$1:$A$200',
        range: `${letter}2:${letter}2001`,
        allowBlank: true,
      })),
    );
    expect(lists).toMatchObject({ name: 'Choices', veryHidden: true, rows: choices.map((choice) => [choice]) });
  });

  test('shows overrides in violet with the own value of the dial as a note', async () => {
    const note = 'The dial’s own value: 2,500,000';
    const { file } = await writeFile(
      sheetOf([[{ value: 'Max line', tone: 'head' }], [{ value: 3, tone: 'override', note }]], { formats: ['usd'] }),
    );
    expect(file.sheets[0]?.cells?.get('1,0')).toMatchObject({
      value: 3,
      comment: { text: note },
      style: { fill: { fgColor: { rgb: 'F3EEFC' } }, font: { color: { rgb: '6840B5' }, bold: true } },
    });
    expect(file.sheets[0]?.cells?.get('0,0')?.style?.fill).toMatchObject({ fgColor: { rgb: 'EEF2F2' } });
  });
});

/** A file that somebody changed in Excel. */
async function changedFile(cells: Readonly<Record<string, Partial<Cell>>>, more = {}) {
  const bytes = await writeXlsx({
    sheets: [{ name: 'Cyber', rows: [['Head'], [null]], cells: new Map(Object.entries(cells)), ...more }],
  });
  return readWorkbook(new Uint8Array(bytes));
}
const firstCell = async (cell: Partial<Cell>) => (await changedFile({ '1,0': cell })).sheets[0]?.rows[1]?.[0];

describe('a workbook that is read', () => {
  test.each<[string, Partial<Cell>, Partial<ReadCell> | undefined]>([
    ['a share', { value: 0.3, style: { numFmt: '0.0%' } }, { number: 30, text: '30%', isPercent: true }],
    [
      'a number with a percent sign as text',
      { value: 30, style: { numFmt: '0.0"%"' } },
      { number: 30, isPercent: false },
    ],
    ['a day', { value: new Date('2026-01-02'), style: { numFmt: 'd-mmm' } }, { kind: 'date', text: '2026-01-02' }],
    [
      'a moment',
      { value: new Date('2026-01-02T10:30:00Z'), style: { numFmt: 'd/m/yy h:mm' } },
      { kind: 'date', text: '2026-01-02 10:30' },
    ],
    ['a truth value', { value: true }, { kind: 'text', text: 'TRUE', number: null }],
    ['an error', { value: '#REF!', type: 'error' }, { kind: 'error', text: '#REF!' }],
    ['a formula', { formula: '2*3', formulaResult: 6 }, { text: '6', number: 6, formula: '2*3' }],
    ['a formula of text', { formula: '"a"&"b"', formulaResult: 'ab' }, { text: 'ab', formula: '"a"&"b"' }],
    ['a formula without a result', { formula: 'A1' }, { text: '=A1', kind: 'error', formula: 'A1' }],
    ['a formula of empty text', { formula: 'A1', formulaResult: '' }, { text: '', kind: 'text', formula: 'A1' }],
    [
      'a truth value as LibreOffice saves it',
      { formula: 'TRUE()', formulaResult: true },
      { text: 'TRUE', formula: null },
    ],
    [
      'text in several fonts',
      { value: 'ab', richText: [{ text: 'a', font: { bold: true } }, { text: 'b' }] },
      { text: 'ab' },
    ],
    ['a style without a value', { value: null, style: { numFmt: '@' } }, undefined],
    ['an empty text', { value: '' }, undefined],
  ])('says what a cell is: %s', async (_name, cell, expected) => {
    const read = await firstCell(cell);
    if (expected === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(expected);
  });

  test('names merged cells', async () => {
    const { sheets } = await changedFile({}, { merges: [{ startRow: 3, startCol: 1, endRow: 4, endCol: 2 }] });
    expect(sheets[0]?.merges).toEqual(['B4:C5']);
  });

  test('reads cells without a style, strings in the cells and numbers as text', async () => {
    const row = '<row r="1"><c r="A1"><v>7</v></c><c r="C1" t="inlineStr"><is><t>seven</t></is></c></row>';
    const { sheets } = await readWorkbook(smallWorkbook(`<sheetData>${row}</sheetData>`));
    expect(textsOf(sheets[0]?.rows ?? [])).toEqual([['7', undefined, 'seven']]);
  });

  test('says how many cells lie beyond its limits, and takes no memory for them', async () => {
    const cell = (at: string) => `<c r="${at}"><v>1</v></c>`;
    const rows = `<row r="1">${cell('A1')}${cell('GS1')}</row><row r="1048576">${cell('XFD1048576')}<c r="A1048576"/></row>`;
    const { sheets, notices } = await readWorkbook(smallWorkbook(`<sheetData>${rows}</sheetData>`));
    expect(textsOf(sheets[0]?.rows ?? [])).toEqual([['1']]);
    expect(notices).toEqual(['Only the first 2,000 rows and 200 columns were read. Filled cells outside: 2.']);
  });
});

describe('a workbook with its errors marked', () => {
  const marks = [{ sheet: '9101 Cyber', row: 1, column: 0, note: 'lower bound above the upper one' }];
  const list = sheetOf([['Errors'], ['A2: lower bound above the upper one']], { name: 'Errors' });

  async function markedFile() {
    const sheet = sheetOf(
      [
        ['Revenue', 'Max line'],
        ['5m-1m', { value: 5, note: 'own' }],
      ],
      { name: '9101 Cyber', hasFilter: true },
    );
    const bytes = await bytesOf(
      writeWorkbook(workbookOf(sheet, sheetOf([['{}']], { name: 'Lineslip', isHidden: true }))),
    );
    return bytesOf(markWorkbook(bytes, marks, list));
  }

  test('is the same file with red cells, notes, and the list of errors as its first sheet', async () => {
    const file = await readXlsx(await markedFile(), { readStyles: true });
    expect(file.sheets.map(({ name }) => name)).toEqual(['Errors', '9101 Cyber', 'Lineslip']);
    expect(file.sheets[0]?.rows).toEqual([['Errors'], ['A2: lower bound above the upper one']]);
    const [, sheet, hidden] = file.sheets;
    expect(sheet?.cells?.get('1,0')).toMatchObject({
      value: '5m-1m',
      comment: { text: 'lower bound above the upper one' },
      style: { numFmt: '@', fill: { fgColor: { rgb: 'FCEDEB' } } },
    });
    expect(sheet?.cells?.get('1,1')?.comment?.text).toBe('own');
    expect(sheet).toMatchObject({ autoFilter: { range: 'A1:B2' }, pageSetup: { printTitlesRow: '$1:$1' } });
    expect(hidden?.veryHidden).toBe(true);
    expect(file.namedRanges?.map(({ range }) => range)).toEqual(["'9101 Cyber'!$A$1:$B$2"]);
  });

  test('has one such list, also when it is marked again', async () => {
    const again = await bytesOf(markWorkbook(await markedFile(), marks, list));
    expect((await readWorkbook(again)).sheets.map(({ name }) => name)).toEqual(['Errors', '9101 Cyber', 'Lineslip']);
  });
});
