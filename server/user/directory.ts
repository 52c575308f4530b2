import type { PeopleDirectory } from '#contract/user.ts';
import type { PersonEvent } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { OpenedInvitation } from '#server/identity/invitation.ts';
import { Problem } from '#contract/problem.ts';
import type { Permissions } from '#domain/user/permission.ts';

/** One change inside the caller's transaction: who makes it (nobody: the command line), what they may, and when. */
export type PersonChange = Readonly<{ trx: Trx; by: string | null; permissions: Permissions; at: Date }>;

/** Who is changed, and the revision that it is based on; none: whatever is there. */
export type Basis = Readonly<{ id: string; ifMatch: string | undefined }>;

export type NewPerson = Readonly<{
  given_name: string;
  family_name: string;
  email: string;
  permissions: readonly string[];
}>;

/** What happened to whom. The address of a link is said once, here. */
export type Changed = Readonly<{ id: string; events: readonly PersonEvent[]; invitation: OpenedInvitation | null }>;

/** Who keeps the people. Everyone it knows is in our table; whether they are changed here is its word. */
export type PeoplePort = Readonly<{
  about: PeopleDirectory;
  /** Where people sign in with a password the new person gets a link, unless that is not wanted. */
  add: (change: PersonChange, person: NewPerson, options: Readonly<{ withLink: boolean }>) => Promise<Changed>;
  setPermissions: (change: PersonChange, basis: Basis, permissions: readonly string[]) => Promise<Changed>;
  invite: (change: PersonChange, basis: Basis) => Promise<Changed>;
  /** Says that the account is that of the person it names. */
  confirm: (change: PersonChange, basis: Basis) => Promise<Changed>;
  /** Why this person cannot confirm the other one. */
  refuseConfirm: (trx: Db, by: string, personId: string) => Promise<string | undefined>;
  deactivate: (change: PersonChange, basis: Basis) => Promise<Changed>;
  reactivate: (change: PersonChange, basis: Basis) => Promise<Changed>;
}>;

/** A tenant keeps the people: they are read here as they were at their last sign-in, and changed there. */
export function hostedPeople(domain: string): PeoplePort {
  const place = domain.replace(/^https?:\/\//, '');
  const elsewhere = async (): Promise<never> => {
    throw new Problem('conflict', `People are kept by the tenant ${place}. Please change them there.`);
  };
  return {
    about: { kind: 'hosted', sign_in: 'tenant', change_at: place, mails_links: false },
    add: elsewhere,
    setPermissions: elsewhere,
    invite: elsewhere,
    confirm: elsewhere,
    refuseConfirm: async () => undefined,
    deactivate: elsewhere,
    reactivate: elsewhere,
  };
}
