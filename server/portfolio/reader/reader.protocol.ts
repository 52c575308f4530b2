import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import type { FileKind } from '#domain/portfolio/load.ts';
import type { Match, Options } from '#domain/portfolio/mapping/names.ts';
import type { Answer } from '#domain/portfolio/mapping/reading.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';

/** The messages between the server and the process that reads files. */

/** The name of the file in the folder of its load, which is the working directory of the process. */
export const UPLOAD_FILE = 'upload';
/** The errors that a run found, one JSON list per line. */
export const errorFile = (run: number): string => `errors.${run}`;

export type CheckRequest = Readonly<{
  do: 'check';
  /** Increases with each run; messages of earlier runs are outdated. */
  run: number;
  targets: readonly Target[];
  options: Options;
  matches: readonly Match[];
  answers: readonly Answer[];
  /** Rows with wrong values are written without these. */
  keepsWrong: boolean;
  /** The date of every risk if no column has one. */
  day: string;
  /** For the century of years with two digits. */
  today: string;
}>;
export type Request =
  | Readonly<{ do: 'read'; kind: FileKind }>
  | CheckRequest
  | Readonly<{ do: 'generate'; from: GeneratedFrom }>;

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
