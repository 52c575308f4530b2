import { COLUMNS, fromCells, readHeader } from '#domain/dial/exchange.ts';
import type { FindOption } from '#domain/dimension/codec.ts';
import type { SheetTable } from '#domain/sheet/table.ts';
import { accept, type DialFile, type FileRow, refuse } from './importFile.ts';

type Sheet = Pick<SheetTable, 'firstRow' | 'wrong' | 'notices'>;
const PLAIN: Sheet = { firstRow: 1, wrong: [], notices: [] };

/** One dial per line, below a header; of a CSV file or of a sheet. */
export function readDialLines(
  lines: readonly (readonly string[])[],
  findOption: FindOption,
  { firstRow, wrong, notices }: Sheet = PLAIN,
): DialFile {
  const [heads = [], ...rest] = lines;
  const { columns, problems } = readHeader(heads);
  if (problems.length > 0) return refuse(...problems);

  const rows = rest.flatMap((cells, index): FileRow[] => {
    const unreadable = wrong.filter(({ row }) => row === index + 1);
    if (cells.every((cell) => cell.trim() === '') && unreadable.length === 0) return [];
    const named = cells.flatMap((cell, place): [string, string][] => {
      const column = columns[place];
      return column === undefined ? [] : [[column.key, cell]];
    });
    const { id, data, errors } = fromCells(Object.fromEntries(named), findOption);
    const stray = cells.findIndex((cell, place) => cell.trim() !== '' && columns[place] === undefined);
    const beside = { path: '', message: 'A cell stands outside the columns. Is a separator missing, or one too many?' };
    const misread = unreadable.map(({ column, message }) => ({ path: columns[column]?.key ?? '', message }));
    const row = { ...(id !== undefined && { id }), data: { ...data } };
    const all = [...(stray === -1 ? [] : [beside]), ...misread, ...errors];
    return [{ at: index + firstRow + 1, name: data.name, row, errors: all }];
  });
  const present = new Set(columns.map((column) => column?.key));
  const missing = COLUMNS.filter(({ key, part }) => part !== 'row' && !present.has(key)).map(({ label }) => label);
  return accept(rows, rows.some(({ row }) => row?.id !== undefined) ? missing : [], notices);
}
