import { sql } from 'kysely';
import type { CounterBatch } from '#domain/feed/counters.ts';
import { HOUR_BLOCKS, storeCounts } from '#domain/practice/counts.ts';
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
      const asked = missing.map(({ partner, cob, version }) => ({ partner, cob, version }));
      const { rows } = await sql<{ partner: number; cob: string; version: number; dial_ids: string[] }>`
        select b.partner_number as partner, b.cob, v.number as version,
          array(select e.dial_id from bucket_entry e where e.bucket_version_id = v.id order by e.position) as dial_ids
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (partner int, cob text, version int)
        join bucket b on b.partner_number = asked.partner and b.cob = asked.cob
        join bucket_version v on v.bucket_id = b.id and v.number = asked.version`.execute(trx);
      for (const { dial_ids, ...version } of rows) known.set(keyOf(version), dial_ids);
    }
    return known;
  };
}

/** The greatest int4: counts stay there rather than fail. */
const MAX_COUNT = sql.lit(2_147_483_647);
const SUMS = ['decisions', 'nothing_set', 'no_max_line', 'stopped', 'compared', 'differs'] as const;
const columns = sql.join(SUMS.map((name) => sql.ref(name)));
const added = (table: 'decision_count' | 'decision_day') => sql`${sql.join(
  SUMS.map(
    (name) =>
      sql`${sql.ref(name)} = least(${sql.ref(`${table}.${name}`)}::bigint + ${sql.ref(`excluded.${name}`)}, ${MAX_COUNT})`,
  ),
)},
  counts = add_counts(${sql.ref(`${table}.counts`)}, excluded.counts)`;

/** Adds the counts of a batch, per hour and per day, in one statement. Buckets and versions that do not exist are left out. */
export async function addCounts(
  trx: Db,
  buckets: CounterBatch['buckets'],
  versions: ReadonlyMap<string, DialIds>,
): Promise<void> {
  const rows = buckets.flatMap(({ dials, hour, ...counts }) => {
    const dialIds = versions.get(keyOf(counts));
    if (dialIds === undefined) return [];
    const stored = storeCounts(dials, dialIds);
    return [
      {
        ...counts,
        hour: `${hour}:00:00Z`,
        dials: dialIds.length,
        beaten: stored.beaten,
        counts: `{${stored.counts.join(',')}}`,
      },
    ];
  });
  if (rows.length === 0) return;
  await sql`
    with batch as materialized (
      select b.id as bucket_id, c.*, (c.hour at time zone 'UTC')::date as day
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (partner int, cob text, version int, hour timestamptz,
        decisions int, nothing_set int, no_max_line int, stopped int, compared int, differs int, dials int, counts int[], beaten jsonb)
      join bucket b on b.partner_number = c.partner and b.cob = c.cob
    ), hours as (
      insert into decision_count (bucket_id, version, hour, ${columns}, counts)
      select bucket_id, version, hour, ${columns}, counts[:dials * ${HOUR_BLOCKS}] from batch order by bucket_id, version, hour
      on conflict (bucket_id, version, hour) do update set ${added('decision_count')}
    )
    insert into decision_day (bucket_id, version, day, ${columns}, counts, beaten)
    select bucket_id, version, day, ${sql.join(SUMS.map((name) => sql`least(sum(${sql.ref(name)}), ${MAX_COUNT})`))},
      sum_counts(counts order by hour), sum_counts(beaten order by hour)
    from batch group by bucket_id, version, day order by bucket_id, version, day
    on conflict (bucket_id, version, day) do update set ${added('decision_day')},
      beaten = case when excluded.beaten = '{}' then decision_day.beaten
        else add_counts(decision_day.beaten, excluded.beaten) end`.execute(trx);
}
