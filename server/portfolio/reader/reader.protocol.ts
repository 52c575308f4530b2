import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import type { DateOrder } from '#domain/portfolio/mapping/date.ts';
import type { Match, Options } from '#domain/portfolio/mapping/names.ts';
import type { ColumnTally } from '#domain/portfolio/mapping/row.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import type { Period, PortfolioSummary } from '#domain/portfolio/summary.ts';

/** What the server and the process that reads files say to each other. */

export const FILE_KINDS = ['csv', 'parquet'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The name of the file in the folder of its load, which is where its process works. */
export const UPLOAD_FILE = 'upload';

export type FoundColumn = Readonly<{
  name: string;
  /** The first values that differ, as they are shown. */
  first: readonly string[];
  /** More of them, by which the column is recognised. */
  sample: readonly string[];
  /** Its values have parts of their own, so that it cannot be read. */
  isNested: boolean;
}>;

export type RowError = Readonly<{ row: number; column: string; text: string; message: string }>;

export type CheckRequest = Readonly<{
  do: 'check';
  /** Counts up; what is said of an earlier run is out of date. */
  run: number;
  targets: readonly Target[];
  options: Options;
  matches: readonly Match[];
  /** The date of every risk, where no column has one. */
  day: string;
}>;
export type Request =
  | Readonly<{ do: 'read'; kind: FileKind }>
  | CheckRequest
  | Readonly<{ do: 'generate'; from: GeneratedFrom }>;

/** `bytes`: of its file in the folder, which is compressed; `hash`: of what it holds before. */
export type WrittenChunk = Readonly<{
  number: number;
  cob: string;
  risks: number;
  hash: string;
  bytes: number;
  file: string;
}>;
export type Written = Readonly<{
  chunks: readonly WrittenChunk[];
  risks: number;
  period: Period | undefined;
  summary: PortfolioSummary;
}>;

export type Progress = Readonly<{
  rows: number;
  wrongRows: number;
  columns: readonly (ColumnTally | null)[];
  dates: DateOrder | null;
  /** The first by row. */
  errors: readonly RowError[];
  period: Period | undefined;
}>;

export type Told =
  | Readonly<{ told: 'reading'; part: number }>
  | Readonly<{ told: 'read'; columns: readonly FoundColumn[]; rows: number }>
  | (Readonly<{ told: 'checking'; run: number }> & Progress)
  | (Readonly<{ told: 'checked'; run: number; written: Written }> & Progress)
  /** The columns have to be chosen in another way. */
  | Readonly<{ told: 'unusable'; run: number; sentence: string }>
  | Readonly<{ told: 'generated'; written: Written }>
  /** Nothing can be made of the file. */
  | Readonly<{ told: 'failed'; sentence: string }>;

/** What is wrong with a file, in a sentence for whoever loads it. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}

export const DISK_FULL = 'The server’s disk is full. Nothing was kept; tell an administrator of the server.';
/** As the file system and the database call it: no space, over quota, disk full. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_CODES.has(error.code);

/** Where the disk or the memory was not enough, which DuckDB says in words alone. */
export function explainRoom(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (isDiskFull(error) || /No space left|max_temp_directory_size|write.*disk/i.test(message)) return DISK_FULL;
  if (/Out of Memory/i.test(message)) return 'The file needs more memory than there is. Load it in parts.';
  return undefined;
}

/** What is said of a file of which nothing came. */
export function describeFailure(error: unknown): string {
  if (error instanceof FileProblem) return error.message;
  return explainRoom(error) ?? 'The file could not be read. Nothing was kept.';
}
