/** A seeded pseudo-random generator (mulberry32). */
export type Random = Readonly<{
  /** From 0 up to, but excluding, the number. */
  below: (count: number) => number;
  pick: <T>(from: readonly T[]) => T;
  chance: (probability: number) => boolean;
}>;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    pick: (from) => {
      const found = from[below(from.length)];
      if (found === undefined && from.length === 0) throw new Error('There is nothing to pick from.');
      return found as (typeof from)[number];
    },
    chance: (probability) => next() < probability,
  };
}
