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

export async function lockWindows(trx: Db, ids: readonly string[]): Promise<WindowRow[]> {
  return windows(trx)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
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

export type UseChange = Readonly<{ id: string; buckets: number; classes: readonly string[]; in_live: boolean }>;

export async function setUses(trx: Db, changes: readonly UseChange[]): Promise<void> {
  await sql`
    update dial set bucket_count = change.buckets, in_live_bucket = change.in_live, used_classes = change.classes
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (id uuid, buckets int, classes text[], in_live boolean)
    where dial.id = change.id and (dial.bucket_count, dial.in_live_bucket, dial.used_classes)
      is distinct from (change.buckets, change.in_live, change.classes)`.execute(trx);
}
