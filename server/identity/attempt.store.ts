import { sql } from 'kysely';
import type { Failures } from '#domain/user/sign-in-delay.ts';
import type { Db } from '#server/db/connect.ts';

/** E-mail, address and browser, each hashed. */
export type AttemptKeys = Readonly<{ email: string; address: string; device: string | null }>;
/** Attempts that agree in all that is named; none of a known browser, unless that is named. */
export type Counted =
  | Readonly<{ device: string }>
  | Readonly<{ email: string; address?: string }>
  | Readonly<{ address: string }>;

/** Attempts that have one of these in common are admitted one after the other, until the transaction ends. */
export async function lockAttempts(trx: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

const matching = (db: Db, counted: Counted) => {
  const rows = db.selectFrom('sign_in_attempt');
  if ('device' in counted) return rows.where('device', '=', counted.device);
  const strangers = rows.where('device', 'is', null);
  const { address } = counted;
  const there = address === undefined ? strangers : strangers.where('address', '=', address);
  return 'email' in counted ? there.where('email', '=', counted.email) : there;
};

export async function countFailures(db: Db, counted: Counted, since: Date): Promise<Failures> {
  return matching(db, counted)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<Date | null>`min(at)`.as('first'),
      sql<Date | null>`max(at)`.as('last'),
    ])
    .where('refused', '=', false)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
}

/** Whether such an attempt was turned away already, since then. */
export async function wasRefused(db: Db, counted: Counted, since: Date): Promise<boolean> {
  const row = await matching(db, counted)
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

/** Those of one e-mail from one address, and of one browser. */
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

/** Those of one e-mail, from wherever. */
export async function clearEmail(db: Db, email: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('email', '=', email).execute();
}
