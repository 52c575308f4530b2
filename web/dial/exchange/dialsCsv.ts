import { COLUMNS, type ExchangedDial, findColumn, fromCells, readHeader, toCells } from '#domain/dial/exchange.ts';
import type { FindOption } from '#domain/dimension/codec.ts';
import { writeCsv } from '#domain/csv/write.ts';
import { readCells } from '#web/kit/csv.ts';
import { accept, type DialFile, type FileRow, refuse } from './importFile.ts';

/** One dial per row, below a header line. */
export function readCsvDials(text: string, findOption: FindOption): DialFile {
  const { lines, brokenLine } = readDialsCsv(text);
  if (brokenLine !== undefined)
    return refuse(`A quotation mark is not closed, or stands in the wrong place, in row ${brokenLine}.`);
  const [heads = [], ...rest] = lines;
  const { columns, problems } = readHeader(heads);
  if (problems.length > 0) return refuse(...problems);

  const rows = rest.flatMap((cells, index): FileRow[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const named = cells.flatMap((cell, place): [string, string][] => {
      const column = columns[place];
      return column === undefined ? [] : [[column.key, cell]];
    });
    const { id, data, errors } = fromCells(Object.fromEntries(named), findOption);
    const stray = cells.findIndex((cell, place) => cell.trim() !== '' && columns[place] === undefined);
    const beside = { path: '', message: 'A cell stands outside the columns. Is a separator missing, or one too many?' };
    const row = { ...(id !== undefined && { id }), data: { ...data } };
    return [{ at: index + 2, name: data.name, row, errors: stray === -1 ? errors : [beside, ...errors] }];
  });
  const present = new Set(columns.map((column) => column?.key));
  const missing = COLUMNS.filter(({ key, part }) => part !== 'row' && !present.has(key)).map(({ label }) => label);
  return accept(rows, rows.some(({ row }) => row?.id !== undefined) ? missing : []);
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Cells by line. Detects the separator by the header line: the one that yields most known columns. */
function readDialsCsv(text: string) {
  const [best = ','] = SEPARATORS.toSorted((a, b) => countKnownColumns(text, b) - countKnownColumns(text, a));
  return readCells(text, best);
}

const countKnownColumns = (text: string, separator: string): number =>
  (readCells(text, separator, 1).lines[0] ?? []).filter((head) => findColumn(head) !== undefined).length;

export const writeDialsCsv = (dials: readonly ExchangedDial[]): string =>
  writeCsv(
    COLUMNS.map(({ key }) => key),
    dials.map(toCells),
  );
