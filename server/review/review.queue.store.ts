import { sql } from 'kysely';
import type { ChangedShares, RoundAuthority } from '#domain/authority/requirement.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import { MIN_SHOWN_RISKS } from '#domain/impact/coarse.ts';
import type { QueueOrder } from '#domain/review/queue.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Author } from '#domain/review/author.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { StoppedColumns } from '#server/bucket/bucket.stop.service.ts';
import { SHARES } from './authority/authority.store.ts';
import type { Position } from './review.store.ts';

export type Waiting = Readonly<{
  id: string;
  cob: string;
  partner_number: number;
  partner_name: string;
  description: string;
  submitted_at: Date;
  submitted_by: string;
  submitter_name: string;
  changes: ChangeCounts;
  /** For a set: summed over its open rounds. */
  approvals: number;
  rejections: number;
  required: number;
  /** Of a set: the first of its days. */
  live_on: string | null;
  /** The day of the measurements, if it is the same for all. */
  measured_on: string | null;
  /** The measurements of its rounds: the risks that change, and all. */
  measured: readonly (readonly [number, number])[];
  /** Whether the measurement of a round is still missing. */
  is_measuring: boolean;
  /** Why nothing was measured. */
  missing: 'no-portfolio' | 'none-of-class' | null;
  examples: Readonly<{ broken: number; all: number }>;
  sort_key: number;
  mine: Choice | null;
  authors: readonly string[];
  author_reasons: readonly Author[];
  started_at: Date | null;
  /** A set is represented by one of its open rounds that the person did not write. */
  set: Readonly<{ id: string; title: string; buckets: number; mine: number; same_day: boolean }> | null;
}> &
  StoppedColumns;

/** Votes that were discounted are left out. */
const COUNTED = sql`
  count(*) filter (where choice = 'approve' and discounted is null)::int as approvals,
  count(*) filter (where choice = 'reject' and discounted is null)::int as rejections`;

/** What decides before the time of submission. Shares in steps, so that the order says no more than rounded figures. */
const SORT_KEYS = {
  waiting: sql`0`,
  impact: sql`coalesce(-r.share, 1)`,
  day: sql`coalesce(r.first_day - date '2000-01-01', 1000000)`,
} as const satisfies Record<QueueOrder, unknown>;

type QueueOptions = Readonly<{ order: QueueOrder; limit: number; after: QueuePosition | undefined }>;
type QueuePosition = Position & Readonly<{ key: number }>;

