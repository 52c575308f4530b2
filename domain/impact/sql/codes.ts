import type { DimensionKey } from '#domain/dimension/registry.ts';
import { narrowCodes, type Texts } from '#domain/evaluation/compiled/encoded.ts';
import { COLUMNS } from '#domain/evaluation/sql/table.ts';
import type { Grouping } from '#domain/impact/impact.ts';
import { compareKeys } from '#domain/impact/groups.ts';
import { encodeLayers } from '#domain/impact/layers.ts';
import type { Chunk } from '#domain/portfolio/chunk/chunk.ts';

/** Where nothing is known. The empty text has another code where a risk has it. */
export const NOTHING = 1;
const FIRST_CODE = 2;

/** What texts of a condition go by, in their order: a text that comes before another one has the lower code. */
export type Codes = ReadonlyMap<string, number>;

/** What is known of the risks of a class before a bucket is: kept beside their codes, and read with every measurement. */
export type ClassFacts = Readonly<{
  hasPremiums: boolean;
  /** At which row each chunk begins. */
  starts: readonly number[];
  /** The dimensions by which risks can be grouped, in the order of the registry. */
  dimensions: readonly DimensionKey[];
  /** The kept columns, by name. */
  kept: readonly string[];
}>;

export type ClassCodes = Readonly<{ facts: ClassFacts; codes: ReadonlyMap<string, Codes> }>;

export const SEGMENTS = 'segments';
export const TEXT_COLUMNS = COLUMNS.filter(({ holds }) => holds !== 'day' && holds !== 'number');

/** Kept columns go by their places: what people call them is no name in a statement. */
export const keptName = (place: number): string => `kept_${place}`;

/** How risks are grouped: by which column of the table, and whether a risk may be in several. */
export type GroupSource = Readonly<{ by: Grouping | 'segment'; column: string; condition: string; isMany: boolean }>;

/** Everything by which risks are grouped: dimensions, kept columns, and last their segments. */
export const listGroups = ({ dimensions, kept }: ClassFacts): GroupSource[] => [
  ...TEXT_COLUMNS.flatMap(({ condition, name, holds }): GroupSource[] => {
    const dimension = dimensions.find((one) => one === condition);
    return dimension === undefined ? [] : [{ by: { dimension }, column: name, condition, isMany: holds === 'texts' }];
  }),
  ...kept.map((column, place) => ({
    by: { column },
    column: keptName(place),
    condition: keptName(place),
    isMany: false,
  })),
  { by: 'segment', column: SEGMENTS, condition: SEGMENTS, isMany: true },
];

/** A segment as a text, and what such a text says. */
export const writeSegment = (layer: string | null, country: string | null): string => JSON.stringify([layer, country]);
export const readSegment = (text: string) => JSON.parse(text) as [layer: string | null, country: string | null];

/** Gives codes to all texts of a class. The same chunks give the same codes everywhere. */
export function buildDictionary(chunks: Iterable<Chunk>): ClassCodes {
  const texts = new Map<string, Set<string>>(TEXT_COLUMNS.map(({ condition }) => [condition, new Set()]));
  const kept = new Map<string, Set<string>>();
  const segments = new Set<string>();
  const starts: number[] = [];
  let [risks, hasPremiums] = [0, false];
  const learn = (known: Set<string>, had: Pick<Texts, 'lists'> | undefined) => {
    for (const list of had?.lists ?? []) for (const text of list) known.add(text);
  };
  for (const chunk of chunks) {
    for (const [condition, known] of texts) learn(known, chunk.encoded(condition as 'journeys') as Texts | undefined);
    for (const [name, had] of chunk.kept) {
      const known = kept.get(name) ?? new Set();
      kept.set(name, known);
      learn(known, had);
    }
    learn(segments, segmentsOf(chunk));
    starts.push(risks);
    risks += chunk.size;
    hasPremiums ||= chunk.premiums !== undefined;
  }
  const byName = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    facts: {
      hasPremiums,
      starts,
      dimensions: [...texts].flatMap(([condition, { size }]) =>
        condition === 'journeys' || size === 0 ? [] : [condition as DimensionKey],
      ),
      kept: byName.map(([name]) => name),
    },
    codes: new Map([
      ...[...texts].map(([condition, known]) => [condition, giveCodes(known, compareKeys)] as const),
      ...byName.map(([, known], place) => [keptName(place), giveCodes(known, compareKeys)] as const),
      [SEGMENTS, giveCodes(segments, compareSegments)],
    ]),
  };
}

const giveCodes = (texts: Iterable<string>, compare: (a: string, b: string) => number): Codes =>
  new Map([...texts].toSorted(compare).map((text, index) => [text, FIRST_CODE + index]));

function compareSegments(a: string, b: string): number {
  const [left, right] = [readSegment(a), readSegment(b)];
  return compareKeys(left[0], right[0]) || compareKeys(left[1], right[1]);
}

/** The segments of all risks of a chunk: one for each of their countries. */
export function segmentsOf(chunk: Chunk): Texts {
  const layers = encodeLayers(chunk);
  const countries = chunk.encoded('domicile_countries') as Texts | undefined;
  const lists: string[][] = [];
  /** The place of the list, counted from one, by the places of the layer and the countries. */
  const known = new Map<number, number>();
  const width = (countries?.lists.length ?? 0) + 1;
  const places = new Uint32Array(chunk.size);
  for (let row = 0; row < chunk.size; row += 1) {
    const [layer, country] = [layers?.places[row] ?? 0, countries?.places[row] ?? 0];
    const cell = layer * width + country;
    let place = known.get(cell);
    if (place === undefined) {
      const [name = null] = layers?.lists[layer - 1] ?? [];
      const had = new Set<string | null>(countries?.lists[country - 1]);
      place = lists.push([...(had.size === 0 ? [null] : had)].map((one) => writeSegment(name, one)));
      known.set(cell, place);
    }
    places[row] = place;
  }
  return { holds: 'texts', lists, places: narrowCodes(places, lists.length) };
}
