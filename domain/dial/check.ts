import { isDay } from '#domain/day/day.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { VALUE_MESSAGES } from '#domain/value/kind.ts';
import { checkValue, VALUE_KEYS } from '#domain/value/registry.ts';
import type { DialData } from './dial.ts';
import { isOneLine, ONE_LINE } from '#domain/text/one-line.ts';

/** Used by the form and the server. */
export const MESSAGES = {
  ...VALUE_MESSAGES,
  required: 'Required',
  fromToday: 'Date must be today or later',
  beforeUntil: 'Date must be earlier than Active Until',
  afterFrom: 'Date must be later than Active From',
  minAboveMax: 'Min line must be at most Max line',
} as const;

export const dateLike = (day: string): string => `Please give a date like ${day}`;

export type FieldError = Readonly<{ path: string; message: string }>;

type Window = Pick<DialData, 'active_from' | 'active_until'>;

export type CheckContext = Readonly<{
  /** UTC day. */
  today: string;
  version: number;
  /** The previous version: unchanged dates may be in the past. */
  previous?: Window | undefined;
  /** The last save: unchanged dates are not checked again. Omitted when publishing. */
  saved?: Window | undefined;
}>;

/** All errors that prevent saving a dial. The schema checks shapes, this checks meaning. */
export function checkDial(data: DialData, context: CheckContext): FieldError[] {
  return [
    ...checkName(data),
    ...checkReason(data, context),
    ...checkWindow(data, context),
    ...checkDimensions(data),
    ...checkValues(data),
  ];
}

/** The errors that need neither the day nor other versions. */
export const checkFields = (data: DialData): FieldError[] => [
  ...checkName(data),
  ...checkDimensions(data),
  ...checkValues(data),
];

/** Days that are none, whatever the dial was before. `today`: for an example that a field for later days takes, too. */
export const checkDays = ({ active_from, active_until }: Window, today: string): FieldError[] =>
  Object.entries({ active_from, active_until }).flatMap(([path, day]) =>
    day === null || day === '' || isDay(day)
      ? []
      : [{ path, message: dateLike(path === 'active_from' ? today : `${Number(today.slice(0, 4)) + 1}-01-01`) }],
  );

const checkName = ({ name, tags, authors }: DialData): FieldError[] => [
  ...(name.trim() === '' ? [{ path: 'name', message: MESSAGES.required }] : []),
  ...(isOneLine(name.trim()) ? [] : [{ path: 'name', message: ONE_LINE }]),
  ...Object.entries({ tags, authors }).flatMap(([path, words]) =>
    words.every(isOneLine) ? [] : [{ path, message: ONE_LINE }],
  ),
];

const checkReason = ({ reason }: DialData, { version }: CheckContext): FieldError[] =>
  version > 1 && reason.trim() === '' ? [{ path: 'reason', message: MESSAGES.required }] : [];

export function checkWindow({ active_from: from, active_until: until }: Window, context: CheckContext): FieldError[] {
  const { today, previous, saved } = context;
  const errors: FieldError[] = [];
  /** A day that is valid in this field: today, or the first of the next year. */
  const exampleOf = (path: keyof Window) => {
    const start = from !== null && isDay(from) && from > today ? from : today;
    return path === 'active_from' ? today : `${Number(start.slice(0, 4)) + 1}-01-01`;
  };
  for (const [path, day] of [
    ['active_from', from],
    ['active_until', until],
  ] as const) {
    if (day === null || day === previous?.[path] || day === saved?.[path]) continue;
    if (!isDay(day)) errors.push({ path, message: dateLike(exampleOf(path)) });
    else if (day < today) errors.push({ path, message: MESSAGES.fromToday });
  }
  if (errors.length === 0 && from !== null && until !== null && from >= until)
    errors.push(
      { path: 'active_from', message: MESSAGES.beforeUntil },
      { path: 'active_until', message: MESSAGES.afterFrom },
    );
  return errors;
}

/** Warnings about probable omissions. They do not prevent publishing. */
export function describeGaps({ dimensions, values, journeys }: DialData): string[] {
  const matched = journeys.length === 0 ? 'every risk' : 'every risk of its journeys';
  const gaps: string[] = [];
  if (listSetDimensions(dimensions).length === 0) gaps.push(`No dimension is set: this dial matches ${matched}.`);
  if (VALUE_KEYS.every((key) => values[key] === undefined)) gaps.push('No value is set: this dial sets nothing.');
  return gaps;
}

function checkDimensions({ dimensions }: DialData): FieldError[] {
  return listSetDimensions(dimensions).flatMap(({ key, kind, value }) => {
    const message = kind.check(value);
    return message === undefined ? [] : [{ path: `dimensions.${key}`, message }];
  });
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