/** Open rounds, a set as one row, and the total; as this person sees them. */
export async function listWaiting(
  db: Db,
  personId: string,
  { order, limit, after }: QueueOptions,
): Promise<{ rows: Waiting[]; total: number }> {
  const later =
    after === undefined
      ? sql`true`
      : sql`(sorted.key, r.submitted_at, r.id) > (${after.key}::float8, ${after.at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<{ total: number } & (Waiting | { id: null })>`
    with open as (
      select r.*, tally.mine, sum(tally.approvals) over same as all_approvals, sum(tally.rejections) over same as all_rejections,
        sum(r.required) over same as all_required, count(*) over same as buckets, count(tally.mine) over same as voted, min(r.live_on) over same as first_day,
        count(r.live_on) over same = count(*) over same and min(r.live_on) over same = max(r.live_on) over same as same_day,
        case when min(impact.day) over same = max(impact.day) over same then min(impact.day) over same end as measured_on,
        json_agg(json_build_array(impact.changed, impact.every)) filter (where impact.changed is not null) over same as measured,
        bool_or(impact.round_id is null) over same as is_measuring, max(impact.missing) over same as missing,
        sum(impact.changed - impact.changed % ${MIN_SHOWN_RISKS}) over same
          / nullif(sum(impact.every - impact.every % ${MIN_SHOWN_RISKS}) over same, 0)::float8 as share,
        sum(jsonb_array_length(r.broken_examples)) over same as broken,
        row_number() over (same order by ${personId} = any(r.authors), r.id) as place
      from review_round r
      cross join lateral (
        select ${COUNTED}, max(choice) filter (where person_id = ${personId} and discounted is null) as mine
        from review_vote where round_id = r.id and content_hash = r.content_hash
      ) tally
      left join lateral (
        select round_id, missing, measured->>'day' as day, (measured->'impact'->'changed'->>'risks')::int as changed,
          (measured->'impact'->'all'->>'risks')::int as every
        from review_impact where round_id = r.id order by missing nulls first, number desc limit 1
      ) impact on true
      where r.closed_at is null and r.approved_at is null
      window same as (partition by coalesce(r.set_id, r.id))
    )
    select (select count(*)::int from open where place = 1) as total, page.*
    from (select 1) as always
    left join (
      select r.id, b.cob, p.number as partner_number, p.name as partner_name, r.description, r.submitted_at,
        r.submitted_by, submitter.name as submitter_name, v.changes, r.all_approvals::int as approvals,
        r.all_rejections::int as rejections, r.all_required::int as required, r.first_day as live_on, stop.id as stop_id,
        stop.stopped_at, stop.stopped_by, stopper.name as stopper_name, stop.reason as stop_reason, coalesce(r.measured, '[]') as measured,
        r.measured_on,
        r.is_measuring, r.missing, json_build_object('broken', r.broken, 'all', examples.every) as examples, sorted.key as sort_key, r.mine, r.authors, r.author_reasons,
        (select min(created_at) from bucket_version d
          where d.bucket_id = v.bucket_id and d.based_on = v.based_on) as started_at,
        case when r.set_id is not null then json_build_object('id', r.set_id, 'title', s.title,
          'buckets', r.buckets, 'mine', r.voted, 'same_day', coalesce(r.same_day, false)) end as set
      from open r
      left join review_set s on s.id = r.set_id
      join bucket_version v on v.id = r.bucket_version_id
      join bucket b on b.id = v.bucket_id
      join partner p on p.number = b.partner_number
      join person submitter on submitter.id = r.submitted_by
      left join bucket_stop stop on stop.id = r.restart
      left join person stopper on stopper.id = stop.stopped_by
      cross join lateral (select (${SORT_KEYS[order]})::float8 as key) sorted
      cross join lateral (
        select count(*)::int as every from review_round o
        join bucket_version ov on ov.id = o.bucket_version_id
        join bucket_example e on e.bucket_id = ov.bucket_id
        where o.closed_at is null and o.approved_at is null and coalesce(o.set_id, o.id) = coalesce(r.set_id, r.id)
      ) examples
      where r.place = 1 and ${later}
      order by sorted.key, r.submitted_at, r.id limit ${limit}
    ) page on true
    order by page.sort_key, page.submitted_at, page.id`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is Waiting & { total: number } => row.id !== null),
  };
}

/**
 * The open round of each draft as a table expression, for other lists: of two the one that takes votes, with the day of
 * the one that is approved.
 */
export const OPEN_ROUNDS = sql`(
  select distinct on (bucket_version_id) bucket_version_id, submitted_at, submitted_by,
    first_value(coalesce(put_off_to, live_on)) over of_draft as day,
    first_value(approved_at is not null) over of_draft as approved
  from review_round where closed_at is null
  window of_draft as (partition by bucket_version_id order by approved_at nulls last)
  order by bucket_version_id, approved_at desc nulls first)`;

export type OpenRound = Readonly<{
  version_id: string;
  submitted_at: Date;
  submitted_by: string;
  submitter_name: string;
  approvals: number;
  rejections: number;
  required: number;
  /** The day it goes live, once it is approved for it. */
  approved_for: string | null;
  set: Readonly<{ id: string; title: string }> | null;
}>;

/** The open round of each version, of two the one that waits for its day, with its vote counts. */
export async function findOpenRounds(db: Db, versionIds: readonly string[]): Promise<OpenRound[]> {
  const { rows } = await sql<OpenRound>`
    select distinct on (r.bucket_version_id) r.bucket_version_id as version_id, r.submitted_at, r.submitted_by, submitter.name as submitter_name,
      tally.approvals, tally.rejections, r.required,
      case when r.approved_at is not null then coalesce(r.put_off_to, r.live_on) end as approved_for,
      case when r.set_id is not null then json_build_object('id', r.set_id, 'title', s.title) end as set
    from review_round r
    join person submitter on submitter.id = r.submitted_by
    left join review_set s on s.id = r.set_id
    cross join lateral (
      select ${COUNTED} from review_vote where round_id = r.id and content_hash = r.content_hash
    ) tally
    where r.closed_at is null and r.bucket_version_id = any(${versionIds}::uuid[])
    order by r.bucket_version_id, r.approved_at nulls last`.execute(db);
  return rows;
}

/** The buckets of open rounds without a measurement, submitted before that time; the newest first. */
export const listUnmeasured = async (db: Db, before: Date, limit: number): Promise<BucketAddress[]> =>
  db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .select(['b.partner_number as partner', 'b.cob'])
    .where('r.closed_at', 'is', null)
    .where('r.submitted_at', '<', before)
    .where((of) => of.not(of.exists(of.selectFrom('review_impact as i').whereRef('i.round_id', '=', 'r.id'))))
    // Of two open rounds the current one is measured.
    .where(
      sql<boolean>`not exists (select 1 from review_round o where o.bucket_version_id = r.bucket_version_id
        and o.brings_forward = r.number and o.closed_at is null)`,
    )
    .orderBy('r.submitted_at', 'desc')
    .limit(limit)
    .execute();
export type DatedRound = Readonly<{
  partner: number;
  partner_name: string;
  cob: string;
  day: string;
  approved: boolean;
}>;

/** Open rounds with a day from this one on, by day. */
export async function listDatedRounds(db: Db, from: string, limit: number): Promise<DatedRound[]> {
  const { rows } = await sql<DatedRound>`
    select p.number as partner, p.name as partner_name, b.cob, coalesce(r.put_off_to, r.live_on) as day,
      r.approved_at is not null as approved
    from review_round r
    join bucket_version v on v.id = r.bucket_version_id
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    where r.closed_at is null and coalesce(r.put_off_to, r.live_on) >= ${from}::date
    order by day, b.cob collate "C", p.number limit ${limit}`.execute(db);
  return rows;
}

export type VotingRound = Readonly<{
  round: string;
  required: number;
  authority: RoundAuthority | null;
  shares: ChangedShares | null;
  authors: readonly string[];
  started_at: Date | null;
  partner: number;
  partner_name: string;
  cob: string;
  description: string;
}>;

/** The rounds that take votes, longest waiting first; all of them without a limit. */
export async function listVotingRounds(db: Db, limit: number | null = null): Promise<VotingRound[]> {
  const { rows } = await sql<VotingRound>`
    select r.id as round, r.required, r.authors, r.authority, ${SHARES} as shares, p.number as partner, p.name as partner_name, b.cob, r.description,
      (select min(created_at) from bucket_version d where d.bucket_id = v.bucket_id and d.based_on = v.based_on) as started_at
    from review_round r
    join bucket_version v on v.id = r.bucket_version_id
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    where r.closed_at is null and r.approved_at is null
    order by r.submitted_at, r.id limit ${limit}::int`.execute(db);
  return rows;
}

/** A round that takes votes under rules of authority; `row`: its row of the queue, which is its set or itself. */
export type GovernedWaiting = Pick<VotingRound, 'round' | 'required' | 'authors' | 'authority' | 'shares'> &
  Readonly<{ row: string }>;

/** Those of these rows of the queue. */
export async function listGoverned(db: Db, rows: readonly string[]): Promise<GovernedWaiting[]> {
  const { rows: found } = await sql<GovernedWaiting>`
    select r.id as round, coalesce(r.set_id, r.id) as row, r.required, r.authors, r.authority, ${SHARES} as shares
    from review_round r
    where r.closed_at is null and r.approved_at is null and coalesce(r.set_id, r.id) = any(${rows}::uuid[])
      and jsonb_array_length(r.authority->'rules') > 0`.execute(db);
  return found;
}

export type GovernedRow = BucketAddress &
  Readonly<{ round: string; authority: RoundAuthority; shares: ChangedShares | null; is_open: boolean }>;

/** The rounds submitted since then of which something is known, newest first; with a limit those under rules alone. */
export async function listGovernedSince(db: Db, since: Date, limit: number | null = null): Promise<GovernedRow[]> {
  const { rows } = await sql<GovernedRow>`
    select r.id as round, b.partner_number as partner, b.cob, r.authority, ${SHARES} as shares,
      r.closed_at is null and r.approved_at is null as is_open
    from review_round r
    join bucket_version v on v.id = r.bucket_version_id
    join bucket b on b.id = v.bucket_id
    where r.submitted_at >= ${since} and r.authority is not null
      and (${limit}::int is null or jsonb_array_length(r.authority->'rules') > 0)
    order by r.submitted_at desc, r.id limit ${limit}::int`.execute(db);
  return rows;
}
