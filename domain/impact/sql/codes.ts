import type { DimensionKey } from '#domain/dimension/registry.ts';
import { narrowCodes, type Texts } from '#domain/evaluation/compiled/encoded.ts';
import { COLUMNS } from '#domain/evaluation/sql/table.ts';
import type { Grouping } from '#domain/impact/impact.ts';
import { compareKeys } from '#domain/impact/groups.ts';
import { encodeLayers } from '#domain/impact/layers.ts';
import type { Chunk } from '#domain/portfolio/chunk/chunk.ts';

/** The code of unknown values. An empty text that a risk has gets its own code. */
export const UNKNOWN_CODE = 1;
const FIRST_CODE = 2;

/** Codes of the texts of a condition; they sort like the texts. */
export type Codes = ReadonlyMap<string, number>;

/** Facts about the risks of a class, stored with their codes and read for every measurement. */
export type ClassFacts = Readonly<{
  hasPremiums: boolean;
  /** The first row of each chunk. */
  starts: readonly number[];
  /** Dimensions that risks can be grouped by, in registry order. */
  dimensions: readonly DimensionKey[];
  /** The kept columns, by name. */
  kept: readonly string[];
}>;

export type ClassCodes = Readonly<{ facts: ClassFacts; codes: ReadonlyMap<string, Codes> }>;

export const SEGMENTS = 'segments';
export const TEXT_COLUMNS = COLUMNS.filter(({ holds }) => holds !== 'day' && holds !== 'number');

/** Kept columns are numbered: their display names are not valid SQL identifiers. */
export const keptColumnOf = (place: number): string => `kept_${place}`;

/** A table column that risks are grouped by; `isMany`: a risk can have several codes. */
export type GroupSource = Readonly<{ by: Grouping | 'segment'; column: string; condition: string; isMany: boolean }>;

/** All groupings: dimensions, kept columns, then segments. */
export const listGroups = ({ dimensions, kept }: ClassFacts): GroupSource[] => [
  ...TEXT_COLUMNS.flatMap(({ condition, name, holds }): GroupSource[] => {
    const dimension = dimensions.find((one) => one === condition);
    return dimension === undefined ? [] : [{ by: { dimension }, column: name, condition, isMany: holds === 'texts' }];
  }),
  ...kept.map((column, place) => ({
    by: { column },
    column: keptColumnOf(place),
    condition: keptColumnOf(place),
    isMany: false,
  })),
  { by: 'segment', column: SEGMENTS, condition: SEGMENTS, isMany: true },
];

export const writeSegment = (layer: string | null, country: string | null): string => JSON.stringify([layer, country]);
export const readSegment = (text: string) => JSON.parse(text) as [layer: string | null, country: string | null];

/** Assigns codes to all texts of a class. Deterministic for the same chunks. */
export function buildDictionary(chunks: Iterable<Chunk>): ClassCodes {
  const texts = new Map<string, Set<string>>(TEXT_COLUMNS.map(({ condition }) => [condition, new Set()]));
  const kept = new Map<string, Set<string>>();
  const segments = new Set<string>();
  const starts: number[] = [];
  let [risks, hasPremiums] = [0, false];
  const collect = (seen: Set<string>, encoded: Pick<Texts, 'lists'> | undefined) => {
    for (const list of encoded?.lists ?? []) for (const text of list) seen.add(text);
  };
  for (const chunk of chunks) {
    for (const [condition, seen] of texts) collect(seen, chunk.encoded(condition as 'journeys') as Texts | undefined);
    for (const [name, encoded] of chunk.kept) {
      const seen = kept.get(name) ?? new Set();
      kept.set(name, seen);
      collect(seen, encoded);
    }
    collect(segments, segmentsOf(chunk));
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
      ...[...texts].map(([condition, seen]) => [condition, assignCodes(seen, compareKeys)] as const),
      ...byName.map(([, seen], place) => [keptColumnOf(place), assignCodes(seen, compareKeys)] as const),
      [SEGMENTS, assignCodes(segments, compareSegments)],
    ]),
  };
}

const assignCodes = (texts: Iterable<string>, compare: (a: string, b: string) => number): Codes =>
  new Map([...texts].toSorted(compare).map((text, index) => [text, FIRST_CODE + index]));

function compareSegments(a: string, b: string): number {
  const [left, right] = [readSegment(a), readSegment(b)];
  return compareKeys(left[0], right[0]) || compareKeys(left[1], right[1]);
}

/** The segments of each risk of a chunk: one per country. */
export function segmentsOf(chunk: Chunk): Texts {
  const layers = encodeLayers(chunk);
  const countries = chunk.encoded('domicile_countries') as Texts | undefined;
  const lists: string[][] = [];
  /** 1-based list index by layer and country index. */
  const seen = new Map<number, number>();
  const width = (countries?.lists.length ?? 0) + 1;
  const places = new Uint32Array(chunk.size);
  for (let row = 0; row < chunk.size; row += 1) {
    const [layer, country] = [layers?.places[row] ?? 0, countries?.places[row] ?? 0];
    const cell = layer * width + country;
    let place = seen.get(cell);
    if (place === undefined) {
      const [name = null] = layers?.lists[layer - 1] ?? [];
      const distinct = new Set<string | null>(countries?.lists[country - 1]);
      place = lists.push([...(distinct.size === 0 ? [null] : distinct)].map((one) => writeSegment(name, one)));
      seen.set(cell, place);
    }
    places[row] = place;
  }
  return { holds: 'texts', lists, places: narrowCodes(places, lists.length) };
}
