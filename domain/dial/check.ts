import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { type DialData, LIMITS } from './dial.ts';
import { parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';

/** The messages of the form; the server gives the same ones. */
export const MESSAGES = {
  required: 'Required',
  positive: 'Value must be positive',
  fromToday: 'Date must be today or later',
  beforeUntil: 'Date must be earlier than Active Until',
  afterFrom: 'Date must be later than Active From',
  share: 'A share is at most 100 percent',
  wholeDollars: 'Please give whole US dollars',
  minAboveMax: 'Min line must be at most Max line',
  date: 'Please give a date like 2026-11-16',
} as const;

export type FieldError = Readonly<{ path: string; message: string }>;

export type CheckContext = Readonly<{
  /** UTC day. */
  today: string;
  version: number;
  /** The window of the version this one follows: a date that has not changed may lie in the past. */
  previous?: Readonly<{ active_from: string | null; active_until: string | null }> | undefined;
}>;

/** Every rule a dial must keep to be saved, all at once. Shapes are the schema's business, meaning is this one's. */
export function checkDial(data: DialData, context: CheckContext): FieldError[] {
  return [
    ...checkInformation(data, context),
    ...checkWindow(data, context),
    ...checkDimensions(data),
    ...checkValues(data),
  ];
}

function checkInformation({ name, reason }: DialData, { version }: CheckContext): FieldError[] {
  const errors: FieldError[] = [];
  if (name.trim() === '') errors.push({ path: 'name', message: MESSAGES.required });
  if (version > 1 && reason.trim() === '') errors.push({ path: 'reason', message: MESSAGES.required });
  return errors;
}

function checkWindow({ active_from: from, active_until: until }: DialData, context: CheckContext): FieldError[] {
  const { today, previous } = context;
  const past = (day: string | null, before: string | null | undefined) =>
    day !== null && isDay(day) && day < today && day !== before;
  const errors: FieldError[] = [];
  for (const [path, day, before] of [
    ['active_from', from, previous?.active_from],
    ['active_until', until, previous?.active_until],
  ] as const) {
    if (day !== null && !isDay(day)) errors.push({ path, message: MESSAGES.date });
    else if (past(day, before)) errors.push({ path, message: MESSAGES.fromToday });
  }
  if (errors.length === 0 && from !== null && until !== null && from >= until)
    errors.push(
      { path: 'active_from', message: MESSAGES.beforeUntil },
      { path: 'active_until', message: MESSAGES.afterFrom },
    );
  return errors;
}

const DAYS_IN = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < 1900 || m < 1 || m > 12 || d < 1 || d > (DAYS_IN[m - 1] ?? 0)) return false;
  return m !== 2 || d < 29 || (y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0));
}

function checkDimensions({ dimensions }: DialData): FieldError[] {
  return DIMENSION_KEYS.flatMap((key) => {
    const message = checkDimension(key, dimensions[key]);
    return message === undefined ? [] : [{ path: `dimensions.${key}`, message }];
  });
}

export function checkDimension(key: DimensionKey, value: unknown): string | undefined {
  const dimension = dimensionOf(key);
  if (value === undefined) return undefined;
  if (dimension.kind === 'intervals') {
    const parsed = parseIntervals(typeof value === 'string' ? value : '', { negative: dimension.negative });
    return parsed.ok ? undefined : parsed.message;
  }
  if (dimension.kind === 'options' && Array.isArray(value) && value.length > LIMITS.options)
    return `At most ${LIMITS.options} can be chosen`;
  return undefined;
}

function checkValues({ values }: DialData): FieldError[] {
  const errors = VALUE_KEYS.flatMap((key) => {
    const message = checkValue(key, values[key]);
    return message === undefined ? [] : [{ path: `values.${key}`, message }];
  });
  const { min_line: min, max_line: max } = values;
  const both = min !== undefined && max !== undefined && errors.every(({ path }) => !path.endsWith('_line'));
  return both && min > max ? [...errors, { path: 'values.min_line', message: MESSAGES.minAboveMax }] : errors;
}

/** Of one value by itself, for the form and for the grid of overrides. */
export function checkValue(key: ValueKey, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  if (!(value > 0)) return MESSAGES.positive;
  if (VALUES[key].unit === 'percent' && value > 100) return MESSAGES.share;
  if (VALUES[key].unit === 'usd' && !Number.isInteger(value)) return MESSAGES.wholeDollars;
  return undefined;
}
