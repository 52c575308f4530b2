import { sql } from 'kysely';
import { type BucketStop, MAX_STOPS_LISTED } from '#contract/bucket-stops.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';

/** Of the table `bucket_stop` as `stop`, and of the person as `stopper`. */
export const STOP_COLUMNS = [
  'stop.id as stop_id',
  'stop.stopped_at',
  'stop.stopped_by',
  'stopper.name as stopper_name',
  'stop.reason as stop_reason',
] as const;

export type StoppedColumns = Readonly<{
  stop_id: string | null;
  stopped_at: Date | null;
  stopped_by: string | null;
  stopper_name: string | null;
  stop_reason: string | null;
}>;

/** A stop as people see it; null if there is none. */
export function presentStop({ stop_id: id, stopped_at: at, stopped_by, stopper_name, stop_reason }: StoppedColumns) {
  if (id === null || at === null || stopped_by === null) return null;
  const by = { id: stopped_by, name: stopper_name ?? '' };
  return { id, at: at.toISOString(), by, reason: stop_reason ?? '' };
}

/** Every bucket there is. */
export async function listAddresses(db: Db): Promise<BucketAddress[]> {
  return db
    .selectFrom('bucket')
    .select(['partner_number as partner', 'cob'])
    .orderBy('partner_number')
    .orderBy(sql`cob collate "C"`)
    .execute();
}

/** The stops of a bucket that began or ended in this time, oldest first. */
export async function listStopsBetween(db: Db, bucketId: string, from: Date, until: Date | null) {
  const rows = await db
    .selectFrom('bucket_stop as stop')
    .innerJoin('person as stopper', 'stopper.id', 'stop.stopped_by')
    .select([...STOP_COLUMNS, 'stop.ended_at'])
    .where('stop.bucket_id', '=', bucketId)
    .where((of) => of.or([of('stop.ended_at', 'is', null), of('stop.ended_at', '>=', from)]))
    .$if(until !== null, (query) => query.where('stop.stopped_at', '<', until ?? from))
    .orderBy('stop.stopped_at')
    .execute();
  return rows.flatMap(({ ended_at, ...row }) => {
    const stop = presentStop(row);
    return stop === null ? [] : [{ ...stop, ended_at: ended_at?.toISOString() ?? null }];
  });
}

/** Those of these buckets that are stopped, by id. Call it in its own statement after locking them. */
export async function findStopped(trx: Db, bucketIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('bucket_stop')
    .select('bucket_id')
    .where('ended_at', 'is', null)
    .where('bucket_id', '=', sql<string>`any(${bucketIds}::uuid[])`)
    .execute();
  return new Set(rows.map(({ bucket_id }) => bucket_id));
}

type NewStop = Readonly<{ id: string; bucket_id: string }>;

export async function insertStops(
  trx: Db,
  stops: readonly NewStop[],
  { at, by, reason }: Readonly<{ at: Date; by: string; reason: string }>,
): Promise<void> {
  await sql`
    insert into bucket_stop (id, bucket_id, stopped_at, stopped_by, reason)
    select id, bucket_id, ${at}, ${by}, ${reason}
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as stop (id uuid, bucket_id uuid)`.execute(trx);
}

/** Ends the stops that the open rounds of these versions name; by version. A stop never ends before it began. */
export async function endStops(trx: Db, versionIds: readonly string[], at: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ version_id: string; stop: string }>`
    update bucket_stop s set ended_at = greatest(${at}, s.stopped_at)
    from review_round r
    where r.restart = s.id and r.closed_at is null and s.ended_at is null and r.bucket_version_id = any(${versionIds}::uuid[])
    returning r.bucket_version_id as version_id, s.id as stop`.execute(trx);
  return new Map(rows.map(({ version_id, stop }) => [version_id, stop]));
}

type Found = Readonly<{ number: number; name: string; total: number }>;

/** A draft that changes nothing can be submitted with others, unless a rejection of it waits for a reply. */
const OPEN_DRAFT = sql`case when d.state = 'draft'
  and not exists (select 1 from jsonb_each_text(d.changes) as change where change.value <> '0')
  and not exists (select 1 from review_round r where r.bucket_version_id = d.id and r.outcome = 'rejected')
  then null else d.state end`;

/** The stopped buckets, those that can restart together first, then the newest stop, and how many there are. */
export async function listStops(db: Db): Promise<{ items: BucketStop[]; total: number }> {
  const { rows } = await sql<StoppedColumns & Omit<BucketStop, 'id' | 'at' | 'by' | 'reason' | 'partner'> & Found>`
    select b.cob, p.number, p.name, b.revision::text as revision, ${OPEN_DRAFT} as draft, s.id as stop_id, s.stopped_at, s.stopped_by, stopper.name as stopper_name, s.reason as stop_reason,
      count(*) over ()::int as total
    from bucket_stop s
    join bucket b on b.id = s.bucket_id
    join partner p on p.number = b.partner_number
    join person stopper on stopper.id = s.stopped_by
    left join bucket_version d on d.bucket_id = b.id and d.state in ('draft', 'pending_review')
    where s.ended_at is null
    order by draft nulls first, s.stopped_at desc, p.number, b.cob collate "C" limit ${MAX_STOPS_LISTED}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.flatMap(({ cob, number, name, revision, draft, ...row }) => {
      const stop = presentStop(row);
      return stop === null ? [] : [{ cob, partner: { number, name }, revision, draft, ...stop }];
    }),
  };
}
