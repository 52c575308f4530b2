/** A deterministic random generator: integer arithmetic only, as rounding of functions differs between platforms. */
export type Chance = Readonly<{
  restart: (seed: number) => void;
  /** At least 0, less than 1. */
  next: () => number;
  /** An integer from 0, exclusive of `count`. */
  below: (count: number) => number;
  percent: (of100: number) => boolean;
  /** Approximately standard normal, within ±6. */
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

/** Items with weights. */
export type Weighted<T> = Readonly<{
  all: readonly T[];
  /** Each item as a list of one, preallocated. */
  alone: readonly (readonly T[])[];
  ends: readonly number[];
  sum: number;
}>;

export function weigh<T>(all: readonly T[], weightOf: (one: T, index: number) => number): Weighted<T> {
  let sum = 0;
  const ends = all.map((one, index) => (sum += weightOf(one, index)));
  return { all, alone: all.map((one) => [one]), ends, sum };
}

/** Undefined if empty. */
export const choose = <T>(chance: Chance, from: Weighted<T>): T | undefined => from.all[chooseIndex(chance, from)];

function chooseIndex<T>(chance: Chance, { ends, sum }: Weighted<T>): number {
  const at = chance.next() * sum;
  let index = 0;
  while (index < ends.length && at >= (ends[index] as number)) index += 1;
  return index;
}

/** Up to `count` distinct items. */
export function chooseSome<T>(chance: Chance, from: Weighted<T>, count: number): readonly T[] {
  if (count === 1) return from.alone[chooseIndex(chance, from)] ?? [];
  const chosen: T[] = [];
  for (let draw = 0; draw < count; draw += 1) {
    const one = choose(chance, from);
    if (one !== undefined && !chosen.includes(one)) chosen.push(one);
  }
  return chosen;
}

/** Two-digit numbers, 24 per power of ten, evenly spaced on a log scale. */
const STEPS = [
  10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91, 100,
] as const;

/** The number with about this base-10 logarithm, rounded to two digits. */
export function roundNumber(logarithm: number): number {
  const power = Math.floor(logarithm);
  const step = STEPS[Math.floor((logarithm - power) * 24)] as number;
  let number = step;
  for (let digit = 1; digit < power; digit += 1) number *= 10;
  return power < 1 ? Math.round(step / 10) : number;
}
