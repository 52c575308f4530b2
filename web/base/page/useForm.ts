import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from './useChange.ts';
import { focusWrong, focusWrongAfterRender } from '#web/kit/focus.ts';

/** Messages by field, or by a part of one, as `when.0`. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

type FormOptions<Values> = Readonly<{
  initial: Values | (() => Values);
  /** Its errors are shown from the first attempt on. */
  check: (values: Values) => FieldErrors;
  /** Its errors are shown at once. */
  checkAtOnce?: (values: Values) => FieldErrors;
  /** What useChange returns, as far as a form needs it. */
  change: Readonly<{ failure: Failure | undefined; forget: () => void }>;
  /** What precedes a field in the paths of the server, as `change.rule.`. */
  prefix?: string;
  /** Sends values without errors. */
  send: (values: Values) => unknown;
}>;

/** The fields that were changed since a failure. */
type Edited = Readonly<{ failure: unknown; keys: readonly string[] }>;

type TextKey<Values> = { [K in keyof Values]: Values[K] extends string ? K : never }[keyof Values] & string;

/**
 * The values of a form and the errors at its fields: its own, and those of the server until the field is changed. A form
 * outside of a dialog has `root` as its ref, so that the first wrong field gets the focus; a dialog does that by itself.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, check, checkAtOnce, change, prefix = '', send } = options;
  const { failure } = change;
  const [values, setValues] = useState<Values>(initial);
  const [tried, setTried] = useState(false);
  const [edited, setEdited] = useState<Edited>({ failure: undefined, keys: [] });
  const part = useRef<HTMLElement>(null);
  const root = useCallback((element: HTMLElement | null) => void (part.current = element), []);
  useEffect(() => {
    if (failure) focusWrong(part.current);
  }, [failure]);

  const early: FieldErrors = checkAtOnce?.(values) ?? {};
  const errors: FieldErrors = { ...early, ...check(values) };
  const isOfField = Object.keys(values).some((key) => failure?.field(prefix + key) !== undefined);
  const refusal = isOfField ? undefined : failure;
  const errorOf = (path: string): string | undefined => {
    const isEdited = edited.failure === failure && edited.keys.includes(path.split('.')[0] ?? path);
    return (tried ? errors : early)[path] ?? (isEdited ? undefined : failure?.field(prefix + path));
  };
  const put = (changed: Readonly<Record<string, unknown>>): void => {
    setValues((before) => ({ ...before, ...changed }));
    const keys = Object.keys(changed);
    // A refusal of the whole is over with the next change, one of a field when that field is changed.
    if (refusal) change.forget();
    setEdited((before) => ({ failure, keys: before.failure === failure ? [...before.keys, ...keys] : keys }));
  };
  return {
    values,
    set: (changed: Partial<Values>): void => put({ ...changed }),
    errorOf,
    /** Why it was refused, unless that is said at its fields. */
    refusal,
    root,
    /** Sends the values if they are right, else shows what is wrong. */
    submit: (event?: FormEvent): void => {
      event?.preventDefault();
      setTried(true);
      if (Object.values(errors).some((error) => error !== undefined)) focusWrongAfterRender(part.current);
      else send(values);
    },
    /** The props of a line of text, or of several. */
    text: <K extends TextKey<Values>>(key: K) => ({
      value: values[key],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        put({ [key]: event.currentTarget.value }),
      error: errorOf(key),
    }),
    /** The props of a select or a day: without a value it is an empty text. */
    choice: <K extends TextKey<Values>>(key: K) => ({
      value: values[key] === '' ? null : values[key],
      onChange: (value: string | null) => put({ [key]: value ?? '' }),
      error: errorOf(key),
    }),
    /** The props of any other field. */
    field: <K extends keyof Values & string>(key: K) => ({
      value: values[key],
      onChange: (value: Values[K]) => put({ [key]: value }),
      error: errorOf(key),
    }),
  };
}

/** Returns an error for each of these fields that is empty. */
export const requireFields = <Values extends object>(
  values: Values,
  ...keys: readonly (keyof Values & string)[]
): FieldErrors =>
  Object.fromEntries(keys.filter((key) => String(values[key]).trim() === '').map((key) => [key, 'Required']));
