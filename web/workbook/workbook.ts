/** The only module that knows the library. `Workbook` and `ReadWorkbook` are ours. */
import { cellRef, colToLetter, openXlsx, rangeRef, readXlsx, saveXlsx, writeXlsx } from 'hucre/xlsx';
import type {
  Cell as FileCell,
  CellStyle,
  CellValue,
  ColumnDef,
  Sheet as FileSheet,
  Workbook as FileWorkbook,
  WriteOptions,
  WriteSheet,
} from 'hucre/xlsx';
import { describeUnwritable, roundNumber, writeFormula } from '#domain/sheet/workbook.ts';
import type {
  CellFormat,
  CellMark,
  CellTone,
  ReadCell,
  ReadSheet,
  ReadWorkbook,
  Workbook,
  WorkbookCell,
  WorkbookColumn,
  WorkbookSheet,
} from '#domain/sheet/workbook.ts';
import { ALIGNMENTS, countPages, FORMATS, heightOf, TONES } from './appearance.ts';
import { checkArchive, describeCellsOutside, describeParts } from './archive.ts';
import { SHEET_LIMITS, SheetRefusal } from './refusal.ts';

type NamedRange = NonNullable<WriteOptions['namedRanges']>[number];

/** Rows below the last one that have the formats, too: whoever types "1-2" there means no date. */
const SPARE_ROWS = 100;
const CHOICES_SHEET = 'Choices';
const AUTHOR = 'Lineslip';

export async function writeWorkbook(workbook: Workbook): Promise<Uint8Array> {
  const unwritable = describeUnwritable(workbook);
  if (unwritable !== undefined) throw new SheetRefusal(unwritable);
  const { sheets } = workbook;
  const choices = collectChoices(sheets);
  const written = sheets.map((sheet) => writeSheet(sheet, choices));
  const lists: WriteSheet[] =
    choices.length === 0 ? [] : [{ name: CHOICES_SHEET, veryHidden: true, rows: transpose(choices) }];
  return writeXlsx({
    sheets: [...written, ...lists],
    namedRanges: sheets.flatMap(nameRanges),
    properties: { creator: AUTHOR },
    defaultFont: { name: 'Calibri', size: 11 },
  });
}

const quoteSheet = (name: string): string => `'${name.replaceAll("'", "''")}'`;

/** The library writes names of sheets in print titles without quotes; LibreOffice needs the name of a filter. */
function nameRanges({ name, rows, columns, frozenColumns = 0, hasFilter }: WorkbookSheet): NamedRange[] {
  const range = (local: string, cells: string) => ({ name: local, scope: name, range: `${quoteSheet(name)}!${cells}` });
  const filter = `$A$1:$${colToLetter(columns.length - 1)}$${rows.length}`;
  const titles = frozenColumns === 0 ? '' : `$A:$${colToLetter(frozenColumns - 1)},${quoteSheet(name)}!`;
  return [
    range('_xlnm.Print_Titles', `${titles}$1:$1`),
    ...(hasFilter ? [range('_xlnm._FilterDatabase', filter)] : []),
  ];
}

function writeSheet(sheet: WorkbookSheet, choices: readonly (readonly string[])[]) {
  const { name, rows, columns, frozenColumns = 0, hasFilter, isHidden } = sheet;
  const height = rows.length + (hasFilter ? SPARE_ROWS : 0);
  const cells = new Map<string, FileCell>();
  for (let row = 0; row < height; row += 1)
    for (const [column, { format }] of columns.entries())
      cells.set(`${row},${column}`, writeCell(rows[row]?.[column], format, sheet));
  return {
    name,
    columns: columns.map(writeColumn),
    rows: Array.from({ length: height }, (): CellValue[] => []),
    cells,
    ...(!hasFilter && { rowDefs: new Map(rows.map((row, index) => [index, { height: heightOf(row, columns) }])) }),
    freezePane: { rows: 1, columns: frozenColumns },
    ...(hasFilter && { autoFilter: { range: rangeRef(0, 0, rows.length - 1, columns.length - 1) } }),
    ...(isHidden && { veryHidden: true }),
    dataValidations: columns.flatMap((column, index) => writeChoices(column, index, choices)),
    // The column after a folded group may be hidden, so the button stands before it.
    outlineProperties: { summaryRight: false },
    pageSetup: {
      orientation: 'landscape',
      paperSize: 'a4',
      fitToPage: true,
      fitToWidth: countPages(columns),
      fitToHeight: 0,
    },
    headerFooter: { oddFooter: '&L&A&RPage &P of &N' },
  } satisfies WriteSheet;
}

