/** Chance that is the same everywhere: whole numbers, and sums and products of them, but no function that is rounded. */
export type Chance = Readonly<{
  /** Begins anew: the same seed is followed by the same numbers. */
  restart: (seed: number) => void;
  /** At least 0, less than 1. */
  next: () => number;
  /** One of 0 up to, not including, this. */
  below: (count: number) => number;
  /** True in so many of a hundred cases. */
  percent: (of100: number) => boolean;
  /** About normal, with mean 0 and deviation 1; never beyond 6. */
  normal: () => number;
}>;

const WORD = 2 ** 32;

const stateOf = (seed: number): number => Math.imul(seed ^ 0x5b_d1_e9_95, 0x9e_37_79_b1);

export function createChance(seed: number): Chance {
  let state = stateOf(seed);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / WORD;
  };
  return {
    restart: (anew) => {
      state = stateOf(anew);
    },
    next,
    below: (count) => Math.floor(next() * count),
    percent: (of100) => next() * 100 < of100,
    normal: () => {
      let sum = -6;
      for (let draw = 0; draw < 12; draw += 1) sum += next();
      return sum;
    },
  };
}

/** Something to choose from, with how often each is chosen. */
export type Weighted<T> = Readonly<{
  all: readonly T[];
  /** Each of them alone, as a list that is made once. */
  alone: readonly (readonly T[])[];
  ends: readonly number[];
  sum: number;
}>;

export function weigh<T>(all: readonly T[], weightOf: (one: T, place: number) => number): Weighted<T> {
  let sum = 0;
  const ends = all.map((one, place) => (sum += weightOf(one, place)));
  return { all, alone: all.map((one) => [one]), ends, sum };
}

/** Undefined where there is nothing to choose from. */
export const choose = <T>(chance: Chance, from: Weighted<T>): T | undefined => from.all[choosePlace(chance, from)];

function choosePlace<T>(chance: Chance, { ends, sum }: Weighted<T>): number {
  const at = chance.next() * sum;
  let place = 0;
  while (place < ends.length && at >= (ends[place] as number)) place += 1;
  return place;
}

/** As many different ones, or fewer where the same comes up again. */
export function chooseSome<T>(chance: Chance, from: Weighted<T>, count: number): readonly T[] {
  if (count === 1) return from.alone[choosePlace(chance, from)] ?? [];
  const chosen: T[] = [];
  for (let draw = 0; draw < count; draw += 1) {
    const one = choose(chance, from);
    if (one !== undefined && !chosen.includes(one)) chosen.push(one);
  }
  return chosen;
}

/** Numbers with two digits, 24 to a power of ten, about evenly apart as their logarithms are. */
const STEPS = [
  10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91, 100,
] as const;

/** The number whose logarithm to the base ten is about this, rounded as people write it: to two digits. */
export function roundNumber(logarithm: number): number {
  const power = Math.floor(logarithm);
  const step = STEPS[Math.floor((logarithm - power) * 24)] as number;
  let number = step;
  for (let digit = 1; digit < power; digit += 1) number *= 10;
  return power < 1 ? Math.round(step / 10) : number;
}
