import { type Expression, sql } from 'kysely';
import { DECIDED_BLOCK } from '#domain/practice/counts.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { CountedDay, LiveVersion } from '#domain/practice/practice.ts';
import { rememberPublished } from '#server/bucket/published.ts';
import type { Db } from '#server/db/connect.ts';

/** From a day on, or until another one. */
export type Period = Readonly<{ from: string; until?: string }>;
type OfVersion = Readonly<{ bucket_id: string; version: number }>;

/** The days of these buckets, in order, each with the version `v` that was counted. */
export const selectDays = (db: Db, bucketIds: readonly string[], { from, until }: Period) =>
  db
    .selectFrom('decision_day as d')
    .leftJoin('bucket_version as v', (join) =>
      join.onRef('v.bucket_id', '=', 'd.bucket_id').onRef('v.number', '=', 'd.version'),
    )
    .select(['d.bucket_id', 'd.version', 'd.day', 'd.decisions', 'd.stopped'])
    .where('d.bucket_id', 'in', bucketIds)
    .where('d.day', '>=', from)
    .$if(until !== undefined, (query) => query.where('d.day', '<=', until ?? ''))
    .orderBy('d.day')
    .orderBy('d.version');

/** A class of a large book has hundreds of thousands of counts a month, and the driver reads arrays digit by digit: `{1,2}`. */
export const asText = (array: Expression<unknown>) => sql<string>`${array}::text`;
export const readNumbers = (array: string): number[] => JSON.parse(`[${array.slice(1, -1)}]`) as number[];

/** What engines counted with these buckets. */
export async function listCountedDays(db: Db, bucketIds: readonly string[], period: Period) {
  if (bucketIds.length === 0) return [];
  const days = await selectDays(db, bucketIds, period)
    .select(['d.nothing_set', 'd.no_max_line', 'd.compared', 'd.differs', 'd.beaten'])
    .select(asText(sql.ref('d.counts')).as('counts'))
    .execute();
  const read = days.map((day) => ({ ...day, counts: readNumbers(day.counts) }));
  return (await withDials(db, read)) satisfies readonly CountedDay[];
}

const versionKey = ({ bucket_id, version }: OfVersion): string => `${bucket_id} ${version}`;

/** More than the live versions of a few classes of a large book. */
const MAX_VERSIONS = 3_000;

const dialsOf = rememberPublished<readonly string[]>(MAX_VERSIONS, [], async (db, keys) => {
  const { rows } = await sql<{ key: string; dial_ids: string[] }>`
    select v.bucket_id || ' ' || v.number as key,
      coalesce(jsonb_agg(e.dial_id order by e.position) filter (where e.dial_id is not null), '[]') as dial_ids
    from bucket_version v left join bucket_entry e on e.bucket_version_id = v.id
    where v.bucket_id = any(${[...new Set(keys.map((key) => key.split(' ', 1)[0]))]}::uuid[])
      and v.bucket_id || ' ' || v.number = any(${keys})
    group by v.id`.execute(db);
  return new Map(rows.map(({ key, dial_ids }) => [key, dial_ids]));
});

/** The days with the dials of their version. */
export async function withDials<Day extends OfVersion>(
  db: Db,
  days: readonly Day[],
): Promise<readonly (Day & Readonly<{ dial_ids: readonly string[] }>)[]> {
  const dialIds = await dialsOf(db, [...new Set(days.map(versionKey))]);
  return days.map((day) => ({ ...day, dial_ids: dialIds(versionKey(day)) }));
}

/** The production engines that may read this partner, or all of them. */
export const listReportingEngines = (db: Db, now: Date, partner?: number) =>
  db
    .selectFrom('engine')
    .select(['last_seen_at', 'first_counted_at', 'last_counted_at', 'dropped'])
    .select(sql<boolean>`revoked_at is null and expires_at > ${now}`.as('is_valid'))
    .where('channel', '=', 'production')
    .$if(partner !== undefined, (query) =>
      query.where(sql<boolean>`partners is null or partners @> ${JSON.stringify(partner)}::jsonb`),
    )
    .execute();

/** The live version of a bucket. */
export const findLiveBucket = (db: Db, { partner, cob }: BucketAddress) =>
  db
    .selectFrom('bucket as b')
    .leftJoin('bucket_version as v', (join) => join.onRef('v.bucket_id', '=', 'b.id').on('v.state', '=', 'live'))
    .select(['b.id', 'v.number'])
    .select(
      sql<
        string[]
      >`array(select e.dial_id from bucket_entry e where e.bucket_version_id = v.id order by e.position)`.as(
        'dial_ids',
      ),
    )
    .select(
      sql<(string | null)[]>`array(
        select d.data->>'active_from' from bucket_entry e
        join dial_version d on d.dial_id = e.dial_id and d.version = e.dial_version
        where e.bucket_version_id = v.id order by e.position)`.as('active_from'),
    )
    .where('b.partner_number', '=', partner)
    .where('b.cob', '=', cob)
    .executeTakeFirst();

/** The versions of a bucket that were live on this day or later, oldest first. */
export async function listLiveVersions(db: Db, bucketId: string, from: string): Promise<readonly LiveVersion[]> {
  const { rows } = await sql<LiveVersion>`
    select v.live_at,
      array(select e.dial_id from bucket_entry e where e.bucket_version_id = v.id order by e.position) as dial_ids
    from bucket_version v
    where v.bucket_id = ${bucketId} and v.live_at is not null
      and (v.superseded_at is null or v.superseded_at > ${from}::date)
    order by v.number`.execute(db);
  return rows;
}