function writeCell(cell: WorkbookCell | undefined, format: CellFormat, { hasFilter }: WorkbookSheet): FileCell {
  const value = cell?.value ?? null;
  if (typeof value === 'string' && !value.isWellFormed())
    throw new SheetRefusal(`“${value.slice(0, 40)}” has characters that no file can hold.`);
  const tone = cell?.tone;
  const isHead = tone === 'head';
  const style: CellStyle = {
    numFmt: FORMATS[typeof value === 'string' ? 'text' : format],
    alignment: {
      horizontal: ALIGNMENTS[format],
      vertical: isHead ? 'center' : 'top',
      ...((isHead || !hasFilter) && { wrapText: true }),
    },
    ...(tone && styleTone(tone)),
  };
  return {
    value: typeof value === 'string' ? escapeText(value) : scaleNumber(value, format),
    type: typeof value === 'string' ? 'string' : 'number',
    // The library takes "#REF!" for an error, unless it is formatted text.
    ...(typeof value === 'string' && value.startsWith('#') && { richText: [{ text: escapeText(value) }] }),
    style,
    ...(cell?.note !== undefined && { comment: { author: AUTHOR, text: cell.note } }),
  };
}

const scaleNumber = (value: number | null, format: CellFormat): number | null =>
  value === null || !isPercentFormat(FORMATS[format]) ? value : roundNumber(roundNumber(value) / PERCENT);

function styleTone(tone: CellTone): Pick<CellStyle, 'font' | 'fill'> {
  const { fill, ink, isBold } = TONES[tone];
  return {
    font: { name: 'Calibri', size: 11, bold: isBold, color: { rgb: ink } },
    ...(fill && { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: fill } } }),
  };
}

/** Excel reads "_x0041_" as "A". */
const escapeText = (text: string): string => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

/** A folded group is closed at its left, as `summaryRight` says, and at its right, where LibreOffice looks. */
function writeColumn({ width, isFolded, isHidden }: WorkbookColumn, index: number, all: readonly WorkbookColumn[]) {
  const isBeside = !isFolded && Boolean(all[index - 1]?.isFolded ?? all[index + 1]?.isFolded);
  return {
    width,
    ...((isFolded ?? isHidden) && { hidden: true }),
    ...(isFolded && { outlineLevel: 1 }),
    ...(isBeside && { collapsed: true }),
  } satisfies ColumnDef;
}

/** Each list once. Lists in the cells themselves end at 255 characters. */
function collectChoices(sheets: readonly WorkbookSheet[]): readonly (readonly string[])[] {
  const lists = sheets.flatMap(({ columns }) => columns.flatMap(({ choices }) => (choices?.length ? [choices] : [])));
  return [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()];
}

const transpose = (lists: readonly (readonly string[])[]): CellValue[][] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, row) =>
    lists.map((list) => (list[row] === undefined ? null : escapeText(list[row]))),
  );

function writeChoices({ choices }: WorkbookColumn, index: number, lists: readonly (readonly string[])[]) {
  if (!choices?.length) return [];
  const list = colToLetter(lists.findIndex((other) => JSON.stringify(other) === JSON.stringify(choices)));
  return [
    {
      type: 'list' as const,
      formula1: `${CHOICES_SHEET}!$${list}$1:$${list}$${choices.length}`,
      range: `${cellRef(1, index)}:${cellRef(SHEET_LIMITS.rows, index)}`,
      allowBlank: true,
      showErrorMessage: false,
    },
  ];
}

const READ_RANGE = rangeRef(0, 0, SHEET_LIMITS.rows, SHEET_LIMITS.columns - 1);

export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<ReadWorkbook> {
  const entries = checkArchive(bytes);
  const file = await readXlsx(bytes, { readStyles: true, range: READ_RANGE });
  return {
    sheets: file.sheets.map(readSheet),
    notices: [...describeLinks(file), ...describeParts(entries), ...(await describeCellsOutside(bytes, entries))],
  };
}

/** Plain cells are only in `rows`; `cells` has those with a style, a formula or an error. */
function readSheet({ name, rows, cells, merges = [], hidden, veryHidden }: FileSheet): ReadSheet {
  const read = rows.map((values, row) => {
    const line = values.map((value, column) => readCell(value, cells?.get(`${row},${column}`)));
    return line.slice(0, line.findLastIndex((cell) => cell !== undefined) + 1);
  });
  return {
    name,
    isHidden: (hidden || veryHidden) ?? false,
    rows: read.slice(0, read.findLastIndex((line) => line.length > 0) + 1),
    merges: merges.map(({ startRow, startCol, endRow, endCol }) => rangeRef(startRow, startCol, endRow, endCol)),
  };
}

