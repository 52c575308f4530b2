import { letterOf } from '#domain/dial/exchange.ts';
import { grouped } from '#domain/dimension/format.ts';

/**
 * A workbook as plain data. `web/workbook/workbook.ts` alone writes it as .xlsx and reads it back, so that nothing else knows
 * the library.
 */

/** `override`: a value that the bucket overrides. `error`: a cell that could not be read. */
export type CellTone = 'head' | 'override' | 'error' | 'muted';

/**
 * Text cells have the text format, so that Excel turns no "1-2" into a date. `percent`: 9.5 is written as 9.5%, so that a
 * spreadsheet takes a typed 9.5% as what it is; in a plain number cell it stores 0.095.
 */
export type CellFormat = 'text' | 'usd' | 'percent' | 'position' | 'decimal';

export type WorkbookCell = Readonly<{
  /** Null: empty, with the format of its column. */
  value: string | number | null;
  note?: string;
  tone?: CellTone;
}>;

export type WorkbookColumn = Readonly<{
  /** In characters. */
  width: number;
  format: CellFormat;
  /** Offered as a drop-down; Excel still accepts other text, since a cell may list several. */
  choices?: readonly string[];
  /** Part of a folded group. */
  isFolded?: true;
  isHidden?: true;
}>;

export type WorkbookSheet = Readonly<{
  name: string;
  isHidden?: true;
  columns: readonly WorkbookColumn[];
  /** The first row is the header, which is frozen and printed on every page. */
  rows: readonly (readonly WorkbookCell[])[];
  /** Columns that stay in view. */
  frozenColumns?: number;
  hasFilter?: true;
}>;

export type Workbook = Readonly<{ sheets: readonly WorkbookSheet[] }>;

/** A cell that came back. */
export type ReadCell = Readonly<{
  /** As a person sees it, without formatting of numbers: "2500000", "30%", "[0,12)". */
  text: string;
  /** As a person sees it: 30 where the cell shows 30%. */
  number: number | null;
  /** `error`: also a formula whose result the file does not have; its text is the formula. */
  kind: 'text' | 'number' | 'date' | 'error';
  /** The number is shown as a percentage. */
  isPercent: boolean;
  /** Without the equals sign; `text` is its cached value. */
  formula: string | null;
}>;

/** Programs keep 15 digits. */
export const roundNumber = (number: number): number => Number(number.toPrecision(15));

/** "=A1*2", from a formula without its equals sign. */
export const writeFormula = (formula: string): string => `=${formula}`;

/** Whether the cell is a formula whose result was taken. */
export const hasResult = ({ kind, formula }: ReadCell): boolean => formula !== null && kind !== 'error';

export type ReadSheet = Readonly<{
  name: string;
  isHidden: boolean;
  /** By row and column from zero; empty cells are undefined. */
  rows: readonly (readonly (ReadCell | undefined)[])[];
  /** Ranges: "B4:C5". */
  merges: readonly string[];
}>;

export type ReadWorkbook = Readonly<{
  sheets: readonly ReadSheet[];
  /** What the file has and Lineslip does not read: external links, macros, rows beyond the limit. Sentences. */
  notices: readonly string[];
}>;

/** A cell to mark in the file that came back: red, with a note. Row and column from zero. */
export type CellMark = Readonly<{ sheet: string; row: number; column: number; note: string }>;

/** "F12", from row and column counted from zero. */
export type CellAddress = string;
export const addressOf = (row: number, column: number): CellAddress => `${letterOf(column)}${row + 1}`;

const MAX_CELL_TEXT = 32_767;
const SHEET_NAME = /^(?!')[^[\]:*?/\\]{1,31}(?<!')$/;

/** Why a workbook cannot be written: Excel would refuse it, or lose a cell. */
export function describeUnwritable({ sheets }: Workbook): string | undefined {
  for (const { name, rows } of sheets) {
    if (!SHEET_NAME.test(name)) return `“${name}” cannot be the name of a sheet.`;
    for (const [row, cells] of rows.entries()) {
      for (const [column, { value }] of cells.entries()) {
        const where = `${name}, ${addressOf(row, column)}`;
        if (typeof value === 'number' && !Number.isFinite(value))
          return `${where} is not a number that Excel can hold.`;
        if (typeof value === 'string' && value.length > MAX_CELL_TEXT)
          return `${where} has ${grouped(value.length)} characters. A cell of Excel holds ${grouped(MAX_CELL_TEXT)}.`;
      }
    }
  }
  return undefined;
}
