import { readAmount } from './amount.ts';
import { readCells } from '#web/kit/csv.ts';

/** Lines of cells, as spreadsheets put them on the clipboard. */
export const writeSheet = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => line.join('\t')).join('\n');

/** Cells by tabs; without any tab by commas, unless each line is one number with thousands separators. */
export function readSheet(text: string): string[][] {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  if (lines === '') return [];
  const isOneColumn = lines.split('\n').every((line) => !line.includes(',') || isNumber(line));
  const { lines: read } = readCells(lines, lines.includes('\t') || isOneColumn ? '\t' : ',');
  return read.map((cells) => cells.map((cell) => cell.trim()));
}

function isNumber(text: string): boolean {
  const amount = readAmount(text);
  return amount !== undefined && !Number.isNaN(amount);
}
