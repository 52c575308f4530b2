import { textOf } from './column.ts';
import { describeDate, describeErrorCell } from './words.ts';
import {
  addressOf,
  type CellAddress,
  hasResult,
  type ReadCell,
  type ReadSheet,
  type ReadWorkbook,
} from './workbook.ts';

/** A list as a sheet: a header, then one row each. */
export type SheetTable = Readonly<{
  /** The header and what is below it, as in a CSV file: formulas stay guarded. Cells that could not be read are empty. */
  lines: readonly (readonly string[])[];
  cells: readonly (readonly (ReadCell | undefined)[])[];
  /** The row of the header, as Excel counts. */
  firstRow: number;
  /** Row and column of `lines`, from zero. */
  wrong: readonly Readonly<{ row: number; column: number; cell: CellAddress; message: string }>[];
  /** What was not taken as it stands, as sentences. */
  notices: readonly string[];
}>;

export type TableHeads = Readonly<{
  /** How many of these a list has; the row with most of them is the header. */
  isHead: (text: string) => boolean;
  isDate: (head: string) => boolean;
}>;

export const MAX_ROWS_ABOVE = 20;

/** The first visible sheet with a header; undefined where there is none. */
export function readTable(workbook: ReadWorkbook, { isHead, isDate }: TableHeads): SheetTable | undefined {
  for (const sheet of workbook.sheets.filter(({ isHidden }) => !isHidden)) {
    const at = sheet.rows.slice(0, MAX_ROWS_ABOVE).findIndex((cells) => cells.some((cell) => isHead(textOf(cell))));
    if (at < 0) continue;
    const cells = sheet.rows.slice(at);
    const heads = (cells[0] ?? []).map(textOf);
    const isWrong = (cell: ReadCell | undefined, column: number) =>
      cell?.kind === 'error' || (cell?.kind === 'date' && !isDate(heads[column] ?? ''));
    return {
      lines: cells.map((line, row) =>
        line.map((cell, column) => (row > 0 && isWrong(cell, column) ? '' : (cell?.text ?? ''))),
      ),
      cells,
      firstRow: at + 1,
      wrong: cells.slice(1).flatMap((line, index) =>
        line.flatMap((cell, column) => {
          if (cell === undefined || !isWrong(cell, column)) return [];
          const message = cell.kind === 'error' ? describeErrorCell(cell, '') : describeDate('', true);
          return [{ row: index + 1, column, cell: addressOf(at + index + 1, column), message }];
        }),
      ),
      notices: describeSheet(workbook, sheet, at),
    };
  }
  return undefined;
}

const MAX_NAMES = 5;
const listNames = (names: readonly string[]): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`
    : names.join(', ');

function describeSheet({ sheets, notices }: ReadWorkbook, sheet: ReadSheet, at: number): string[] {
  const others = sheets.filter((other) => other !== sheet && !other.isHidden).map(({ name }) => `“${name}”`);
  const formulas = sheet.rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) =>
      row > at && cell !== undefined && hasResult(cell) ? [addressOf(row, column)] : [],
    ),
  );
  return [
    ...(formulas.length > 0 ? [`Of formulas the last result was taken: ${listNames(formulas)}.`] : []),
    ...(sheet.merges.length > 0 ? [`Merged cells have one value only: ${listNames(sheet.merges)}.`] : []),
    ...(others.length > 0 ? [`Other sheets were not read: ${listNames(others)}.`] : []),
    ...notices,
  ];
}
