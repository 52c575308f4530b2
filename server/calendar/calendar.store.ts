import { sql } from 'kysely';
import type { DatedDial, DatedGoLive } from '#domain/calendar/feed.ts';
import type { Db } from '#server/db/connect.ts';

export async function findFeed(db: Db, personId: string) {
  return db.selectFrom('calendar_feed').select('created_at').where('person_id', '=', personId).executeTakeFirst();
}

export async function putFeed(trx: Db, feed: Readonly<{ person_id: string; secret_hash: string; created_at: Date }>) {
  const { secret_hash, created_at } = feed;
  await trx
    .insertInto('calendar_feed')
    .values(feed)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ secret_hash, created_at }))
    .execute();
}

/** False if there was none. */
export async function deleteFeed(trx: Db, personId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('calendar_feed').where('person_id', '=', personId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The permissions of the person whose address it is, if they may sign in and did since then, or created it then. */
export async function findOwner(db: Db, secretHash: string, since: Date) {
  return db
    .selectFrom('calendar_feed as f')
    .innerJoin('person as p', 'p.id', 'f.person_id')
    .select('p.permissions')
    .where('f.secret_hash', '=', secretHash)
    .where('p.deactivated_at', 'is', null)
    .where(sql`greatest(p.last_seen_at, f.created_at)`, '>=', since)
    .executeTakeFirst();
}

/** Rounds with a day in the period, open or live since then. */
export async function listGoLives(db: Db, from: string, to: string, limit: number): Promise<DatedGoLive[]> {
  const { rows } = await sql<DatedGoLive>`
    select r.id, p.number as partner, p.name as partner_name, b.cob, dated.day,
      case when r.closed_at is not null then 'live' when r.approved_at is not null then 'approved' else 'asked' end as state
    from review_round r
    join bucket_version v on v.id = r.bucket_version_id
    cross join lateral (select case when r.closed_at is null then coalesce(r.put_off_to, r.live_on)
      else (v.live_at at time zone 'UTC')::date end as day) dated
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    where r.live_on is not null and (r.closed_at is null or r.outcome = 'approved')
      and dated.day between ${from}::date and ${to}::date
    order by dated.day, b.cob collate "C", p.number limit ${limit}`.execute(db);
  return rows;
}

/** Published dials that start or end in the period. */
export async function listDials(db: Db, from: string, to: string, limit: number): Promise<DatedDial[]> {
  return db
    .selectFrom('dial')
    .select(['id', 'name', 'active_from', 'active_until'])
    .where('deleted_at', 'is', null)
    .where('published_version', 'is not', null)
    .where(
      sql<boolean>`(active_from between ${from}::date and ${to}::date or active_until between ${from}::date and ${to}::date)`,
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
}
