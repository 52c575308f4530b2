import { type Insertable, sql } from 'kysely';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { DraftSetRow } from '#server/db/schema.buckets.ts';

/** A bucket whose draft a set saved, and the entries of its draft before, if it had one. */
export type SavedMember = Readonly<{ bucket_id: string; before: BucketEntries | null }>;

/** Stores a set and marks its drafts, whose buckets have their new revision already. */
export async function insertDraftSet(
  trx: Db,
  row: Insertable<DraftSetRow>,
  members: readonly SavedMember[],
): Promise<void> {
  await trx.insertInto('draft_set').values(row).execute();
  await sql`
    update bucket_version v
    set set_id = ${row.id}, set_revision = b.revision, entries_before_set = nullif(member.before, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as member (bucket_id uuid, before jsonb)
    join bucket b on b.id = member.bucket_id
    where v.bucket_id = b.id and v.state = 'draft'`.execute(trx);
}

export async function findDraftSet(db: Db, id: string) {
  return db.selectFrom('draft_set').selectAll().where('id', '=', id).executeTakeFirst();
}

type MemberOfSet = BucketAddress & Readonly<{ revision: string; before: BucketEntries | null }>;

/** The drafts that still belong to the set, with the revision of their buckets after it was saved. */
export async function listMembers(db: Db, setId: string): Promise<MemberOfSet[]> {
  const { rows } = await sql<MemberOfSet>`
    select b.partner_number as partner, b.cob, v.set_revision::text as revision, v.entries_before_set as before
    from bucket_version v join bucket b on b.id = v.bucket_id
    where v.set_id = ${setId} and v.state = 'draft'`.execute(db);
  return rows;
}

/** The ids of the sets that these drafts belong to; null for a draft of none. */
export async function findSetIds(db: Db, versionIds: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ set_id: string | null }>`
    select distinct set_id from bucket_version where id = any(${versionIds}::uuid[])`.execute(db);
  return rows.map(({ set_id }) => set_id);
}
