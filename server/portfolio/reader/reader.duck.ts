import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { grouped } from '#domain/dimension/format.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { cutName, cutText } from '#domain/portfolio/mapping/row.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { inspectText, ONE_COLUMN } from './reader.csv.ts';
import { failIfStalled, MAX_STALLED_MS } from './reader.stall.ts';
import type { FileKind, FoundColumn, RowError } from '#domain/portfolio/load.ts';
import { explainExhaustion, FileProblem } from './reader.protocol.ts';

/** The working copy of the file: its cells as texts in columns c0, c1 …, and their row in `place`. */
export type OpenFile = Readonly<{
  connection: DuckDBConnection;
  columns: readonly FoundColumn[];
  rows: number;
  /** Rows whose columns do not match the header. */
  broken: readonly RowError[];
  /** The spreadsheet row number of a row of the working copy. */
  rowNumber: (at: number) => number;
}>;

const MAX_COLUMNS = 300;
const MAX_BROKEN = 10_000;
/** No valid value is longer. Longer cells are truncated, which is enough to reject them. */
const MAX_CELL = 2000;
const SAMPLE_ROWS = 200;
const MAX_FIRST = 4;
const MAX_NAME = 80;
/** The limit for the uncompressed cells of a Parquet file: a tiny file can repeat one long text in every row. */
const MAX_UNPACKED_BYTES = 16e9;
/** The approximate size of a value that is not a text, or of a list item. */
const PLAIN_BYTES = 8;

/** Separates cells that are read together; occurs in no cell. */
export const BETWEEN_CELLS = 'chr(31)';

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The working copy. */
const copyOf = (file: string): string => `${file}.cells`;

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
  await connection.run(`set allowed_paths = [${literal(file)}, ${literal(copyOf(file))}]`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
  return connection;
}

export async function query(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson();
}

type Watch = (part: () => number) => void;

/** Copies the file into text columns. `watch` receives a progress callback. */
export async function openFile(
  file: string,
  kind: FileKind,
  watch?: Watch,
  maxStalledMs = MAX_STALLED_MS,
): Promise<OpenFile> {
  // Scan text first: that finds most errors, byte by byte.
  const separator = kind === 'csv' ? await inspectText(file) : '';
  const connection = await connectTo(file);
  watch?.(() => Math.max(0, connection.progress.percentage) / 100);
  const stall = { written: copyOf(file), maxStalledMs };
  const readRows = <T>(work: () => Promise<T>): Promise<T> =>
    kind === 'csv' ? failIfStalled(stall, () => explain(kind, work)) : explain(kind, work);
  const source = kind === 'csv' ? csvSource(file, separator) : await parquetSource(connection, file);
  const described = await readRows(async () =>
    (await query(connection, `describe select * from ${source}`)).map(({ column_name, column_type }) => ({
      name: String(column_name),
      type: String(column_type),
    })),
  );
  if (described.length > MAX_COLUMNS)
    throw new FileProblem(
      `The file has ${grouped(described.length)} columns, and ${MAX_COLUMNS} can be read. Leave out those that are not needed.`,
    );
  if (kind === 'csv' && described.length < 2) throw new FileProblem(ONE_COLUMN);
  if (kind === 'parquet') await requireUnpackable(connection, source, described);
  const limit = PORTFOLIO_LIMITS.risks + 1;
  const cells = described.map((column, index) => `${cellOf(kind, column)} as c${index}`);
  const copy = literal(copyOf(file));
  await readRows(async () => {
    await connection.run(
      `copy (select ${cells.join(', ')} from ${source} limit ${limit}) to ${copy} (format parquet, compression lz4_raw)`,
    );
    await connection.run(
      `create view cells as select *, file_row_number as place from read_parquet(${copy}, file_row_number = true)`,
    );
  });
  const [{ rows: counted } = {}] = await query(connection, 'select count(*)::int as rows from cells');
  const rows = Number(counted);
  if (rows >= limit)
    throw new FileProblem(
      `The file has more than ${grouped(PORTFOLIO_LIMITS.risks)} rows, which is the most a portfolio can have.`,
    );
  const { broken, lines } = kind === 'csv' ? await readBroken(connection) : { broken: [], lines: [] };
  if (rows === 0)
    throw new FileProblem(
      broken.length > 0
        ? 'No row has the columns of the header. Check what separates them.'
        : 'The file has a header and no rows.',
    );
  return {
    connection,
    columns: await readColumns(
      connection,
      described.map(({ name, type }, index) => ({ name: nameOf(name, index), isNested: isNested(kind, type) })),
    ),
    rows: rows + lines.length,
    broken,
    rowNumber: kind === 'csv' ? (at) => fileRow(at, lines) : (at) => at + 1,
  };
}

const csvSource = (file: string, separator: string): string =>
  `read_csv(${literal(file)}, delim = ${literal(separator)}, quote = '"', escape = '"', header = true,
    all_varchar = true, compression = 'none', store_rejects = true, rejects_limit = ${MAX_BROKEN})`;

