import { sql } from 'kysely';
import type { Failures } from '#domain/user/sign-in-delay.ts';
import type { Db } from '#server/db/connect.ts';

/** E-mail, address and browser, each hashed. */
export type AttemptKeys = Readonly<{ email: string; address: string; device: string | null }>;
/** Attempts that match all given keys; attempts of known browsers only if named. */
export type AttemptFilter =
  | Readonly<{ device: string }>
  | Readonly<{ email: string; address?: string }>
  | Readonly<{ address: string }>;

/** Serialises attempts that share one of these keys, until the transaction ends. */
export async function lockAttempts(trx: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

const matching = (db: Db, filter: AttemptFilter) => {
  const rows = db.selectFrom('sign_in_attempt');
  if ('device' in filter) return rows.where('device', '=', filter.device);
  const strangers = rows.where('device', 'is', null);
  const { address } = filter;
  const there = address === undefined ? strangers : strangers.where('address', '=', address);
  return 'email' in filter ? there.where('email', '=', filter.email) : there;
};

export async function countFailures(db: Db, filter: AttemptFilter, since: Date): Promise<Failures> {
  return matching(db, filter)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<Date | null>`min(at)`.as('first'),
      sql<Date | null>`max(at)`.as('last'),
    ])
    .where('refused', '=', false)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
}

/** Whether such an attempt was already rejected since then. */
export async function wasRefused(db: Db, filter: AttemptFilter, since: Date): Promise<boolean> {
  const row = await matching(db, filter)
    .select('id')
    .where('refused', '=', true)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAttempt(
  db: Db,
  keys: AttemptKeys,
  { refused, at }: Readonly<{ refused: boolean; at: Date }>,
): Promise<string> {
  const { id } = await db
    .insertInto('sign_in_attempt')
    .values({ ...keys, refused, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteAttempt(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute();
}

/** Attempts of one e-mail from one address, and of one browser. */
export async function clearAttempts(db: Db, { email, address, device }: AttemptKeys): Promise<void> {
  await db
    .deleteFrom('sign_in_attempt')
    .where((row) =>
      row.or([
        row.and({ email, address }).and('device', 'is', null),
        ...(device === null ? [] : [row('device', '=', device)]),
      ]),
    )
    .execute();
}

/** Attempts of one e-mail, from anywhere. */
export async function clearEmail(db: Db, email: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('email', '=', email).execute();
}
