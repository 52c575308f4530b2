import { canonicalJson } from '#domain/audit/canonical.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { isDay } from '#domain/day/day.ts';
import { type DialData, JOURNEYS } from '#domain/dial/dial.ts';
import { isSet, kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, DIMENSIONS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import { type DialValues, VALUE_KEYS, type ValueKey, valueKindOf, VALUES } from '#domain/value/registry.ts';
import { FEED_FORMAT } from './release.ts';
import { FeedError, parseJson, readArray, readObject, readText } from './read.ts';

/** A dial of a bucket version with everything that decides about a risk. */
export type DocumentEntry = BucketEntry & Readonly<{ name: string; dial: DocumentDial }>;
type DocumentDial = Pick<DialData, 'active_from' | 'active_until' | 'journeys' | 'dimensions' | 'values'>;

/** One version of a bucket. It names neither the bucket nor the version: equal content has one hash. */
export type FeedDocument = Readonly<{ format: number; entries: readonly DocumentEntry[] }>;

/** The bytes that are hashed. Equal content gives equal text. */
export const writeDocument = (entries: readonly BucketEntry[], dataOf: (entry: BucketEntry) => DialData): string =>
  canonicalJson({
    format: FEED_FORMAT,
    entries: entries.map((entry) => {
      const { dial_id, version, overrides } = entry;
      const { name, active_from, active_until, journeys, dimensions, values } = dataOf(entry);
      return { dial_id, version, overrides, name, dial: { active_from, active_until, journeys, dimensions, values } };
    }),
  } satisfies FeedDocument);

/** What evaluation depends on, of every dimension: whoever has the same text checks the same conditions in the same order. */
export const describeDimensions = (): string =>
  canonicalJson(
    DIMENSION_KEYS.map((key) => {
      const dimension = dimensionOf(key);
      const options = 'options' in dimension ? dimension.options.map(({ value }) => value) : null;
      return { key, kind: dimension.kind, options };
    }),
  );

/**
 * Reads a document strictly. A dimension, journey or value that this version does not know is refused: leaving it out
 * would let the dial apply to more risks than was approved.
 */
export function readDocument(text: string): FeedDocument {
  const document = readObject(parseJson(text, 'The document'), 'The document');
  if (document['format'] !== FEED_FORMAT)
    throw new FeedError(
      `The document has format ${String(document['format'])}; this client reads format ${FEED_FORMAT}.`,
    );
  const entries = readArray(document['entries'], 'entries').map(readEntry);
  if (new Set(entries.map(({ dial_id }) => dial_id)).size < entries.length)
    throw new FeedError('The document has a dial twice.');
  return { format: FEED_FORMAT, entries };
}

function readEntry(json: unknown): DocumentEntry {
  const entry = readObject(json, 'An entry');
  const name = readText(entry['name'], 'name');
  const dial_id = readText(entry['dial_id'], 'dial_id');
  const { version } = entry;
  if (!Number.isSafeInteger(version)) throw new FeedError(`“${name}”: version must be a whole number.`);
  const dial = readObject(entry['dial'], `“${name}”: dial`);
  return {
    dial_id,
    version: version as number,
    name,
    overrides: readValues(entry['overrides'], name),
    dial: {
      active_from: readDay(dial['active_from'], name),
      active_until: readDay(dial['active_until'], name),
      journeys: readArray(dial['journeys'], `“${name}”: journeys`).map((journey) => readJourney(journey, name)),
      dimensions: readDimensions(dial['dimensions'], name),
      values: readValues(dial['values'], name),
    },
  };
}

function readJourney(json: unknown, name: string): DialData['journeys'][number] {
  const journey = JOURNEYS.find(({ value }) => value === json);
  if (journey === undefined) throw new FeedError(`“${name}”: it does not know the journey ${String(json)}.`);
  return journey.value;
}

function readDay(json: unknown, name: string): string | null {
  if (json === null || (typeof json === 'string' && isDay(json))) return json;
  throw new FeedError(`“${name}”: ${JSON.stringify(json)} is not a day.`);
}

function readDimensions(json: unknown, name: string): DialData['dimensions'] {
  const dimensions = readObject(json, `“${name}”: dimensions`);
  for (const [key, value] of Object.entries(dimensions)) {
    if (!isSet(value)) continue;
    if (!Object.hasOwn(DIMENSIONS, key)) throw new FeedError(`“${name}”: it does not know the dimension ${key}.`);
    const dimension = dimensionOf(key as DimensionKey);
    const kind = kindOf(dimension);
    const options = 'options' in dimension ? dimension.options.map((option) => option.value) : undefined;
    const hasUnknown = options !== undefined && [value].flat().some((option) => !options.includes(option as string));
    if (hasUnknown || !kind.isValue(value) || kind.check(value) !== undefined)
      throw new FeedError(`“${name}”: it cannot read ${JSON.stringify(value)} as ${key}.`);
  }
  return dimensions;
}

function readValues(json: unknown, name: string): DialValues {
  const values = readObject(json, `“${name}”: values`);
  for (const [key, value] of Object.entries(values)) {
    if (!VALUE_KEYS.includes(key as ValueKey)) throw new FeedError(`“${name}”: it does not know the value ${key}.`);
    const kind = valueKindOf(key as ValueKey);
    const facts = VALUES[key as ValueKey];
    const isUnknown = facts.kind === 'option' && !facts.options.some((option) => option.value === value);
    if (isUnknown || !kind.isValue(value) || kind.check(value) !== undefined)
      throw new FeedError(`“${name}”: it cannot read ${JSON.stringify(value)} as ${key}.`);
  }
  return values;
}
