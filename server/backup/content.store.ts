import { type Kysely, sql } from 'kysely';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import type { LiveBucket, Manifest } from './backup.parts.ts';
import type { Session } from './session.store.ts';

type Database = Kysely<unknown>;
type LiveContent = Readonly<{
  id: string;
  partner: number;
  cob: string;
  number: number;
  entries: BucketEntry[];
}>;

/** The live versions of the buckets after this one, by id. */
async function listLiveAfter(db: Database, id: string | undefined, limit: number): Promise<LiveContent[]> {
  const { rows } = await sql<LiveContent>`
    select b.id, b.partner_number as partner, b.cob, v.number, (
      select coalesce(json_agg(json_build_object('dial_id', dial_id, 'version', dial_version, 'overrides', overrides)
        order by position), '[]') from bucket_entry e where e.bucket_version_id = v.id) as entries
    from bucket b join bucket_version v on v.bucket_id = b.id and v.state = 'live'
    where ${id === undefined ? sql`true` : sql`b.id > ${id}::uuid`}
    order by b.id limit ${limit}`.execute(db);
  return rows;
}

async function readAudit(db: Database): Promise<{ records: number; head: string }> {
  const { rows } = await sql<{ records: string; head: string }>`
    select (select count(*) from audit_event) as records, hash as head from audit_head`.execute(db);
  return { records: Number(rows[0]?.records), head: rows[0]?.head ?? '' };
}

const PAGE = 200;

/** What a restored copy is compared by: the content hash of every live bucket, and the audit chain. */
export async function readContent({ db }: Session): Promise<Pick<Manifest, 'liveBuckets' | 'audit'>> {
  const liveBuckets: LiveBucket[] = [];
  for (let last: string | undefined; ;) {
    const page = await listLiveAfter(db, last, PAGE);
    for (const { partner, cob, number, entries } of page)
      liveBuckets.push({ partner, cob, number, sha256: hashOf(entries) });
    last = page.at(-1)?.id;
    if (page.length < PAGE) return { liveBuckets, audit: await readAudit(db) };
  }
}
