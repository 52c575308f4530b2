import { daysBetween } from '#domain/day/day.ts';

/** Lineslip measures in US dollars, so limits have to be in them as well. */
export const LIMIT_CURRENCY = 'USD';
export const MAX_LIMITS = 500;
export const MAX_LIMIT_NAME = 80;
export const MAX_LIMIT_SOURCE = 200;
/** A limit, or what is used of it, in dollars. */
export const MAX_LIMIT_AMOUNT = 1e15;
/** The date of a limit is shown as a warning after this many days. */
export const MAX_LIMIT_DAYS = 60;

/**
 * How much exposure may be taken, as the exposure system of the insurer says. It covers the risks of a partner, a country
 * and a class; null: of all of them, but at least one is given. `used` is what live rules hold already, of all buckets.
 */
export type Limit = Readonly<{
  name: string;
  partner: number | null;
  /** A code of the reference list. */
  country: string | null;
  cob: string | null;
  limit: number;
  used: number;
  as_of: string;
  /** Empty if it is not known. */
  source: string;
}>;

export type LimitScope = Pick<Limit, 'partner' | 'country' | 'cob'>;

export const hasScope = ({ partner, country, cob }: LimitScope): boolean =>
  partner !== null || country !== null || cob !== null;

/** Of a list in the order of its file: the limits that risks of this bucket use, those of the partner last. */
export function listLimitsOf<L extends LimitScope>(
  limits: readonly L[],
  bucket: Readonly<{ partner: number; cob: string }>,
): L[] {
  const concerned = limits.filter(
    ({ partner, cob }) => (partner === null || partner === bucket.partner) && (cob === null || cob === bucket.cob),
  );
  return concerned.toSorted((a, b) => Number(a.partner !== null) - Number(b.partner !== null));
}

export const isOldLimit = ({ as_of }: Pick<Limit, 'as_of'>, today: string): boolean =>
  daysBetween(as_of, today) > MAX_LIMIT_DAYS;

/** The first and the last day; undefined if there is no limit. */
export function limitDays(limits: readonly Pick<Limit, 'as_of'>[]): Readonly<{ from: string; to: string }> | undefined {
  const days = limits.map(({ as_of }) => as_of).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}
