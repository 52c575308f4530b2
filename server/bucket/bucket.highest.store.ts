import { sql } from 'kysely';
import type { ValueKey } from '#domain/value/registry.ts';
import type { Db } from '#server/db/connect.ts';

export type ClassVersion = Readonly<{ cob: string; bucket_id: string; version_id: string }>;

/** The live version of every bucket in the classes of these. */
export const listClassVersions = (db: Db, bucketIds: readonly string[]): Promise<ClassVersion[]> =>
  db
    .selectFrom('bucket as b')
    .innerJoin('bucket_version as v', (join) => join.onRef('v.bucket_id', '=', 'b.id').on('v.state', '=', 'live'))
    .select(['b.cob', 'b.id as bucket_id', 'v.id as version_id'])
    .where('b.cob', 'in', (query) => query.selectFrom('bucket').select('cob').where('id', 'in', bucketIds))
    .execute();

const VALUE = sql`cross join lateral (
    select data -> 'values' as own from dial_version d
    where d.dial_id = listed.dial_id and d.version = listed.dial_version offset 0) dial
  cross join lateral jsonb_each(dial.own || listed.overrides) value
  where jsonb_typeof(value.value) = 'number'`;
const AMOUNT = sql`value.value::text::float8`;

export type VersionHighest = Readonly<{ version_id: string; key: ValueKey; highest: number }>;

/** The highest value of each number in these live versions, including overrides. */
export async function listVersionHighest(db: Db, versionIds: readonly string[]): Promise<VersionHighest[]> {
  const { rows } = await sql<VersionHighest>`
    with entry as materialized (
      select e.bucket_version_id, e.dial_id, e.dial_version, e.overrides
      from unnest(${versionIds}::uuid[]) version (id) join current_entry e on e.bucket_version_id = version.id
    ), listed as materialized (
      select distinct dial_id, dial_version, overrides from entry
    ), amount as materialized (
      select listed.*, value.key, ${AMOUNT} as amount from listed ${VALUE}
    )
    select entry.bucket_version_id as version_id, amount.key, max(amount.amount) as highest
    from entry join amount using (dial_id, dial_version, overrides) group by 1, 2`.execute(db);
  return rows;
}

/** The dials that live buckets in the class of this one use, or it itself. */
export async function listClassDials(db: Db, bucketId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.dial_id as id
    from (select id from bucket where cob = (select cob from bucket where id = ${bucketId}) offset 0) b
    cross join lateral (select dial_id, is_live from current_entry where bucket_id = b.id offset 0) e
    where e.is_live or b.id = ${bucketId}`.execute(db);
  return rows.map(({ id }) => id);
}

export type WantedDial = Readonly<{ bucket_id: string; dial_id: string }>;

/**
 * The highest value of each number of a dial in other live buckets, including overrides. What many have alike is read once, and
 * most have no overrides: an index alone says which those are.
 */
export async function listDialHighest(
  db: Db,
  wanted: readonly WantedDial[],
): Promise<readonly (WantedDial & Readonly<{ key: ValueKey; highest: number }>)[]> {
  const { rows } = await sql<WantedDial & Readonly<{ key: ValueKey; highest: number }>>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (bucket_id uuid, dial_id uuid)
    ), listed as materialized (
      select e.*, case holders when 1 then any_holder end as only_in
      from (select distinct dial_id from wanted) dial
      cross join lateral (
        select dial_id, dial_version, '{}'::jsonb as overrides, count(*) as holders, (array_agg(bucket_id))[1] as any_holder
        from current_entry where dial_id = dial.dial_id and is_live and overrides = '{}' group by 1, 2
        union all
        select dial_id, dial_version, overrides, count(*), (array_agg(bucket_id))[1]
        from current_entry where dial_id = dial.dial_id and is_live and overrides <> '{}' group by 1, 2, 3
        offset 0) e
    ), amount as materialized (
      select listed.dial_id, listed.only_in, value.key, ${AMOUNT} as amount from listed ${VALUE}
    )
    select wanted.bucket_id, wanted.dial_id, amount.key, max(amount.amount) as highest
    from wanted join amount on amount.dial_id = wanted.dial_id and amount.only_in is distinct from wanted.bucket_id
    group by 1, 2, 3 order by 2, 3`.execute(db);
  return rows;
}
