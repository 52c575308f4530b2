import { makeEvent, type PersonEvent } from '#domain/event/event.ts';
import { refusePassword } from '#domain/user/password.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { clearVerification, verifyMailbox } from '#server/person/person.service.ts';
import { revokeAccount } from './adapter.ts';
import { admitAttempt, type Attempt, clearDelays } from './attempts.ts';
import { hashQueue, type HashQueue, HashQueueFull } from './hash-queue.ts';
import {
  acceptInvitation,
  closeInvitations,
  type InvitationState,
  lockInvitation,
  readInvitation,
} from './invitation.ts';
import { argon2id, type Hasher, hashPassword } from './password.ts';
import { findPassword, putPassword, rehash } from './password.store.ts';
import { refuseWeakPassword } from './password.strength.ts';
import { randomInt } from 'node:crypto';

export type Account = Readonly<{ id: string; name: string; email: string; deactivated_at: Date | null }>;
type Options = Readonly<{
  db: Db;
  now: () => Date;
  /** A person of the directory, deactivated or not. */
  findByEmail: (email: string) => Promise<Account | undefined>;
  hasher?: Hasher;
  queue?: HashQueue;
}>;
type RefusedBecause = Extract<PersonEvent, { action: 'sign_in_refused' }>['detail']['because'];
export type SignInOutcome =
  | Readonly<{ kind: 'right'; personId: string; mustChange: boolean }>
  | Readonly<{ kind: 'wrong' }>
  | Readonly<{ kind: 'too-many' | 'busy'; retryAfterSeconds: number }>;
/** The new password, typed twice, and the client's address. */
export type NewPassword = Readonly<{ password: string; repeated: string; address: string }>;
type Credentials = Omit<Attempt, 'device'> &
  Readonly<{
    password: string;
    /** The id of the browser, if this person has signed in with it before. */
    deviceOf?: (personId: string) => string | undefined;
  }>;
export type PasswordSignIn = ReturnType<typeof passwordSignIn>;

/** An id that nobody has. */
const UNKNOWN = 'unknown';
const NOT_THE_SAME = 'The two passwords are not the same. Please type both again.';
const NOT_NEW = 'Please choose another password than the one you were given.';

