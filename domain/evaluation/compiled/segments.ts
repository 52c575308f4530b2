import type { Bound, IntervalSet } from '#domain/dimension/kind/intervals/interval.ts';
import { NO_WHOLE_NUMBER, type NumbersByRisk } from './encoded.ts';
import type { Codes } from './kernel.ts';

/** A point where an interval begins or ends: just before a number, or just after it. */
export type Cut = Readonly<{
  at: number;
  after: boolean;
  /** The code of the numbers to the right of it, up to the next cut. */
  code: number;
}>;

/** The code of the numbers before the first cut. */
export const FIRST_CODE = 1;

/**
 * The number line, cut wherever an interval in use begins or ends. All numbers between two cuts match the same intervals,
 * so the code of their segment says all there is to say of them. A segment that is cut keeps its code on the left and
 * gets a new one on the right: only its own numbers have to be coded again.
 */
export type Segments = Readonly<{
  /** How many codes there are, with 0, which stands for nothing. */
  count: () => number;
  /** Cuts the line at these intervals. Returns, by code, which segments were cut; nothing where none was. */
  cut: (sets: readonly IntervalSet[]) => Uint8Array | undefined;
  /** The codes of numbers that are given from the second on; the first is for none. */
  codesOf: (numbers: Float64Array) => Uint32Array;
  /** All cuts, from left to right. */
  cuts: () => readonly Cut[];
  /** Writes the codes of numbers that were kept before the line was cut, or of new ones; 0 for what is no number. */
  encode: (
    numbers: NumbersByRisk['numbers'],
    codes: Codes,
    before?: Readonly<{ codes: Codes; wasCut: Uint8Array }>,
  ) => void;
  /** The codes of all numbers in intervals by which the line was cut. */
  codesIn: (set: IntervalSet) => number[];
}>;

export function createSegments(): Segments {
  let cuts: readonly Cut[] = [];
  const codeAt = (place: number) => cuts[place - 1]?.code ?? FIRST_CODE;
  const createCoder = () => {
    const ats = Float64Array.from(cuts, ({ at }) => at);
    const afters = Uint8Array.from(cuts, ({ after }) => Number(after));
    const codes = Uint32Array.from({ length: cuts.length + 1 }, (_, place) => codeAt(place));
    return (number: number): number => codes[countLeftOf(ats, afters, number)] as number;
  };

  return {
    count: () => cuts.length + 1 + FIRST_CODE,
    cut: (sets) => {
      const fresh = sets.flatMap(cutsOf).filter((cut) => !isSame(cuts[countBefore(cuts, cut) - 1], cut));
      if (fresh.length === 0) return undefined;
      const wasCut = new Uint8Array(cuts.length + 1 + FIRST_CODE);
      for (const cut of fresh) wasCut[codeAt(countBefore(cuts, cut))] = 1;
      const [first, ...others] = fresh.toSorted(compareCuts);
      const added = first === undefined ? [] : [first];
      for (const cut of others) if (!isSame(added.at(-1), cut)) added.push(cut);
      const next = cuts.length + 1 + FIRST_CODE;
      cuts = [...cuts, ...added.map((cut, index) => ({ ...cut, code: next + index }))].toSorted(compareCuts);
      return wasCut;
    },
    codesOf: (numbers) => {
      const codeOf = createCoder();
      return Uint32Array.from({ length: numbers.length + 1 }, (_, place) =>
        place === 0 ? 0 : codeOf(numbers[place - 1] as number),
      );
    },
    cuts: () => cuts,
    encode: (numbers, codes, before) => {
      const codeOf = createCoder();
      const none = numbers instanceof Uint32Array ? NO_WHOLE_NUMBER : undefined;
      for (let row = 0; row < numbers.length; row += 1) {
        const known = before === undefined ? 0 : (before.codes[row] as number);
        const number = numbers[row] as number;
        if (before !== undefined && before.wasCut[known] !== 1) codes[row] = known;
        else codes[row] = Number.isNaN(number) || number === none ? 0 : codeOf(number);
      }
    },
    codesIn: (set) =>
      set.flatMap(({ lower, upper }) => {
        const from = lower === null ? 0 : countBefore(cuts, lowerCut(lower));
        const to = upper === null ? cuts.length : countBefore(cuts, upperCut(upper)) - 1;
        return Array.from({ length: to - from + 1 }, (_, index) => codeAt(from + index));
      }),
  };
}

const lowerCut = ({ at, included }: Bound) => ({ at, after: !included });
const upperCut = ({ at, included }: Bound) => ({ at, after: included });

const cutsOf = (set: IntervalSet) =>
  set.flatMap(({ lower, upper }) => [
    ...(lower === null ? [] : [lowerCut(lower)]),
    ...(upper === null ? [] : [upperCut(upper)]),
  ]);

type Place = Pick<Cut, 'at' | 'after'>;
const compareCuts = (a: Place, b: Place): number => a.at - b.at || Number(a.after) - Number(b.after);
const isSame = (a: Place | undefined, b: Place): boolean => a !== undefined && compareCuts(a, b) === 0;

/** How many cuts a number lies to the right of. */
function countLeftOf(ats: Float64Array, afters: Uint8Array, number: number): number {
  let low = 0;
  let high = ats.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = ats[middle] as number;
    if (number > at || (number === at && afters[middle] === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many cuts do not come after this place. */
function countBefore(cuts: readonly Place[], place: Place): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareCuts(cuts[middle] as Place, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
