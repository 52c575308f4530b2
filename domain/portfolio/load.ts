import { grouped } from '#domain/dimension/format.ts';
import { CELL_CAUSE_KINDS } from '#domain/dimension/kind/cell.ts';
import { describeAskedColumns } from './mapping/columns.ts';
import type { Match } from './mapping/names.ts';
import type { Answer } from './mapping/reading.ts';
import { checkTargets, type ColumnCause, type ColumnTally } from './mapping/row.ts';
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
  /** The file says that its values are numbers. */
  isNumeric: boolean;
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

/** Of cells, and of whole rows: a reference that an earlier row has, or not as many columns as the header. */
export const CAUSE_KINDS = [...CELL_CAUSE_KINDS, 'repeat', 'row'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Why rows cannot be loaded as they are. `column`: null for a whole row. `suggestion`: the code it most likely means. */
export type Cause = Omit<ColumnCause, 'kind'> &
  Readonly<{ kind: CauseKind; column: number | null; suggestion: string | undefined }>;

export type Progress = Readonly<{
  rows: number;
  /** Rows that load because of a person’s answers. */
  fixedRows: number;
  /** Rows with an error. */
  wrongRows: number;
  /** Of these, the rows that cannot be loaded without the value, and the wrong values of the others. */
  lostRows: number;
  wrongValues: number;
  columns: readonly (Omit<ColumnTally, 'causes'> | null)[];
  /** The most frequent ones, and the number of all. */
  causes: readonly Cause[];
  causeCount: number;
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

/** Rows with errors are loaded without the wrong values, skipped, or prevent the load. */
export const ROW_CHOICES = ['value_missing', 'leave_out', 'all_or_nothing'] as const;
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
  /** Columns of one name, of which nobody has said yet what they are. */
  undecided: readonly number[];
  /** Columns whose target a person chose. */
  chosen: readonly number[];
  /** The person’s answers about names, values and columns of this file. */
  matches: readonly Match[];
  answers: readonly Answer[];
  /** Whether rows with wrong values are written, without these. */
  keepsWrong: boolean;
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
  undecided: [],
  chosen: [],
  matches: [],
  answers: [],
  keepsWrong: false,
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
  | Readonly<{ type: 'guessed'; targets: readonly Target[]; undecided: readonly number[] }>
  /** `chosen`: the columns whose targets a person says now, also if they stay as they were. */
  | Readonly<{
      type: 'mapped';
      targets: readonly Target[];
      chosen: readonly number[];
      matches: readonly Match[];
      answers: readonly Answer[];
    }>
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
      return checkRows({ ...load, targets: event.targets, undecided: event.undecided });
    case 'mapped': {
      // Answers about a column hold for its dimension alone.
      const isSame = ({ column }: Answer) => event.targets[column] === load.targets[column];
      const answers = [...load.answers.filter(isSame), ...event.answers];
      const { targets } = event;
      const chosen = [...new Set([...load.chosen, ...event.chosen])];
      const undecided = load.undecided.filter((column) => !chosen.includes(column));
      return checkRows({ ...load, targets, chosen, undecided, matches: [...load.matches, ...event.matches], answers });
    }
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
  const names = load.columns.map(({ name }) => name);
  const problem = describeAskedColumns(names, load.undecided) ?? checkTargets(load.targets) ?? null;
  const phase = problem === null ? 'checking' : 'mapping';
  const run = load.run + 1;
  const cleared = { saveRequest: undefined, written: undefined, found: undefined };
  return [{ ...load, ...cleared, run, problem, phase }, { do: 'check' }];
}

/** Another date for all risks, or rows that were skipped, mean another check. */
function requestSave(load: LoadState, request: SaveRequest): Step {
  const day = load.targets.includes('date') ? load.day : (request.period?.from ?? load.day);
  const keepsWrong = request.rows === 'value_missing';
  if (day === load.day && keepsWrong === load.keepsWrong)
    return saveIfReady({ ...load, saveRequest: request, problem: load.phase === 'mapping' ? load.problem : null });
  const [checking, command] = checkRows({ ...load, day, keepsWrong });
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
  if (wrong === 0 || rows !== 'all_or_nothing') return undefined;
  return `${grouped(wrong)} ${wrong === 1 ? 'row has an error' : 'rows have errors'}, so nothing was loaded.`;
}
