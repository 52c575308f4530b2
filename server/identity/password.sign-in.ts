import type { PersonEvent } from '#domain/audit/event.ts';
import { refusePassword } from '#domain/user/password.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { revokeAccount } from './adapter.ts';
import { admitAttempt, type Attempt } from './attempts.ts';
import { closeInvitations, type InvitationState, lockInvitation, readInvitation } from './invitation.ts';
import { argon2id, type Hasher } from './password.ts';
import { findPassword, putPassword, rehash } from './password.store.ts';

export type Account = Readonly<{ id: string; name: string; email: string; deactivated_at: Date | null }>;
type Options = Readonly<{
  db: Db;
  now: () => Date;
  /** Someone of the directory, deactivated or not. */
  findByEmail: (email: string) => Promise<Account | undefined>;
  hasher?: Hasher;
}>;
type RefusedBecause = Extract<PersonEvent, { action: 'sign_in_refused' }>['detail']['because'];
export type SignInOutcome =
  | Readonly<{ kind: 'right'; personId: string; mustChange: boolean }>
  | Readonly<{ kind: 'wrong' }>
  | Readonly<{ kind: 'too-many'; retryAfterSeconds: number }>;
/** The sentence that refuses a new password, or nothing. */
export type NewPassword = Readonly<{ password: string; repeated: string }>;
export type PasswordSignIn = ReturnType<typeof passwordSignIn>;

/** Nobody's id. */
const UNKNOWN = 'unknown';
const NOT_THE_SAME = 'The two passwords are not the same. Please type both again.';
const NOT_NEW = 'Please choose another password than the one you were given.';

/** Who one is, shown by e-mail and password; and how a password comes to be. */
export function passwordSignIn({ db, now, findByEmail, hasher = argon2id }: Options) {
  /** Whoever has no password is compared with this one, so that an answer takes the same work for everyone. */
  const hashOfNobody = hasher.hash('nobody has this password');

  /** Also of an e-mail that nobody has: what is left behind takes the same work, too. */
  async function refused(account: Account | undefined, because: RefusedBecause): Promise<void> {
    const object = { type: 'person', id: account?.id ?? UNKNOWN } as const;
    await transaction(db, (trx) =>
      recordAudit(trx, null, [{ action: 'sign_in_refused', object, detail: { because } }], now()),
    );
  }

  async function compare(account: Account | undefined, password: string) {
    const kept = await findPassword(db, account?.id ?? UNKNOWN);
    const { right, outdated } = await hasher.verify(password, kept?.hash ?? (await hashOfNobody));
    if (account === undefined || kept === undefined || !right) return undefined;
    if (outdated) await rehash(db, account.id, kept.hash, await hasher.hash(password));
    return kept;
  }

  async function put(trx: Trx, personId: string, hash: string, by: 'invitation' | 'change'): Promise<void> {
    const at = now();
    await putPassword(trx, { person_id: personId, hash, set_at: at, must_change: false });
    const object = { type: 'person', id: personId } as const;
    await recordAudit(trx, personId, [{ action: 'person_password_set', object, detail: { by } }], at);
  }

  return {
    async signIn({ password, ...attempt }: Attempt & { password: string }): Promise<SignInOutcome> {
      const email = attempt.email.trim();
      // No text of the database holds NUL; asking for it would fail there.
      const account = email.includes('\0') ? undefined : await findByEmail(email);
      const admission = await admitAttempt(db, attempt, now());
      if (!admission.admitted) {
        if (admission.first) await refused(account, 'too_many');
        return { kind: 'too-many', retryAfterSeconds: admission.retryAfterSeconds };
      }
      const kept = await compare(account, password);
      if (account === undefined || kept === undefined || account.deactivated_at !== null) {
        await refused(account, kept === undefined ? 'password' : 'deactivated');
        return { kind: 'wrong' };
      }
      await admission.succeeded();
      return { kind: 'right', personId: account.id, mustChange: kept.must_change };
    },

    /** Of someone who just showed the old one. */
    async change(person: Omit<Account, 'deactivated_at'>, wanted: NewPassword): Promise<string | undefined> {
      const refusal = refuseNew(wanted, person);
      if (refusal !== undefined) return refusal;
      const kept = await findPassword(db, person.id);
      if (kept && (await hasher.verify(wanted.password, kept.hash)).right) return NOT_NEW;
      const hash = await hasher.hash(wanted.password);
      await transaction(db, (trx) => put(trx, person.id, hash, 'change'));
      return undefined;
    },

    readInvitation: (token: string): Promise<InvitationState> => readInvitation(db, token, now()),

    /** What the link came to, and the sentence that refuses the password, if one does. Sign-ins of before end. */
    async accept(token: string, wanted: NewPassword): Promise<{ state: InvitationState; refusal?: string }> {
      const state = await readInvitation(db, token, now());
      if (!state.usable) return { state };
      const refusal = refuseNew(wanted, state.person);
      if (refusal !== undefined) return { state, refusal };
      const hash = await hasher.hash(wanted.password);
      return transaction(db, async (trx) => {
        const locked = await lockInvitation(trx, token, now());
        if (!locked.usable) return { state: locked };
        await closeInvitations(trx, locked.person.id, now());
        await revokeAccount(trx, locked.person.id);
        await put(trx, locked.person.id, hash, 'invitation');
        return { state: locked };
      });
    },
  };
}

function refuseNew({ password, repeated }: NewPassword, person: Omit<Account, 'deactivated_at'>): string | undefined {
  return refusePassword(password, person) ?? (password === repeated ? undefined : NOT_THE_SAME);
}
