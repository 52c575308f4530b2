import { z } from 'zod';
import type { AuditRow } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import { Problem, type ProblemName } from '#contract/problem.ts';
import type { Invitation, PeopleDirectory, User, UserProfile } from '#contract/user.ts';
import type { PersonAttempt } from '#domain/event/event.ts';
import { KEEPER } from '#domain/user/person-change.ts';
import type { Actor } from '#domain/user/person.ts';
import { listAuditRows } from '#server/audit/audit.read.ts';
import { recordingRefusals } from '#server/audit/audit.refusal.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot, transaction, type Trx } from '#server/db/transaction.ts';
import { readCursor, writeCursor } from '#server/http/cursor.ts';
import { closeInvitation, type OpenedInvitation } from '#server/identity/invitation.ts';
import type { LinkMail } from '#server/mail/link.mail.ts';
import type { Basis, Changed, NewPerson, PeoplePort, PersonChange } from './directory.ts';
import { lockChanges } from './user.change.store.ts';
import { countStates, findProfile, listPeople, type PeopleFilter } from './user.list.store.ts';
import { noSuchPerson } from './user.open.ts';
import { presentProfile, presentUser } from './user.present.ts';
import { requireKnownPerson, requireStillAllowed } from './user.service.ts';
import { findName } from './user.store.ts';

type Options = Readonly<{ db: Db; now: () => Date; directory: PeoplePort; mail?: LinkMail | undefined }>;
type Paged = Readonly<{ cursor?: string | undefined; limit: number }>;
type Listed = Page<User> & Readonly<{ directory: PeopleDirectory; counts: { present: number; deactivated: number } }>;
type Made = Readonly<{ user: UserProfile; invitation: OpenedInvitation | null }>;
type Added = Readonly<{ user: UserProfile; invitation: Invitation | null }>;
/** Nobody: the command line, which needs no permission. */
type By = Actor | null;
export type PeopleService = ReturnType<typeof peopleService>;

/** An e-mail that is taken is a mistake in what was sent. */
const DECISIONS: Readonly<Record<'add' | 'change', readonly ProblemName[]>> = {
  add: ['not-allowed'],
  change: ['not-allowed', 'stale', 'conflict'],
};
const positionSchema = z.object({ name: z.string(), id: z.string() });

export function peopleService({ db, now, directory, mail }: Options) {
  const { about } = directory;

  async function profileOf(trx: Db | Trx, id: string): Promise<UserProfile> {
    const row = await findProfile(trx, id);
    if (row === undefined) throw noSuchPerson();
    return presentProfile(trx, row, about, now());
  }

  /** A change, the person as they are after it, and the record of it, in one transaction; one change at a time. */
  function make(actor: By, work: (change: PersonChange) => Promise<Changed>): Promise<Made> {
    return transaction(db, async (trx) => {
      await lockChanges(trx);
      const at = now();
      if (actor) await requireKnownPerson(trx, actor);
      if (actor && about.kind === 'embedded') await requireStillAllowed(trx, actor, KEEPER);
      const by = actor?.id ?? null;
      const { id, events, invitation } = await work({ trx, by, at });
      const user = await profileOf(trx, id);
      await recordAudit(trx, by, events, at);
      return { user, invitation };
    });
  }

  function change(actor: By, id: string, attempt: PersonAttempt, work: (change: PersonChange) => Promise<Changed>) {
    const record = (refusal: Readonly<{ because: ProblemName; told: string }>) => ({
      action: 'person_change_refused' as const,
      object: { type: 'person' as const, id },
      detail: { attempt, ...refusal },
    });
    const decisions = DECISIONS[attempt === 'add' ? 'add' : 'change'];
    return recordingRefusals({ db, now, actor, decisions, record }, () => make(actor, work));
  }

  /** Tells the person their link, or whoever made it. What could not be sent is closed: nobody ever saw it. */
  async function deliver(actor: By, { user, invitation }: Made): Promise<Added> {
    if (invitation === null) return { user, invitation };
    const { email } = user;
    const { link, expires_at, hash } = invitation;
    if (mail === undefined) return { user, invitation: { delivery: 'shown', link, email, expires_at } };
    const by = actor && ((await findName(db, actor.id))?.name ?? null);
    if (await mail.send({ name: user.name, email, link, expiresAt: expires_at, by }))
      return { user, invitation: { delivery: 'sent', link: null, email, expires_at } };
    const uninvited = await transaction(db, async (trx) => {
      await lockChanges(trx);
      const at = now();
      await closeInvitation(trx, hash, at);
      const profile = await profileOf(trx, user.id);
      const object = { type: 'person', id: user.id } as const;
      const event = { action: 'person_invitation_not_sent', object, detail: { sent_to: email } } as const;
      await recordAudit(trx, actor?.id ?? null, [event], at);
      return profile;
    });
    return { user: uninvited, invitation: { delivery: 'failed', link: null, email, expires_at } };
  }

  return {
    about,

    async list({ cursor, limit, q, state }: Paged & Omit<PeopleFilter, 'directory'>): Promise<Listed> {
      const filter = { directory: about.kind, q, state };
      return snapshot(db, async (trx) => {
        const rows = await listPeople(trx, filter, limit + 1, readCursor(positionSchema, cursor));
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        return {
          items: page.map((row) => presentUser(row, about.sign_in)),
          next: rows.length > limit && last ? writeCursor({ name: last.name, id: last.id }) : null,
          directory: about,
          counts: await countStates(trx, filter),
        };
      });
    },

    get: (id: string): Promise<UserProfile> => snapshot(db, (trx) => profileOf(trx, id)),

    activity: (reader: Actor, id: string, page: Paged): Promise<Page<AuditRow>> =>
      snapshot(db, async (trx) => {
        if ((await findProfile(trx, id)) === undefined) throw noSuchPerson();
        return listAuditRows(trx, reader, { person: id }, page);
      }),

    add: async (actor: By, person: NewPerson, options = { withLink: true }): Promise<Added> =>
      deliver(actor, await change(actor, actor?.id ?? '', 'add', (of) => directory.add(of, person, options))),

    setPermissions: async (actor: By, basis: Basis, permissions: readonly string[]): Promise<UserProfile> =>
      (await change(actor, basis.id, 'permissions', (of) => directory.setPermissions(of, basis, permissions))).user,

    async invite(actor: By, basis: Basis): Promise<{ user: UserProfile; invitation: Invitation }> {
      const made = await change(actor, basis.id, 'invite', (of) => directory.invite(of, basis));
      const { user, invitation } = await deliver(actor, made);
      if (invitation === null) throw new Error('The directory invited a person without a link.');
      if (invitation.delivery === 'failed')
        throw new Problem(
          'unavailable',
          `The link could not be sent to ${user.email}, and no longer works. Please try again in a moment.`,
        );
      return { user, invitation };
    },

    deactivate: async (actor: By, basis: Basis): Promise<UserProfile> =>
      (await change(actor, basis.id, 'deactivate', (of) => directory.deactivate(of, basis))).user,

    reactivate: async (actor: By, basis: Basis): Promise<UserProfile> =>
      (await change(actor, basis.id, 'reactivate', (of) => directory.reactivate(of, basis))).user,
  };
}
