import { MAX_KNOWN_TEXTS } from '#domain/portfolio/mapping/row.ts';
import { BETWEEN_CELLS, type OpenFile, query, textOf } from './reader.duck.ts';

/** How long the texts of a column may be together, so that all of them can be known at once. */
const MAX_KNOWN_LENGTH = 4e6;
/** Rows that are looked at first: most columns of too many texts have too many there already. */
const FIRST_ROWS = 100_000;

const cellOf = (column: number): string => `coalesce(c${column}, '')`;
const typeOf = (column: number): string => `texts_${column}`;

/**
 * Of these columns those of few texts: all of them in the order in which they first come, by whose places the column
 * can be read.
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

type ReadColumn = Readonly<{ column: number; isKnown: boolean }>;
export type Block = Readonly<{ places: readonly number[]; cells: readonly (readonly number[] | readonly string[])[] }>;

/**
 * The rows of the working copy from the first to the last: their places, and of each of these columns the places of its
 * texts, where those are known, or the texts themselves.
 */
export async function* readBlocks(
  { connection }: Pick<OpenFile, 'connection'>,
  columns: readonly ReadColumn[],
): AsyncGenerator<Block> {
  const known = columns.filter(({ isKnown }) => isKnown);
  const others = columns.filter(({ isKnown }) => !isKnown);
  // A text for all cells of a row is handed over much sooner than a text for each of them.
  const joined = others.map(({ column }) => cellOf(column)).join(', ');
  const codes = known.map(({ column }) => `enum_code(${cellOf(column)}::${typeOf(column)})`);
  const stream = await connection.stream(
    `select ${[`place::int`, `concat_ws(${BETWEEN_CELLS}, ${joined})`, ...codes].join(', ')} from cells`,
  );
  for (;;) {
    const block = await stream.fetchChunk();
    if (!block || block.rowCount === 0) return;
    const texts = splitTexts(block.getColumnValues(1) as string[], others.length);
    yield {
      places: block.getColumnValues(0) as number[],
      cells: columns.map((column) =>
        column.isKnown
          ? (block.getColumnValues(2 + known.indexOf(column)) as number[])
          : (texts[others.indexOf(column)] ?? []),
      ),
    };
  }
}

function splitTexts(rows: readonly string[], columns: number): readonly (readonly string[])[] {
  if (columns === 1) return [rows];
  const texts = Array.from({ length: columns }, (): string[] => []);
  for (const row of rows) {
    const cells = row.split('\u001F');
    for (let at = 0; at < columns; at += 1) texts[at]?.push(cells[at] ?? '');
  }
  return texts;
}
