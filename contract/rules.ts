import type { z } from 'zod';
import type { FieldError } from './problem.ts';

let isListingAll = false;

/**
 * Runs a validation in which all rules of the domain speak, so that a request that is refused hears of every mistake at
 * once. Of a valid request they are left to the service, which checks them with those that need stored data.
 */
export const listAllErrors = <T>(validate: () => T): T => setListing(true, validate);

function setListing<T>(isOn: boolean, validate: () => T): T {
  const was = isListingAll;
  isListingAll = isOn;
  try {
    return validate();
  } finally {
    isListingAll = was;
  }
}

type FindErrors<T extends z.ZodType> = (sent: z.output<T>) => readonly FieldError[];

/**
 * Adds the rules of the domain to a schema. `blank`: a value that stands in for what has no valid shape, so that the rules
 * can look at the rest; the first entry of a list stands in for each.
 */
export const withRules = <T extends z.ZodType>(body: T, findErrors: FindErrors<T>, blank: NoInfer<z.output<T>>): T =>
  addRules(body, { findErrors, blank, isDue: () => isListingAll });

/** The same for rules that no service checks again: they speak of every request. */
export const withOwnRules = <T extends z.ZodType>(body: T, findErrors: FindErrors<T>, blank: NoInfer<z.output<T>>): T =>
  addRules(body, { findErrors, blank, isDue: (issues) => isListingAll || issues.length === 0 });

type Rules<T extends z.ZodType> = Readonly<{
  findErrors: FindErrors<T>;
  blank: z.output<T>;
  isDue: (issues: readonly unknown[]) => boolean;
}>;

const addRules = <T extends z.ZodType>(body: T, { findErrors, blank, isDue }: Rules<T>): T =>
  body.superRefine(
    (sent, context) => {
      const { issues } = context;
      const invalid = issues.flatMap(({ code, path = [] }) => (code === 'unrecognized_keys' ? [] : [path]));
      const repaired = invalid.reduce<unknown>((value, path) => repair(value, blank, path), sent);
      // Of the shape alone: rules of what is within have spoken.
      const read = setListing(false, () => body.safeParse(repaired));
      if (!read.success) return;
      // What a rule says of a list that lost its invalid entry could be untrue, so such a rule waits.
      const isInvalid = (path: readonly string[]) =>
        invalid.some((other) => other.slice(0, path.length).every((key, index) => String(key) === path[index]));
      for (const { path, message } of findErrors(read.data)) {
        const keys = path.split('.');
        if (!isInvalid(keys)) context.addIssue({ code: 'custom', path: keys, message });
      }
    },
    { when: ({ issues }) => isDue(issues) },
  );

/** The value with the blank at a path, or without what the blank does not have. */
function repair(value: unknown, blank: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return blank;
  if (Array.isArray(value)) {
    const standIn: unknown = Array.isArray(blank) ? blank[0] : undefined;
    return value.flatMap((one: unknown, index) => {
      if (index !== Number(key)) return [one];
      const repaired = repair(one, standIn, rest);
      return repaired === undefined ? [] : [repaired];
    });
  }
  const standIn = (blank as Record<PropertyKey, unknown> | undefined)?.[key];
  const repaired = repair((value as Record<PropertyKey, unknown>)[key], standIn, rest);
  const { [key]: _, ...others } = value as Record<PropertyKey, unknown>;
  return repaired === undefined ? others : { ...others, [key]: repaired };
}
