import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import type { Dialect } from './dialect.ts';
import { type Asking, assertCompilable, settersOf, withPlaces } from './select.ts';

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
  for (const entries of [before, after]) assertCompilable(entries);
  // The dials of both lists are looked up together, those of the list after behind those of the list before.
  const sides = [
    { side: 'before', entries: before, from: 0 },
    { side: 'after', entries: after, from: before.length },
  ];
  const places = sides.flatMap(({ side, entries, from }) =>
    VALUE_KEYS.map((key) => ({ name: `${key}_${side}`, among: settersOf(entries, key) << BigInt(from), from })),
  );
  const names = places.map(({ name }) => name).join(',\n  ');
  return `${withPlaces(dialect, [...before, ...after], places, asking)}
SELECT
  ${names},
  count(*) AS risks
FROM placed
GROUP BY
  ${names}`;
}
