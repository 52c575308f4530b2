import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type Reader = Readonly<{
  id: string;
  name: string;
  email: string;
  permissions: readonly string[];
  at_once: boolean;
  digest: boolean;
  time_zone: string;
  secret: string | null;
  digest_day: string | null;
}>;

/** The zone that a person chose, that of their last browser, or the one in their profile. */
const ZONE = sql<string>`coalesce(m.time_zone, p.claims ->> 'zoneinfo', 'UTC')`;

/** People who sign in, with what they want by e-mail. */
export const listReaders = (db: Db): Promise<Reader[]> =>
  db
    .selectFrom('person as p')
    .leftJoin('mail_preference as m', 'm.person_id', 'p.id')
    .select(['p.id', 'p.name', 'p.email', 'p.permissions', 'm.secret', 'm.digest_day', ZONE.as('time_zone')])
    .select(sql<boolean>`coalesce(m.at_once, true)`.as('at_once'))
    .select(sql<boolean>`coalesce(m.digest, true)`.as('digest'))
    .where('p.deactivated_at', 'is', null)
    .where('p.email', '!=', '')
    .orderBy('p.id')
    .execute();

export const findReader = (db: Db, personId: string) =>
  db
    .selectFrom('person as p')
    .leftJoin('mail_preference as m', 'm.person_id', 'p.id')
    .select(ZONE.as('time_zone'))
    .select(sql<boolean>`coalesce(m.at_once, true)`.as('at_once'))
    .select(sql<boolean>`coalesce(m.digest, true)`.as('digest'))
    .where('p.id', '=', personId)
    .executeTakeFirst();

type Choice = Readonly<{ at_once: boolean; digest: boolean; time_zone: string }>;

export async function putChoice(trx: Db, person_id: string, secret: string, choice: Choice): Promise<void> {
  const chosen = { ...choice, zone_is_chosen: true };
  await trx
    .insertInto('mail_preference')
    .values({ person_id, secret, ...chosen })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .execute();
}

/** Unless the person chose one. */
export async function noteZone(trx: Db, person_id: string, secret: string, time_zone: string): Promise<void> {
  await trx
    .insertInto('mail_preference')
    .values({ person_id, secret, time_zone })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ time_zone })
        .where('mail_preference.zone_is_chosen', '=', false)
        .where((where) =>
          where.or([
            where('mail_preference.time_zone', 'is', null),
            where('mail_preference.time_zone', '!=', time_zone),
          ]),
        ),
    )
    .execute();
}

/** Claims a morning: false if another server did. Returns the secret of the person's address. */
export async function claimDay(trx: Db, person_id: string, secret: string, day: string): Promise<string | undefined> {
  const [row] = await trx
    .insertInto('mail_preference')
    .values({ person_id, secret, digest_day: day })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ digest_day: day })
        .where((where) =>
          where.or([where('mail_preference.digest_day', 'is', null), where('mail_preference.digest_day', '<', day)]),
        ),
    )
    .returning('secret')
    .execute();
  return row?.secret;
}

/** False if the letter went out already. */
export async function claimLetter(trx: Db, round_id: string, person_id: string, at: Date): Promise<boolean> {
  const rows = await trx
    .insertInto('mail_sent')
    .values({ round_id, person_id, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('round_id')
    .execute();
  return rows.length > 0;
}

export const listSent = async (db: Db, roundIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (roundIds.length === 0) return new Set();
  const rows = await db.selectFrom('mail_sent').selectAll().where('round_id', 'in', roundIds).execute();
  return new Set(rows.map(({ round_id, person_id }) => `${round_id} ${person_id}`));
};

/** Ends the digests of whoever has this secret; false if nobody does. */
/** Whose address it is. */
export async function lockReader(trx: Db, secret: string): Promise<string | undefined> {
  const query = trx.selectFrom('mail_preference').select('person_id').where('secret', '=', secret);
  return (await query.forUpdate().executeTakeFirst())?.person_id;
}

export async function stopDigest(trx: Db, secret: string): Promise<void> {
  await trx.updateTable('mail_preference').set({ digest: false }).where('secret', '=', secret).execute();
}

export const isSecret = async (db: Db, secret: string): Promise<boolean> =>
  (await db.selectFrom('mail_preference').select('person_id').where('secret', '=', secret).executeTakeFirst()) !==
  undefined;

/** Votes of this person in open rounds that no longer count. */
export async function listDiscounted(db: Db, personId: string) {
  const { rows } = await sql<{ partner: number; partner_name: string; cob: string }>`
    select p.number as partner, p.name as partner_name, b.cob
    from review_vote t
    join review_round r on r.id = t.round_id and r.closed_at is null
    join bucket_version v on v.id = r.bucket_version_id
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    where t.person_id = ${personId} and t.discounted is not null
    order by r.submitted_at, r.id`.execute(db);
  return rows;
}
