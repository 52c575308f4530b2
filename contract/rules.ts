import type { z } from 'zod';
import type { FieldError } from './problem.ts';

/**
 * Adds the rules of the domain to the body of a request that has unknown fields, so that the response lists all errors.
 * Without unknown fields the service checks them, with those that need stored data.
 */
export const withRules = <T extends z.ZodType>(body: T, findErrors: (sent: z.output<T>) => readonly FieldError[]): T =>
  body.superRefine(
    (sent, context) => {
      for (const { path, message } of findErrors(sent))
        context.addIssue({ code: 'custom', path: path.split('.'), message });
    },
    { when: ({ issues }) => issues.length > 0 && issues.every(({ code }) => code === 'unrecognized_keys') },
  );
