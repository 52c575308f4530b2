import { COLUMNS, type Column } from './exchange.column.ts';

export type Header = Readonly<{
  /** By position; empty heads without anything below them have none. */
  columns: readonly (Column | undefined)[];
  /** Sentences about what cannot be read. */
  problems: readonly string[];
}>;

/** Keys and labels are taken alike, whatever their case, spaces or underscores. */
const spelling = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

const BY_SPELLING = new Map(
  COLUMNS.flatMap((column) => [column.key, column.label].map((text): [string, Column] => [spelling(text), column])),
);

export const findColumn = (head: string): Column | undefined => BY_SPELLING.get(spelling(head));

export function readHeader(heads: readonly string[]): Header {
  const columns = heads.map(findColumn);
  const problems = heads.flatMap((head, index) => {
    const column = columns[index];
    const where = `Column ${letterOf(index)}, “${head.trim()}”,`;
    if (head.trim() === '') return [];
    if (column === undefined) return [`${where} is not a field of a dial.`];
    const first = columns.indexOf(column);
    return first === index ? [] : [`${where} is the same field as column ${letterOf(first)}.`];
  });
  if (columns.every((column) => column === undefined))
    return { columns, problems: ['The first line does not name the columns. It needs at least “name”.'] };
  if (!columns.some((column) => column?.key === 'name')) problems.push('There is no column “name”.');
  return { columns, problems };
}

/** As spreadsheets count: A to Z, then AA. */
export function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
