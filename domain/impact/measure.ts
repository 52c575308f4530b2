import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { findRows } from '#domain/evaluation/compiled/resolve.ts';
import { MAX_DIALS } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { diffLists } from './changes.ts';
import { type PossibleValues, listGivens } from './givens.ts';
import { measureGroups } from './groups.ts';
import { type ChangeCount, countValues, type Figure, type Impact } from './impact.ts';
import type { KeptRisks } from './kept-risks.ts';
import { listLargest } from './largest.ts';
import { type Outcomes, type Pairs, resolveOutcomes, resolvePairs } from './pairs.ts';
import { findRowsOfFigure, findRowsOfPairs } from './rows.ts';
import { type Tally, tallyPairs } from './tally.ts';

/** Measures lists of dials against one that stays, which is evaluated once. */
export type Measure = Readonly<{
  measure: (after: readonly RatedEntry[]) => Impact;
  /** Only how many risks there are and how many change, by value: quicker, where nobody looks further. */
  count: (after: readonly RatedEntry[]) => ChangeCount;
  /** The rows of the risks behind a figure, in ascending order. */
  listRows: (after: readonly RatedEntry[], figure: Figure) => Uint32Array;
}>;

/** The list that was measured last is mostly the one whose risks are asked for next. */
type Comparison = Readonly<{ after: readonly RatedEntry[]; pairs: Pairs; givens: readonly PossibleValues[]; tally: Tally }>;

/** Where a change may touch more of all risks than this, all are evaluated again, which is quicker then. */
const MAX_TOUCHED = 0.2;

/**
 * `day` is the one day on which all risks are evaluated; without it each is on its own date. `touched` is only there to
 * be tried out: how much of all risks may be evaluated one by one.
 */
export function createMeasure(
  kept: KeptRisks,
  before: readonly RatedEntry[],
  day: string | undefined,
  touched = MAX_TOUCHED,
): Measure {
  let outcomes: Outcomes | undefined;
  let last: Comparison | undefined;
  const compare = (after: readonly RatedEntry[]): Comparison => {
    if (last?.after === after) return last;
    outcomes ??= resolveOutcomes(kept, before, day);
    const { touching, moveWinners } = diffLists(before, after);
    const again = findTouched(kept, touching, day, touched);
    const pairs = resolvePairs(kept, outcomes, compileBucket(kept.columns, after, day), again, moveWinners);
    const givens = listGivens(before, after);
    last = { after, pairs, givens, tally: tallyPairs(pairs, givens, before, after, kept.premiums !== undefined) };
    return last;
  };
  return {
    measure: (after) => {
      const {
        pairs,
        givens,
        tally: { isChanged, ...tally },
      } = compare(after);
      const { rows, pairs: own } = findRowsOfPairs(pairs, isChanged);
      return {
        ...tally,
        ...measureGroups(kept, rows),
        largest: listLargest(kept, pairs, givens, isChanged, rows, own),
      };
    },
    count: (after) => {
      const { all, changed, values } = compare(after).tally;
      return { all, changed, values: countValues(values) };
    },
    listRows: (after, figure) => {
      const { pairs, givens, tally } = compare(after);
      return findRowsOfFigure(kept, pairs, givens, { before, after, day }, tally.isChanged, figure);
    },
  };
}

/** The rows of the risks that any of these dials matches; undefined where there are too many to look at one by one. */
function findTouched(
  { columns }: KeptRisks,
  touching: readonly RatedEntry[],
  day: string | undefined,
  most: number,
): Uint32Array | undefined {
  if (touching.length === 0) return new Uint32Array(0);
  if (touching.length > MAX_DIALS) return undefined;
  const rows = findRows(compileBucket(columns, touching, day), [...touching.keys()]);
  return rows.length > columns.size() * most ? undefined : rows;
}

/** What another list of dials would do to the risks. Where several are measured against the same, use `createMeasure`. */
export const measureImpact = (
  kept: KeptRisks,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  day: string | undefined,
): Impact => createMeasure(kept, before, day).measure(after);

/** The rows of the risks behind a figure of that, in ascending order. */
export const listRows = (
  kept: KeptRisks,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  day: string | undefined,
  figure: Figure,
): Uint32Array => createMeasure(kept, before, day).listRows(after, figure);
