import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import type { DateOrder } from '#domain/portfolio/mapping/date.ts';
import type { Match, Options } from '#domain/portfolio/mapping/names.ts';
import type { ColumnTally } from '#domain/portfolio/mapping/row.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import type { Period, PortfolioSummary } from '#domain/portfolio/summary.ts';

/** The messages between the server and the process that reads files. */

export const FILE_KINDS = ['csv', 'parquet'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The name of the file in the folder of its load, which is the working directory of the process. */
export const UPLOAD_FILE = 'upload';

export type FoundColumn = Readonly<{
  name: string;
  /** The first distinct values, for display. */
  first: readonly string[];
  /** More values, for guessing what the column is. */
  sample: readonly string[];
  /** Its values are nested, so it cannot be read. */
  isNested: boolean;
}>;

export type RowError = Readonly<{ row: number; column: string; text: string; message: string }>;

export type CheckRequest = Readonly<{
  do: 'check';
  /** Increases with each run; messages of earlier runs are outdated. */
  run: number;
  targets: readonly Target[];
  options: Options;
  matches: readonly Match[];
  /** The date of every risk if no column has one. */
  day: string;
}>;
export type Request =
  | Readonly<{ do: 'read'; kind: FileKind }>
  | CheckRequest
  | Readonly<{ do: 'generate'; from: GeneratedFrom }>;

/** `bytes`: size of the compressed file; `hash`: of the uncompressed content. */
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
  /** Ordered by row. */
  errors: readonly RowError[];
  period: Period | undefined;
}>;

export type ReaderMessage =
  | Readonly<{ type: 'reading'; part: number }>
  | Readonly<{ type: 'read'; columns: readonly FoundColumn[]; rows: number }>
  | (Readonly<{ type: 'checking'; run: number }> & Progress)
  | (Readonly<{ type: 'checked'; run: number; written: Written }> & Progress)
  /** The columns have to be mapped differently. */
  | Readonly<{ type: 'unusable'; run: number; sentence: string }>
  | Readonly<{ type: 'generated'; written: Written }>
  /** The file is unusable. */
  | Readonly<{ type: 'failed'; sentence: string }>;

/** A problem with the file, described for the person who loads it. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}

export const DISK_FULL = 'The server’s disk is full. Nothing was saved; contact your server administrator.';
/** The codes of file system and database: no space, over quota, disk full. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_CODES.has(error.code);

/** Covers disk and memory limits; DuckDB reports them in its message only. */
export function explainExhaustion(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (isDiskFull(error) || /No space left|max_temp_directory_size|write.*disk/i.test(message)) return DISK_FULL;
  if (/Out of Memory/i.test(message)) return 'The file needs more memory than is available. Load it in parts.';
  return undefined;
}

/** The message for a file that could not be read. */
export function describeFailure(error: unknown): string {
  if (error instanceof FileProblem) return error.message;
  return explainExhaustion(error) ?? 'The file could not be read. Nothing was saved.';
}
