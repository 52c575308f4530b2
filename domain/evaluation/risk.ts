import { isDay } from '#domain/day/day.ts';
import { type FieldError, MESSAGES } from '#domain/dial/check.ts';
import { type Journey, JOURNEYS } from '#domain/dial/dial.ts';
import { hasOption, listOptions } from '#domain/dimension/dimension.ts';
import { isSet, kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSIONS, type DimensionKey, dimensionOf, type RiskDimensions } from '#domain/dimension/registry.ts';

/**
 * A submission, as a bucket is evaluated against it. It is plain JSON: what is written with JSON.stringify reads back
 * the same.
 */
export type Risk = Readonly<{
  /** The UTC day it is evaluated on, `YYYY-MM-DD`. */
  date: string;
  /** How it arrives; null where that is not known. */
  journey: Journey | null;
  dimensions: RiskDimensions;
}>;

export type RiskReading = Readonly<{ ok: true; risk: Risk }> | Readonly<{ ok: false; errors: readonly FieldError[] }>;

type Part<T> = Readonly<{ value: T; errors: readonly FieldError[] }>;

const FIELDS = new Set(['date', 'journey', 'dimensions']);

/**
 * Reads a risk from JSON and names every mistake at once. Null, a list of no codes and a field that is not there mean
 * that nothing is known; only the date has to be given. Whether a code is in its reference list is not asked here.
 */
export function readRisk(json: unknown): RiskReading {
  if (!isRecord(json)) return { ok: false, errors: [{ path: '', message: 'A risk must be a JSON object.' }] };
  const [date, journey] = [readDate(json['date']), readJourney(json['journey'])];
  const dimensions = readDimensions(json['dimensions']);
  const errors = [
    ...Object.keys(json).flatMap((key) =>
      FIELDS.has(key) ? [] : [{ path: key, message: `A risk has no field called “${key}”.` }],
    ),
    ...[date, journey, dimensions].flatMap((part) => part.errors),
  ];
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, risk: { date: date.value, journey: journey.value, dimensions: dimensions.value } };
}

function readDate(json: unknown): Part<string> {
  return typeof json === 'string' && isDay(json) ? read(json) : refuse('', 'date', `${MESSAGES.date}.`);
}

function readJourney(json: unknown): Part<Journey | null> {
  if (json === undefined || json === null) return read(null);
  return typeof json === 'string' && hasOption(JOURNEYS, json)
    ? read(json as Journey)
    : refuse(null, 'journey', `The journey must be one of: ${listOptions(JOURNEYS)}.`);
}

function readDimensions(json: unknown): Part<RiskDimensions> {
  if (json === undefined || json === null) return read({});
  if (!isRecord(json)) return refuse({}, 'dimensions', 'The dimensions must be a JSON object.');
  const parts = Object.entries(json).map(([key, value]) => ({ key, ...readDimension(key, value) }));
  return {
    value: Object.fromEntries(parts.filter(({ value }) => isSet(value)).map(({ key, value }) => [key, value])),
    errors: parts.flatMap(({ errors }) => errors),
  };
}

function readDimension(key: string, json: unknown): Part<unknown> {
  const path = `dimensions.${key}`;
  if (!isDimensionKey(key)) return refuse(undefined, path, `There is no dimension called “${key}”.`);
  if (json === undefined || json === null) return read(undefined);
  const reading = kindOf(dimensionOf(key)).readRisk(json);
  return 'message' in reading ? refuse(undefined, path, reading.message) : read(reading.value);
}

const read = <T>(value: T): Part<T> => ({ value, errors: [] });
const refuse = <T>(value: T, path: string, message: string): Part<T> => ({ value, errors: [{ path, message }] });

const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const isDimensionKey = (key: string): key is DimensionKey => Object.hasOwn(DIMENSIONS, key);
