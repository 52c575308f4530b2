import { daysBetween, isDay } from '#domain/day/day.ts';
import type { Signer } from './requirement.ts';
import { AUTHORITY_LIMITS } from './rule.ts';

/** `deputy` signs for `person` from the first to the last day (UTC), both included. */
export type Deputy = Readonly<{ person: string; deputy: string; first_day: string; last_day: string }>;

type DeputyError = Readonly<{ path: keyof Deputy; message: string }>;

export function checkDeputy({ person, deputy, first_day, last_day }: Deputy, today: string): DeputyError[] {
  const errors: DeputyError[] = [];
  if (person === deputy) errors.push({ path: 'deputy', message: 'Choose somebody else: nobody is their own deputy' });
  if (!isDay(first_day)) errors.push({ path: 'first_day', message: 'Give a day' });
  else if (first_day < today) errors.push({ path: 'first_day', message: 'Date must be today or later' });
  if (!isDay(last_day)) errors.push({ path: 'last_day', message: 'Give a day' });
  else if (!isDay(first_day)) return errors;
  else if (last_day < first_day) errors.push({ path: 'last_day', message: 'The last day is before the first' });
  else if (daysBetween(first_day, last_day) >= AUTHORITY_LIMITS.deputyDays)
    errors.push({
      path: 'last_day',
      message: `At most ${AUTHORITY_LIMITS.deputyDays} days: choose an earlier last day`,
    });
  return errors;
}

export const isDeputyOn = ({ first_day, last_day }: Deputy, day: string): boolean =>
  first_day <= day && day <= last_day;

/** Deputies do not pass it on: only the person who was named acts, and never for an author of what is signed. */
export const signerOn = (
  deputies: readonly Deputy[],
  person: string,
  day: string,
  authors: readonly string[] = [],
): Signer => {
  const own = deputies.filter((one) => one.deputy === person && isDeputyOn(one, day) && !authors.includes(one.person));
  return { person, actsFor: [...new Set(own.map((one) => one.person))].toSorted() };
};
