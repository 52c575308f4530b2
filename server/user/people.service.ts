import { z } from 'zod';
import type { AuditRow } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import { Problem } from '#contract/problem.ts';
import type { Invitation, PeopleDirectory, User, UserProfile } from '#contract/user.ts';
import { type DetailOf, makeEvent } from '#domain/event/event.ts';
import { needsConfirmation } from '#domain/review/counterpart.ts';
import { allows, NO_PERMISSIONS } from '#domain/user/permission.ts';
import { MANAGE_USERS } from '#domain/user/person-change.ts';
import type { Actor } from '#domain/user/person.ts';
import { listAuditRows } from '#server/audit/audit.read.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { closeInvitation, type InvitationLink } from '#server/identity/invitation.ts';
import { linkLetter } from '#server/mail/letters.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { findPersonName } from '#server/person/person.service.ts';
import type { PersonChangeResult, NewPerson, PeoplePort } from './directory.ts';
import { type Basis, noSuchPerson, type PersonChange } from './locked-person.ts';
import { countStates, findProfile, listPeople, lockChanges, type PeopleFilter } from './user.store.ts';
import { presentProfile, presentUser, readBeside } from './user.present.ts';

type Options = Readonly<{ kit: ChangeKit; directory: PeoplePort; mail?: Mailer | undefined }>;
type Listed = Page<User> & Readonly<{ directory: PeopleDirectory; counts: { present: number; deactivated: number } }>;
type PersonWithLink = Readonly<{ user: UserProfile; invitation: InvitationLink | null }>;
type AddedPerson = Readonly<{ user: UserProfile; invitation: Invitation | null }>;
/** Null: the command line, which needs no permission. */
type Caller = Actor | null;
export type PeopleService = ReturnType<typeof peopleService>;

const positionSchema = z.object({ name: z.string(), id: z.string() });

