import { sql } from 'kysely';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { Db } from '#server/db/connect.ts';

/** The entries of each of these versions, in order. */
export async function findEntries(db: Db, versionIds: readonly string[]): Promise<Map<string, BucketEntry[]>> {
  const rows = await db
    .selectFrom('bucket_entry')
    .select(['bucket_version_id as id', 'dial_id', 'dial_version as version', 'overrides'])
    .where('bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .orderBy('bucket_version_id')
    .orderBy('position')
    .execute();
  const found = new Map<string, BucketEntry[]>(versionIds.map((id) => [id, []]));
  for (const { id, dial_id, version, overrides } of rows) found.get(id)?.push({ dial_id, version, overrides });
  return found;
}

/** Replaces what the draft holds, however many, in two statements. */
export async function writeEntries(trx: Db, versionId: string, entries: BucketEntries): Promise<void> {
  await trx.deleteFrom('bucket_entry').where('bucket_version_id', '=', versionId).execute();
  if (entries.length === 0) return;
  const rows = entries.map(({ dial_id, version, overrides }, index) => ({
    position: index + 1,
    dial_id,
    version,
    overrides,
  }));
  await sql`
    insert into bucket_entry (bucket_version_id, position, dial_id, dial_version, overrides)
    select ${versionId}::uuid, position, dial_id, version, overrides
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (position int, dial_id uuid, version int, overrides jsonb)`.execute(trx);
}
