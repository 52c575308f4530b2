import { guardCell } from './cell.ts';

/** The byte order mark: tells spreadsheets that the text is UTF-8. */
export const BOM = '\uFEFF';

/** Spreadsheets read these as numbers, never as formulas. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const guardText = (cell: string): string => (PLAIN_NUMBER.test(cell) ? cell : guardCell(cell));

/**
 * Quotes every cell, so that a spreadsheet with another separator splits none, and guards those that it would run as a
 * formula. Every CSV file is written by this function, so callers pass cells as they are.
 */
export const writeLine = (cells: readonly string[]): string =>
  cells.map((cell) => `"${guardText(cell).replaceAll('"', '""')}"`).join(',');

/** Lines as cells in the order of `fields`, or by field. */
export function writeCsv(
  fields: readonly string[],
  lines: readonly (readonly string[] | Readonly<Record<string, string>>)[],
): string {
  const cellsOf = (line: (typeof lines)[number]) => (isCells(line) ? line : fields.map((field) => line[field] ?? ''));
  return BOM + [fields, ...lines.map(cellsOf)].map(writeLine).join('\r\n');
}

const isCells = (line: readonly string[] | Readonly<Record<string, string>>): line is readonly string[] =>
  Array.isArray(line);
