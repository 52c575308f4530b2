import { sql } from 'kysely';
import type { PersonRef } from '#contract/dial.ts';
import { addCounts, HOUR_BLOCKS, type StoredCounts } from '#domain/practice/counts.ts';
import type { CountedVersion } from '#domain/practice/report.ts';
import { rememberPublished } from '#server/bucket/published.ts';
import type { Db } from '#server/db/connect.ts';
import { asText, readNumbers, selectDays, withDials } from './practice.store.ts';

type Partner = Readonly<{ number: number; name: string }>;

export type LiveChange = Readonly<{
  id: string;
  partner: Partner;
  version: number;
  live_at: Date;
  description: string;
  submitted_by: PersonRef | null;
  approved_by: PersonRef[];
}>;

/** The versions of a class that went live in this time, with the people of their reviews. Empty first versions are none. */
export async function listChanges(db: Db, cob: string, from: Date, to: Date): Promise<readonly LiveChange[]> {
  const { rows } = await sql<LiveChange>`
    select v.id, jsonb_build_object('number', p.number, 'name', p.name) as partner, v.number as version, v.live_at,
      v.description, r.submitted_by,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by t.voted_at)
        from review_vote t join person o on o.id = t.person_id
        where t.round_id = r.id and t.choice = 'approve' and t.discounted is null), '[]') as approved_by
    from bucket_version v
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    left join lateral (select r.id, jsonb_build_object('id', s.id, 'name', s.name) as submitted_by
      from review_round r join person s on s.id = r.submitted_by
      where r.bucket_version_id = v.id and r.outcome = 'approved' order by r.number desc limit 1) r on true
    where b.cob = ${cob} and v.live_at >= ${from} and v.live_at < ${to} and not (v.number = 1 and v.dials = 0)
    order by p.number, v.number`.execute(db);
  return rows;
}

