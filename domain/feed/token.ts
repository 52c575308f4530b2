import { daysBetween } from '#domain/day/day.ts';

/** Engine tokens start with this: people's tokens never do. */
export const ENGINE_TOKEN_PREFIX = 'lsf_';
/** 256 random bits in base64url. */
export const ENGINE_TOKEN_PATTERN = /^lsf_[\w-]{43}$/;
export const ENGINE_LIMITS = { name: 60, engines: 200, days: 366 } as const;
/** The last days of a token, in which the screen warns. */
export const TOKEN_WARNING_DAYS = 30;
/** A replaced token ends after this time, or when the new one is used first. */
export const REPLACED_TOKEN_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** Why a token cannot last until the end of that day; null if it can. */
export function refuseExpiry(day: string, nowMs: number): string | null {
  const days = Math.ceil((expiryOf(day) - nowMs) / DAY_MS);
  if (days < 1) return 'Choose today or a later day.';
  return days > ENGINE_LIMITS.days ? 'A token lasts a year at most. Choose an earlier day.' : null;
}

/** A token works until the end of its last day (UTC), in milliseconds since 1970. */
export const expiryOf = (day: string): number => (daysBetween('1970-01-01', day) + 1) * DAY_MS;
