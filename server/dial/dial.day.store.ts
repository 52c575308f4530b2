import { sql } from 'kysely';
import type { DialStatus } from '#domain/dial/status.ts';
import type { Db } from '#server/db/connect.ts';

const WINDOW = ['id', 'published_version', 'active_from', 'active_until', 'in_live_bucket'] as const;
const windows = (trx: Db) => trx.selectFrom('dial').select(WINDOW).orderBy('id').forUpdate();
export type WindowRow = Awaited<ReturnType<typeof lockDue>>[number];

/** Locks the dials whose status ends by that day. */
export async function lockDue(trx: Db, today: string, most: number) {
  return windows(trx)
    .where('status_day', 'is not', null)
    .where('status_day', '<=', sql<string>`${today}::date`)
    .limit(most)
    .execute();
}

export type WindowWithUse = WindowRow & Readonly<{ buckets: number; in_live: boolean; classes: readonly string[] }>;

/** Locks these dials, and counts how many buckets use each, of which classes, and whether live. History does not count. */
export async function lockUses(trx: Db, ids: readonly string[]): Promise<WindowWithUse[]> {
  const { rows } = await sql<WindowWithUse>`
    select ${sql.join(WINDOW.map((column) => sql.ref(`dial.${column}`)))}, held.buckets, held.in_live, held.classes
    from dial cross join lateral (
      select count(distinct b.id)::int as buckets, coalesce(bool_or(e.is_live), false) as in_live,
        coalesce(array_agg(distinct b.cob collate "C" order by b.cob collate "C"), '{}') as classes
      from current_entry e join bucket b on b.id = e.bucket_id
      where e.dial_id = dial.id) held
    where dial.id = any(${ids}::uuid[]) order by dial.id for update of dial`.execute(trx);
  return rows;
}

/** After a copy from another server, higher transaction ids would look like changes forever. */
export async function markCopiedDials(db: Db): Promise<void> {
  await sql`update dial set id = id where changed_in >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
}

export type StatusChange = Readonly<{ id: string; status: DialStatus; status_day: string | null }>;

/** One statement for any number; unchanged rows are skipped. */
export async function setStatuses(trx: Db, changes: readonly StatusChange[]): Promise<void> {
  await sql`
    update dial set status = change.status, status_day = change.status_day
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id uuid, status text, status_day date)
    where dial.id = change.id
      and (dial.status, dial.status_day) is distinct from (change.status, change.status_day)`.execute(trx);
}

export type UseChange = Pick<WindowWithUse, 'id' | 'buckets' | 'in_live' | 'classes'> &
  Readonly<{ status: DialStatus | null; status_day: string | null }>;

/** The same for their uses. A status of null stays as it is. */
export async function setUses(trx: Db, changes: readonly UseChange[]): Promise<void> {
  await sql`
    update dial set bucket_count = change.buckets, in_live_bucket = change.in_live, used_classes = change.classes,
      status = coalesce(change.status, dial.status),
      status_day = case when change.status is null then dial.status_day else change.status_day end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (id uuid, buckets int, classes text[], in_live boolean, status text, status_day date)
    where dial.id = change.id and (dial.bucket_count, dial.in_live_bucket, dial.used_classes, dial.status, dial.status_day)
      is distinct from (change.buckets, change.in_live, change.classes, coalesce(change.status, dial.status),
        case when change.status is null then dial.status_day else change.status_day end)`.execute(trx);
}
