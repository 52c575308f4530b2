import { isDay } from '#domain/day/day.ts';
import { dateLike, type FieldError } from '#domain/dial/check.ts';
import { type Journey, JOURNEYS } from '#domain/dial/dial.ts';
import { hasOption, listOptions } from '#domain/dimension/dimension.ts';
import { isSet, kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSIONS, type DimensionKey, dimensionOf, type RiskDimensions } from '#domain/dimension/registry.ts';

/**
 * A submission to evaluate a bucket with. Plain JSON: survives a round trip through JSON.stringify.
 */
export type Risk = Readonly<{
  /** The UTC day it is evaluated on, `YYYY-MM-DD`. */
  date: string;
  /** Null where unknown. */
  journey: Journey | null;
  dimensions: RiskDimensions;
}>;

export type RiskReading = Readonly<{ ok: true; risk: Risk }> | Readonly<{ ok: false; errors: readonly FieldError[] }>;

type FieldReading<T> = Readonly<{ value: T; errors: readonly FieldError[] }>;

const FIELDS = new Set(['date', 'journey', 'dimensions']);

/**
 * Reads a risk from JSON and reports all errors at once. Null, an empty list and a missing field mean unknown; only the
 * date is required. Codes are not checked against their reference lists.
 */
export function readRisk(json: unknown): RiskReading {
  if (!isRecord(json)) return { ok: false, errors: [{ path: '', message: 'A risk must be a JSON object.' }] };
  const [date, journey] = [readDate(json['date']), readJourney(json['journey'])];
  const dimensions = readDimensions(json['dimensions']);
  const errors = [
    ...Object.keys(json).flatMap((key) =>
      FIELDS.has(key) ? [] : [{ path: key, message: `A risk has no field called “${key}”.` }],
    ),
    ...[date, journey, dimensions].flatMap((field) => field.errors),
  ];
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, risk: { date: date.value, journey: journey.value, dimensions: dimensions.value } };
}

function readDate(json: unknown): FieldReading<string> {
  return typeof json === 'string' && isDay(json) ? read(json) : refuse('', 'date', `${dateLike('2026-11-16')}.`);
}

function readJourney(json: unknown): FieldReading<Journey | null> {
  if (json === undefined || json === null) return read(null);
  return typeof json === 'string' && hasOption(JOURNEYS, json)
    ? read(json as Journey)
    : refuse(null, 'journey', `The journey must be one of: ${listOptions(JOURNEYS)}.`);
}

function readDimensions(json: unknown): FieldReading<RiskDimensions> {
  if (json === undefined || json === null) return read({});
  if (!isRecord(json)) return refuse({}, 'dimensions', 'The dimensions must be a JSON object.');
  const fields = Object.entries(json).map(([key, value]) => ({ key, ...readDimension(key, value) }));
  return {
    value: Object.fromEntries(fields.filter(({ value }) => isSet(value)).map(({ key, value }) => [key, value])),
    errors: fields.flatMap(({ errors }) => errors),
  };
}

function readDimension(key: string, json: unknown): FieldReading<unknown> {
  const path = `dimensions.${key}`;
  if (!isDimensionKey(key)) return refuse(undefined, path, `There is no dimension called “${key}”.`);
  if (json === undefined || json === null) return read(undefined);
  const reading = kindOf(dimensionOf(key)).readRisk(json);
  return 'message' in reading ? refuse(undefined, path, reading.message) : read(reading.value);
}

const read = <T>(value: T): FieldReading<T> => ({ value, errors: [] });
const refuse = <T>(value: T, path: string, message: string): FieldReading<T> => ({
  value,
  errors: [{ path, message }],
});

const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const isDimensionKey = (key: string): key is DimensionKey => Object.hasOwn(DIMENSIONS, key);
