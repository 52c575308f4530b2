import { type RawBuilder, sql } from 'kysely';
import type { BucketRow } from '#contract/bucket.ts';
import type { ClassBucket } from '#contract/class-buckets.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { BucketStatus } from '#domain/bucket/state.ts';
import type { DialPlace } from '#contract/rollout.ts';
import type { Db } from '#server/db/connect.ts';

/** A search term, with the classes whose name matches. */
export type SearchTerm = Readonly<{ text: string; classes: readonly string[] }>;
export type BucketFilter = Readonly<{
  partner?: number | undefined;
  cob?: string | undefined;
  status?: BucketStatus | undefined;
  words: readonly SearchTerm[];
}>;
export type Position = Readonly<{ since: string; partner: number; cob: string }>;
/** The open rounds as a table expression to join drafts with; provided by the review service. */
export type OpenRounds = RawBuilder<unknown>;

const STATUS = sql<BucketStatus>`coalesce(d.state, 'active')`;
const STOPPED = sql<boolean>`exists (select 1 from bucket_stop where bucket_id = b.id and ended_at is null)`;
const FROM = sql`
  from bucket b
  join partner p on p.number = b.partner_number
  join bucket_version live on live.bucket_id = b.id and live.state = 'live'
  left join bucket_version d on d.bucket_id = b.id and d.state in ('draft', 'pending_review')`;

function matching({ partner, cob, status, words }: BucketFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(partner === undefined ? [] : [sql`b.partner_number = ${partner}`]),
    ...(cob === undefined ? [] : [sql`b.cob = ${cob}`]),
    ...(status === undefined ? [] : [sql`${STATUS} = ${status}`]),
    ...words.map(
      ({ text, classes }) => sql`(b.cob = any(${classes}::text[]) or position(${text} in b.partner_number::text) > 0
        or position(${text} in lower(p.name)) > 0)`,
    ),
  ];
  return sql.join(conditions, sql` and `);
}

type SetOfDraft = NonNullable<NonNullable<BucketRow['draft']>['set']>;
type Found = Omit<BucketRow, 'draft' | 'live_at'> & {
  since: Date;
  live_at: Date;
  draft_id: string | null;
  changes: ChangeCounts | null;
  started_at: Date | null;
  saved_at: Date | null;
  saver_id: string | null;
  saver_name: string | null;
  set: SetOfDraft | null;
};

/**
 * The sort date: drafts by age after those that the caller saved together, the newest of which have the earliest date;
 * reviews by waiting time, all buckets by none.
 */
function sinceOf(status: BucketStatus | undefined): RawBuilder<Date> {
  if (status === 'draft') return sql`coalesce(to_timestamp(-extract(epoch from s.saved_at)), d.created_at)`;
  return status === 'pending_review' ? sql`coalesce(r.submitted_at, d.created_at)` : sql`timestamptz 'epoch'`;
}

type PageRequest = Readonly<{
  filter: BucketFilter;
  limit: number;
  after: Position | undefined;
  /** Whose sets of drafts are shown. */
  personId: string;
}>;

/** The sets of drafts that this person saved, joined as `s`. */
const OWN_SETS = (personId: string) =>
  sql`left join draft_set s on s.id = d.set_id and s.saved_by = ${personId} and d.state = 'draft'`;
const SET = sql`case when s.id is not null then json_build_object(
  'id', s.id, 'title', s.title, 'saved_at', s.saved_at, 'dial_id', s.dial_id,
  'source', case when s.source_cob is not null
    then json_build_object('partner', s.source_partner, 'cob', s.source_cob) end,
  'can_undo', s.buckets = (
    select count(*) from bucket_version m join bucket mb on mb.id = m.bucket_id
    where m.set_id = s.id and m.state = 'draft' and mb.revision = m.set_revision)) end`;

/** Drafts and reviews oldest first; otherwise by partner and class. */
function pageQuery({ filter, limit, after, personId }: PageRequest, openRounds: OpenRounds): RawBuilder<Found> {
  const since = sinceOf(filter.status);
  const order = sql`${since}, b.partner_number, b.cob collate "C"`;
  const later =
    after === undefined ? sql`true` : sql`(${order}) > (${after.since}::timestamptz, ${after.partner}, ${after.cob})`;
  return sql<Found>`
    select ${since} as since, b.cob, b.partner_number as partner, b.appetite::float8 as appetite,
      b.revision::text as revision, ${STATUS} as status, ${STOPPED} as stopped,
      live.dials, live.number as live_number, live.live_at, d.id as draft_id, d.changes, d.created_at as started_at, d.saved_at,
      saver.id as saver_id, saver.name as saver_name, ${SET} as set
    ${FROM}
    ${OWN_SETS(personId)}
    left join person saver on saver.id = d.saved_by
    left join ${openRounds} r on r.bucket_version_id = d.id
    where ${matching(filter)} and ${later}
    order by ${order} limit ${limit}`;
}

type DraftOfRow = Omit<NonNullable<BucketRow['draft']>, 'review'> & Readonly<{ id: string }>;
export type ListedBucket = Omit<BucketRow, 'draft'> & Readonly<{ draft: DraftOfRow | null }>;

