import { longestRun } from '#domain/bucket/diff.ts';
import { sameValues } from '#domain/bucket/entry.ts';
import { WINNER_WORDS, type Winners, readWinner, writeWinner } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';

/** How two lists of dials differ, in so far as it decides anything. */
export type ListChange = Readonly<{
  /**
   * Every dial that came, went, moved or says something else, as it was and as it is. A risk that matches none of them is
   * decided by the same dials as before: all others say the same, in the same order.
   */
  touching: readonly RatedEntry[];
  /** The same winners, where only dials win that rest: by their places in the list after. */
  moveWinners: (winners: Winners) => Winners;
}>;

export function diffLists(before: readonly RatedEntry[], after: readonly RatedEntry[]): ListChange {
  const places = new Map(before.map(({ dial_id }, place) => [dial_id, place]));
  const same = after.flatMap((entry, to) => {
    const from = places.get(entry.dial_id);
    return from !== undefined && isSame(before[from] as RatedEntry, entry) ? [{ from, to }] : [];
  });
  const resting = longestRun(same.map(({ from }) => from)).map((index) => same[index] as (typeof same)[number]);
  const [oldPlaces, newPlaces] = [new Set(resting.map(({ from }) => from)), new Set(resting.map(({ to }) => to))];
  /** By the place before, counted from one. */
  const placeAfter = new Uint32Array(before.length + 1);
  for (const { from, to } of resting) placeAfter[from + 1] = to + 1;
  return {
    touching: [
      ...before.filter((_, place) => !oldPlaces.has(place)),
      ...after.filter((_, place) => !newPlaces.has(place)),
    ],
    moveWinners: (winners) => {
      const moved = new Uint32Array(winners.length);
      for (let at = 0; at < winners.length / WINNER_WORDS; at += 1)
        for (let value = 0; value < VALUE_KEYS.length; value += 1)
          writeWinner(moved, at, value, placeAfter[readWinner(winners, at, value)] as number);
      return moved;
    },
  };
}

/** Dials are mostly the same object; where they are not, what is written differently only costs an evaluation. */
const isSame = (a: RatedEntry, b: RatedEntry): boolean =>
  sameValues(a.overrides, b.overrides) && (a.dial === b.dial || scopeOf(a) === scopeOf(b));

const scopeOf = ({ dial: { active_from, active_until, dimensions, journeys, values } }: RatedEntry): string =>
  JSON.stringify([active_from, active_until, journeys, dimensions, values]);
