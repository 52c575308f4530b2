import type { FieldErrors, Resolver } from 'react-hook-form';
import { checkDial, type CheckContext, type FieldError } from '#domain/dial/check.ts';
import { LIMITS } from '#domain/dial/dial.ts';
import { DIAL_PATHS, type DialPath } from '#domain/dial/merge.ts';
import { readAmount, UNREADABLE_AMOUNT } from '#web/dimension/amount.ts';
import { AMOUNT_KEYS, toData, type DialForm } from './dialForm.ts';

/** The domain's rules, and what only a form can get wrong: text where a number belongs, lists that are too long. */
export function checkForm(form: DialForm, context: CheckContext): FieldError[] {
  const unreadable = AMOUNT_KEYS.filter((key) => Number.isNaN(readAmount(form.values[key]))).map(
    (key) => `values.${key}`,
  );
  return [
    ...checkDial(toData(form), context).filter(({ path }) => !unreadable.includes(path)),
    ...unreadable.map((path) => ({ path, message: UNREADABLE_AMOUNT })),
    ...checkWords('tags', 'tag', form.tags, LIMITS.tags, LIMITS.tag),
    ...checkWords('authors', 'author', form.authors, LIMITS.authors, LIMITS.name),
  ];
}

function checkWords(
  path: DialPath,
  word: string,
  list: readonly string[],
  most: number,
  longest: number,
): FieldError[] {
  if (list.length > most) return [{ path, message: `At most ${most} ${word}s fit` }];
  const tooLong = list.some((item) => item.length > longest);
  return tooLong ? [{ path, message: `Each ${word} has at most ${longest} characters` }] : [];
}

export function createResolver(context: () => CheckContext): Resolver<DialForm> {
  return (values) => {
    const errors = checkForm(values, context());
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: nest(errors) };
  };
}

/** The form wants its errors in the shape of its values. */
function nest(errors: readonly FieldError[]): FieldErrors<DialForm> {
  const nested: Record<string, Record<string, unknown>> = {};
  for (const { path, message } of errors) {
    const [group = '', key] = path.split('.');
    const error = { type: 'check', message };
    if (key === undefined) nested[group] ??= error;
    else nested[group] = { ...nested[group], [key]: error };
  }
  return nested;
}

/** Which field a path of the server means: `dimensions.risk_codes.3` is about the risk codes. */
export function fieldOfPath(path: string): DialPath | undefined {
  return DIAL_PATHS.find((field) => path === field || path.startsWith(`${field}.`));
}
