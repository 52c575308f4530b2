import { sql } from 'kysely';
import type { BucketAddress } from '#domain/event/event.ts';
import type { CounterBatch } from '#domain/feed/counters.ts';
import { addBeaten, type Beaten, CALLED_OFF, HOUR_BLOCKS, storeCounts } from '#domain/practice/counts.ts';
import type { Db } from '#server/db/connect.ts';

/** False if the batch is known. */
export async function insertBatch(trx: Db, id: string, engineId: string, at: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('decision_batch')
    .values({ id, engine_id: engineId, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

type BatchRow = CounterBatch['buckets'][number];
type VersionAddress = Pick<BatchRow, 'partner' | 'cob' | 'version' | 'document'>;
/** What a count is of: its number (`CALLED_OFF` for a draft that was called off), and its dials in their order. */
export type CountedVersion = Readonly<{ number: number; dialIds: readonly string[] }>;
type KnownVersions = ReadonlyMap<string, CountedVersion>;

const MAX_VERSIONS = 5000;
export const keyOf = ({ partner, cob, version, document = '' }: VersionAddress) =>
  `${partner} ${cob} ${version} ${document}`;

/**
 * The versions that counts of a batch are of; unknown ones are left out. A version that is or was live never changes, so
 * what was read once is remembered. A draft that waits for its day has the next number, and may still be called off.
 */
export function createVersionReader(maxVersions = MAX_VERSIONS) {
  const remembered = new Map<string, CountedVersion>();
  return async (trx: Db, buckets: readonly VersionAddress[]): Promise<KnownVersions> => {
    const found = new Map<string, CountedVersion>();
    const keep = (rows: readonly FoundVersion[]): void => {
      for (const { partner, cob, requested, document, number, dial_ids } of rows) {
        const key = keyOf({ partner, cob, version: requested, ...(document !== null && { document }) });
        if (!found.has(key)) found.set(key, { number, dialIds: dial_ids });
      }
    };
    const missing = () => buckets.filter((bucket) => !found.has(keyOf(bucket)));
    for (const bucket of buckets) {
      const known = remembered.get(keyOf(bucket));
      if (known !== undefined) found.set(keyOf(bucket), known);
    }
    if (missing().length > 0) {
      const live = await findLiveVersions(trx, missing());
      keep(live);
      if (remembered.size + live.length > maxVersions) remembered.clear();
      for (const [key, version] of found) remembered.set(key, version);
    }
    if (missing().length > 0) {
      // Whoever activates or calls off meanwhile is waited for.
      await lockBuckets(trx, missing());
      keep(await findLiveVersions(trx, missing()));
      keep(await findApprovedDrafts(trx, missing()));
    }
    return found;
  };
}

type FoundVersion = Readonly<{
  partner: number;
  cob: string;
  requested: number;
  document: string | null;
  number: number;
  dial_ids: string[];
}>;

const requestedRows = (requested: readonly VersionAddress[]) => {
  const keys = requested.map(({ partner, cob, version, document = null }) => ({ partner, cob, version, document }));
  return sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
    as requested (partner int, cob text, version int, document text)
    join bucket b on b.partner_number = requested.partner and b.cob = requested.cob`;
};
const REQUESTED = sql`requested.partner, requested.cob, requested.version as requested, requested.document`;
/** Of a version or round whose document is `c`, which it has from its first release on. */
const IS_REQUESTED = sql`(requested.document is null or c.document is null or c.document = requested.document)`;

async function findLiveVersions(trx: Db, requested: readonly VersionAddress[]): Promise<readonly FoundVersion[]> {
  const { rows } = await sql<FoundVersion>`
    select ${REQUESTED}, v.number,
      array(select e.dial_id from bucket_entry e where e.bucket_version_id = v.id order by e.position) as dial_ids
    from ${requestedRows(requested)}
    join bucket_version v on v.bucket_id = b.id and v.number = requested.version
    left join feed_content c on c.source_id = v.id
    where ${IS_REQUESTED}`.execute(trx);
  return rows;
}

/** Drafts that wait for their day, by number or document, and those that were called off, by document. */
async function findApprovedDrafts(trx: Db, requested: readonly VersionAddress[]): Promise<readonly FoundVersion[]> {
  const { rows } = await sql<FoundVersion>`
    select ${REQUESTED}, requested.version as number,
      array(select e.dial_id from bucket_entry e where e.bucket_version_id = d.id order by e.position) as dial_ids
    from ${requestedRows(requested)}
    join bucket_version live on live.bucket_id = b.id and live.state = 'live' and live.number + 1 = requested.version
    join bucket_version d on d.bucket_id = b.id and d.state = 'pending_review'
    join review_round r on r.bucket_version_id = d.id and r.approved_at is not null and r.closed_at is null
    left join feed_content c on c.source_id = r.id
    where ${IS_REQUESTED}
    union all
    select distinct ${REQUESTED}, ${sql.lit(CALLED_OFF)}, array[]::uuid[]
    from ${requestedRows(requested)}
    join bucket_version d on d.bucket_id = b.id
    join review_round r on r.bucket_version_id = d.id and r.approved_at is not null and r.outcome = 'cancelled'
    join feed_content c on c.source_id = r.id and c.document = requested.document`.execute(trx);
  return rows.toSorted((a, b) => b.number - a.number);
}

/** In the order of every lock of buckets. */
async function lockBuckets(trx: Db, requested: readonly VersionAddress[]): Promise<void> {
  await sql`select b.id from bucket b where b.id in (select b.id from ${requestedRows(requested)})
    order by b.partner_number, b.cob collate "C" for key share`.execute(trx);
}

/** The greatest int4: counts stay there rather than fail. */
const MAX_COUNT = 2_147_483_647;
const SUMS = ['decisions', 'nothing_set', 'no_max_line', 'stopped', 'compared', 'differs'] as const;
const columns = sql.join(SUMS.map((name) => sql.ref(name)));
const clamp = (value: number): number => Math.min(value, MAX_COUNT);

type CountRow = Readonly<Record<(typeof SUMS)[number], number>> &
  Readonly<{
    partner: number;
    cob: string;
    version: number;
    moment: string;
    counts: readonly number[];
    beaten: Beaten;
  }>;

const addRows = (a: CountRow, b: CountRow): CountRow => ({
  ...a,
  ...Object.fromEntries(SUMS.map((name) => [name, clamp(a[name] + b[name])])),
  counts: a.counts.map((count, index) => clamp(count + (b.counts[index] ?? 0))),
  beaten: addBeaten(a.beaten, b.beaten),
});

/** What a batch adds, per hour and per day. */
function rowsOf(buckets: CounterBatch['buckets'], versions: KnownVersions) {
  const [hours, days] = [new Map<string, CountRow>(), new Map<string, CountRow>()];
  const add = (rows: Map<string, CountRow>, row: CountRow): void => {
    const key = `${row.partner} ${row.cob} ${row.version} ${row.moment}`;
    const known = rows.get(key);
    rows.set(key, known === undefined ? row : addRows(known, row));
  };
  for (const { dials, hour, document, ...counted } of buckets) {
    const known = versions.get(keyOf({ ...counted, ...(document !== undefined && { document }) }));
    if (known === undefined) continue;
    const { number: version, dialIds } = known;
    const row = { ...counted, version, moment: `${hour}:00:00Z`, ...storeCounts(dials, dialIds) };
    add(hours, { ...row, counts: row.counts.slice(0, HOUR_BLOCKS * dialIds.length) });
    add(days, { ...row, moment: hour.slice(0, 10) });
  }
  return { hours: [...hours.values()], days: [...days.values()] };
}

/** Rows of a table with an array as text, which PostgreSQL reads faster. */
const recordsOf = (rows: readonly CountRow[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, counts: `{${row.counts.join(',')}}` })))}::jsonb)
    as c (partner int, cob text, version int, moment timestamptz, decisions int, nothing_set int, no_max_line int,
      stopped int, compared int, differs int, counts int[], beaten jsonb)
    join bucket b on b.partner_number = c.partner and b.cob = c.cob`;

const added = (table: 'decision_count' | 'decision_day') => sql`${sql.join(
  SUMS.map(
    (name) =>
      sql`${sql.ref(name)} = least(${sql.ref(`${table}.${name}`)}::bigint + ${sql.ref(`excluded.${name}`)},
        ${sql.lit(MAX_COUNT)})`,
  ),
)},
  counts = array(select least(coalesce(x, 0)::bigint + coalesce(y, 0), ${sql.lit(MAX_COUNT)})::int
    from unnest(${sql.ref(`${table}.counts`)}, excluded.counts) as pair (x, y))`;

/** Adds the counts of a batch, per hour and per day, in one statement. Unknown versions are left out. */
export async function addCounts(trx: Db, buckets: CounterBatch['buckets'], versions: KnownVersions): Promise<void> {
  const { hours, days } = rowsOf(buckets, versions);
  if (hours.length === 0) return;
  await sql`
    with hours as (
      insert into decision_count (bucket_id, version, hour, ${columns}, counts)
      select b.id, version, moment, ${columns}, counts from ${recordsOf(hours)} order by b.id, version, moment
      on conflict (bucket_id, version, hour) do update set ${added('decision_count')}
    )
    insert into decision_day (bucket_id, version, day, ${columns}, counts, beaten)
    select b.id, version, (moment at time zone 'UTC')::date, ${columns}, counts, beaten
    from ${recordsOf(days)} order by b.id, version, moment
    on conflict (bucket_id, version, day) do update set ${added('decision_day')},
      beaten = case when excluded.beaten = '{}' then decision_day.beaten
        else add_counts(decision_day.beaten, excluded.beaten) end`.execute(trx);
}

/**
 * Keeps what engines decided by drafts of these buckets that were just called off, apart from the version that will get
 * their number.
 */
export async function setAsideCounts(trx: Db, buckets: readonly BucketAddress[]): Promise<void> {
  if (buckets.length === 0) return;
  const sums = sql.join(
    SUMS.map((name) => sql`least(sum(${sql.ref(name)}), ${sql.lit(MAX_COUNT)})::int as ${sql.ref(name)}`),
  );
  for (const [table, moment] of [
    ['decision_count', 'hour'],
    ['decision_day', 'day'],
  ] as const)
    await sql`
      with gone as (
        delete from ${sql.table(table)} c using bucket b, bucket_version live
        where c.bucket_id = b.id and live.bucket_id = b.id and live.state = 'live' and c.version > live.number
          and (b.partner_number, b.cob) in (
            select * from unnest(${buckets.map(({ partner }) => partner)}::int[], ${buckets.map(({ cob }) => cob)}::text[]))
        returning c.*
      )
      insert into ${sql.table(table)} (bucket_id, version, ${sql.ref(moment)}, ${columns}, counts
        ${table === 'decision_day' ? sql`, beaten` : sql``})
      select bucket_id, ${sql.lit(CALLED_OFF)}, ${sql.ref(moment)}, ${sums}, '{}' ${table === 'decision_day' ? sql`, '{}'` : sql``}
      from gone group by bucket_id, ${sql.ref(moment)}
      on conflict (bucket_id, version, ${sql.ref(moment)}) do update set ${added(table)}`.execute(trx);
}
