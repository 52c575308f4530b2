import { createHash } from 'node:crypto';
import {
  type DelayReason,
  findDelay,
  GROWING_WINDOW_SECONDS,
  type SignInFailures,
  LIMIT_WINDOW_SECONDS,
} from '#domain/user/sign-in-delay.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import * as store from './attempt.store.ts';

/** `device`: the browser, if it had signed in as this person before. */
export type Attempt = Readonly<{ email: string; address: string; device?: string | undefined }>;
export type Admission =
  | Readonly<{
      admitted: true;
      /** The password was right: forget earlier attempts. */
      succeeded: () => Promise<void>;
      /** The password was never checked. */
      withdraw: () => Promise<void>;
    }>
  /** `first`: the first rejection in a while. */
  | Readonly<{ admitted: false; retryAfterSeconds: number; first: boolean }>;

/**
 * Every attempt counts from its start, so that concurrent attempts cannot bypass the delay; a successful one is removed.
 * Rejected attempts do not count, so that waiting ends. Strangers delay each other, but never a known browser.
 */
export async function admitAttempt(db: Db, attempt: Attempt, at: Date): Promise<Admission> {
  const keys = keysOf(attempt);
  return transaction(db, async (trx): Promise<Admission> => {
    await store.lockAttempts(trx, keys.device === null ? [keys.email, keys.address] : [keys.device]);
    const delay = findDelay(await readFailures(trx, keys, at), at);
    if (delay !== undefined) {
      const first = !(await store.wasRefused(trx, countedFor(delay.reason, keys), before(at, LIMIT_WINDOW_SECONDS)));
      if (first) await store.insertAttempt(trx, keys, { refused: true, at });
      return { admitted: false, retryAfterSeconds: delay.seconds, first };
    }
    const id = await store.insertAttempt(trx, keys, { refused: false, at });
    return {
      admitted: true,
      succeeded: async () => {
        await store.deleteAttempt(db, id);
        await store.clearAttempts(db, keys);
      },
      withdraw: () => store.deleteAttempt(db, id),
    };
  });
}

/** Accepting a link clears every delay of its e-mail. */
export const clearDelays = (trx: Trx, email: string): Promise<void> => store.clearEmail(trx, hashOfEmail(email));

async function readFailures(trx: Trx, keys: store.AttemptKeys, at: Date): Promise<SignInFailures> {
  const growing = before(at, GROWING_WINDOW_SECONDS);
  const limited = before(at, LIMIT_WINDOW_SECONDS);
  const { email, address, device } = keys;
  if (device !== null) return { device: await store.countFailures(trx, { device }, growing) };
  return {
    pair: await store.countFailures(trx, { email, address }, growing),
    address: await store.countFailures(trx, { address }, limited),
    email: await store.countFailures(trx, { email }, limited),
  };
}

function countedFor(reason: DelayReason, { email, address, device }: store.AttemptKeys): store.AttemptFilter {
  switch (reason) {
    case 'device':
      return { device: device ?? '' };
    case 'pair':
      return { email, address };
    case 'address':
      return { address };
    case 'email':
      return { email };
  }
}

/** Hashed, because people may type a password into the first field. */
const keysOf = ({ email, address, device }: Attempt): store.AttemptKeys => ({
  email: hashOfEmail(email),
  address: hashOf(`address ${address}`),
  device: device === undefined ? null : hashOf(`device ${device}`),
});
const hashOfEmail = (email: string): string => hashOf(`email ${email.trim().toLowerCase()}`);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const before = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1000);
