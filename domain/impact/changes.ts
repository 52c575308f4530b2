import { longestRun } from '#domain/bucket/diff.ts';
import { sameValues } from '#domain/bucket/entry.ts';
import { WINNER_WORDS, type Winners, readWinner, writeWinner } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';

/** How two lists of dials differ where it affects evaluation. */
export type ListChange = Readonly<{
  /**
   * Every dial that was added, removed, moved or edited, in its old and its new form. A risk that matches none of them is
   * decided by the same dials as before: the rest are identical and in the same order.
   */
  changedEntries: readonly RatedEntry[];
  /** Translates winners to positions in the new list. Only valid where every winner is an unmoved dial. */
  moveWinners: (winners: Winners) => Winners;
}>;

export function diffLists(before: readonly RatedEntry[], after: readonly RatedEntry[]): ListChange {
  const positions = new Map(before.map(({ dial_id }, position) => [dial_id, position]));
  const same = after.flatMap((entry, to) => {
    const from = positions.get(entry.dial_id);
    return from !== undefined && isSameEntry(before[from] as RatedEntry, entry) ? [{ from, to }] : [];
  });
  const unmoved = longestRun(same.map(({ from }) => from)).map((index) => same[index] as (typeof same)[number]);
  const [oldPositions, newPositions] = [new Set(unmoved.map(({ from }) => from)), new Set(unmoved.map(({ to }) => to))];
  /** Indexed by the old position; both are 1-based. */
  const positionAfter = new Uint32Array(before.length + 1);
  for (const { from, to } of unmoved) positionAfter[from + 1] = to + 1;
  return {
    changedEntries: [
      ...before.filter((_, position) => !oldPositions.has(position)),
      ...after.filter((_, position) => !newPositions.has(position)),
    ],
    moveWinners: (winners) => {
      const moved = new Uint32Array(winners.length);
      for (let at = 0; at < winners.length / WINNER_WORDS; at += 1)
        for (let value = 0; value < VALUE_KEYS.length; value += 1)
          writeWinner(moved, at, value, positionAfter[readWinner(winners, at, value)] as number);
      return moved;
    },
  };
}

/** Usually the same object. A false negative only costs an extra evaluation. */
const isSameEntry = (a: RatedEntry, b: RatedEntry): boolean =>
  sameValues(a.overrides, b.overrides) && (a.dial === b.dial || scopeOf(a) === scopeOf(b));

const scopeOf = ({ dial: { active_from, active_until, dimensions, journeys, values } }: RatedEntry): string =>
  JSON.stringify([active_from, active_until, journeys, dimensions, values]);
