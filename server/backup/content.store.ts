import { type Kysely, sql } from 'kysely';
import type { BucketEntry } from '#domain/bucket/entry.ts';

type Database = Kysely<unknown>;
export type LiveContent = Readonly<{
  id: string;
  partner: number;
  cob: string;
  number: number;
  entries: BucketEntry[];
}>;

/** The live versions of the buckets after this one, by id. */
export async function listLiveAfter(db: Database, id: string | undefined, limit: number): Promise<LiveContent[]> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.partner_number as partner, b.cob, v.number, (
      select coalesce(json_agg(json_build_object('dial_id', dial_id, 'version', dial_version, 'overrides', overrides)
        order by position), '[]') from bucket_entry e where e.bucket_version_id = v.id) as entries
    from bucket b join bucket_version v on v.bucket_id = b.id and v.state = 'live'
    where ${id === undefined ? sql`true` : sql`b.id > ${id}::uuid`}
    order by b.id limit ${limit}`.execute(db);
  return rows;
}

export async function readAudit(db: Database): Promise<{ records: number; head: string }> {
  const { rows } = await sql<{ records: string; head: string }>`
    select (select count(*) from audit_event) as records, hash as head from audit_head`.execute(db);
  return { records: Number(rows[0]?.records), head: rows[0]?.head ?? '' };
}