/** LibreOffice writes a truth value as this formula. */
const TRUTH_FORMULA = /^(?:TRUE|FALSE)\(\)$/i;

function readCell(plain: CellValue, cell: FileCell | undefined): ReadCell | undefined {
  const value = cell?.formulaResult ?? cell?.value ?? plain;
  const formula = cell?.formula === undefined || TRUTH_FORMULA.test(cell.formula) ? null : cell.formula;
  if (value === null && formula !== null) return { ...TEXT_CELL, text: writeFormula(formula), kind: 'error', formula };
  if (value === null || value === '') return formula === null ? undefined : { ...TEXT_CELL, formula };
  if (value instanceof Date) return { ...TEXT_CELL, text: writeMoment(value), kind: 'date', formula };
  if (typeof value === 'boolean') return { ...TEXT_CELL, text: value ? 'TRUE' : 'FALSE', formula };
  if (typeof value === 'string')
    return {
      ...TEXT_CELL,
      text: value,
      kind: cell?.type === 'error' || isErrorText(value, formula) ? 'error' : 'text',
      formula,
    };
  const isPercent = isPercentFormat(cell?.style?.numFmt);
  const number = isPercent ? roundNumber(value * PERCENT) : value;
  return { text: isPercent ? `${number}%` : String(number), number, kind: 'number', isPercent, formula };
}

/** A cell that shows 9.5% holds 0.095. */
const PERCENT = 100;
/** In quotes or after a backslash the sign is only text. */
const isPercentFormat = (format = ''): boolean => format.replaceAll(/"[^"]*"|\\./g, '').includes('%');

const TEXT_CELL = { text: '', number: null, kind: 'text', isPercent: false } as const;

/** The result of a formula that failed comes without its type. */
const isErrorText = (text: string, formula: string | null): boolean =>
  formula !== null && /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/.test(text);

function writeMoment(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

function describeLinks({ externalLinks = [] }: FileWorkbook): string[] {
  const names = externalLinks.map(({ target }) => target.slice(target.lastIndexOf('/') + 1)).join(', ');
  return names === '' ? [] : [`It links to other files (${names}). They were not opened.`];
}

/** The file that came back, with wrong cells in red and the list of them as its first sheet. */
export async function markWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  marks: readonly CellMark[],
  list: WorkbookSheet,
): Promise<Uint8Array> {
  checkArchive(bytes);
  const file = await openXlsx(bytes, { readStyles: true });
  for (const { sheet: name, row, column, note } of marks) {
    const sheet = file.sheets.find((other) => other.name === name);
    if (sheet === undefined) continue;
    sheet.cells ??= new Map();
    const value = sheet.rows[row]?.[column] ?? null;
    const cell = sheet.cells.get(`${row},${column}`) ?? {
      value,
      type: typeof value === 'number' ? 'number' : 'string',
    };
    sheet.cells.set(`${row},${column}`, {
      ...cell,
      style: { ...cell.style, ...styleTone('error') },
      comment: { author: AUTHOR, text: note },
    });
  }
  const errors = writeSheet(list, []);
  const others = file.sheets.filter(({ name }) => name !== list.name);
  // The library keeps charts and the like by the number of their sheet, which must not move then.
  const isBound = others.some(({ charts, pivotTables, slicers, threadedComments }) =>
    [charts, pivotTables, slicers, threadedComments].some((parts) => parts?.length),
  );
  file.sheets = isBound ? [...others, errors] : [errors, ...others];
  file.activeSheet = file.sheets.indexOf(errors);
  file.namedRanges = [...(file.namedRanges ?? []), ...others.flatMap(takePrintNames)];
  return saveXlsx(file);
}

/** As in `nameRanges`: written by the library they would break the file. */
function takePrintNames({ name, pageSetup = {} }: FileSheet): NamedRange[] {
  const { printArea, printTitlesRow, printTitlesColumn } = pageSetup;
  delete pageSetup.printArea;
  delete pageSetup.printTitlesRow;
  delete pageSetup.printTitlesColumn;
  const range = (local: string, parts: readonly (string | undefined)[]): NamedRange[] => {
    const cells = parts.flatMap((part) => part?.split(',').map((one) => `${quoteSheet(name)}!${one}`) ?? []);
    return cells.length === 0 ? [] : [{ name: local, scope: name, range: cells.join(',') }];
  };
  return [
    ...range('_xlnm.Print_Area', [printArea]),
    ...range('_xlnm.Print_Titles', [printTitlesColumn, printTitlesRow]),
  ];
}
