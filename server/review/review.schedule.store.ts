import { sql } from 'kysely';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import { rounds, type StoredRound } from './review.store.ts';

/** Marks approved rounds that wait for their day; never before their last vote. */
export async function scheduleRounds(trx: Db, ids: readonly string[], at: Date): Promise<void> {
  await trx
    .updateTable('review_round')
    .set({ approved_at: at })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Changes a round that waits for its day. */
export async function updateSchedule(
  trx: Db,
  id: string,
  changed: Readonly<{ put_off_to?: string; stopped_because: string | null }>,
): Promise<void> {
  await trx.updateTable('review_round').set(changed).where('id', '=', id).execute();
}

/** The buckets whose approved drafts are due on this day, the earliest day first; those of a set together. */
export async function listDue(db: Db, today: string): Promise<(BucketAddress & Readonly<{ together: string }>)[]> {
  return db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .select(['b.partner_number as partner', 'b.cob'])
    .select(sql<string>`coalesce(r.set_id, r.id)`.as('together'))
    .where('r.closed_at', 'is', null)
    .where('r.approved_at', 'is not', null)
    .where(sql<boolean>`coalesce(r.put_off_to, r.live_on) <= ${today}::date`)
    .orderBy(sql`coalesce(r.put_off_to, r.live_on)`)
    .orderBy('r.approved_at')
    .orderBy('r.id')
    .execute();
}

/** The rounds that wait for their day. */
export async function findScheduledRounds(db: Db, versionIds: readonly string[]): Promise<StoredRound[]> {
  return rounds(db)
    .where('r.bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('r.closed_at', 'is', null)
    .where('r.approved_at', 'is not', null)
    .execute();
}
