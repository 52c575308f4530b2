import { checkDial, type CheckContext, type FieldError } from '#domain/dial/check.ts';
import { EMPTY_DIAL, LIMITS, type DialData } from '#domain/dial/dial.ts';
import { DIAL_PATHS, type DialPath } from '#domain/dial/merge.ts';
import type { DimensionValue } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DialDimensions, type DimensionKey } from '#domain/dimension/registry.ts';
import { grouped, unreadableNumber } from '#domain/dimension/format.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import {
  type AmountKey,
  type DialValues,
  isAmountKey,
  VALUE_KEYS,
  type ValueKey,
  VALUES,
} from '#domain/value/registry.ts';
import { readAmount } from '#web/rule/amount.ts';

const AMOUNT_KEYS = VALUE_KEYS.filter(isAmountKey);

/** Null if nothing is chosen. */
type DimensionInput = DimensionValue | null;

/** The form's values: every field is present, and text is as typed, valid or not. */
export type DialForm = { -readonly [Field in Exclude<keyof DialData, 'dimensions' | 'values'>]: DialData[Field] } & {
  dimensions: Record<DimensionKey, DimensionInput>;
  values: { [K in ValueKey]: K extends AmountKey ? string : NonNullable<DialValues[K]> | null };
};

/** The value of one field. */
export type FieldValue<P extends DialPath> = P extends `dimensions.${DimensionKey}`
  ? DimensionInput
  : P extends `values.${infer Key extends ValueKey}`
    ? DialForm['values'][Key]
    : DialForm[P & keyof DialForm];

export function readField<P extends DialPath>(form: DialForm, path: P): FieldValue<P> {
  const [group = '', key] = path.split('.');
  const value = form[group as keyof DialForm] as unknown;
  return (key === undefined ? value : (value as Record<string, unknown>)[key]) as FieldValue<P>;
}

export function writeField(form: DialForm, path: DialPath, value: unknown): DialForm {
  const [group = '', key] = path.split('.');
  return { ...form, [group]: key === undefined ? value : { ...form[group as 'values'], [key]: value } };
}

export function toForm(data: DialData): DialForm {
  const dimensions = DIMENSION_KEYS.map((key) => [key, data.dimensions[key] ?? null]);
  const values = VALUE_KEYS.map((key) => {
    const value = data.values[key];
    if (!isAmountKey(key)) return [key, value ?? null];
    return [key, typeof value === 'number' ? grouped(value) : ''];
  });
  return {
    ...data,
    dimensions: Object.fromEntries(dimensions) as DialForm['dimensions'],
    values: Object.fromEntries(values) as DialForm['values'],
  };
}

/** Whether a stored value fits the form. */
export function isForm(kept: unknown): kept is DialForm {
  if (typeof kept !== 'object' || kept === null) return false;
  const { dimensions, values, ...fields } = kept as Partial<DialForm>;
  const isText = (value: unknown) => typeof value === 'string';
  const areTexts = isText(fields.name) && isText(fields.description) && isText(fields.reason);
  const areLists = [fields.tags, fields.authors, fields.journeys].every((list) => Array.isArray(list));
  const areDays = [fields.active_from, fields.active_until].every((day) => day === null || isText(day));
  const areAmounts = AMOUNT_KEYS.every((key) => isText(values?.[key]));
  return (
    areTexts && areLists && areDays && areAmounts && DIMENSION_KEYS.every((key) => dimensions?.[key] !== undefined)
  );
}

/** The form's values as stored data. The key order is fixed, so that equal dials serialise equally. */
export const toData = (form: DialForm): DialData =>
  normaliseDial({
    ...EMPTY_DIAL,
    ...form,
    dimensions: toDimensions(form.dimensions),
    values: toValues(form.values),
  });

function toDimensions(inputs: DialForm['dimensions']): DialDimensions {
  const set = DIMENSION_KEYS.flatMap((key) => (inputs[key] === null ? [] : [[key, inputs[key]] as const]));
  return Object.fromEntries(set);
}

function toValues(inputs: DialForm['values']): DialValues {
  const set = VALUE_KEYS.flatMap((key) => {
    const value = isAmountKey(key) ? readAmount(inputs[key]) : (inputs[key] ?? undefined);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(set);
}

/** A canonical text of a dial: the server may return its keys in another order. */
export const fingerprint = (data: DialData): string => JSON.stringify(toData(toForm(data)));

/** The domain's rules, and errors only a form can have: text instead of a number, lists that are too long. */
export function checkForm(form: DialForm, context: CheckContext): FieldError[] {
  const unreadable = AMOUNT_KEYS.filter((key) => Number.isNaN(readAmount(form.values[key]))).map((key) => ({
    path: `values.${key}`,
    message: unreadableNumber(VALUES[key].unit),
  }));
  return [
    ...checkDial(toData(form), context).filter(({ path }) => unreadable.every((error) => error.path !== path)),
    ...unreadable,
    ...checkWords('tags', form.tags, LIMITS.tag),
    ...checkWords('authors', form.authors, LIMITS.name),
  ];
}

function checkWords(path: 'tags' | 'authors', words: readonly string[], maxLength: number): FieldError[] {
  if (words.length > LIMITS[path]) return [{ path, message: `At most ${LIMITS[path]} ${path} fit` }];
  const isTooLong = words.some((word) => word.length > maxLength);
  return isTooLong ? [{ path, message: `Each ${path.slice(0, -1)} has at most ${maxLength} characters` }] : [];
}

/** Maps a server path to its field: `dimensions.risk_codes.3` is about the risk codes. */
export function fieldOfPath(path: string): DialPath | undefined {
  return DIAL_PATHS.find((field) => path === field || path.startsWith(`${field}.`));
}
