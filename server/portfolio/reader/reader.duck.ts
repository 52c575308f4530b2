import { rm } from 'node:fs/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { grouped } from '#domain/dimension/format.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { cutName } from '#domain/portfolio/mapping/row.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { BETWEEN_CELLS, rewriteCsv } from './reader.csv.ts';
import type { FileKind, FoundColumn, RowError } from '#domain/portfolio/load.ts';
import { explainExhaustion, FileProblem } from './reader.protocol.ts';

/** The working copy of the file: its cells as texts in columns c0, c1 …, and their row number in `place`. */
export type OpenFile = Readonly<{
  connection: DuckDBConnection;
  columns: readonly FoundColumn[];
  rows: number;
  /** Rows whose columns do not match the header. */
  broken: readonly RowError[];
}>;

const MAX_COLUMNS = 300;
/** Longer cells are refused; one character more is enough to see that. */
const MAX_CELL = PORTFOLIO_LIMITS.cell + 1;
/** A row of at most 2 MB and its number. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const SAMPLE_ROWS = 200;
const MAX_FIRST = 4;
const MAX_NAME = 80;
/** The limit for the uncompressed cells of a Parquet file: a tiny file can repeat one long text in every row. */
const MAX_UNPACKED_BYTES = 16e9;
/** The approximate size of a value that is not a text, or of a list item. */
const PLAIN_BYTES = 8;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The working copy. */
const copyOf = (file: string): string => `${file}.cells`;
/** A CSV file as DuckDB reads it. */
const linesOf = (file: string): string => `${file}.lines`;

/** Bounded memory, and no access to files except this one and its copy. */
async function connectTo(file: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '512MB',
    threads: '2',
    temp_directory: `${file}.spill`,
    max_temp_directory_size: '16GB',
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const paths = [file, linesOf(file), copyOf(file)].map(literal);
  await connection.run(`set allowed_paths = [${paths.join(', ')}]`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
  return connection;
}

export async function query(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson();
}

type Watch = (part: () => number) => void;
type Source = Readonly<{
  sql: string;
  columns: readonly DescribedColumn[];
  /** The row number, in terms of the source or of the working copy. */
  place: Readonly<{ source: string } | { copy: string }>;
  broken: readonly RowError[];
}>;

/** Copies the file into text columns. `watch` receives a progress callback. */
export async function openFile(file: string, kind: FileKind, watch?: Watch): Promise<OpenFile> {
  let rewritten = 0;
  const connection = await connectTo(file);
  watch?.(() => (kind === 'csv' ? 0.5 * rewritten : 0) + Math.max(0, connection.progress.percentage) / 200);
  const source =
    kind === 'csv' ? await csvSource(file, (part) => (rewritten = part)) : await parquetSource(connection, file);
  const { columns, place } = source;
  if (columns.length > MAX_COLUMNS)
    throw new FileProblem(
      `The file has ${grouped(columns.length)} columns, and ${MAX_COLUMNS} can be read. Leave out those that are not needed.`,
    );
  if (kind === 'parquet') await requireUnpackable(connection, source);
  const cells = columns.map((column, index) => `${cellOf(kind, column)} as c${index}`);
  const copy = literal(copyOf(file));
  await explain(kind, async () => {
    const rowNumber = 'source' in place ? [`${place.source} as place`] : [];
    await connection.run(
      `copy (select ${[...rowNumber, ...cells].join(', ')} from ${source.sql}) to ${copy} (format parquet, compression lz4_raw)`,
    );
    await connection.run(
      'copy' in place
        ? `create view cells as select *, ${place.copy} as place from read_parquet(${copy}, file_row_number = true)`
        : `create view cells as select * from read_parquet(${copy})`,
    );
  });
  await rm(linesOf(file), { force: true });
  const [{ rows } = {}] = await query(connection, 'select count(*)::int as rows from cells');
  if (Number(rows) === 0) throw new FileProblem('The file has a header and no rows.');
  return {
    connection,
    columns: await readColumns(
      connection,
      columns.map(({ name, type }, index) => ({
        name: nameOf(name, index),
        isNested: isNested(kind, type),
        isNumeric: NUMERIC.test(type),
      })),
    ),
    rows: Number(rows) + source.broken.length,
    broken: source.broken,
  };
}

async function csvSource(file: string, onPart: (part: number) => void): Promise<Source> {
  const { names, broken } = await rewriteCsv(file, linesOf(file), onPart);
  const types = names.map((_name, index) => `'c${index}': 'VARCHAR'`);
  return {
    sql: `read_csv(${literal(linesOf(file))}, auto_detect = false, header = false, compression = 'none',
      delim = ${literal(BETWEEN_CELLS)}, quote = '', escape = '', new_line = '\\n', max_line_size = ${MAX_LINE_BYTES}, null_padding = true,
      columns = {'row': 'INTEGER', ${types.join(', ')}})`,
    columns: names.map((name, index) => ({ name, column: `c${index}`, type: 'VARCHAR' })),
    place: { source: '"row"' },
    broken,
  };
}

/** The header and the row groups both state the number of rows, and may disagree. */
async function parquetSource(connection: DuckDBConnection, file: string): Promise<Source> {
  const [{ rows } = {}] = await explain('parquet', () =>
    query(
      connection,
      `select greatest(
        (select sum(num_rows)::double from parquet_file_metadata(${literal(file)})),
        (select sum(row_group_num_rows)::double from parquet_metadata(${literal(file)}) where column_id = 0)) as rows`,
    ),
  );
  if (Number(rows) > PORTFOLIO_LIMITS.risks)
    throw new FileProblem(
      `The file has ${grouped(Number(rows))} rows, and a portfolio can have ${grouped(PORTFOLIO_LIMITS.risks)}.`,
    );
  const sql = `read_parquet(${literal(file)})`;
  const described = await explain('parquet', () => query(connection, `describe select * from ${sql}`));
  return {
    sql,
    columns: described.map(({ column_name, column_type }) => ({
      name: String(column_name),
      column: String(column_name),
      type: String(column_type),
    })),
    place: { copy: 'file_row_number + 1' },
    broken: [],
  };
}

/** A column of the file, and what DuckDB calls it. */
type DescribedColumn = Readonly<{ name: string; column: string; type: string }>;

/** Equal texts are stored once, so the unpacked size needs the length of every row. */
async function requireUnpackable(connection: DuckDBConnection, { sql, columns }: Source): Promise<void> {
  const sizes = columns.map(({ column: name, type }) => {
    const column = identifier(name);
    if (type === 'VARCHAR') return `sum(least(strlen(${column}), ${MAX_CELL}))`;
    return type.endsWith('[]') ? `sum(len(${column})) * ${PLAIN_BYTES}` : `count(${column}) * ${PLAIN_BYTES}`;
  });
  const sum = sizes.map((size) => `coalesce(${size}, 0)::double`).join(' + ');
  const [{ bytes } = {}] = await explain('parquet', () => query(connection, `select ${sum} as bytes from ${sql}`));
  if (Number(bytes) > MAX_UNPACKED_BYTES)
    throw new FileProblem(
      `The file takes ${describeBytes(Number(bytes))} when it is unpacked, and ${describeBytes(MAX_UNPACKED_BYTES)} can be read. ` +
        'Leave out columns that are not needed, or load it in parts.',
    );
}

/** Nested types are not supported. */
const NESTED = /^(STRUCT|MAP|UNION)\b|\[\]\[\]$|\)\[\]$/;
const isNested = (kind: FileKind, type: string): boolean => kind === 'parquet' && NESTED.test(type);

