import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { measureGroups } from './groups.ts';
import { measureExposures } from './exposure.ts';
import type { ChangeCount, Exposure, Figure, Impact } from './impact.ts';
import { listLargest } from './largest.ts';
import type { RiskTable } from './risk-table.ts';
import { type OldWinners, resolveOldWinners, resolveOutcomes, type RowOutcomes, selectRows } from './row-outcomes.ts';
import { findRepresentatives, listRowsOfFigure } from './rows.ts';
import { countChanges, tally } from './tally.ts';

/** Compares lists of dials with a fixed one, which is evaluated once. */
export type Measure = Readonly<{
  measure: (after: readonly RatedEntry[]) => Impact;
  /** Only the counts by value, which is faster. */
  count: (after: readonly RatedEntry[]) => ChangeCount;
  /** What the list adds to the exposure of all risks, then of these countries. */
  expose: (after: readonly RatedEntry[], countries: readonly string[]) => readonly Exposure[];
  /** The rows counted by a figure, ascending. */
  listRows: (after: readonly RatedEntry[], figure: Figure) => Uint32Array;
}>;

const MAX_AFFECTED_SHARE = 0.2;

/**
 * `day`: evaluate all risks on this day instead of their own dates. `maxAffected` is a parameter for tests and benchmarks.
 */
export function createMeasure(
  risks: RiskTable,
  before: readonly RatedEntry[],
  day: string | undefined,
  maxAffected = MAX_AFFECTED_SHARE,
): Measure {
  let old: OldWinners | undefined;
  let last: RowOutcomes | undefined;
  /** Cached for the last list: its rows are usually requested next. */
  const compare = (after: readonly RatedEntry[]): RowOutcomes => {
    if (last?.table.after === after) return last;
    old ??= resolveOldWinners(risks, before, day);
    return (last = resolveOutcomes(risks, old, after, day, maxAffected));
  };
  return {
    measure: (after) => {
      const outcomes = compare(after);
      const { table } = outcomes;
      const changed = selectRows(outcomes, table.isChanged);
      return {
        ...tally(table),
        ...measureGroups(risks, changed.rows),
        largest: listLargest(table, (changeOf, count) => findRepresentatives(risks, changed, changeOf, count)),
      };
    },
    count: (after) => countChanges(compare(after).table, day),
    expose: (after, countries) => measureExposures(risks, compare(after), countries),
    listRows: (after, figure) => listRowsOfFigure(risks, compare(after), figure, day),
  };
}

/** A single comparison. To compare several lists with the same one, use `createMeasure`. */
export const measureImpact = (
  risks: RiskTable,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  day: string | undefined,
): Impact => createMeasure(risks, before, day).measure(after);
