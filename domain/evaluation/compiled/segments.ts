import type { Bound, IntervalSet } from '#domain/dimension/kind/intervals/interval.ts';
import { NO_WHOLE_NUMBER, type PlainNumbers } from './encoded.ts';
import type { Codes } from './kernel.ts';

/** An end of an interval: just before or just after a number. */
export type Cut = Readonly<{
  at: number;
  after: boolean;
  /** The code of the segment to its right. */
  code: number;
}>;

/** The code of the segment before the first cut. */
export const FIRST_CODE = 1;

/**
 * The number line, cut at both ends of every interval in use. All numbers of a segment match the same intervals, so its
 * code represents them. When a segment is split, its left half keeps the code and its right half gets a new one: only its
 * own numbers must be re-encoded.
 */
export type Segments = Readonly<{
  /** The number of codes, including 0 for unknown. */
  count: () => number;
  /** Adds cuts for these intervals. Returns which segments were split, by code; undefined where none was. */
  cut: (sets: readonly IntervalSet[]) => Uint8Array | undefined;
  /** The code of each number, starting at index 1; index 0 is unknown. */
  codesOf: (numbers: Float64Array) => Uint32Array;
  /** All cuts, from left to right. */
  cuts: () => readonly Cut[];
  /** Writes the codes of numbers. With `before`, only re-encodes numbers of split segments. */
  encode: (
    numbers: PlainNumbers['numbers'],
    codes: Codes,
    before?: Readonly<{ codes: Codes; wasSplit: Uint8Array }>,
  ) => void;
  /** The codes of the segments inside these intervals, which must have been cut before. */
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
      const newCuts = sets.flatMap(cutsOf).filter((cut) => !isSame(cuts[countBefore(cuts, cut) - 1], cut));
      if (newCuts.length === 0) return undefined;
      const wasSplit = new Uint8Array(cuts.length + 1 + FIRST_CODE);
      for (const cut of newCuts) wasSplit[codeAt(countBefore(cuts, cut))] = 1;
      const [first, ...others] = newCuts.toSorted(compareCuts);
      const added = first === undefined ? [] : [first];
      for (const cut of others) if (!isSame(added.at(-1), cut)) added.push(cut);
      const next = cuts.length + 1 + FIRST_CODE;
      cuts = [...cuts, ...added.map((cut, index) => ({ ...cut, code: next + index }))].toSorted(compareCuts);
      return wasSplit;
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
        const oldCode = before === undefined ? 0 : (before.codes[row] as number);
        const number = numbers[row] as number;
        if (before !== undefined && before.wasSplit[oldCode] !== 1) codes[row] = oldCode;
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

type CutPoint = Pick<Cut, 'at' | 'after'>;
const compareCuts = (a: CutPoint, b: CutPoint): number => a.at - b.at || Number(a.after) - Number(b.after);
const isSame = (a: CutPoint | undefined, b: CutPoint): boolean => a !== undefined && compareCuts(a, b) === 0;

/** The number of cuts to the left of a number. */
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

/** The number of cuts up to and including this point. */
function countBefore(cuts: readonly CutPoint[], point: CutPoint): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareCuts(cuts[middle] as CutPoint, point) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
