import type { PortfolioAuthority } from '#server/portfolio/portfolio.service.ts';
import type { PortfolioCause, PortfolioLoad } from '#contract/portfolio-load.ts';
import { textKey } from '#domain/dimension/codec.ts';
import type { Cause, LoadState, Progress } from '#domain/portfolio/load.ts';
import { fixedAgainst } from '#domain/portfolio/mapping/target.ts';
import type { Actor } from '#domain/user/person.ts';
import type { ChangeKit } from '#server/change/change.ts';
import type { ReaderProcess } from './load.process.ts';

export type LoadParts = Readonly<{
  kit: ChangeKit;
  authority: PortfolioAuthority;
  dataDir: string;
  maxFileBytes: number;
  onError: (error: unknown, message: string) => void;
}>;

/** A file being turned into a portfolio, and what the server holds for it. After the end only this object is left. */
export type Load = {
  readonly id: string;
  readonly actor: Actor;
  readonly file: Readonly<{ name: string; bytes: number }>;
  readonly folder: string;
  /** Aborts all work for this load. */
  readonly ending: AbortController;
  state: LoadState;
  /** A part is being written. */
  isReceiving: boolean;
  saving: Promise<void> | undefined;
  reader: ReaderProcess | undefined;
  polledAt: number;
  /** When the last bytes of the file arrived. */
  bytesAt: number;
};

export const isOver = ({ state: { phase } }: Load): boolean => phase === 'kept' || phase === 'failed';

/** The load as its owner sees it. */
export function presentLoad(load: Load): PortfolioLoad {
  const { id, file, state } = load;
  const { phase, problem, received, kind, rows, found, columns, targets, undecided, saveRequest, portfolioId } = state;
  return {
    id,
    phase,
    problem,
    file: { ...file, received, kind },
    rows,
    progress: progressOf(load),
    checked_rows: found?.rows ?? 0,
    fixed_rows: found?.fixedRows ?? 0,
    wrong_rows: found?.wrongRows ?? 0,
    lost_rows: found?.lostRows ?? 0,
    wrong_values: found?.wrongValues ?? 0,
    columns: columns.map(({ name, first, isNested }, index) => ({
      name,
      first: [...first],
      target: targets[index] ?? 'unused',
      found: presentTally(found?.columns[index] ?? null),
      is_nested: isNested,
      is_asked: undecided.includes(index),
    })),
    causes: (found?.causes ?? []).map((cause) => presentCause(cause, state)),
    cause_count: found?.causeCount ?? 0,
    period: found?.period ?? null,
    keep_as: saveRequest?.name ?? null,
    portfolio_id: portfolioId,
  };
}

function progressOf({ file, state: { phase, received, part, found, rows } }: Load): number {
  if (phase === 'receiving') return file.bytes === 0 ? 0 : received / file.bytes;
  if (phase === 'checking') return (found?.rows ?? 0) / Math.max(1, rows ?? 1);
  if (phase === 'checked' || phase === 'kept') return 1;
  return Math.min(1, part);
}

const presentCause = (
  { column, kind, text, example, message, rows, suggestion, fix, rate }: Cause,
  { targets, matches }: LoadState,
): PortfolioCause => {
  const against = fixedAgainst(targets[column ?? -1] ?? 'unused');
  const isOwn = matches.some((match) => match.against === against && textKey(match.text) === textKey(text));
  return {
    column,
    kind,
    text,
    example,
    message,
    rows,
    suggestion: suggestion ?? null,
    fix: fix ?? null,
    rate: rate ?? null,
    is_remembered: (kind === 'name' || kind === 'value') && fix !== undefined && !isOwn,
  };
};

const presentTally = (tally: Progress['columns'][number]): PortfolioLoad['columns'][number]['found'] =>
  tally && {
    filled: tally.filled,
    empty: tally.empty,
    wrong: tally.wrong,
    empties: [...tally.empties],
    read_as: [...tally.readAs],
  };
