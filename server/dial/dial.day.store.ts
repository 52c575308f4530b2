import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DialStatus } from '#domain/dial/status.ts';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;

const WINDOW = ['id', 'published_version', 'active_from', 'active_until', 'in_live_bucket'] as const;
const windows = (trx: Database) => trx.selectFrom('dial').select(WINDOW).orderBy('id').forUpdate();
export type WindowRow = Awaited<ReturnType<typeof lockDue>>[number];

/** The dials whose status is over by that day, locked. */
export async function lockDue(trx: Database, today: string, most: number) {
  return windows(trx)
    .where('status_day', 'is not', null)
    .where('status_day', '<=', sql<string>`${today}::date`)
    .limit(most)
    .execute();
}

export async function lockWindows(trx: Database, ids: readonly string[]): Promise<WindowRow[]> {
  return windows(trx)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export type StatusChange = Readonly<{ status: DialStatus; status_day: string | null }>;

export async function setStatus(trx: Database, ids: readonly string[], change: StatusChange): Promise<void> {
  await trx
    .updateTable('dial')
    .set(change)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export async function setUse(trx: Database, id: string, buckets: number, inLive: boolean): Promise<void> {
  await trx.updateTable('dial').set({ bucket_count: buckets, in_live_bucket: inLive }).where('id', '=', id).execute();
}
