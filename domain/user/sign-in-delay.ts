/** Failed attempts of one kind: how many, and when the first and the last of them were. */
export type Failures = Readonly<{ count: number; first: Date | null; last: Date | null }>;

/** What is known of failed attempts when another one comes. */
export type KnownFailures =
  /** From a browser that had signed in as this person before: only its own count. */
  | Readonly<{ device: Failures }>
  | Readonly<{
      /** For this e-mail from this address. */
      pair: Failures;
      /** From this address, for whichever e-mail. */
      address: Failures;
      /** For this e-mail, from whichever address. */
      email: Failures;
    }>;

export type DelayReason = 'device' | 'pair' | 'address' | 'email';
export type Delay = Readonly<{ seconds: number; reason: DelayReason }>;

/** How long a failure counts for the delay that grows, and for the two limits. */
export const GROWING_WINDOW_SECONDS = 6 * 3600;
export const LIMIT_WINDOW_SECONDS = 15 * 60;

/** Typing wrongly twice costs nothing; after that 1 s, 2 s, 4 s … */
const FREE_FAILURES = 2;
const MAX_DELAY_SECONDS = 15 * 60;
const MAX_FAILURES_PER_ADDRESS = 50;
/** Over all addresses. Beyond it strangers are slowed down, never shut out: one attempt in this many seconds. */
const MAX_FAILURES_PER_EMAIL = 30;
const EMAIL_DELAY_SECONDS = 30;

/** How long the next attempt has to wait, and why; nothing where it need not. */
export function findDelay(known: KnownFailures, at: Date): Delay | undefined {
  const delays: Delay[] =
    'device' in known
      ? [{ seconds: growingDelay(known.device, at), reason: 'device' }]
      : [
          { seconds: growingDelay(known.pair, at), reason: 'pair' },
          { seconds: addressDelay(known.address, at), reason: 'address' },
          { seconds: emailDelay(known.email, at), reason: 'email' },
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

/** The sentence that asks to wait. */
export function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds <= 90 ? (seconds === 1 ? '1 second' : `${seconds} seconds`) : `${minutes} minutes`;
  return `There were too many attempts. Please wait ${time} and try again.`;
}