/** The header and the row groups both state the number of rows, and may disagree. */
async function parquetSource(connection: DuckDBConnection, file: string): Promise<string> {
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
  return `read_parquet(${literal(file)})`;
}

/** The column as DuckDB describes it. */
type DescribedColumn = Readonly<{ name: string; type: string }>;

/** Equal texts are stored once, so the unpacked size needs the length of every row. */
async function requireUnpackable(
  connection: DuckDBConnection,
  source: string,
  columns: readonly DescribedColumn[],
): Promise<void> {
  const sizes = columns.map(({ name, type }) => {
    const column = identifier(name);
    if (type === 'VARCHAR') return `sum(least(strlen(${column}), ${MAX_CELL}))`;
    return type.endsWith('[]') ? `sum(len(${column})) * ${PLAIN_BYTES}` : `count(${column}) * ${PLAIN_BYTES}`;
  });
  const sum = sizes.map((size) => `coalesce(${size}, 0)::double`).join(' + ');
  const [{ bytes } = {}] = await explain('parquet', () => query(connection, `select ${sum} as bytes from ${source}`));
  if (Number(bytes) > MAX_UNPACKED_BYTES)
    throw new FileProblem(
      `The file takes ${describeBytes(Number(bytes))} when it is unpacked, and ${describeBytes(MAX_UNPACKED_BYTES)} can be read. ` +
        'Leave out columns that are not needed, or load it in parts.',
    );
}

/** Nested types are not supported. */
const NESTED = /^(STRUCT|MAP|UNION)\b|\[\]\[\]$|\)\[\]$/;
const isNested = (kind: FileKind, type: string): boolean => kind === 'parquet' && NESTED.test(type);

/** Truncated to limit memory; a Parquet list becomes comma-separated text. */
function cellOf(kind: FileKind, { name, type }: DescribedColumn): string {
  const column = identifier(name);
  if (isNested(kind, type)) return 'null::varchar';
  const cut = (text: string) =>
    `trim(case when strlen(${text}) > ${MAX_CELL} then left(${text}, ${MAX_CELL}) else ${text} end)`;
  if (kind === 'csv') return cut(column);
  const text = type.endsWith('[]') ? `array_to_string(${column}, ';')` : `${column}::varchar`;
  return `translate(${cut(text)}, ${BETWEEN_CELLS}, ' ')`;
}

/** Replaces DuckDB's messages by ones that say what to do. */
async function explain<T>(kind: FileKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const exhaustion = explainExhaustion(error);
    if (exhaustion !== undefined) throw new FileProblem(exhaustion);
    if (kind === 'parquet')
      throw new FileProblem('This Parquet file is cut off or damaged. Write it again and load that one.');
    if (/Maximum line size/i.test(message))
      throw new FileProblem('A row is longer than 2 MB. A quotation mark may be missing at the end of a cell.');
    throw new FileProblem(
      'This CSV file cannot be read. Check that its first line names the columns, and its quotation marks.',
    );
  }
}

/** Rows that do not match the header, with their numbers; a row may have several errors. */
async function readBroken(connection: DuckDBConnection) {
  const found = await query(
    connection,
    `select line::int as line, any_value(csv_line) as text, count(*) filter (where error_type = 'INVALID ENCODING') as unreadable
      from reject_errors group by line order by line limit ${MAX_BROKEN}`,
  );
  if (found.length >= MAX_BROKEN)
    throw new FileProblem(
      `${grouped(MAX_BROKEN)} rows or more have not as many columns as the header. Check what separates them.`,
    );
  const broken = found.map(({ line, text }) => ({
    row: Number(line),
    column: '',
    text: cutText(textOf(text).trim()),
    message: 'Not as many columns as in the header. Check its quotation marks',
  }));
  return { broken, lines: broken.map(({ row }) => row) };
}

/** Row 1 is the header; broken rows are not in the working copy. */
function fileRow(at: number, lines: readonly number[]): number {
  let row = at + 2;
  for (const line of lines) {
    if (line > row) break;
    row += 1;
  }
  return row;
}

function nameOf(name: string, index: number): string {
  const trimmed = name.trim().slice(0, MAX_NAME).toWellFormed();
  if (trimmed === '' || trimmed === '__proto__') return `Column ${index + 1}`;
  return trimmed;
}

async function readColumns(
  connection: DuckDBConnection,
  columns: readonly Pick<FoundColumn, 'name' | 'isNested'>[],
): Promise<FoundColumn[]> {
  const rows = await query(connection, `select * from cells where place < ${SAMPLE_ROWS} order by place`);
  return columns.map((column, index) => {
    const values = rows.flatMap((row) => (typeof row[`c${index}`] === 'string' ? [String(row[`c${index}`])] : []));
    const different = [...new Set(values)];
    return { ...column, first: different.slice(0, MAX_FIRST).map(cutName), sample: different };
  });
}

/** The text of a cell; null becomes an empty text. */
export const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : '');
