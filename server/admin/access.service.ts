import { createHash, randomUUID } from 'node:crypto';
import type { authorityRoutes } from '#contract/authority.ts';
import { Problem } from '#contract/problem.ts';
import type { Answer } from '#contract/route.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { isVerified } from '#domain/review/counterpart.ts';
import { makeEvent } from '#domain/event/event.ts';
import type { Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { readAuthorityOf } from '#server/review/authority/authority.service.ts';
import { insertAccessReview, listAccessReviews, listEveryone } from './admin.store.ts';

type Access = Answer<typeof authorityRoutes.getAccess>;
type Confirmation = Answer<typeof authorityRoutes.confirmAccess>;

const USER_EDIT = { scope: 'user', action: 'edit' } as const satisfies Requirement;
const MONTHS_BETWEEN = 3;
const MAX_REVIEWS = 20;
const CHANGED = 'The list has changed since you opened it. Look at it again before you confirm it.';

/** Who may do what, which a person confirms every quarter. */
export function accessReviewService(kit: ChangeKit) {
  const { db, now } = kit;

  async function listPeople(trx: Db) {
    const authorityOf = await readAuthorityOf(trx, now());
    const people = (await listEveryone(trx)).map((person) => ({
      person: { id: person.id, name: person.name },
      email: person.email,
      permissions: person.permissions.toSorted(),
      is_active: person.deactivated_at === null,
      is_verified: isVerified(person),
      authority: authorityOf(person.id),
    }));
    return { people, hash: createHash('sha256').update(canonicalJson(people)).digest('hex') };
  }

  return {
    get: (): Promise<Access> =>
      snapshot(db, async (trx) => {
        const reviews = await listAccessReviews(trx, MAX_REVIEWS);
        const [last] = reviews;
        const { people: listed, hash } = await listPeople(trx);
        const sets = [...new Set(listed.map(({ permissions }) => permissions.join(' ')))];
        const setOf = new Map(sets.map((set, index) => [set, index]));
        return {
          people: listed.map((row) => ({ ...row, permissions: setOf.get(row.permissions.join(' ')) ?? 0 })),
          permission_sets: sets.map((set) => set.split(' ').filter((permission) => permission !== '')),
          hash,
          reviews: reviews.map(({ at, by, name, people, note }) => ({
            at: at.toISOString(),
            by: { id: by, name },
            people,
            note,
          })),
          next: last === undefined ? null : addMonths(last.at, MONTHS_BETWEEN),
        };
      }),

    confirm: (actor: Actor, { hash, note }: Readonly<{ hash: string; note: string }>): Promise<Confirmation> =>
      runChange(kit, {
        actor,
        needs: USER_EDIT,
        work: async ({ trx, by, now: clock }) => {
          const { people, hash: current } = await listPeople(trx);
          if (hash !== current) throw new Problem('stale', CHANGED);
          const [id, at] = [randomUUID(), clock()];
          await insertAccessReview(trx, { id, at, by: by.id, people: people.length, hash, note });
          const events = [makeEvent('permissions_confirmed', id, { people: people.length, hash, note })];
          return { events, at, answer: { at: at.toISOString(), by, people: people.length, note } };
        },
      }),
  };
}

/** The same day of a later month, or its last one. */
function addMonths(from: Date, months: number): string {
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), days));
  return first.toISOString().slice(0, 10);
}
