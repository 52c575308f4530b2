import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { makeEvent, type PersonEvent } from '#domain/event/event.ts';
import { NO_PERMISSIONS, parsePermissions, type Permissions, printPermissions } from '#domain/user/permission.ts';
import { refuseIncomplete } from '#domain/user/permission-needs.ts';
import { explainUngrantable, findUngrantable, MANAGE_USERS, refusePersonChange } from '#domain/user/person-change.ts';
import { revokeAccount } from '#server/identity/adapter.ts';
import { closeInvitations, openInvitation } from '#server/identity/invitation.ts';
import type { PersonChangeResult, NewPerson, PeoplePort } from './directory.ts';
import { type Basis, lockCurrent, type PersonChange } from './locked-person.ts';
import { clearAccessRequests } from '#server/notification/notification.service.ts';
import { closeRequest, declineRequest } from './access.store.ts';
import { addPerson, countOthersWith, findByEmail, type LockedPerson, updatePerson } from './user.store.ts';
import { addIntroducers, readCircle } from '#server/person/person.service.ts';
import { confirmPerson, refuseConfirm } from './confirmation.ts';

type Options = Readonly<{
  signIn: 'demo' | 'password';
  publicUrl: string;
  /** Whether links are mailed, so that nobody else sees them. */
  mailsLinks: boolean;
}>;

const MANAGES_USERS = `${MANAGE_USERS.scope}:${MANAGE_USERS.action}`;

/** People of our own directory. Changes apply at once; tokens follow at their next refresh. */
export function embeddedPeople({ signIn, publicUrl, mailsLinks }: Options): PeoplePort {
  async function invited({ trx, by, at }: PersonChange, { id, email }: Readonly<{ id: string; email: string }>) {
    if (signIn === 'demo') return NOBODY_INVITED;
    const invitation = await openInvitation(trx, { personId: id, by, at, publicUrl, mailed: mailsLinks });
    const reached = mailsLinks ? { sent_to: email } : { shown_to: by ?? COMMAND_LINE };
    return { events: [makeEvent('person_invited', id, { expires_at: invitation.expires_at, ...reached })], invitation };
  }

  return {
    about: { kind: 'embedded', sign_in: signIn, change_at: null, mails_links: mailsLinks && signIn === 'password' },

    async add(change, { given_name, family_name, email, permissions }, { withLink }): Promise<PersonChangeResult> {
      assertGrantable(change, NO_PERMISSIONS, parsePermissions(permissions));
      assertComplete(NO_PERMISSIONS, permissions);
      await assertFreeEmail(change, email);
      const id = `embedded|${randomUUID()}`;
      const name = `${given_name} ${family_name}`;
      const person = { id, name, email, given_name, family_name, is_demo: signIn === 'demo' };
      await addPerson(change.trx, person, permissions, { by: change.by, at: change.at });
      await introduce(change, id);
      const added = makeEvent('person_added', id, { became: { name, email, permissions } });
      const { events, invitation } = withLink ? await invited(change, person) : NOBODY_INVITED;
      return { id, events: [added, ...events], invitation };
    },

    async setPermissions(change, basis, permissions): Promise<PersonChangeResult> {
      const person = await openPerson(change, basis);
      const was = printPermissions(parsePermissions(person.permissions));
      const became = printPermissions(parsePermissions(permissions));
      if (was.join() === became.join()) return unchanged(person);
      await assertManagerRemains(change, person, parsePermissions(became));
      assertGrantable(change, parsePermissions(was), parsePermissions(became));
      assertComplete(parsePermissions(was), became);
      await updatePerson(change.trx, person.id, { permissions: became });
      const changed = makeEvent('person_permissions_changed', person.id, { was, became });
      const role = await closeRequest(change.trx, person.id);
      await clearAccessRequests(change.trx, person.id);
      const granted = role === undefined ? [] : [makeEvent('person_access_granted', person.id, { role })];
      return { ...done(person, changed), events: [changed, ...granted] };
    },

    async invite(change, basis): Promise<PersonChangeResult> {
      const person = await openPerson(change, basis);
      if (signIn === 'demo')
        throw new Problem('conflict', 'Nobody needs a link here: people are chosen on the sign-in page.');
      if (person.deactivated_at !== null)
        throw new Problem('conflict', `${person.name} is deactivated. Reactivate them first.`);
      // Whoever sees the link could sign in as the person.
      if (!mailsLinks) assertGrantable(change, NO_PERMISSIONS, parsePermissions(person.permissions));
      await updatePerson(change.trx, person.id, {});
      await introduce(change, person.id);
      return { id: person.id, ...(await invited(change, person)) };
    },

    async confirm(change, basis): Promise<PersonChangeResult> {
      const person = await openPerson(change, basis);
      return done(person, await confirmPerson(change, person));
    },

    refuseConfirm,

    async declineAccess(change, basis, reason): Promise<PersonChangeResult> {
      const { trx, by, at } = change;
      const person = await openPerson(change, basis);
      const role = await declineRequest(trx, person.id, { by, reason, at });
      if (role === undefined) throw new Problem('conflict', `${person.name} asks for no access.`);
      await clearAccessRequests(trx, person.id);
      await updatePerson(trx, person.id, {});
      return done(person, makeEvent('person_access_declined', person.id, { role, reason }));
    },

    /** An existing token stays valid until it expires, but is not renewed. */
    async deactivate(change, basis): Promise<PersonChangeResult> {
      const { trx, at } = change;
      const person = await openPerson(change, basis);
      if (person.deactivated_at !== null) throw new Problem('conflict', `${person.name} is deactivated already.`);
      await assertManagerRemains(change, person, undefined);
      await updatePerson(trx, person.id, { deactivated_at: at });
      await closeInvitations(trx, person.id, at);
      await closeRequest(trx, person.id);
      await clearAccessRequests(trx, person.id);
      await revokeAccount(trx, person.id);
      return done(person, makeEvent('person_deactivated', person.id, { was: person.permissions }));
    },

    async reactivate(change, basis): Promise<PersonChangeResult> {
      const person = await openPerson(change, basis);
      if (person.deactivated_at === null) throw new Problem('conflict', `${person.name} is active already.`);
      assertGrantable(change, NO_PERMISSIONS, parsePermissions(person.permissions));
      await updatePerson(change.trx, person.id, { deactivated_at: null });
      return done(person, makeEvent('person_reactivated', person.id, { became: person.permissions }));
    },
  };
}