/** Sign-in by e-mail and password; and setting passwords. */
export function passwordSignIn({ db, now, findByEmail, hasher = argon2id, queue = hashQueue() }: Options) {
  /** People without a password are compared with this one, so that every response takes the same work. */
  const hashOfNobody = hasher.hash('nobody has this password');

  /** Also records unknown e-mails, so that every response takes the same work. */
  async function refused(account: Account | undefined, because: RefusedBecause): Promise<void> {
    await transaction(db, (trx) =>
      recordAudit(trx, null, [makeEvent('sign_in_refused', account?.id ?? UNKNOWN, { because })], now()),
    );
  }

  async function compare(account: Account | undefined, { password, address }: Credentials) {
    const stored = await findPassword(db, account?.id ?? UNKNOWN);
    const encoded = stored?.hash ?? (await hashOfNobody);
    return queue.run(address, async () => {
      const { right, outdated } = await hasher.verify(password, encoded);
      if (account === undefined || stored === undefined || !right) return undefined;
      if (outdated) await rehash(db, account.id, stored.hash, await hasher.hash(password));
      return stored;
    });
  }

  async function put(trx: Trx, personId: string, hash: string, by: 'invitation' | 'change'): Promise<void> {
    const at = now();
    await putPassword(trx, { person_id: personId, hash, set_at: at, must_change: false });
    await recordAudit(trx, personId, [makeEvent('person_password_set', personId, { by })], at);
  }

  return {
    async signIn(credentials: Credentials): Promise<SignInOutcome> {
      const email = credentials.email.trim();
      // The database rejects NUL, so such a query would fail.
      const account = email.includes('\0') ? undefined : await findByEmail(email);
      const device = account && credentials.deviceOf?.(account.id);
      const admission = await admitAttempt(db, { email, address: credentials.address, device }, now());
      if (!admission.admitted) {
        if (admission.first) await refused(account, 'too_many');
        return { kind: 'too-many', retryAfterSeconds: admission.retryAfterSeconds };
      }
      const stored = await compare(account, credentials).catch(async (error: unknown) => {
        await admission.withdraw();
        if (error instanceof HashQueueFull) return error;
        throw error;
      });
      if (stored instanceof HashQueueFull) return { kind: 'busy', retryAfterSeconds: stored.retryAfterSeconds };
      if (account === undefined || stored === undefined || account.deactivated_at !== null) {
        await refused(account, stored === undefined ? 'password' : 'deactivated');
        return { kind: 'wrong' };
      }
      await admission.succeeded();
      return { kind: 'right', personId: account.id, mustChange: stored.must_change };
    },

    /** For someone who just entered the old one. Throws HashQueueFull if too many are waiting. */
    async change(person: Omit<Account, 'deactivated_at'>, newPassword: NewPassword): Promise<string | undefined> {
      const refusal = await refuseNew(newPassword, person);
      if (refusal !== undefined) return refusal;
      const stored = await findPassword(db, person.id);
      const hash = await queue.run(newPassword.address, async () => {
        const isUnchanged = stored !== undefined && (await hasher.verify(newPassword.password, stored.hash)).right;
        return isUnchanged ? undefined : hasher.hash(newPassword.password);
      });
      if (hash === undefined) return NOT_NEW;
      await transaction(db, (trx) => put(trx, person.id, hash, 'change'));
      return undefined;
    },

    readInvitation: (token: string): Promise<InvitationState> => readInvitation(db, token, now()),

    /**
     * The state of the link, and the reason if the password is refused. Ends earlier sign-ins and delays. Throws
     * HashQueueFull if too many are waiting.
     */
    async accept(token: string, newPassword: NewPassword): Promise<{ state: InvitationState; refusal?: string }> {
      const state = await readInvitation(db, token, now());
      if (!state.usable) return { state };
      const refusal = await refuseNew(newPassword, state.person);
      if (refusal !== undefined) return { state, refusal };
      const hash = await queue.run(newPassword.address, () => hasher.hash(newPassword.password));
      return transaction(db, async (trx) => {
        const locked = await lockInvitation(trx, token, now);
        if (!locked.usable) return { state: locked };
        const { id: personId } = locked.person;
        const isFirst = (await findPassword(trx, personId)) === undefined;
        await acceptInvitation(trx, { token, personId, at: now(), isFirst });
        await clearDelays(trx, locked.person.email);
        await revokeAccount(trx, locked.person.id);
        await put(trx, locked.person.id, hash, 'invitation');
        await verifyByLink(trx, locked, now());
        return { state: locked };
      });
    },
  };
}

/**
 * A link that was only mailed verifies its user: that is no confirmation by somebody else than who typed the address. One
 * that somebody else saw removes the verification; one from the command line changes nothing.
 */
async function verifyByLink(
  trx: Trx,
  { person, mailed, madeBy }: Extract<InvitationState, { usable: true }>,
  at: Date,
): Promise<void> {
  if (!mailed && madeBy === null) return;
  const isNew = mailed ? await verifyMailbox(trx, person.id, at) : await clearVerification(trx, person.id);
  if (!isNew) return;
  const event = mailed
    ? makeEvent('person_verified', person.id, { method: 'mailbox' })
    : makeEvent('person_unverified', person.id, { link_by: madeBy ?? '' });
  await recordAudit(trx, person.id, [event], at);
}

async function refuseNew(
  { password, repeated }: NewPassword,
  person: Omit<Account, 'deactivated_at'>,
): Promise<string | undefined> {
  const refusal = refusePassword(password, person) ?? (password === repeated ? undefined : NOT_THE_SAME);
  return refusal ?? refuseWeakPassword(password, person);
}

/** Without characters that are easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A one-time password instead of a link: the person chooses their own before their first sign-in continues. */
export async function setTemporaryPassword(db: Db, personId: string, at: Date): Promise<string> {
  const password = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');
  const hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await closeInvitations(trx, personId, at);
    await putPassword(trx, { person_id: personId, hash, set_at: at, must_change: true });
    await recordAudit(trx, null, [makeEvent('person_password_set', personId, { by: 'command' })], at);
  });
  return password;
}
