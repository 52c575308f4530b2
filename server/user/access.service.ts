import type { ApiContract } from '#contract/contract.ts';
import { Problem } from '#contract/problem.ts';
import type { Answer } from '#contract/route.ts';
import { makeEvent } from '#domain/event/event.ts';
import { ASK_AGAIN_MS, MAX_REQUESTS_A_DAY } from '#domain/user/access-request.ts';
import { hasNoPermissions } from '#domain/user/permission.ts';
import { MANAGE_USERS } from '#domain/user/person-change.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Role } from '#domain/user/role.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { accessLetter } from '#server/mail/letters.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { clearAccessRequests } from '#server/notification/notification.service.ts';
import { closeRequest, countRequests, findRequest, putRequest, type StoredRequest } from './access.store.ts';
import { findPerson, listHolders, lockChanges } from './user.store.ts';

type Options = Readonly<{
  kit: ChangeKit;
  mail: Mailer | undefined;
  publicUrl: string;
  /** Whom to contact for access, as configured. */
  askForAccess: string | undefined;
}>;
type Access = Answer<ApiContract['getMyAccess']>;

const MAX_CONTACTS = 3;
/** Everyone who may grant access is notified, up to this many. */
const MAX_RECIPIENTS = 50;
const MANAGES_USERS = `${MANAGE_USERS.scope}:${MANAGE_USERS.action}`;

/** How people without permissions ask for them. Open to everyone who is signed in. */
export function accessService({ kit, mail, publicUrl, askForAccess }: Options) {
  const { db, directory } = kit;
  const takesRequests = directory === 'embedded';

  async function read(trx: Db, { id }: Actor): Promise<Access> {
    const holders = await listHolders(trx, directory, MANAGES_USERS, MAX_CONTACTS);
    const person = takesRequests ? await findPerson(trx, id) : undefined;
    const request = takesRequests ? await findRequest(trx, id) : undefined;
    return {
      text: askForAccess ?? null,
      people: holders.map(({ name, email }) => ({ name, email })),
      takes_requests: takesRequests && holders.length > 0,
      is_granted: (person?.permissions.length ?? 0) > 0,
      by_mail: mail !== undefined,
      request: request === undefined ? null : present(request),
    };
  }

  return {
    get: (actor: Actor): Promise<Access> => read(db, actor),

    /** Asks, changes what was asked, or asks again after a day: only then are people mailed again. */
    async ask(actor: Actor, { role, reason }: Readonly<{ role: Role; reason: string }>): Promise<Access> {
      const { access, letters } = await runChange(kit, {
        actor,
        lock: lockChanges,
        work: async ({ trx, actor: current, by, now: clock }) => {
          const at = clock();
          if (!hasNoPermissions(current.permissions))
            throw new Problem('conflict', 'You have access already. Ask an administrator in person for more.');
          const holders = await listHolders(trx, directory, MANAGES_USERS, MAX_RECIPIENTS);
          if (!takesRequests || holders.length === 0) throw new Problem('conflict', 'Nobody here can grant access.');
          const before = await findRequest(trx, actor.id);
          const isDue = before === undefined || askAgainAt(before.notified_at) <= at;
          const isSame = before?.declined_at === null && before.role === role && before.reason === reason;
          if (isSame && !isDue) return { events: [], at, answer: { access: await read(trx, actor), letters: [] } };
          const since = new Date(at.getTime() - ASK_AGAIN_MS);
          if ((await countRequests(trx, actor.id, since)) >= MAX_REQUESTS_A_DAY)
            throw new Problem('too-many-requests', `You can ask ${MAX_REQUESTS_A_DAY} times a day. Please wait.`);
          await putRequest(trx, actor.id, { role, reason, asked_at: at, notified_at: isDue ? at : before.notified_at });
          await clearAccessRequests(trx, actor.id);
          const recipients = holders.map(({ id }) => id);
          const person = isDue ? await findPerson(trx, actor.id) : undefined;
          const page = `${publicUrl}/users/${encodeURIComponent(actor.id)}`;
          return {
            events: [makeEvent('person_access_requested', by.id, { role, reason, recipients })],
            at,
            answer: {
              access: await read(trx, actor),
              letters: person ? holders.map((to) => accessLetter(to, { by: person, role, reason, page })) : [],
            },
          };
        },
      });
      // The request stands in the product, whatever the mail server does.
      for (const letter of letters) void mail?.send(letter);
      return access;
    },

    withdraw: (actor: Actor): Promise<Access> =>
      runChange(kit, {
        actor,
        lock: lockChanges,
        work: async ({ trx, now: clock }) => {
          const role = await closeRequest(trx, actor.id);
          await clearAccessRequests(trx, actor.id);
          const events = role === undefined ? [] : [makeEvent('person_access_withdrawn', actor.id, { role })];
          return { events, at: clock(), answer: await read(trx, actor) };
        },
      }),
  };
}

/** When those who were notified may be asked again. */
const askAgainAt = (notifiedAt: Date): Date => new Date(notifiedAt.getTime() + ASK_AGAIN_MS);

const present = (row: StoredRequest): NonNullable<Access['request']> => ({
  role: row.role,
  reason: row.reason,
  at: row.asked_at.toISOString(),
  again_at: askAgainAt(row.notified_at).toISOString(),
  declined:
    row.declined_at === null
      ? null
      : { by: row.declined_by ?? '', at: row.declined_at.toISOString(), reason: row.decline_reason },
});
