import { type FieldError } from '#domain/dial/check.ts';
import type { Reading } from '#domain/dimension/codec.ts';
import { singleText } from '#domain/dimension/kind/kind.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { readRisk, type Risk } from './risk.ts';

/** One query parameter. A name may come several times. */
export type Parameter = readonly [name: string, value: string];

/**
 * A risk as the parameters of an address: `date`, `journey` and one for each value of a dimension, named by its key.
 * The date is always written, so that a link shows the same on another day. Encoding them is the caller's business.
 */
export function riskToSearch({ date, journey, dimensions }: Risk): Parameter[] {
  const values = DIMENSION_KEYS.flatMap((key) => {
    const value = dimensions[key];
    const texts = value === undefined ? [] : kindOf(dimensionOf(key)).riskTexts.write(value);
    return texts.map((text): Parameter => [key, text]);
  });
  return [['date', date], ...(journey === null ? [] : [['journey', journey] as const]), ...values];
}

/** Every name that `riskToSearch` may use: what a page takes out of its address to forget the risk. */
export const RISK_PARAMETERS: readonly string[] = ['date', 'journey', ...DIMENSION_KEYS];

export type RiskInSearch = Readonly<{
  risk: Risk;
  /** What could not be read and was left out, with the paths and the words of `readRisk`. */
  dropped: readonly FieldError[];
}>;

/**
 * The risk that the parameters of an address describe. What cannot be read is left out and told, and the rest stands;
 * without a date it is today's. An empty parameter is one that is not there. Other names are the page's own.
 */
export function riskFromSearch(parameters: Iterable<Parameter>, today: string): RiskInSearch {
  const given = Map.groupBy(
    [...parameters].filter(([, text]) => text.trim() !== ''),
    ([name]) => name,
  );
  const dropped: FieldError[] = [];
  const read = <T>(path: string, name: string, readTexts: (texts: readonly string[]) => Reading<T>): T | undefined => {
    const texts = given.get(name)?.map(([, text]) => text);
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

const DATE = singleText('The date', String, (date) => readPart({ date }, ({ date: day }) => day));
const JOURNEY = singleText('The journey', String, (journey) =>
  readPart({ date: '2000-01-01', journey }, (risk) => risk.journey),
);

/** One part of a risk, read by the rules of the whole. */
function readPart<T>(json: object, pick: (risk: Risk) => T): Reading<T> {
  const reading = readRisk(json);
  return reading.ok ? { value: pick(reading.risk) } : { message: reading.errors[0]?.message ?? '' };
}