export type DialBucket = Readonly<{
  id: string;
  partner: Readonly<{ number: number; name: string }>;
  cob: string;
  version: number;
  is_live: boolean;
}>;

/**
 * The entry of a dial in each version of a table. Looked up one by one: a dial of every bucket stands in thousands of former
 * versions, whose rows lie far apart, and the database plans for a usual dial.
 */
const entryIn = (versions: string, dialId: string) => sql`cross join lateral (
  select position, dial_version from bucket_entry
  where dial_id = ${dialId} and bucket_version_id = ${sql.ref(`${versions}.id`)} offset 0) e`;

/** The buckets that had a dial on this day or later, with its newest version there, by class and partner. */
export async function listDialBuckets(db: Db, dialId: string, from: string): Promise<readonly DialBucket[]> {
  const { rows } = await sql<DialBucket>`
    with held as (
      select bucket_id, dial_version, true as is_live, null::int as number
      from current_entry where dial_id = ${dialId} and is_live
      union all
      select v.bucket_id, e.dial_version, false, v.number from bucket_version v ${entryIn('v', dialId)}
      where v.superseded_at > ${from}::date
    )
    select b.id, jsonb_build_object('number', p.number, 'name', p.name) as partner, b.cob,
      (array_agg(held.dial_version order by held.number desc nulls first))[1] as version, bool_or(held.is_live) as is_live
    from held
    join bucket b on b.id = held.bucket_id
    join partner p on p.number = b.partner_number
    group by b.id, p.number
    order by b.cob, p.number`.execute(db);
  return rows;
}

/** How often the dial at `e.position` of a version with so many dials decided on the day `d`. */
const decidedOf = (dials: 'v.dials' | 'e.dials') =>
  sql`coalesce(d.decided[e.position], d.counts[${sql.ref(dials)} * ${sql.lit(DECIDED_BLOCK)} + e.position], 0)`;

/** Sums of one day, or of one version of the dial in one bucket; null: the bucket did not have it. */
type DialSum = Readonly<{ decisions: number; decided: number }> &
  (
    | Readonly<{ day: string; bucket_id: null; version: null }>
    | Readonly<{ day: null; bucket_id: string; version: number | null }>
  );

/** What a dial decided in these buckets from a day on: summed by day, and by bucket and version of the dial. */
export async function sumDialDecisions(
  db: Db,
  dialId: string,
  bucketIds: readonly string[],
  from: string,
): Promise<readonly DialSum[]> {
  if (bucketIds.length === 0) return [];
  const { rows } = await sql<DialSum>`
    with used as materialized (
      select distinct d.bucket_id, d.version
      from unnest(${bucketIds}::uuid[]) holder (id) join decision_day d on d.bucket_id = holder.id and d.day >= ${from}::date
    ), held as materialized (
      select v.bucket_id, v.number, v.dials, e.position, e.dial_version
      from used join bucket_version v on v.bucket_id = used.bucket_id and v.number = used.version ${entryIn('v', dialId)}
    ), counted as (
      select d.bucket_id, d.day, e.dial_version as version, d.decisions, ${decidedOf('e.dials')} as decided
      from unnest(${bucketIds}::uuid[]) holder (id)
      join decision_day d on d.bucket_id = holder.id and d.day >= ${from}::date
      left join held e on e.bucket_id = d.bucket_id and e.number = d.version
    )
    select bucket_id, day, version, sum(decisions)::float8 as decisions, sum(decided)::float8 as decided
    from counted group by grouping sets ((day), (bucket_id, version)) order by day, version`.execute(db);
  return rows;
}

/**
 * Dials that are live and were live on the day `from` in a bucket that engines decided with since, and that decided
 * nothing. Most dials decided since `lately`, which is one pass over few rows; the days of the others are looked at singly.
 */
export async function listUnusedDials(db: Db, from: string, lately: string): Promise<readonly string[]> {
  const decided = sql`${decidedOf('v.dials')} > 0`;
  const { rows } = await sql<{ id: string }>`
    with used_lately as materialized (
      select distinct e.dial_id as id
      from decision_day d
      join bucket_version v on v.bucket_id = d.bucket_id and v.number = d.version
      join bucket_entry e on e.bucket_version_id = v.id
      where d.day >= ${lately}::date and ${decided}
    ), candidate as materialized (
      select distinct e.dial_id as id
      from current_entry e where e.is_live and e.dial_id not in (select id from used_lately)
    ), unused as materialized (
      select id from candidate where (
        select true
        from bucket_entry e
        join bucket_version v on v.id = e.bucket_version_id
        join decision_day d on d.bucket_id = v.bucket_id and d.version = v.number
        where e.dial_id = candidate.id and d.day >= ${from}::date and ${decided}
        limit 1) is null
    )
    select unused.id from unused join dial on dial.id = unused.id
    where (dial.active_from is null or dial.active_from <= ${from}::date) and exists (
      select from bucket_entry e
      join bucket_version v on v.id = e.bucket_version_id
      where e.dial_id = unused.id and v.live_at < ${from}::date + 1
        and (v.superseded_at is null or v.superseded_at > ${from}::date)
        and exists (select from decision_day d where d.bucket_id = v.bucket_id and d.day >= ${from}::date)
        and exists (
          select from current_entry live
          where live.dial_id = unused.id and live.bucket_id = v.bucket_id and live.is_live))`.execute(db);
  return rows.map(({ id }) => id);
}

export const hasDial = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('dial').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()) !==
  undefined;

/** Whether a production engine ever reported decisions. */
export async function hasReports(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('engine')
    .select('id')
    .where('channel', '=', 'production')
    .where('first_counted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
