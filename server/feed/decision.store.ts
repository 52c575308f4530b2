import { sql } from 'kysely';
import type { CounterBatch } from '#domain/feed/counters.ts';
import { addBeaten, type Beaten, HOUR_BLOCKS, storeCounts } from '#domain/practice/counts.ts';
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

type DialIds = readonly string[];
const MAX_VERSIONS = 5000;
const keyOf = (count: Readonly<{ partner: number; cob: string; version: number }>) =>
  `${count.partner} ${count.cob} ${count.version}`;

/** The dials of bucket versions in their order. A version never changes, so what was read once is remembered. */
export function createVersionReader() {
  const known = new Map<string, DialIds>();
  return async (trx: Db, buckets: CounterBatch['buckets']): Promise<ReadonlyMap<string, DialIds>> => {
    const missing = buckets.filter((bucket) => !known.has(keyOf(bucket)));
    if (missing.length > 0) {
      if (known.size > MAX_VERSIONS) known.clear();
      const keys = missing.map(({ partner, cob, version }) => ({ partner, cob, version }));
      const { rows } = await sql<{ partner: number; cob: string; version: number; dial_ids: string[] }>`
        select b.partner_number as partner, b.cob, v.number as version,
          array(select e.dial_id from bucket_entry e where e.bucket_version_id = v.id order by e.position) as dial_ids
        from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as asked (partner int, cob text, version int)
        join bucket b on b.partner_number = asked.partner and b.cob = asked.cob
        join bucket_version v on v.bucket_id = b.id and v.number = asked.version`.execute(trx);
      for (const { dial_ids, ...version } of rows) known.set(keyOf(version), dial_ids);
    }
    return known;
  };
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
function rowsOf(buckets: CounterBatch['buckets'], versions: ReadonlyMap<string, DialIds>) {
  const hours: CountRow[] = [];
  const days = new Map<string, CountRow>();
  for (const { dials, hour, ...counted } of buckets) {
    const dialIds = versions.get(keyOf(counted));
    if (dialIds === undefined) continue;
    const row = { ...counted, moment: `${hour}:00:00Z`, ...storeCounts(dials, dialIds) };
    hours.push({ ...row, counts: row.counts.slice(0, HOUR_BLOCKS * dialIds.length) });
    const day = hour.slice(0, 10);
    const key = `${keyOf(counted)} ${day}`;
    const known = days.get(key);
    days.set(key, known === undefined ? { ...row, moment: day } : addRows(known, { ...row, moment: day }));
  }
  return { hours, days: [...days.values()] };
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

/** Adds the counts of a batch, per hour and per day, in one statement. Buckets and versions that do not exist are left out. */
export async function addCounts(
  trx: Db,
  buckets: CounterBatch['buckets'],
  versions: ReadonlyMap<string, DialIds>,
): Promise<void> {
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
