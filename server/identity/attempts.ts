import { createHash } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import * as store from './attempt.store.ts';

const WINDOW_MS = 15 * 60_000;
/** Failed attempts in that time, after which an e-mail or an address has to wait. */
export const MOST_ATTEMPTS = { email: 10, address: 50 } as const;

export type Attempt = Readonly<{ email: string; address: string }>;
export type Admission =
  | Readonly<{ admitted: true; succeeded: () => Promise<void> }>
  /** `first`: the first time that it is said. */
  | Readonly<{ admitted: false; retryAfterSeconds: number; first: boolean }>;

/**
 * Every attempt counts from its beginning, so that many at once are no way around the limit; one that succeeds is taken
 * back. What is refused does not count, so that waiting ends.
 */
export async function admitAttempt(db: Db, attempt: Attempt, at: Date): Promise<Admission> {
  const keys = keysOf(attempt);
  const ids = await store.insertAttempts(db, [keys.email, keys.address], at);
  const since = new Date(at.getTime() - WINDOW_MS);
  const over: { by: number; first: Date }[] = [];
  for (const kind of ['email', 'address'] as const) {
    const { count, first } = await store.countAttempts(db, keys[kind], since);
    if (count > MOST_ATTEMPTS[kind]) over.push({ by: count - MOST_ATTEMPTS[kind], first: first ?? at });
  }
  if (over.length === 0) {
    return {
      admitted: true,
      succeeded: async () => {
        await store.deleteAttempts(db, ids);
        await store.clearAttempts(db, keys.email);
      },
    };
  }
  // The first that is too many stays, so that the next ones are known not to be the first.
  const first = over.some(({ by }) => by === 1);
  if (!first) await store.deleteAttempts(db, ids);
  const until = Math.max(...over.map((one) => one.first.getTime())) + WINDOW_MS;
  return { admitted: false, retryAfterSeconds: Math.max(1, Math.ceil((until - at.getTime()) / 1000)), first };
}

/** Those that count no more. */
export const purgeAttempts = (db: Db, now: Date = new Date()): Promise<void> =>
  store.deleteAttemptsBefore(db, new Date(now.getTime() - WINDOW_MS));

/** Neither is kept as it was typed: what people mistype into the first field may be a password. */
function keysOf({ email, address }: Attempt): Record<keyof Attempt, string> {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return { email: hash(`email ${email.trim().toLowerCase()}`), address: hash(`address ${address}`) };
}
