import { grouped } from '#domain/dimension/format.ts';
import type { DateOrder } from './mapping/date.ts';
import type { Match } from './mapping/names.ts';
import { checkTargets, type ColumnTally } from './mapping/row.ts';
import type { Target } from './mapping/target.ts';
import type { Period, PortfolioSummary } from './summary.ts';

/* A file on its way to a portfolio, as a state machine. The server executes its commands and reports what happens. */

/** In order, except that a check can end in `mapping` and start again; `failed` can follow any. */
export const LOAD_PHASES = [
  /** Uploading. */
  'receiving',
  /** Detecting columns and rows. */
  'reading',
  /** `problem`: what must be mapped before the rows can be checked. */
  'mapping',
  'checking',
  'checked',
  /** Saving. */
  'keeping',
  'kept',
  /** `problem` says why; nothing was saved. */
  'failed',
] as const;
export type LoadPhase = (typeof LOAD_PHASES)[number];

export const FILE_KINDS = ['csv', 'parquet'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

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

/** From the process that reads the file. */
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

/** Rows with errors are skipped, or prevent the load. */
export const ROW_CHOICES = ['leave_out', 'all_or_nothing'] as const;
export type RowChoice = (typeof ROW_CHOICES)[number];
/** How to save the portfolio once every row is checked. */
export type SaveRequest = Readonly<{ name: string; period: Period | null; rows: RowChoice }>;

export type LoadState = Readonly<{
  phase: LoadPhase;
  problem: string | null;
  /** Bytes. */
  received: number;
  kind: FileKind | null;
  rows: number | null;
  /** Progress of reading and saving, from 0 to 1. */
  part: number;
  columns: readonly FoundColumn[];
  targets: readonly Target[];
  /** Matches the person made for this file. */
  matches: readonly Match[];
  /** The date of risks without one. */
  day: string;
  /** Incremented by each check; results of earlier ones are ignored. */
  run: number;
  found: Progress | undefined;
  written: Written | undefined;
  saveRequest: SaveRequest | undefined;
  portfolioId: string | null;
}>;

export const startLoad = (day: string): LoadState => ({
  phase: 'receiving',
  problem: null,
  received: 0,
  kind: null,
  rows: null,
  part: 0,
  columns: [],
  targets: [],
  matches: [],
  day,
  run: 0,
  found: undefined,
  written: undefined,
  saveRequest: undefined,
  portfolioId: null,
});

export type LoadEvent =
  | ReaderMessage
  /** `isLast`: the file is complete. */
  | Readonly<{ type: 'received'; bytes: number; kind: FileKind; isLast: boolean }>
  | Readonly<{ type: 'guessed'; targets: readonly Target[] }>
  | Readonly<{ type: 'mapped'; targets: readonly Target[]; matches: readonly Match[] }>
  | Readonly<{ type: 'save-requested'; request: SaveRequest }>
  /** The page is still open: only then a checked load is saved. */
  | Readonly<{ type: 'polled' }>
  | Readonly<{ type: 'saving'; part: number }>
  | Readonly<{ type: 'saved'; portfolioId: string | null }>
  | Readonly<{ type: 'save-refused'; message: string }>
  | Readonly<{ type: 'discarded'; sentence: string }>;

/** What to do next. `discard` ends with the event `discarded`, `guess` with `guessed`, `save` with one of its results. */
export type LoadCommand =
  | Readonly<{ do: 'read' | 'guess' | 'check' }>
  | Readonly<{ do: 'save'; request: SaveRequest; written: Written }>
  | Readonly<{ do: 'discard'; sentence: string }>;
type Step = readonly [load: LoadState, command?: LoadCommand | undefined];

export function advanceLoad(load: LoadState, event: LoadEvent): Step {
  switch (event.type) {
    case 'received': {
      const received = { ...load, kind: event.kind, received: load.received + event.bytes };
      return event.isLast ? [{ ...received, phase: 'reading' }, { do: 'read' }] : [received];
    }
    case 'reading':
    case 'saving':
      return [{ ...load, part: event.part }];
    case 'read':
      return [{ ...load, columns: event.columns, rows: event.rows }, { do: 'guess' }];
    case 'guessed':
      return checkRows({ ...load, targets: event.targets });
    case 'mapped':
      return checkRows({ ...load, targets: event.targets, matches: [...load.matches, ...event.matches] });
    case 'checking':
      return [event.run === load.run ? { ...load, found: event } : load];
    case 'checked':
      return [event.run === load.run ? { ...load, found: event, written: event.written, phase: 'checked' } : load];
    case 'unusable':
      return [event.run === load.run ? { ...load, phase: 'mapping', problem: event.sentence } : load];
    case 'generated':
      return [load];
    case 'save-requested':
      return requestSave(load, event.request);
    case 'polled':
      return saveIfReady(load);
    case 'saved':
      return [{ ...load, phase: 'kept', portfolioId: event.portfolioId }];
    case 'save-refused':
      return [{ ...load, phase: 'checked', problem: event.message, saveRequest: undefined }];
    case 'failed':
      return [
        { ...load, saveRequest: undefined },
        { do: 'discard', sentence: event.sentence },
      ];
    case 'discarded':
      return [{ ...load, phase: 'failed', problem: event.sentence }];
  }
}

/** Checks every row. Cancels a pending save request. */
function checkRows(load: LoadState): Step {
  const problem = checkTargets(load.targets) ?? null;
  const phase = problem === null ? 'checking' : 'mapping';
  const run = load.run + 1;
  const cleared = { saveRequest: undefined, written: undefined, found: undefined };
  return [{ ...load, ...cleared, run, problem, phase }, { do: 'check' }];
}

/** Another date for all risks means another check. */
function requestSave(load: LoadState, request: SaveRequest): Step {
  const day = request.period?.from ?? load.day;
  if (load.targets.includes('date') || day === load.day)
    return saveIfReady({ ...load, saveRequest: request, problem: load.phase === 'mapping' ? load.problem : null });
  const [checking, command] = checkRows({ ...load, day });
  return [{ ...checking, saveRequest: request }, command];
}

function saveIfReady(load: LoadState): Step {
  const { saveRequest: request, written, found, phase } = load;
  if (request === undefined || written === undefined || phase !== 'checked') return [load];
  const problem = refuseRows(request, written.risks, found?.wrongRows ?? 0);
  if (problem !== undefined) return [{ ...load, problem, saveRequest: undefined }];
  return [
    { ...load, phase: 'keeping', part: 0 },
    { do: 'save', request, written },
  ];
}

function refuseRows({ rows }: SaveRequest, risks: number, wrong: number): string | undefined {
  if (risks === 0) return 'Every row has an error, so there is nothing to load.';
  if (wrong === 0 || rows === 'leave_out') return undefined;
  return `${grouped(wrong)} ${wrong === 1 ? 'row has an error' : 'rows have errors'}, so nothing was loaded.`;
}
