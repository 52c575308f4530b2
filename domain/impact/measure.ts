import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { findRows } from '#domain/evaluation/compiled/resolve.ts';
import { MAX_DIALS } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { diffLists } from './changes.ts';
import { type PossibleValues, listPossibleValues } from './possible-values.ts';
import { measureGroups } from './groups.ts';
import { type ChangeCount, countValues, type Figure, type Impact } from './impact.ts';
import type { RiskTable } from './risk-table.ts';
import { listLargest } from './largest.ts';
import { type Outcomes, type Pairs, resolveOutcomes, resolvePairs } from './pairs.ts';
import { findRowsOfFigure, findRowsOfPairs } from './rows.ts';
import { type Tally, tallyPairs } from './tally.ts';

/** Compares lists of dials with a fixed one, which is evaluated once. */
export type Measure = Readonly<{
  measure: (after: readonly RatedEntry[]) => Impact;
  /** Only the counts by value, which is faster. */
  count: (after: readonly RatedEntry[]) => ChangeCount;
  /** The rows counted by a figure, ascending. */
  listRows: (after: readonly RatedEntry[], figure: Figure) => Uint32Array;
}>;

/** Cached for the last list: its rows are usually requested next. */
type Comparison = Readonly<{
  after: readonly RatedEntry[];
  pairs: Pairs;
  possibleValues: readonly PossibleValues[];
  tally: Tally;
}>;

/** Above this share of affected risks it is faster to re-evaluate all of them. */
const MAX_AFFECTED_SHARE = 0.2;

/**
 * `day`: evaluate all risks on this day instead of their own dates. `maxAffected` is a parameter for tests and benchmarks.
 */
export function createMeasure(
  table: RiskTable,
  before: readonly RatedEntry[],
  day: string | undefined,
  maxAffected = MAX_AFFECTED_SHARE,
): Measure {
  let outcomes: Outcomes | undefined;
  let last: Comparison | undefined;
  const compare = (after: readonly RatedEntry[]): Comparison => {
    if (last?.after === after) return last;
    outcomes ??= resolveOutcomes(table, before, day);
    const { changedEntries, moveWinners } = diffLists(before, after);
    const affectedRows = findAffectedRows(table, changedEntries, day, maxAffected);
    const pairs = resolvePairs(table, outcomes, compileBucket(table.columns, after, day), affectedRows, moveWinners);
    const possibleValues = listPossibleValues(before, after);
    last = {
      after,
      pairs,
      possibleValues,
      tally: tallyPairs(pairs, possibleValues, before, after, table.premiums !== undefined),
    };
    return last;
  };
  return {
    measure: (after) => {
      const {
        pairs,
        possibleValues,
        tally: { isChanged, ...tally },
      } = compare(after);
      const { rows, pairs: pairsOfRows } = findRowsOfPairs(pairs, isChanged);
      return {
        ...tally,
        ...measureGroups(table, rows),
        largest: listLargest(table, pairs, possibleValues, isChanged, rows, pairsOfRows),
      };
    },
    count: (after) => {
      const { all, changed, values } = compare(after).tally;
      return { all, changed, values: countValues(values) };
    },
    listRows: (after, figure) => {
      const { pairs, possibleValues, tally } = compare(after);
      return findRowsOfFigure(table, pairs, possibleValues, { before, after, day }, tally.isChanged, figure);
    },
  };
}

/** The rows that any of these dials matches; undefined above `maxShare`. */
function findAffectedRows(
  { columns }: RiskTable,
  changedEntries: readonly RatedEntry[],
  day: string | undefined,
  maxShare: number,
): Uint32Array | undefined {
  if (changedEntries.length === 0) return new Uint32Array(0);
  if (changedEntries.length > MAX_DIALS) return undefined;
  const rows = findRows(compileBucket(columns, changedEntries, day), [...changedEntries.keys()]);
  return rows.length > columns.size() * maxShare ? undefined : rows;
}

/** A single comparison. To compare several lists with the same one, use `createMeasure`. */
export const measureImpact = (
  table: RiskTable,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  day: string | undefined,
): Impact => createMeasure(table, before, day).measure(after);

/** The rows counted by a figure, ascending. */
export const listRows = (
  table: RiskTable,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  day: string | undefined,
  figure: Figure,
): Uint32Array => createMeasure(table, before, day).listRows(after, figure);
