import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { TabHits } from '#domain/dial/find.ts';
import { type StatusCount, tabHits } from '#server/dial/dial.tab.ts';

/** The number of dials per tab. */
export async function countAll(db: Db): Promise<TabHits> {
  const { rows } = await sql<StatusCount>`
    select status, sum(change)::int as dials, sum(drafts)::int as drafts
    from dial_count group by status`.execute(db);
  return tabHits(rows);
}

/** This many deltas may accumulate before they are summed up. */
const MAX_DELTAS = 100;

/** Of two concurrent calls one finds nothing left to sum up. */
export async function compactCounts(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from dial_count where (select count(*) from dial_count) > ${MAX_DELTAS} returning status, change, drafts
    )
    insert into dial_count select status, sum(change), sum(drafts) from gone group by status`.execute(db);
}

/** The first that start or end until then, by date. */
export async function listComing(db: Db, until: string, limit: number) {
  return db
    .selectFrom('dial')
    .select(['id', 'name', 'bucket_count', 'active_from', 'active_until'])
    .where('deleted_at', 'is', null)
    .where('status_day', '<=', sql<string>`${until}::date`)
    .orderBy('status_day')
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The oldest drafts this person saved last, and their total number. */
export async function listOwnDrafts(db: Db, personId: string, limit: number) {
  const rows = await db
    .selectFrom('dial_version as v')
    .innerJoin('dial as d', 'd.id', 'v.dial_id')
    .select(['d.id', sql<string>`v.data->>'name'`.as('name'), 'v.version', 'v.created_at'])
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where('v.state', '=', 'draft')
    .where('v.saved_by', '=', personId)
    .where('d.deleted_at', 'is', null)
    .orderBy('v.created_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
  return {
    dials: rows.map(({ id, name, version, created_at }) => ({ id, name, version, since: created_at.toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}
