import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Dialect } from './dialect.ts';
import { type Asking, assertCompilable, placeRisks, selectFrom, type Steps, settersOf } from './select.ts';

/**
 * What two lists of dials give all risks of the coded table, as one SELECT. Risks with the same winners before and the
 * same after are one row: for each value the place of the dial that wins it, five before and five after, from 1 and 0
 * where no dial sets it, and how many risks there are. All that an impact counts follows from these rows, however many
 * risks there are.
 */
export function selectPairs(
  dialect: Dialect,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  asking: Asking = {},
): string {
  const names = SIDES.flatMap((side) => placeNames(side));
  return selectFrom(
    placeByBoth(dialect, before, after, asking, ['reference']),
    [...names, 'count(*) AS risks'],
    `\nGROUP BY\n  ${names.join(',\n  ')}`,
  );
}

const SIDES = ['before', 'after'] as const;
type Side = (typeof SIDES)[number];

/** The columns with the places of one side, in the order of the values. */
export const placeNames = (side: Side): string[] => VALUE_KEYS.map((key) => `${key}_${side}`);

/** The column that says whether the dial at this place of the list after, from 1, matches: it is 0 where it does not. */
export const matchName = (place: number): string => `matches_${place}`;

/**
 * What each risk gets by two lists: for each value the place of the dial that wins it, before and after. `matching` are
 * places of the list after of which it also says whether their dials match.
 */
export function placeByBoth(
  dialect: Dialect,
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  asking: Asking,
  carried: readonly string[],
  matching: readonly number[] = [],
): Steps {
  for (const entries of [before, after]) assertCompilable(entries);
  // The dials of both lists are looked up together, those of the list after behind those of the list before.
  const sides = [
    { side: 'before', entries: before, from: 0 },
    { side: 'after', entries: after, from: before.length },
  ] as const;
  const places = sides.flatMap(({ side, entries, from }) =>
    placeNames(side).map((name, value) => {
      const among = settersOf(entries, VALUE_KEYS[value] as ValueKey) << BigInt(from);
      return { name, among, from };
    }),
  );
  const matches = matching.map((place) => {
    return { name: matchName(place), among: 1n << BigInt(before.length + place - 1), from: before.length };
  });
  return placeRisks(dialect, [...before, ...after], [...places, ...matches], asking, carried);
}
