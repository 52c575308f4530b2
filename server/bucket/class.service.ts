import type { ClassRecord } from '#contract/authority.ts';
import { Problem } from '#contract/problem.ts';
import { type AuthorityEvent, makeEvent } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { ADMIN_EDIT, type ChangeKit, runChange, staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { readPeople } from '#server/person/person.service.ts';
import * as store from './class.store.ts';

type ClassInput = Readonly<{ owner: string | null; next_review: string | null }>;

const present = (row: store.StoredClass, today: string): ClassRecord => ({
  cob: row.cob,
  owner: row.owner === null ? null : { id: row.owner, name: row.owner_name ?? '' },
  next_review: row.next_review,
  is_overdue: row.next_review !== null && row.next_review < today,
  buckets: row.buckets,
  revision: String(row.revision),
});

/** Every class with buckets: who answers for it, and when it is reviewed next. */
export const listClassRecords = async (db: Db, today: string): Promise<ClassRecord[]> =>
  (await store.listClasses(db)).map((row) => present(row, today));

export async function findClassRecord(db: Db, cob: string, today: string): Promise<ClassRecord | undefined> {
  const [row] = await store.listClasses(db, cob);
  return row && present(row, today);
}

/** The longest overdue first; `owner`: only those of this person. */
export async function listOverdueClasses(db: Db, today: string, owner: string | null) {
  return (await listClassRecords(db, today))
    .flatMap(({ cob, owner: of, next_review, is_overdue }) =>
      is_overdue && next_review !== null && (owner === null || of?.id === owner)
        ? [{ cob, owner: of, next_review }]
        : [],
    )
    .toSorted((a, b) => (a.next_review < b.next_review ? -1 : Number(a.next_review > b.next_review)));
}

/** The first records, of a database that has none. */
export async function addClassRecords(
  trx: Trx,
  records: readonly (ClassInput & Readonly<{ cob: string }>)[],
): Promise<AuthorityEvent[]> {
  await store.insertClasses(trx, records);
  const was = { owner: null, next_review: null };
  return records.map(({ cob, ...became }) => makeEvent('class_record_changed', cob, { was, became }));
}

export function classService(kit: ChangeKit) {
  const { db, now } = kit;
  return {
    list: async (): Promise<{ items: ClassRecord[] }> => ({ items: await listClassRecords(db, dayOf(now())) }),

    change: (actor: Actor, cob: string, ifMatch: string, { owner, next_review }: ClassInput): Promise<ClassRecord> =>
      runChange(kit, {
        actor,
        attempt: { attempt: 'class_record_changed', id: cob },
        needs: ADMIN_EDIT,
        work: async ({ trx, now: clock }) => {
          const former = await store.lockClass(trx, cob);
          const at = clock();
          const found = await findClassRecord(trx, cob, dayOf(at));
          if (found === undefined) throw new Problem('not-found', 'There is no bucket of this class.');
          if (found.revision !== ifMatch)
            throw await staleProblem(
              trx,
              { type: 'class', id: cob },
              { otherwise: 'This class was changed meanwhile.' },
            );
          const was = { owner: former?.owner ?? null, next_review: former?.next_review ?? null };
          const became = { owner, next_review };
          if (was.owner === owner && was.next_review === next_review) return { events: [], at, answer: found };
          await requireOwner(trx, owner);
          if (next_review !== null && next_review !== was.next_review && next_review < dayOf(at))
            throw refuse('next_review', 'Date must be today or later');
          await (former === undefined
            ? store.insertClasses(trx, [{ cob, ...became }])
            : store.updateClass(trx, cob, became));
          const events = [makeEvent('class_record_changed', cob, { was, became })];
          return { events, at, answer: (await findClassRecord(trx, cob, dayOf(at))) ?? found };
        },
      }),
  };
}

async function requireOwner(trx: Trx, owner: string | null): Promise<void> {
  const [person] = owner === null ? [] : await readPeople(trx, [owner]);
  if (owner !== null && (person === undefined || person.deactivated_at !== null))
    throw refuse('owner', 'Choose somebody who can sign in');
}

const refuse = (path: string, message: string) =>
  new Problem('invalid-input', 'Fix the marked fields and try again.', { errors: [{ path, message }] });
