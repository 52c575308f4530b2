import { sql } from 'kysely';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Impact } from '#domain/impact/impact.ts';
import type { Comparison, Expectation } from '#domain/practice/expected.ts';
import type { CountedVersion } from '#domain/practice/value-outcome.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { Db } from '#server/db/connect.ts';

/** A version of a bucket by its number, or the live one. */
export const findVersion = (db: Db, { partner, cob }: BucketAddress, number: number | undefined) =>
  db
    .selectFrom('bucket as b')
    .innerJoin('bucket_version as v', 'v.bucket_id', 'b.id')
    .select(['b.id as bucket_id', 'v.id', 'v.superseded_at'])
    .select(sql<number>`v.number`.as('number'))
    .select(sql<Date>`v.live_at`.as('live_at'))
    .where('b.partner_number', '=', partner)
    .where('b.cob', '=', cob)
    .where((is) => (number === undefined ? is('v.state', '=', 'live') : is('v.number', '=', number)))
    .executeTakeFirst();

type DayRange = Readonly<{ from: string; until: string }>;

/** What engines counted with one version, and what its dials set. Undefined if there is no such version. */
export async function readCountedVersion(
  db: Db,
  bucketId: string,
  number: number,
  range?: DayRange,
): Promise<(CountedVersion & { days: readonly Comparison[] }) | undefined> {
  const version = await db
    .selectFrom('bucket_version')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (version === undefined) return undefined;
  const entries = await db
    .selectFrom('bucket_entry as e')
    .innerJoin('dial_version as d', (join) =>
      join.onRef('d.dial_id', '=', 'e.dial_id').onRef('d.version', '=', 'e.dial_version'),
    )
    .select('e.overrides')
    .select(sql<DialValues>`d.data -> 'values'`.as('own'))
    .where('e.bucket_version_id', '=', version.id)
    .orderBy('e.position')
    .execute();
  const days = await db
    .selectFrom('decision_day')
    .select(['decisions', 'stopped', 'compared', 'differs', 'counts'])
    .where('bucket_id', '=', bucketId)
    .where('version', '=', number)
    .$if(range !== undefined, (query) =>
      query.where('day', '>=', range?.from ?? '').where('day', '<=', range?.until ?? ''),
    )
    .execute();
  return { entries, days };
}

/** The newest measurement of the rounds that made a version live. */
const lastMeasured = (versionId: ReturnType<typeof sql.ref>) => sql`
  select i.measured -> 'impact' as impact from review_round r
  join review_impact i on i.round_id = r.id
  where r.bucket_version_id = ${versionId} and r.outcome = 'approved' and i.measured is not null
  order by r.number desc, i.number desc limit 1`;

export async function findImpact(db: Db, versionId: string): Promise<Impact | undefined> {
  const { rows } = await sql<{ impact: Impact }>`
    select measured.impact from bucket_version v
    cross join lateral (${lastMeasured(sql.ref('v.id'))}) measured
    where v.id = ${versionId}`.execute(db);
  return rows[0]?.impact;
}

export type VersionOutcome = Readonly<{ id: string; expected: Expectation | null }> & Comparison;

/** The figures of several versions at once; engines need not have counted any. */
export async function listOutcomes(db: Db, versionIds: readonly string[]): Promise<readonly VersionOutcome[]> {
  if (versionIds.length === 0) return [];
  const { rows } = await sql<Comparison & Readonly<{ id: string; changed: number | null; total: number | null }>>`
    select v.id, (measured.impact #>> '{changed,risks}')::int as changed, (measured.impact #>> '{all,risks}')::int as total,
      coalesce(d.compared, 0)::float8 as compared, coalesce(d.differs, 0)::float8 as differs
    from bucket_version v
    left join lateral (${lastMeasured(sql.ref('v.id'))}) measured on true
    left join lateral (select sum(compared) as compared, sum(differs) as differs from decision_day
      where bucket_id = v.bucket_id and version = v.number) d on true
    where v.id = any(${versionIds}::uuid[])`.execute(db);
  return rows.map(({ id, changed, total, compared, differs }) => ({
    id,
    compared,
    differs,
    expected: changed === null || total === null ? null : { changed, all: total },
  }));
}

/** Live versions with enough decisions that nobody was notified of, and the people of the rounds that made them live. */
export async function listUnnotified(db: Db, liveSince: Date, minCompared: number) {
  const { rows } = await sql<BucketAddress & Readonly<{ id: string; number: number; people: string[] }>>`
    select v.id, v.number, b.partner_number as partner, b.cob,
      array(select distinct person from review_round r
        cross join lateral unnest(r.authors || array(select o.person_id from review_vote o
          where o.round_id = r.id and o.choice = 'approve' and o.discounted is null)) as person
        where r.bucket_version_id = v.id and r.outcome = 'approved' order by person) as people
    from bucket_version v
    join bucket b on b.id = v.bucket_id
    where v.state = 'live' and v.live_at >= ${liveSince}
      and not exists (select 1 from outcome_drift o where o.bucket_version_id = v.id)
      and (select coalesce(sum(d.compared), 0) from decision_day d
        where d.bucket_id = v.bucket_id and d.version = v.number) >= ${minCompared}
    order by b.partner_number, b.cob collate "C"`.execute(db);
  return rows;
}

/** Of these versions, those that no other server took meanwhile. */
export async function insertDrifts(db: Db, versionIds: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  if (versionIds.length === 0) return new Set();
  const rows = await db
    .insertInto('outcome_drift')
    .values(versionIds.map((id) => ({ bucket_version_id: id, notified_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('bucket_version_id')
    .execute();
  return new Set(rows.map(({ bucket_version_id }) => bucket_version_id));
}
