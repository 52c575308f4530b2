import { MAX_KNOWN_TEXTS } from '#domain/portfolio/mapping/row.ts';
import { BETWEEN_CELLS } from './reader.csv.ts';
import { type OpenFile, query, textOf } from './reader.duck.ts';

/** The limit for the total length of the distinct texts of a column that are dictionary-encoded. */
const MAX_KNOWN_LENGTH = 4e6;
/** Checked first: most columns with too many texts have too many here already. */
const FIRST_ROWS = 100_000;

const cellOf = (column: number): string => `coalesce(c${column}, '')`;
const typeOf = (column: number): string => `texts_${column}`;

/**
 * The distinct texts, in order of appearance, of those columns that have few of them. These columns are read as indexes
 * into the texts.
 */
export async function findTexts(
  { connection }: Pick<OpenFile, 'connection'>,
  columns: readonly number[],
  most: number = MAX_KNOWN_TEXTS,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>();
  if (columns.length === 0) return found;
  const counts = columns.map((column) => `count(distinct c${column})::int as c${column}`);
  const [first] = await query(connection, `select ${counts.join(', ')} from (from cells limit ${FIRST_ROWS})`);
  for (const column of columns) {
    if (Number(first?.[`c${column}`]) > most) continue;
    const sorted = `select ${cellOf(column)} from cells group by 1 order by min(place) limit ${most + 1}`;
    await connection.run(`create or replace type ${typeOf(column)} as enum (${sorted})`);
    const texts = (await query(connection, `select unnest(enum_range(null::${typeOf(column)}))::varchar as text`)).map(
      ({ text }) => textOf(text),
    );
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (texts.length <= most && length <= MAX_KNOWN_LENGTH) found.set(column, texts);
  }
  return found;
}

const MAX_SAMPLES = 50_000;

/** One text of each shape of numbers (1,234.5 is like 9,876.5, and 0.5 unlike 1.5), for columns with many texts. */
export const sampleNumbers = ({ connection }: Pick<OpenFile, 'connection'>, column: number): Promise<string[]> =>
  readTexts(
    connection,
    `select any_value(text) as text from (select ${cellOf(column)} as text from cells)
      group by regexp_replace(regexp_replace(text, '^([^0-9]*)0', '\\1z'), '[0-9]', '9', 'g') limit ${MAX_SAMPLES}`,
  );

/** The distinct dates of a column with many texts, without the time. */
export const sampleDates = ({ connection }: Pick<OpenFile, 'connection'>, column: number): Promise<string[]> =>
  readTexts(
    connection,
    `select distinct regexp_replace(${cellOf(column)}, '[T ]+[0-9]{1,2}:.*$', '') as text from cells limit ${MAX_SAMPLES}`,
  );

const readTexts = async (connection: OpenFile['connection'], sql: string): Promise<string[]> =>
  (await query(connection, sql)).map(({ text }) => textOf(text));

type ReadColumn = Readonly<{ column: number; isKnown: boolean }>;
export type Block = Readonly<{ places: readonly number[]; cells: readonly (readonly number[] | readonly string[])[] }>;

/**
 * The rows of the working copy in order: their row indexes and, for each column, indexes into its texts if it is
 * dictionary-encoded, or the texts themselves.
 */
export async function* readBlocks(
  { connection }: Pick<OpenFile, 'connection'>,
  columns: readonly ReadColumn[],
): AsyncGenerator<Block> {
  const encoded = columns.filter(({ isKnown }) => isKnown);
  const others = columns.filter(({ isKnown }) => !isKnown);
  // One joined text per row crosses the boundary much faster than one text per cell.
  const joined = others.map(({ column }) => cellOf(column)).join(', ');
  const codes = encoded.map(({ column }) => `enum_code(${cellOf(column)}::${typeOf(column)})`);
  const stream = await connection.stream(
    `select ${[`place::int`, `concat_ws('${BETWEEN_CELLS}', ${joined})`, ...codes].join(', ')} from cells`,
  );
  for (;;) {
    const block = await stream.fetchChunk();
    if (!block || block.rowCount === 0) return;
    const texts = splitTexts(block.getColumnValues(1) as string[], others.length);
    yield {
      places: block.getColumnValues(0) as number[],
      cells: columns.map((column) =>
        column.isKnown
          ? (block.getColumnValues(2 + encoded.indexOf(column)) as number[])
          : (texts[others.indexOf(column)] ?? []),
      ),
    };
  }
}

function splitTexts(rows: readonly string[], columns: number): readonly (readonly string[])[] {
  if (columns === 1) return [rows];
  const texts = Array.from({ length: columns }, (): string[] => []);
  for (const row of rows) {
    const cells = row.split(BETWEEN_CELLS);
    for (let at = 0; at < columns; at += 1) texts[at]?.push(cells[at] ?? '');
  }
  return texts;
}