export function peopleService({ kit, directory, mail }: Options) {
  const { db, now } = kit;
  const { about } = directory;

  async function profileOf(trx: Db, id: string, reader: Caller): Promise<UserProfile> {
    const row = await findProfile(trx, id);
    if (row === undefined) throw noSuchPerson();
    const mayConfirm = reader !== null && needsConfirmation(row) && allows(reader.permissions, MANAGE_USERS);
    const confirmRefusal = mayConfirm ? await directory.refuseConfirm(trx, reader.id, id) : undefined;
    return presentProfile(trx, row, { directory: about, now: now(), confirmRefusal: confirmRefusal ?? null });
  }

  /** Serialises changes; returns the person after the change. */
  const change = (
    actor: Caller,
    attempt: Readonly<{ attempt: DetailOf<'person_change_refused'>['attempt']; id: string }>,
    work: (change: PersonChange) => Promise<PersonChangeResult>,
  ): Promise<PersonWithLink> =>
    runChange(kit, {
      actor,
      attempt,
      // A taken e-mail is invalid input rather than a decision.
      ...(attempt.attempt === 'person_added' && { decisions: ['not-allowed'] as const }),
      lock: lockChanges,
      needs: MANAGE_USERS,
      work: async ({ trx, actor: current, now: clock }) => {
        const at = clock();
        const permissions = current?.permissions ?? NO_PERMISSIONS;
        const { id, events, invitation } = await work({ trx, by: actor?.id ?? null, permissions, at });
        return { events, at, answer: { user: await profileOf(trx, id, actor), invitation } };
      },
    });

  /** Mails the link, or returns it to the caller. Closes a link that could not be sent, since nobody saw it. */
  async function deliver(actor: Caller, { user, invitation }: PersonWithLink): Promise<AddedPerson> {
    if (invitation === null) return { user, invitation };
    const { email } = user;
    const { link, expires_at, hash } = invitation;
    if (mail === undefined) return { user, invitation: { delivery: 'shown', link, email, expires_at } };
    const by = actor && ((await findPersonName(db, actor.id)) ?? null);
    if (await mail.send(linkLetter({ name: user.name, email }, { link, expiresAt: expires_at, by })))
      return { user, invitation: { delivery: 'sent', link: null, email, expires_at } };
    const uninvited = await runChange(kit, {
      actor,
      lock: lockChanges,
      work: async ({ trx, now: clock }) => {
        const at = clock();
        await closeInvitation(trx, hash, at);
        const events = [makeEvent('person_invitation_not_sent', user.id, { sent_to: email })];
        return { events, at, answer: await profileOf(trx, user.id, actor) };
      },
    });
    return { user: uninvited, invitation: { delivery: 'failed', link: null, email, expires_at } };
  }

  return {
    about,

    async list({ cursor, limit, q, mailbox, state }: Paged & Omit<PeopleFilter, 'directory'>): Promise<Listed> {
      const filter = { directory: about.kind, q, mailbox, state };
      return snapshot(db, async (trx) => {
        const rows = await listPeople(trx, filter, limit + 1, readCursor(positionSchema, cursor));
        const besideOf = await readBeside(trx, rows);
        const users = rows.map((row) => presentUser(row, about.sign_in, besideOf(row)));
        return {
          ...cutPage(users, limit, ({ name, id }) => ({ name, id })),
          directory: about,
          counts: await countStates(trx, filter),
        };
      });
    },

    get: (id: string, reader: Caller): Promise<UserProfile> => snapshot(db, (trx) => profileOf(trx, id, reader)),

    activity: (reader: Actor, id: string, page: Paged): Promise<Page<AuditRow>> =>
      snapshot(db, async (trx) => {
        if ((await findProfile(trx, id)) === undefined) throw noSuchPerson();
        return listAuditRows(trx, reader, { person: id }, page);
      }),

    add: async (actor: Caller, person: NewPerson, options = { withLink: true }): Promise<AddedPerson> =>
      deliver(
        actor,
        await change(actor, { attempt: 'person_added', id: actor?.id ?? '' }, (of) =>
          directory.add(of, person, options),
        ),
      ),

    setPermissions: async (actor: Caller, basis: Basis, permissions: readonly string[]): Promise<UserProfile> =>
      (
        await change(actor, { attempt: 'person_permissions_changed', id: basis.id }, (of) =>
          directory.setPermissions(of, basis, permissions),
        )
      ).user,

    async invite(actor: Caller, basis: Basis): Promise<{ user: UserProfile; invitation: Invitation }> {
      const invited = await change(actor, { attempt: 'person_invited', id: basis.id }, (of) =>
        directory.invite(of, basis),
      );
      const { user, invitation } = await deliver(actor, invited);
      if (invitation === null) throw new Error('The directory invited a person without a link.');
      if (invitation.delivery === 'failed')
        throw new Problem(
          'unavailable',
          `The link could not be sent to ${user.email}, and no longer works. Please try again in a moment.`,
        );
      return { user, invitation };
    },

    confirm: async (actor: Caller, basis: Basis): Promise<UserProfile> =>
      (await change(actor, { attempt: 'person_verified', id: basis.id }, (of) => directory.confirm(of, basis))).user,

    declineAccess: async (actor: Caller, basis: Basis, reason: string): Promise<UserProfile> =>
      (
        await change(actor, { attempt: 'person_access_declined', id: basis.id }, (of) =>
          directory.declineAccess(of, basis, reason),
        )
      ).user,

    deactivate: async (actor: Caller, basis: Basis): Promise<UserProfile> =>
      (await change(actor, { attempt: 'person_deactivated', id: basis.id }, (of) => directory.deactivate(of, basis)))
        .user,

    reactivate: async (actor: Caller, basis: Basis): Promise<UserProfile> =>
      (await change(actor, { attempt: 'person_reactivated', id: basis.id }, (of) => directory.reactivate(of, basis)))
        .user,
  };
}
