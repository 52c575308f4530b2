import type { PeopleDirectory } from '#contract/user.ts';
import type { PersonEvent } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { InvitationLink } from '#server/identity/invitation.ts';
import { Problem } from '#contract/problem.ts';
import { confirmPerson, refuseConfirm } from './confirmation.ts';
import { type Basis, lockCurrent, type PersonChange } from './locked-person.ts';

export type NewPerson = Readonly<{
  given_name: string;
  family_name: string;
  email: string;
  permissions: readonly string[];
}>;

/** The result of a change. This is the only place that reveals the address of a link. */
export type PersonChangeResult = Readonly<{
  id: string;
  events: readonly PersonEvent[];
  invitation: InvitationLink | null;
}>;

/** A directory of people. Everyone is in our table; the directory decides whether they can be changed here. */
export type PeoplePort = Readonly<{
  about: PeopleDirectory;
  /** With password sign-in the new person gets a link, unless `withLink` is false. */
  add: (
    change: PersonChange,
    person: NewPerson,
    options: Readonly<{ withLink: boolean }>,
  ) => Promise<PersonChangeResult>;
  setPermissions: (change: PersonChange, basis: Basis, permissions: readonly string[]) => Promise<PersonChangeResult>;
  invite: (change: PersonChange, basis: Basis) => Promise<PersonChangeResult>;
  /** Verifies that the account belongs to the person it names. */
  confirm: (change: PersonChange, basis: Basis) => Promise<PersonChangeResult>;
  /** Why this person cannot confirm the other one. */
  refuseConfirm: (trx: Db, by: string, personId: string) => Promise<string | undefined>;
  declineAccess: (change: PersonChange, basis: Basis, reason: string) => Promise<PersonChangeResult>;
  deactivate: (change: PersonChange, basis: Basis) => Promise<PersonChangeResult>;
  reactivate: (change: PersonChange, basis: Basis) => Promise<PersonChangeResult>;
}>;

/** A hosted tenant: people are read here as of their last sign-in, and changed there. Their identity is confirmed here. */
export function hostedPeople(domain: string): PeoplePort {
  const place = domain.replace(/^https?:\/\//, '');
  const elsewhere = async (): Promise<never> => {
    throw new Problem('conflict', `People are managed by the tenant ${place}. Change them there.`);
  };
  return {
    about: { kind: 'hosted', sign_in: 'tenant', change_at: place, mails_links: false },
    add: elsewhere,
    setPermissions: elsewhere,
    invite: elsewhere,
    async confirm(change, basis): Promise<PersonChangeResult> {
      const person = await lockCurrent(change, basis);
      return { id: person.id, events: [await confirmPerson(change, person)], invitation: null };
    },
    refuseConfirm,
    declineAccess: elsewhere,
    deactivate: elsewhere,
    reactivate: elsewhere,
  };
}