/** The buckets of a class that existed before a moment, also those without dials. */
export async function listBucketIds(db: Db, cob: string, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bucket b where b.cob = ${cob}
      and exists (select from bucket_version v where v.bucket_id = b.id and v.live_at < ${before})`.execute(db);
  return rows.map(({ id }) => id);
}

type LiveDial = Readonly<{
  dial_id: string;
  version: number;
  name: string;
  active_from: string | null;
  active_until: string | null;
}>;
type LiveVersion = Readonly<{ id: string; bucket_id: string; partner: Partner }>;
export type LiveEntry = LiveDial & Pick<LiveVersion, 'bucket_id' | 'partner'>;

/** A few classes of a large book. */
const MAX_VERSIONS = 3_000;

/** The dials of a version as `id/version`. The database writes thousands of them in less than half the time that JSON takes. */
const pinsOf = rememberPublished<readonly string[]>(MAX_VERSIONS, [], async (db, versionIds) => {
  const { rows } = await sql<{ id: string; pins: string }>`
    select bucket_version_id as id, string_agg(dial_id || '/' || dial_version, ',' order by position) as pins
    from bucket_entry where bucket_version_id = any(${versionIds}::uuid[]) group by 1`.execute(db);
  const pinsIn = new Map(rows.map(({ id, pins }) => [id, pins.split(',')]));
  return new Map(versionIds.map((id) => [id, pinsIn.get(id) ?? []]));
});

/** The dials of the versions of a class that were live just before a moment. */
export async function listLiveEntries(db: Db, cob: string, at: Date): Promise<readonly LiveEntry[]> {
  const { rows: versions } = await sql<LiveVersion>`
    select v.id, b.id as bucket_id, jsonb_build_object('number', p.number, 'name', p.name) as partner
    from bucket b
    join partner p on p.number = b.partner_number
    join bucket_version v on v.bucket_id = b.id and v.live_at < ${at} and coalesce(v.superseded_at >= ${at}, true)
    where b.cob = ${cob} order by p.number`.execute(db);
  const pinsOfVersion = await pinsOf(
    db,
    versions.map(({ id }) => id),
  );
  // Most buckets have the same dials: each is read once.
  const pins = [...new Set(versions.flatMap(({ id }) => pinsOfVersion(id)))];
  const { rows: dials } = await sql<LiveDial & Readonly<{ pin: string }>>`
    select pin, dial_id, version, name, active_from, active_until
    from (select pin, split_part(pin, '/', 1)::uuid as id, split_part(pin, '/', 2)::int as number
      from unnest(${pins}::text[]) pin) pinned
    cross join lateral (
      select dial_id, version, data ->> 'name' as name, data ->> 'active_from' as active_from,
        data ->> 'active_until' as active_until
      from dial_version where dial_id = pinned.id and version = pinned.number offset 0) d`.execute(db);
  const dialOf = new Map(dials.map(({ pin, ...dial }) => [pin, dial]));
  return versions.flatMap(({ id, bucket_id, partner }) =>
    pinsOfVersion(id).flatMap((pin) => {
      const dial = dialOf.get(pin);
      return dial === undefined ? [] : [{ ...dial, bucket_id, partner }];
    }),
  );
}

type Month = Readonly<{ from: string; until: string }>;
type OfVersion = Readonly<{ bucket_id: string; version: number }>;
type Summed = StoredCounts & Readonly<{ stamps: string; dial_ids: readonly string[] }>;

/** The sums of the days before the last one, by bucket, version and first day; `stamps` changes with each of their rows. */
const summed = new Map<string, Summed>();
const keyOf = ({ bucket_id, version }: OfVersion, from: string): string => `${bucket_id} ${version} ${from}`;

/** What each version of these buckets decided in a month. Only the last day, and what an engine reported late, is summed again. */
export async function listCountedVersions(
  db: Db,
  bucketIds: readonly string[],
  { from, until }: Month,
): Promise<readonly (CountedVersion & Pick<OfVersion, 'bucket_id'>)[]> {
  const { rows } = await sql<OfVersion & CountedVersion['days'][number] & Readonly<{ stamp: string }>>`
    select bucket_id, version, day, decisions, stopped, xmin::text as stamp
    from decision_day where bucket_id = any(${bucketIds}::uuid[]) and day between ${from}::date and ${until}::date
    order by day`.execute(db);
  const versions = [...Map.groupBy(rows, (row) => keyOf(row, from))].map(([key, days]) => {
    const stamps = days.flatMap(({ day, stamp }) => (day < until ? [stamp] : [])).join(' ');
    const known = summed.get(key);
    // Taken now: another report may replace it while this one reads.
    return { key, days, stamps, before: known?.stamps === stamps ? known : undefined };
  });
  const unknown = versions.flatMap(({ before, days }) => (before ? [] : days.map(({ bucket_id }) => bucket_id)));
  const read = Map.groupBy(await readCounts(db, bucketIds, { from, until }, unknown), (row) => keyOf(row, from));
  const counted = versions.flatMap(({ key, days, stamps, before }) => {
    const [first] = days;
    if (first === undefined) return [];
    const found = read.get(key) ?? [];
    const ended = found.filter(({ day }) => day < until);
    const last = found.filter(({ day }) => day === until);
    const sums = before ?? sumEnded(key, stamps, ended);
    const dial_ids = (last[0] ?? sums).dial_ids;
    return [{ bucket_id: first.bucket_id, days, dial_ids, ...addCounts([sums, ...last]) }];
  });
  for (const key of [...summed.keys()].slice(0, Math.max(0, summed.size - MAX_VERSIONS))) summed.delete(key);
  return counted;
}

type DayCounts = StoredCounts & Readonly<{ dial_ids: readonly string[]; is_published: boolean }>;

/**
 * Returns the sums of days that have ended, and remembers them. Engines decide by a draft that waits for its day before it is a
 * version: the dials of its counts are not known until then.
 */
function sumEnded(key: string, stamps: string, ended: readonly DayCounts[]): Summed {
  const sums = { ...addCounts(ended), stamps, dial_ids: ended[0]?.dial_ids ?? [] };
  if (stamps !== '' && ended.every(({ is_published }) => is_published)) summed.set(key, sums);
  return sums;
}

/** How often the dials of these buckets matched and decided: on the last day, and of some buckets on all of them. */
async function readCounts(db: Db, bucketIds: readonly string[], { from, until }: Month, whole: readonly string[]) {
  if (bucketIds.length === 0) return [];
  const counts = sql`coalesce(d.counts[1 : v.dials * ${sql.lit(HOUR_BLOCKS)}], '{}')`;
  const days = await selectDays(db, bucketIds, { from, until })
    .select('d.beaten')
    .select(sql<boolean>`v.id is not null`.as('is_published'))
    .select(asText(counts).as('counts'))
    .where(sql<boolean>`(d.day = ${until}::date or d.bucket_id = any(${whole}::uuid[]))`)
    .execute();
  return withDials(
    db,
    days.map((day) => ({ ...day, counts: readNumbers(day.counts) })),
  );
}
