import { sql } from 'kysely';
import type { AppetiteCell } from '#contract/admin.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';

export async function listAppetites(db: Db): Promise<AppetiteCell[]> {
  const { rows } = await sql<AppetiteCell>`
    select b.partner_number as partner, b.cob, b.appetite::float8 as appetite, live.dials
    from bucket b join bucket_version live on live.bucket_id = b.id and live.state = 'live'
    order by b.partner_number, b.cob collate "C"`.execute(db);
  return rows;
}

export type BucketAppetite = BucketAddress & Readonly<{ appetite: number }>;

/** Those of these buckets that exist, locked in one order, so that two who lock several never wait for each other. */
export async function lockAppetites(trx: Db, of: readonly BucketAddress[]): Promise<BucketAppetite[]> {
  const { rows } = await sql<BucketAppetite>`
    select b.partner_number as partner, b.cob, b.appetite::float8 as appetite
    from bucket b
    where (b.cob, b.partner_number) in (
      select asked.cob, asked.partner from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as asked (cob text, partner int))
    order by b.partner_number, b.cob collate "C" for update of b`.execute(trx);
  return rows;
}

/** An appetite is no part of what is edited and reviewed: the revision stays, and nobody's draft becomes stale by it. */
export async function setAppetites(trx: Db, changes: readonly BucketAppetite[]): Promise<void> {
  await sql`
    update bucket b set appetite = change.appetite
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (cob text, partner int, appetite numeric)
    where b.cob = change.cob and b.partner_number = change.partner`.execute(trx);
}