/** Sees the link if nobody is signed in. */
const COMMAND_LINE = 'command line';
const NOBODY_INVITED = { events: [], invitation: null } as const;

const unchanged = ({ id }: LockedPerson): PersonChangeResult => ({ id, events: [], invitation: null });
const done = ({ id }: LockedPerson, event: PersonEvent): PersonChangeResult => ({
  id,
  events: [event],
  invitation: null,
});

/** Until somebody else confirms them, they count as one person with everyone in whose hands this account may be. */
async function introduce({ trx, by }: PersonChange, id: string): Promise<void> {
  if (by !== null) await addIntroducers(trx, id, [...(await readCircle(trx, [by])).listIntroducers(by)]);
}

/** Nobody grants a permission they lack; the command line may. */
function assertGrantable({ by, permissions }: PersonChange, was: Permissions, becomes: Permissions): void {
  const beyond = by === null ? [] : findUngrantable(permissions, was, becomes);
  if (beyond.length > 0) throw new Problem('not-allowed', explainUngrantable(beyond));
}

async function assertFreeEmail({ trx }: PersonChange, email: NewPerson['email']): Promise<void> {
  const taken = await findByEmail(trx, email);
  if (taken === undefined) return;
  const message =
    taken.deactivated_at === null
      ? `${taken.name} has this e-mail already`
      : `${taken.name}, who is deactivated, has this e-mail: reactivate them instead`;
  throw new Problem('conflict', `${message}.`, { errors: [{ path: 'email', message }] });
}

function assertComplete(was: Permissions, permissions: readonly string[]): void {
  const message = refuseIncomplete(was, parsePermissions(permissions));
  if (message !== undefined)
    throw new Problem('invalid-input', message, { errors: [{ path: 'permissions', message }] });
}

/** Changes of people are serialised, so this count is still true at commit. */
async function assertManagerRemains({ trx, by }: PersonChange, person: LockedPerson, becomes: Permissions | undefined) {
  const refusal = refusePersonChange({
    actorId: by ?? '',
    personId: person.id,
    was: person.deactivated_at === null ? parsePermissions(person.permissions) : NO_PERMISSIONS,
    becomes,
    remainingManagers: await countOthersWith(trx, person.id, MANAGES_USERS),
  });
  if (refusal !== undefined) throw new Problem('conflict', refusal);
}

/** Locks a person of our own directory, if the revision is current. */
export async function openPerson(change: PersonChange, basis: Basis): Promise<LockedPerson> {
  const person = await lockCurrent(change, basis);
  if (person.directory !== 'embedded')
    throw new Problem('conflict', `${person.name} is known from a hosted tenant, and is not changed here.`);
  return person;
}
