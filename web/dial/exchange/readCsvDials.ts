import { COLUMNS, type FindOption, fromCells, readHeader } from '#domain/dial/exchange.ts';
import { readCsv } from './csv.ts';
import { accept, type DialFile, type FileRow, refuse } from './importFile.ts';

/** One dial per row, under a line that names the columns. */
export function readCsvDials(text: string, findOption: FindOption): DialFile {
  const { lines, problem } = readCsv(text);
  if (problem !== undefined) return refuse(problem);
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
    const beside = { path: '', message: 'A cell stands beside the columns. Is a separator missing or too many?' };
    const row = { ...(id !== undefined && { id }), data: { ...data } };
    return [{ at: index + 2, name: data.name, row, errors: stray === -1 ? errors : [beside, ...errors] }];
  });
  const present = new Set(columns.map((column) => column?.key));
  const missing = COLUMNS.filter(({ key, part }) => part !== 'row' && !present.has(key)).map(({ label }) => label);
  return accept(rows, rows.some(({ row }) => row?.id !== undefined) ? missing : []);
}
