import type { Codes } from './kernel.ts';

/** The values of many risks for one condition, independent of any bucket. */
export type Encoded = Texts | Numbers;

/** One or several texts per risk. */
export type Texts = Readonly<{
  holds: 'texts';
  /** The distinct lists of texts. */
  lists: readonly (readonly string[])[];
  /** Per risk, the 1-based index of its list; 0 where unknown. */
  places: Codes;
}>;

/** One number per risk, in the smallest lossless form. */
export type Numbers = IndexedNumbers | PlainNumbers;

export type IndexedNumbers = Readonly<{
  holds: 'number';
  /** The distinct numbers, ascending. */
  known: Float64Array;
  /** Per risk, the 1-based index of its number; 0 where unknown. */
  places: Codes;
}>;
export type PlainNumbers = Readonly<{
  holds: 'number';
  /** Integers with `NO_WHOLE_NUMBER` for unknown, or doubles with NaN for unknown. */
  numbers: Uint32Array | Float64Array;
}>;

export const NO_WHOLE_NUMBER = 0xff_ff_ff_ff;

/** Converts to the narrowest array that fits the highest code. */
export function narrowCodes(codes: Uint32Array<ArrayBuffer>, highest: number): Codes {
  if (highest <= 0xff) return new Uint8Array(codes);
  return highest <= 0xff_ff ? new Uint16Array(codes) : codes;
}

export type Encoder<Value, E extends Encoded> = Readonly<{
  /** Returns the index of the value, for `putIndex`. */
  put: (row: number, value: Value) => number;
  putIndex: (row: number, index: number) => void;
  /** Undefined where all values are unknown. */
  finish: () => E | undefined;
}>;

export function createTextsEncoder(risks: number): Encoder<readonly string[], Texts> {
  const lists: (readonly string[])[] = [];
  const places = new Uint32Array(risks);
  const single = new Map<string, number>();
  const several = new Map<string, number>();
  const texts = new Map<string, number>();
  /** A unique key for a list, whatever characters its texts contain. */
  const keyOf = (list: readonly string[]): string =>
    list.map((text) => texts.get(text) ?? (texts.set(text, texts.size), texts.size - 1)).join();
  return {
    put: (row, list) => {
      const indexOf = list.length === 1 ? single : several;
      const name = list.length === 1 ? (list[0] as string) : keyOf(list);
      let index = indexOf.get(name);
      if (index === undefined) {
        index = lists.push(list);
        indexOf.set(name, index);
      }
      return (places[row] = index);
    },
    putIndex: (row, index) => {
      places[row] = index;
    },
    finish: () =>
      lists.length === 0 ? undefined : { holds: 'texts', lists, places: narrowCodes(places, lists.length) },
  };
}

export function createNumbersEncoder(risks: number): Encoder<number, Numbers> {
  /** 1-based indexes of numbers, in order of first use. */
  const places = new Map<number, number>();
  const indexes = new Uint32Array(risks);
  let isWhole = true;
  return {
    put: (row, number) => {
      let index = places.get(number);
      if (index === undefined) {
        index = places.size + 1;
        places.set(number, index);
        isWhole &&= number >= 0 && number < NO_WHOLE_NUMBER && Number.isInteger(number);
      }
      return (indexes[row] = index);
    },
    putIndex: (row, index) => {
      indexes[row] = index;
    },
    finish: () => {
      if (places.size === 0) return undefined;
      const numbers = Float64Array.from([Number.NaN, ...places.keys()]);
      if (risks * (isWhole ? 4 : 8) < indexedSize(risks, places.size)) return toPlainNumbers(numbers, indexes, isWhole);
      const known = numbers.slice(1).toSorted();
      const sorted = new Uint32Array(numbers.length);
      for (const [index, number] of known.entries()) sorted[places.get(number) as number] = index + 1;
      for (let row = 0; row < risks; row += 1) indexes[row] = sorted[indexes[row] as number] as number;
      return { holds: 'number', known, places: narrowCodes(indexes, known.length) };
    },
  };
}

function toPlainNumbers(numbers: Float64Array, indexes: Uint32Array, isWhole: boolean): PlainNumbers {
  const written = isWhole ? new Uint32Array(indexes.length) : new Float64Array(indexes.length);
  for (let row = 0; row < indexes.length; row += 1) {
    const index = indexes[row] as number;
    written[row] = isWhole && index === 0 ? NO_WHOLE_NUMBER : (numbers[index] as number);
  }
  return { holds: 'number', numbers: written };
}

function indexedSize(risks: number, known: number): number {
  const width = known <= 0xff ? 1 : 2;
  return known * 8 + risks * (known <= 0xff_ff ? width : 4);
}

/** The number of risks without a value. */
export function countUnknown(encoded: Encoded): number {
  const codes = 'places' in encoded ? encoded.places : encoded.numbers;
  let unknown = 0;
  if (codes instanceof Float64Array) for (const number of codes) unknown += Number.isNaN(number) ? 1 : 0;
  else {
    const none = 'places' in encoded ? 0 : NO_WHOLE_NUMBER;
    for (let row = 0; row < codes.length; row += 1) if (codes[row] === none) unknown += 1;
  }
  return unknown;
}

export function numberAt(encoded: Numbers, row: number): number | undefined {
  if ('known' in encoded) return encoded.known[(encoded.places[row] as number) - 1];
  const number = encoded.numbers[row] as number;
  const isNone = encoded.numbers instanceof Uint32Array ? number === NO_WHOLE_NUMBER : Number.isNaN(number);
  return isNone ? undefined : number;
}

export const textsAt = ({ lists, places }: Texts, row: number): readonly string[] | undefined =>
  lists[(places[row] as number) - 1];
