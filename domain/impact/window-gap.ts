import { effectiveValues } from '#domain/bucket/entry.ts';
import { findInactiveWindow } from '#domain/dial/status.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { isUncovered } from '#domain/evaluation/verify/uncovered.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { CountOf } from './findings.ts';
import { figureOfWindowGap } from './gap-words.ts';
import type { Figure, MeasuredGap, WindowGap } from './impact.ts';
import type { Lists } from './impact-table.ts';
import { IMPACT_VALUES } from './words.ts';

/** The dials whose version in the new list is not in force on a day, while the version in the old list is. */
export function listWindowGaps({ before, after }: Lists, day: string): WindowGap[] {
  const old = new Map(before.map((entry) => [entry.dial_id, entry]));
  return after.flatMap((entry): WindowGap[] => {
    const replaced = old.get(entry.dial_id);
    const window = replaced && findInactiveWindow(entry.dial, day);
    if (replaced === undefined || window === undefined || findInactiveWindow(replaced.dial, day) !== undefined)
      return [];
    const values = IMPACT_VALUES.filter(
      (key) => sets(replaced, key) && sets(entry, key) && isUncovered(after, replaced, key, day),
    );
    return values.length === 0 ? [] : [{ dial_id: entry.dial_id, ...window, values }];
  });
}

/** The day from which no dial of the new list leaves a gap, if one day closes all gaps of today; undefined if none does. */
export function findClosingDay(lists: Lists, today: string): string | undefined {
  const gaps = listWindowGaps(lists, today);
  const starts = gaps.filter(({ kind }) => kind === 'starts').map(({ day }) => day);
  const last = starts.toSorted().at(-1);
  return last !== undefined && starts.length === gaps.length && listWindowGaps(lists, last).length === 0
    ? last
    : undefined;
}

const sets = ({ dial, overrides }: RatedEntry, key: ValueKey): boolean =>
  effectiveValues(dial.values, overrides)[key] !== undefined;

/** The figures to count: those of the most important value come first. */
export const listGapFigures = (gaps: readonly WindowGap[]): Figure[] =>
  IMPACT_VALUES.flatMap((value) =>
    gaps.filter(({ values }) => values.includes(value)).map(({ dial_id }) => figureOfWindowGap(dial_id, value)),
  );

/** Gaps with their risks. Keeps those without any: to drop them would tell none from a few. */
export const countWindowGaps = (gaps: readonly WindowGap[], countOf: CountOf): MeasuredGap[] =>
  gaps.map(({ values, ...gap }) => ({
    ...gap,
    values: values.map((value) => ({ value, risks: countOf(figureOfWindowGap(gap.dial_id, value)) })),
  }));
