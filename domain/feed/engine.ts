import { UNREACHABLE_AFTER_MS } from './status.ts';
import { TOKEN_WARNING_DAYS } from './token.ts';

export const ENGINE_STATES = ['never-seen', 'current', 'unreported', 'behind', 'unreachable'] as const;
export type EngineState = (typeof ENGINE_STATES)[number];

type Reported = Readonly<{
  last_seen_at: Date | null;
  sequence: number | null;
  /** When the first release after that sequence was issued. */
  missing_since: Date | null;
}>;

/**
 * Unreachable is shown before behind: such an engine goes on with its last copy, whichever that is. One that has reported
 * nothing since the first release that it is not known to run may well run it: an engine reports as soon as it applied one.
 */
export function engineState(
  { last_seen_at, sequence, missing_since }: Reported,
  newest: number,
  now: Date,
): EngineState {
  if (last_seen_at === null) return 'never-seen';
  if (now.getTime() - last_seen_at.getTime() > UNREACHABLE_AFTER_MS) return 'unreachable';
  if (sequence !== null && sequence >= newest) return 'current';
  return missing_since !== null && last_seen_at < missing_since ? 'unreported' : 'behind';
}

export const TOKEN_STATES = ['valid', 'expiring', 'expired', 'revoked'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

const DAY_MS = 86_400_000;

export function tokenState(token: Readonly<{ expires_at: Date; revoked_at: Date | null }>, now: Date): TokenState {
  if (token.revoked_at !== null) return 'revoked';
  const left = token.expires_at.getTime() - now.getTime();
  if (left <= 0) return 'expired';
  return left <= TOKEN_WARNING_DAYS * DAY_MS ? 'expiring' : 'valid';
}

/** The median of how long releases took until every production engine ran them; null if none did yet. */
export function usualSeconds(seconds: readonly (number | null)[]): number | null {
  const known = seconds.filter((value) => value !== null).toSorted((a, b) => a - b);
  return known[Math.floor((known.length - 1) / 2)] ?? null;
}
