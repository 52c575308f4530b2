import { sql } from 'kysely';
import type { LayeredBucket } from '#contract/bucket-layers.ts';
import type { ExistingDial } from '#domain/bucket/matrix-view.ts';
import type { Db } from '#server/db/connect.ts';
import type { OpenRounds } from './bucket.list.store.ts';

export type BucketPin = ExistingDial & Readonly<{ dial_id: string }>;

/**
 * A text that is another one after every change of what layers show: revisions only rise, and no row is ever removed.
 * `database` tells the databases of one process apart.
 */
export async function readLayerState(db: Db): Promise<Readonly<{ database: string; state: string }>> {
  const { rows } = await sql<{ database: string; state: string }>`
    select current_database() || ' ' || pg_postmaster_start_time() as database, concat_ws(' ',
      (select sum(revision) from bucket), (select sum(revision) from dial),
      (select sum(hashtext(id || ' ' || name)) from person)) as state`.execute(db);
  return rows[0] ?? { database: '', state: '' };
}

/** Each version pinned by live buckets, once; only those that have a newer version or an end date. */
export async function listBucketPins(db: Db): Promise<BucketPin[]> {
  const { rows } = await sql<BucketPin>`
    with pinned as materialized (
      select distinct dial_id, dial_version from current_entry where is_live
    )
    select pinned.dial_id, pinned.dial_version as version, d.published_version as newest,
      d.deleted_at is not null as deleted, v.data->>'active_from' as active_from, v.data->>'active_until' as active_until
    from pinned
    join dial d on d.id = pinned.dial_id
    join dial_version v on v.dial_id = pinned.dial_id and v.version = pinned.dial_version
    where d.published_version > pinned.dial_version or v.data->>'active_until' is not null`.execute(db);
  return rows;
}

/** A version pinned by live buckets, and whether it is outdated or ending. */
export type CountedPin = Readonly<{ dial_id: string; version: number; newer: boolean; ending: boolean }>;

export type LayerRow = LayeredBucket & Readonly<{ bucket_id: string }>;

type StoredDraft =
  | Readonly<{
      state: 'draft' | 'pending_review';
      by_id: string;
      by_name: string;
      since: Date;
      day: string | null;
      approved: boolean | null;
    }>
  | Readonly<{ state: null; by_id: null; by_name: null; since: null; day: null; approved: null }>;

/** Every bucket with a draft, or whose live version pins one of these. */
export async function listLayered(db: Db, openRounds: OpenRounds, pins: readonly CountedPin[]): Promise<LayerRow[]> {
  const { rows } = await sql<Omit<LayerRow, 'draft'> & StoredDraft>`
    with counted as (
      select e.bucket_id, count(*) filter (where pin.newer)::int as newer,
        count(*) filter (where pin.ending)::int as ending
      from jsonb_to_recordset(${JSON.stringify(pins)}::jsonb)
        as pin (dial_id uuid, version int, newer boolean, ending boolean)
      join current_entry e on e.dial_id = pin.dial_id and e.dial_version = pin.version
      where e.is_live
      group by e.bucket_id
    )
    select b.id as bucket_id, b.partner_number as partner, b.cob, coalesce(counted.newer, 0) as newer,
      coalesce(counted.ending, 0) as ending,
      d.state, p.id as by_id, p.name as by_name, coalesce(r.submitted_at, d.created_at) as since,
      r.day, r.approved
    from bucket b
    left join counted on counted.bucket_id = b.id
    left join bucket_version d on d.bucket_id = b.id and d.state in ('draft', 'pending_review')
    left join ${openRounds} r on r.bucket_version_id = d.id
    left join person p on p.id = coalesce(r.submitted_by, d.saved_by)
    where counted.bucket_id is not null or d.id is not null
    order by b.partner_number, b.cob collate "C"`.execute(db);
  return rows.map(({ state, by_id, by_name, since, day, approved, ...bucket }) => ({
    ...bucket,
    draft: state && {
      state,
      by: { id: by_id, name: by_name },
      since: since.toISOString(),
      live_on: day === null ? null : { day, approved: approved ?? false },
    },
  }));
}
