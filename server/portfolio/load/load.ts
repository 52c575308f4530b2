import { MAX_SHOWN_ERRORS, type PortfolioLoad, type RowChoice } from '#contract/portfolio.ts';
import type { Match } from '#domain/portfolio/mapping/names.ts';
import type { ColumnTally } from '#domain/portfolio/mapping/row.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import type { Period } from '#domain/portfolio/summary.ts';
import type { Actor } from '#domain/user/person.ts';
import type { ChangeKit } from '#server/change/change.ts';
import type { FileKind, FoundColumn, Progress, Written } from '#server/portfolio/reader/reader.protocol.ts';
import type { ReaderProcess } from './load.process.ts';

export type LoadParts = Readonly<{
  kit: ChangeKit;
  dataDir: string;
  maxFileBytes: number;
  onError: (error: unknown, message: string) => void;
}>;

/** How to save the portfolio once every row is checked. */
export type SaveRequest = Readonly<{ name: string; period: Period | null; rows: RowChoice }>;

/** A file being turned into a portfolio. After the end only this object is left. */
export type Load = {
  readonly id: string;
  readonly actor: Actor;
  readonly file: Readonly<{ name: string; bytes: number }>;
  readonly folder: string;
  /** Aborts all work for this load. */
  readonly ending: AbortController;
  phase: PortfolioLoad['phase'];
  problem: string | null;
  received: number;
  /** A part is being written. */
  isReceiving: boolean;
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
  run: number;
  found: Progress | undefined;
  written: Written | undefined;
  saveRequest: SaveRequest | undefined;
  keeping: Promise<void> | undefined;
  portfolioId: string | null;
  reader: ReaderProcess | undefined;
  polledAt: number;
  /** When the last bytes of the file arrived. */
  bytesAt: number;
};

export const isOver = ({ phase }: Load): boolean => phase === 'kept' || phase === 'failed';

/** The load as its owner sees it. */
export function presentLoad(load: Load): PortfolioLoad {
  const { id, phase, problem, file, received, kind, rows, found, columns, targets, saveRequest, portfolioId } = load;
  return {
    id,
    phase,
    problem,
    file: { ...file, received, kind },
    rows,
    progress: progressOf(load),
    checked_rows: found?.rows ?? 0,
    wrong_rows: found?.wrongRows ?? 0,
    columns: columns.map(({ name, first, isNested }, index) => ({
      name,
      first: [...first],
      target: targets[index] ?? 'unused',
      found: presentTally(found?.columns[index] ?? null),
      is_nested: isNested,
      date_order: targets[index] === 'date' ? (found?.dates ?? null) : null,
    })),
    errors: (found?.errors ?? []).slice(0, MAX_SHOWN_ERRORS),
    period: found?.period ?? null,
    keep_as: saveRequest?.name ?? null,
    portfolio_id: portfolioId,
  };
}

function progressOf({ phase, received, file, part, found, rows }: Load): number {
  if (phase === 'receiving') return file.bytes === 0 ? 0 : received / file.bytes;
  if (phase === 'checking') return (found?.rows ?? 0) / Math.max(1, rows ?? 1);
  if (phase === 'checked' || phase === 'kept') return 1;
  return Math.min(1, part);
}

const presentTally = (tally: ColumnTally | null): PortfolioLoad['columns'][number]['found'] =>
  tally && {
    filled: tally.filled,
    empty: tally.empty,
    wrong: tally.wrong,
    names: tally.names,
    unknown_names: tally.unknownNames,
    unknown: [...tally.unknown],
    empties: [...tally.empties],
    read_as: [...tally.readAs],
  };
