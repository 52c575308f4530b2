import { type FieldError } from '#domain/dial/check.ts';
import type { Reading } from '#domain/dimension/codec.ts';
import { singleText } from '#domain/dimension/kind/kind.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { readRisk, type Risk } from './risk.ts';

/** One query parameter; names can repeat. */
export type Parameter = readonly [name: string, value: string];

/**
 * A risk as query parameters: `date`, `journey` and one per dimension value, named by its key. The date is always
 * included, so that a link shows the same on another day. The caller encodes them.
 */
export function riskToSearch({ date, journey, dimensions }: Risk): Parameter[] {
  const values = DIMENSION_KEYS.flatMap((key) => {
    const value = dimensions[key];
    const texts = value === undefined ? [] : kindOf(dimensionOf(key)).riskTexts.write(value);
    return texts.map((text): Parameter => [key, text]);
  });
  return [['date', date], ...(journey === null ? [] : [['journey', journey] as const]), ...values];
}

/** Every name that `riskToSearch` can use; remove these from the address to clear the risk. */
export const RISK_PARAMETERS: readonly string[] = ['date', 'journey', ...DIMENSION_KEYS];

export type RiskInSearch = Readonly<{
  risk: Risk;
  /** Invalid parameters, with the paths and messages of `readRisk`. */
  dropped: readonly FieldError[];
}>;

/**
 * Reads a risk from query parameters. Invalid ones are dropped and reported; the date defaults to today. Empty and unknown
 * parameters are ignored.
 */
export function riskFromSearch(parameters: Iterable<Parameter>, today: string): RiskInSearch {
  const byName = Map.groupBy(
    [...parameters].filter(([, text]) => text.trim() !== ''),
    ([name]) => name,
  );
  const dropped: FieldError[] = [];
  const read = <T>(path: string, name: string, readTexts: (texts: readonly string[]) => Reading<T>): T | undefined => {
    const texts = byName.get(name)?.map(([, text]) => text);
    const reading = texts === undefined ? { value: undefined } : readTexts(texts);
    if ('value' in reading) return reading.value;
    dropped.push({ path, message: reading.message });
    return undefined;
  };
  const date = read('date', 'date', DATE.read) ?? today;
  const journey = read('journey', 'journey', JOURNEY.read) ?? null;
  const dimensions = DIMENSION_KEYS.flatMap((key) => {
    const value = read(`dimensions.${key}`, key, kindOf(dimensionOf(key)).riskTexts.read);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { risk: { date, journey, dimensions: Object.fromEntries(dimensions) }, dropped };
}

const DATE = singleText('The date', String, (date) => readField({ date }, ({ date: day }) => day));
const JOURNEY = singleText('The journey', String, (journey) =>
  readField({ date: '2000-01-01', journey }, (risk) => risk.journey),
);

/** Reads one field with the rules of `readRisk`. */
function readField<T>(json: object, pick: (risk: Risk) => T): Reading<T> {
  const reading = readRisk(json);
  return reading.ok ? { value: pick(reading.risk) } : { message: reading.errors[0]?.message ?? '' };
}
