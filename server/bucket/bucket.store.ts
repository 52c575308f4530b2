import { type Insertable, sql } from 'kysely';
import type { BucketAddress } from '#domain/event/event.ts';
import type { BucketRow } from '#server/db/schema.buckets.ts';
import type { Db } from '#server/db/connect.ts';
import { STOP_COLUMNS } from './bucket.stop.store.ts';
import { currentVersionsOf, versionOf } from './bucket.version.store.ts';

export type BucketHead = Awaited<ReturnType<typeof findBucket>> & object;

const heads = (db: Db) =>
  db
    .selectFrom('bucket as b')
    .innerJoin('partner as p', 'p.number', 'b.partner_number')
    .leftJoin('bucket_stop as stop', (join) =>
      join.onRef('stop.bucket_id', '=', 'b.id').on('stop.ended_at', 'is', null),
    )
    .leftJoin('person as stopper', 'stopper.id', 'stop.stopped_by')
    .leftJoin('appetite_proposal as raise', (join) =>
      join.onRef('raise.bucket_id', '=', 'b.id').on('raise.closed_at', 'is', null),
    )
    .select(['b.id', 'b.cob', 'p.number', 'p.name', 'b.revision', sql<number>`b.appetite::float8`.as('appetite')])
    .select(['raise.proposal_id as raise_proposal', sql<number | null>`raise.becomes::float8`.as('raise_becomes')])
    .select(STOP_COLUMNS);

const headOf = (db: Db, { partner, cob }: BucketAddress) =>
  heads(db).where('b.cob', '=', cob).where('b.partner_number', '=', partner);

export async function findBucket(db: Db, address: BucketAddress) {
  return headOf(db, address).executeTakeFirst();
}

const withVersions = (query: ReturnType<typeof heads>) =>
  query.select(currentVersionsOf(sql.ref('b.id')).as('versions'));
type RowWithVersions = Awaited<ReturnType<ReturnType<typeof withVersions>['execute']>>[number];
const presentRow = ({ versions, ...head }: RowWithVersions) => ({ head, versions: versions.map(versionOf) });

/** With its live version and its draft, in one statement. */
export async function readBucket(db: Db, address: BucketAddress) {
  const row = await withVersions(headOf(db, address)).executeTakeFirst();
  return row && presentRow(row);
}

/** Several by id, in one statement. */
export async function readBuckets(db: Db, ids: readonly string[]) {
  const rows = await withVersions(heads(db).where('b.id', '=', sql<string>`any(${ids}::uuid[])`)).execute();
  return new Map(rows.map((row) => [row.id, presentRow(row)]));
}

const isAmong = (of: readonly BucketAddress[]) =>
  sql<boolean>`(b.cob, b.partner_number) in (select address.cob, address.partner
    from jsonb_to_recordset(${JSON.stringify(of.map(({ partner, cob }) => ({ partner, cob })))}::jsonb)
      as address (cob text, partner int))`;

/** Those of these buckets that exist, with their live version and draft, in one statement. */
export async function findBuckets(db: Db, of: readonly BucketAddress[]) {
  return (await withVersions(heads(db).where(isAmong(of))).execute()).map(presentRow);
}

/**
 * Locks those of these buckets that exist until the transaction ends, always in the same order to avoid deadlocks.
 */
export async function lockBuckets(trx: Db, of: readonly BucketAddress[]): Promise<BucketHead[]> {
  return heads(trx)
    .where(isAmong(of))
    .orderBy('b.partner_number')
    .orderBy(sql`b.cob collate "C"`)
    .forUpdate('b')
    .execute();
}

/** The revision of each bucket, by its event id. */
export async function findRevisions(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; revision: string }>`
    select partner_number || '/' || cob as id, revision::text as revision from bucket
    where (partner_number, cob) in (
      select split_part(id, '/', 1)::int, split_part(id, '/', 2) from unnest(${ids}::text[]) as id)`.execute(db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

export async function insertBuckets(trx: Db, rows: readonly Insertable<BucketRow>[]): Promise<void> {
  await trx.insertInto('bucket').values(rows).execute();
}

export async function moveRevisions(trx: Db, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('bucket')
    .set((of) => ({ revision: of('revision', '+', 1) }))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
