export type Failures = Readonly<{ count: number; first: Date | null; last: Date | null }>;

/** Earlier failures at the time of an attempt. */
export type SignInFailures =
  /** A browser that signed in as this person before: only its own failures count. */
  | Readonly<{ device: Failures }>
  | Readonly<{
      /** Of this e-mail from this address. */
      pair: Failures;
      /** From this address, any e-mail. */
      address: Failures;
      /** Of this e-mail, any address. */
      email: Failures;
    }>;

export type DelayReason = 'device' | 'pair' | 'address' | 'email';
export type Delay = Readonly<{ seconds: number; reason: DelayReason }>;

/** Failures count for the backoff and for the two limits within these windows. */
export const GROWING_WINDOW_SECONDS = 6 * 3600;
export const LIMIT_WINDOW_SECONDS = 15 * 60;

/** Then exponential backoff: 1 s, 2 s, 4 s … */
const FREE_FAILURES = 2;
const MAX_DELAY_SECONDS = 15 * 60;
const MAX_FAILURES_PER_ADDRESS = 50;
/** Over all addresses. Above it unknown browsers are throttled, never locked out. */
const MAX_FAILURES_PER_EMAIL = 30;
const EMAIL_DELAY_SECONDS = 30;

/** The delay of the next attempt; undefined if none. */
export function findDelay(failures: SignInFailures, at: Date): Delay | undefined {
  const delays: Delay[] =
    'device' in failures
      ? [{ seconds: growingDelay(failures.device, at), reason: 'device' }]
      : [
          { seconds: growingDelay(failures.pair, at), reason: 'pair' },
          { seconds: addressDelay(failures.address, at), reason: 'address' },
          { seconds: emailDelay(failures.email, at), reason: 'email' },
        ];
  const [longest] = delays.toSorted((one, other) => other.seconds - one.seconds);
  return longest && longest.seconds > 0 ? longest : undefined;
}

function growingDelay({ count, last }: Failures, at: Date): number {
  if (count <= FREE_FAILURES) return 0;
  return secondsUntil(last, Math.min(2 ** (count - FREE_FAILURES - 1), MAX_DELAY_SECONDS), at);
}

const addressDelay = ({ count, first }: Failures, at: Date): number =>
  count < MAX_FAILURES_PER_ADDRESS ? 0 : secondsUntil(first, LIMIT_WINDOW_SECONDS, at);

const emailDelay = ({ count, last }: Failures, at: Date): number =>
  count < MAX_FAILURES_PER_EMAIL ? 0 : secondsUntil(last, EMAIL_DELAY_SECONDS, at);

const secondsUntil = (from: Date | null, after: number, at: Date): number =>
  from === null ? 0 : Math.max(0, Math.ceil((from.getTime() - at.getTime()) / 1000 + after));

export function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds <= 90 ? (seconds === 1 ? '1 second' : `${seconds} seconds`) : `${minutes} minutes`;
  return `There were too many attempts. Please wait ${time} and try again.`;
}
