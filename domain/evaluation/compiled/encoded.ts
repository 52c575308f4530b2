import type { Codes } from './kernel.ts';

/** What many risks have for one condition, written down once and for all: nothing of it depends on a bucket. */
export type Encoded = Texts | Numbers;

/** Risks that have one text or several. */
export type Texts = Readonly<{
  holds: 'texts';
  /** Every list of texts that any of the risks has. */
  lists: readonly (readonly string[])[];
  /** For each risk the place of its list, counted from one; 0 where nothing is known. */
  places: Codes;
}>;

/** Risks that have one number, in the narrowest form that keeps every one of them exactly. */
export type Numbers = NumbersByPlace | NumbersByRisk;

export type NumbersByPlace = Readonly<{
  holds: 'number';
  /** Every number that any of the risks has, in ascending order. */
  known: Float64Array;
  /** For each risk the place of its number, counted from one; 0 where it is not known. */
  places: Codes;
}>;
export type NumbersByRisk = Readonly<{
  holds: 'number';
  /** For each risk its number: whole ones with `NO_WHOLE_NUMBER` for none, or any with NaN for none. */
  numbers: Uint32Array | Float64Array;
}>;

export const NO_WHOLE_NUMBER = 0xff_ff_ff_ff;

/** The same codes, as narrow as the highest of them allows. */
export function narrowCodes(codes: Uint32Array<ArrayBuffer>, highest: number): Codes {
  if (highest <= 0xff) return new Uint8Array(codes);
  return highest <= 0xff_ff ? new Uint16Array(codes) : codes;
}

/** Takes down what risks have, one after another. */
export type Encoder<Had, E extends Encoded> = Readonly<{
  /** Gives the place by which the same can be put again. */
  put: (row: number, had: Had) => number;
  putAgain: (row: number, place: number) => void;
  /** Nothing where not one of them has anything. */
  finish: () => E | undefined;
}>;

export function createTextsEncoder(risks: number): Encoder<readonly string[], Texts> {
  const lists: (readonly string[])[] = [];
  const places = new Uint32Array(risks);
  const single = new Map<string, number>();
  const several = new Map<string, number>();
  const texts = new Map<string, number>();
  /** A name for a list that no other list has, whatever its texts are made of. */
  const nameOf = (list: readonly string[]): string =>
    list.map((text) => texts.get(text) ?? (texts.set(text, texts.size), texts.size - 1)).join();
  return {
    put: (row, list) => {
      const known = list.length === 1 ? single : several;
      const name = list.length === 1 ? (list[0] as string) : nameOf(list);
      let place = known.get(name);
      if (place === undefined) {
        place = lists.push(list);
        known.set(name, place);
      }
      return (places[row] = place);
    },
    putAgain: (row, place) => {
      places[row] = place;
    },
    finish: () =>
      lists.length === 0 ? undefined : { holds: 'texts', lists, places: narrowCodes(places, lists.length) },
  };
}

export function createNumbersEncoder(risks: number): Encoder<number, Numbers> {
  /** The numbers in the order in which they come, counted from one. */
  const places = new Map<number, number>();
  const placed = new Uint32Array(risks);
  let isWhole = true;
  return {
    put: (row, number) => {
      let place = places.get(number);
      if (place === undefined) {
        place = places.size + 1;
        places.set(number, place);
        isWhole &&= number >= 0 && number < NO_WHOLE_NUMBER && Number.isInteger(number);
      }
      return (placed[row] = place);
    },
    putAgain: (row, place) => {
      placed[row] = place;
    },
    finish: () => {
      if (places.size === 0) return undefined;
      const numbers = Float64Array.from([Number.NaN, ...places.keys()]);
      if (risks * (isWhole ? 4 : 8) < sizeByPlace(risks, places.size)) return byRisk(numbers, placed, isWhole);
      const known = numbers.slice(1).toSorted();
      const sorted = new Uint32Array(numbers.length);
      for (const [index, number] of known.entries()) sorted[places.get(number) as number] = index + 1;
      for (let row = 0; row < risks; row += 1) placed[row] = sorted[placed[row] as number] as number;
      return { holds: 'number', known, places: narrowCodes(placed, known.length) };
    },
  };
}

function byRisk(numbers: Float64Array, placed: Uint32Array, isWhole: boolean): NumbersByRisk {
  const written = isWhole ? new Uint32Array(placed.length) : new Float64Array(placed.length);
  for (let row = 0; row < placed.length; row += 1) {
    const place = placed[row] as number;
    written[row] = isWhole && place === 0 ? NO_WHOLE_NUMBER : (numbers[place] as number);
  }
  return { holds: 'number', numbers: written };
}

function sizeByPlace(risks: number, known: number): number {
  const width = known <= 0xff ? 1 : 2;
  return known * 8 + risks * (known <= 0xff_ff ? width : 4);
}

/** Of how many risks nothing is known. */
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

/** The number of one risk. */
export function numberAt(encoded: Numbers, row: number): number | undefined {
  if ('known' in encoded) return encoded.known[(encoded.places[row] as number) - 1];
  const number = encoded.numbers[row] as number;
  const isNone = encoded.numbers instanceof Uint32Array ? number === NO_WHOLE_NUMBER : Number.isNaN(number);
  return isNone ? undefined : number;
}

/** What one risk has as texts. */
export const textsAt = ({ lists, places }: Texts, row: number): readonly string[] | undefined =>
  lists[(places[row] as number) - 1];