/** Each with its cursor position. */
export async function listPage(
  db: Db,
  page: PageRequest,
  openRounds: OpenRounds,
): Promise<{ position: Position; bucket: ListedBucket }[]> {
  const { rows } = await pageQuery(page, openRounds).execute(db);
  return rows.map(({ since, ...row }) => ({
    position: { since: since.toISOString(), partner: row.partner, cob: row.cob },
    bucket: presentListed(row),
  }));
}

function presentListed(found: Omit<Found, 'since'>): ListedBucket {
  const { live_at, draft_id, changes, started_at, saved_at, saver_id, saver_name, set, ...row } = found;
  const hasDraft = draft_id !== null && changes !== null && started_at !== null && saved_at !== null;
  return {
    ...row,
    live_at: live_at.toISOString(),
    draft: hasDraft
      ? {
          id: draft_id,
          changes,
          started_at: started_at.toISOString(),
          saved_at: saved_at.toISOString(),
          saved_by: { id: saver_id ?? '', name: saver_name ?? '' },
          set: set && { ...set, saved_at: new Date(set.saved_at).toISOString() },
        }
      : null,
  };
}

/** The number of matching buckets per status. */
export async function countStatuses(db: Db, filter: BucketFilter): Promise<Map<BucketStatus, number>> {
  const { rows } = await sql<{ status: BucketStatus; buckets: number }>`
    select ${STATUS} as status, count(*)::int as buckets ${FROM} where ${matching(filter)} group by 1`.execute(db);
  return new Map(rows.map(({ status, buckets }) => [status, buckets]));
}

export type Cell = Pick<BucketRow, 'cob' | 'partner' | 'appetite' | 'status' | 'stopped' | 'dials'>;

export async function listCells(db: Db): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select b.cob, b.partner_number as partner, b.appetite::float8 as appetite, ${STATUS} as status,
      ${STOPPED} as stopped, live.dials ${FROM}
    order by b.partner_number, b.cob collate "C"`.execute(db);
  return rows;
}

type StoredDraft = Readonly<{
  partner_number: number;
  partner_name: string;
  state: 'draft' | 'pending_review' | null;
  saved_at: Date | null;
  saved_by: string | null;
  saver_name: string | null;
}>;
type WithDraft = Pick<DialPlace, 'partner' | 'draft'>;

/** Groups the columns of the partner and of the draft. */
function presentDraft<Row extends StoredDraft>(row: Row): Omit<Row, keyof StoredDraft> & WithDraft {
  const { partner_number, partner_name, state, saved_at, saved_by, saver_name, ...rest } = row;
  return {
    ...rest,
    partner: { number: partner_number, name: partner_name },
    draft: state && {
      state,
      saved_at: (saved_at ?? new Date(0)).toISOString(),
      saved_by: { id: saved_by ?? '', name: saver_name ?? '' },
    },
  };
}

const DRAFT = sql`draft.state, draft.saved_at, draft.saved_by, saver.name as saver_name`;
const FROM_DRAFTS = sql`
  from bucket b
  join partner p on p.number = b.partner_number
  join bucket_version live on live.bucket_id = b.id and live.state = 'live'
  left join bucket_version draft on draft.bucket_id = b.id and draft.state in ('draft', 'pending_review')
  left join person saver on saver.id = draft.saved_by`;

/** Every bucket, and the entry of this dial that its next save would start from. */
export async function listDialPlaces(db: Db, dialId: string): Promise<DialPlace[]> {
  const { rows } = await sql<Omit<DialPlace, keyof WithDraft> & StoredDraft>`
    select p.number as partner_number, p.name as partner_name, b.cob, b.appetite::float8 as appetite,
      b.revision::text as revision, coalesce(draft.dials, live.dials) as dials, there.dial_version as live_version,
      case when e.position is not null then json_build_object(
        'position', e.position, 'version', e.dial_version, 'overrides', e.overrides) end as held, ${DRAFT}
    ${FROM_DRAFTS}
    left join current_entry e on e.bucket_version_id = coalesce(draft.id, live.id) and e.dial_id = ${dialId}
    left join current_entry there on there.bucket_version_id = live.id and there.dial_id = ${dialId}
    order by b.cob collate "C", b.partner_number`.execute(db);
  return rows.map(presentDraft);
}

/** The live list of each partner for a class, and its draft. */
export async function listClassBuckets(db: Db, cob: string): Promise<ClassBucket[]> {
  const { rows } = await sql<Omit<ClassBucket, keyof WithDraft> & StoredDraft>`
    select p.number as partner_number, p.name as partner_name, b.appetite::float8 as appetite,
      b.revision::text as revision, ${STOPPED} as stopped, ${DRAFT}, (
        select coalesce(json_agg(json_build_object(
          'dial_id', e.dial_id, 'version', e.dial_version, 'overrides', e.overrides) order by e.position), '[]')
        from bucket_entry e where e.bucket_version_id = live.id) as entries
    ${FROM_DRAFTS}
    where b.cob = ${cob}
    order by b.partner_number`.execute(db);
  return rows.map(presentDraft);
}
