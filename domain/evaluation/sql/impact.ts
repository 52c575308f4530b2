import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Dialect } from './dialect.ts';
import {
  type SelectOptions,
  assertCompilable,
  selectPositions,
  selectFrom,
  type SelectSteps,
  settersOf,
} from './select.ts';

/**
 * One SELECT that compares two lists for all risks of the coded table. Each row is a pair of outcomes: the 1-based positions
 * of the winners before and after (0 where unset), and the number of risks. An impact can be computed from these rows
 * alone.
 */
export function selectPairs(
  dialect: Dialect,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  options: SelectOptions = {},
): string {
  const names = SIDES.flatMap((side) => positionColumns(side));
  return selectFrom(
    selectPositionsOfBoth(dialect, before, after, options, ['reference']),
    [...names, 'count(*) AS risks'],
    `\nGROUP BY\n  ${names.join(',\n  ')}`,
  );
}

const SIDES = ['before', 'after'] as const;
type Side = (typeof SIDES)[number];

/** The winner columns of one side, in value order. */
export const positionColumns = (side: Side): string[] => VALUE_KEYS.map((key) => `${key}_${side}`);

/** Non-zero where the dial at this 1-based position of the new list matches. */
export const matchColumn = (position: number): string => `matches_${position}`;

/**
 * Selects the winners of each risk before and after. `matching`: positions in the new list for which to also select whether
 * the dial matches.
 */
export function selectPositionsOfBoth(
  dialect: Dialect,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  options: SelectOptions,
  extraColumns: readonly string[],
  matching: readonly number[] = [],
): SelectSteps {
  for (const entries of [before, after]) assertCompilable(entries);
  // Both lists are evaluated as one, the new one after the old one.
  const sides = [
    { side: 'before', entries: before, from: 0 },
    { side: 'after', entries: after, from: before.length },
  ] as const;
  const positions = sides.flatMap(({ side, entries, from }) =>
    positionColumns(side).map((name, value) => {
      const among = settersOf(entries, VALUE_KEYS[value] as ValueKey) << BigInt(from);
      return { name, among, from };
    }),
  );
  const matches = matching.map((position) => {
    return { name: matchColumn(position), among: 1n << BigInt(before.length + position - 1), from: before.length };
  });
  return selectPositions(dialect, [...before, ...after], [...positions, ...matches], options, extraColumns);
}
