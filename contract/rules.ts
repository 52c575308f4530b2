import type { z } from 'zod';
import type { FieldError } from './problem.ts';

let isListingAll = false;

/**
 * Runs a validation in which all rules of the domain speak, so that a request that is refused hears of every mistake at
 * once. Of a valid request they are left to the service, which checks them with those that need stored data.
 */
export function listAllErrors<T>(validate: () => T): T {
  isListingAll = true;
  try {
    return validate();
  } finally {
    isListingAll = false;
  }
}

/**
 * Adds the rules of the domain to a schema. `blank`: a value that stands in for what has no valid shape, so that the rules
 * can look at the rest; the first entry of a list stands in for each.
 */
export const withRules = <T extends z.ZodType>(
  body: T,
  findErrors: (sent: z.output<T>) => readonly FieldError[],
  blank: NoInfer<z.output<T>>,
): T =>
  body.superRefine(
    (sent, context) => {
      const { issues } = context;
      const invalid = issues.flatMap(({ code, path = [] }) => (code === 'unrecognized_keys' ? [] : [path]));
      const read = body.safeParse(invalid.reduce<unknown>((value, path) => repair(value, blank, path), sent));
      if (!read.success) return;
      // What a rule says of a list that lost its invalid entry could be untrue, so such a rule waits.
      const isInvalid = (path: readonly string[]) =>
        invalid.some((other) => other.slice(0, path.length).every((key, index) => String(key) === path[index]));
      for (const { path, message } of findErrors(read.data)) {
        const keys = path.split('.');
        if (!isInvalid(keys)) context.addIssue({ code: 'custom', path: keys, message });
      }
    },
    { when: () => isListingAll },
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
