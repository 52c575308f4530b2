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
  if (highest <= 0xff) return Uint8Array.from(codes);
  return highest <= 0xff_ff ? Uint16Array.from(codes) : codes;
}

/** Takes down the texts of as many risks; nothing where none of them has any. */
export function encodeTexts(risks: number, read: (row: number) => readonly string[] | undefined): Texts | undefined {
  const lists: (readonly string[])[] = [];
  const places = new Uint32Array(risks);
  const single = new Map<string, number>();
  const several = new Map<string, number>();
  const texts = new Map<string, number>();
  /** A name for a list that no other list has, whatever its texts are made of. */
  const nameOf = (list: readonly string[]): string =>
    list.map((text) => texts.get(text) ?? (texts.set(text, texts.size), texts.size - 1)).join();
  for (let row = 0; row < risks; row += 1) {
    const list = read(row);
    if (list === undefined) continue;
    const [known, name] = list.length === 1 ? [single, list[0] as string] : [several, nameOf(list)];
    let place = known.get(name);
    if (place === undefined) {
      place = lists.push(list);
      known.set(name, place);
    }
    places[row] = place;
  }
  return lists.length === 0 ? undefined : { holds: 'texts', lists, places: narrowCodes(places, lists.length) };
}

/** Takes down the numbers of as many risks; nothing where none of them has any. */
export function encodeNumbers(risks: number, read: (row: number) => number | null | undefined): Numbers | undefined {
  const numbers = new Float64Array(risks);
  const places = new Map<number, number>();
  let isWhole = true;
  for (let row = 0; row < risks; row += 1) {
    const number = read(row) ?? Number.NaN;
    numbers[row] = number;
    if (Number.isNaN(number)) continue;
    places.set(number, 0);
    isWhole &&= number >= 0 && number < NO_WHOLE_NUMBER && Number.isInteger(number);
  }
  if (places.size === 0) return undefined;
  const [byPlace, byRisk] = [sizeByPlace(risks, places.size), risks * (isWhole ? 4 : 8)];
  if (byRisk < byPlace) return { holds: 'number', numbers: isWhole ? toWhole(numbers) : numbers };
  const known = Float64Array.from(places.keys()).toSorted();
  for (const [index, number] of known.entries()) places.set(number, index + 1);
  const placed = Uint32Array.from(numbers, (number) => places.get(number) ?? 0);
  return { holds: 'number', known, places: narrowCodes(placed, known.length) };
}

function sizeByPlace(risks: number, known: number): number {
  const width = known <= 0xff ? 1 : 2;
  return known * 8 + risks * (known <= 0xff_ff ? width : 4);
}

const toWhole = (numbers: Float64Array): Uint32Array =>
  Uint32Array.from(numbers, (number) => (Number.isNaN(number) ? NO_WHOLE_NUMBER : number));

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