/** Numbers that are not texts. */
const NUMERIC = /^(DECIMAL|DOUBLE|FLOAT|U?(TINY|SMALL|BIG|HUGE)?INT)/;

/** Truncated to limit memory; a Parquet list becomes text. */
function cellOf(kind: FileKind, { column: name, type }: DescribedColumn): string {
  const column = identifier(name);
  if (isNested(kind, type)) return 'null::varchar';
  const cut = (text: string) =>
    `case when strlen(${text}) > ${MAX_CELL} then left(trim(${text}), ${MAX_CELL}) else trim(${text}) end`;
  if (kind === 'csv') return cut(column);
  const text = type.endsWith('[]') ? `array_to_string(${column}, ';')` : `${column}::varchar`;
  return `translate(${cut(text)}, ${literal(BETWEEN_CELLS)}, ' ')`;
}

/** Replaces DuckDB's messages by ones that say what to do. */
async function explain<T>(kind: FileKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const exhaustion = explainExhaustion(error);
    if (exhaustion !== undefined) throw new FileProblem(exhaustion);
    if (kind === 'parquet')
      throw new FileProblem('This Parquet file is cut off or damaged. Write it again and load that one.');
    throw error;
  }
}

function nameOf(name: string, index: number): string {
  const trimmed = name.trim().slice(0, MAX_NAME).toWellFormed();
  if (trimmed === '' || trimmed === '__proto__') return `Column ${index + 1}`;
  return trimmed;
}

async function readColumns(
  connection: DuckDBConnection,
  columns: readonly Omit<FoundColumn, 'first' | 'sample'>[],
): Promise<FoundColumn[]> {
  const rows = await query(connection, `select * from cells order by place limit ${SAMPLE_ROWS}`);
  return columns.map((column, index) => {
    const values = rows.flatMap((row) => (typeof row[`c${index}`] === 'string' ? [String(row[`c${index}`])] : []));
    const different = [...new Set(values)];
    return { ...column, first: different.slice(0, MAX_FIRST).map(cutName), sample: different };
  });
}

/** The text of a cell; null becomes an empty text. */
export const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : '');
