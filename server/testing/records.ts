import type { Db } from '#server/db/connect.ts';

type Of = Readonly<{ object?: string; action?: string; actor?: string }>;

/** The last record of an object, which must be a refusal: what was attempted, and the reason. */
export async function lastRefusal(db: Db, object: string): Promise<string> {
  const record = (await auditRecords(db, { object })).at(-1);
  if (!record?.action.endsWith('_refused')) throw new Error(`The last record of ${object} is ${record?.action}.`);
  return `${String(record.detail['attempt'])}: ${String(record.detail['because'])}`;
}

/** The records of an object, of an action or by a person, in order. */
export async function auditRecords(db: Db, { object, action, actor }: Of) {
  return db
    .selectFrom('audit_event')
    .select(['action', 'actor_id as by', 'detail'])
    .$if(object !== undefined, (query) => query.where('object_id', '=', object ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor ?? ''))
    .orderBy('seq')
    .execute();
}

type NewPerson = Readonly<{ id: string; name?: string; email?: string; permissions?: string[]; directory?: 'hosted' }>;

/** People as plain rows with minimal data: verified, and introduced by nobody. */
export async function insertPeople(db: Db, ...people: readonly NewPerson[]): Promise<void> {
  const at = new Date('2026-01-01T00:00:00.000Z');
  const verified = { verification: 'mailbox' as const, verified_at: at, vouched_at: at };
  const usual = { given_name: '', family_name: '', permissions: [], directory: 'embedded' as const, ...verified };
  const rows = people.map((one) => ({ name: one.id, email: `${one.id}@example.test`, ...usual, ...one }));
  await db.insertInto('person').values(rows).execute();
}
