import { type Insertable, sql } from 'kysely';
import type { Author } from '#domain/review/author.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { ReviewCommentRow, ReviewRoundRow, ReviewVoteRow } from '#server/db/schema.buckets.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChangeCounts } from '#domain/bucket/diff.ts';
import type { Choice } from '#domain/review/round.ts';

export type StoredRound = Awaited<ReturnType<typeof findNewestRounds>>[number];

const rounds = (db: Db) =>
  db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('person as p', 'p.id', 'r.submitted_by')
    .select(['r.id', 'r.number', 'r.description', 'r.submitted_at', 'r.submitted_by', 'p.name as submitter_name'])
    .select([
      'r.closed_at',
      'r.outcome',
      'r.content_hash',
      'r.required',
      'r.authors',
      'r.author_reasons',
      'v.bucket_id',
    ])
    .select((of) =>
      // The first draft since the last activation counts: to reset a draft and start it anew changes nothing.
      of
        .selectFrom('bucket_version as d')
        .select(sql<Date>`min(d.created_at)`.as('started_at'))
        .whereRef('d.bucket_id', '=', 'v.bucket_id')
        .whereRef('d.based_on', '=', 'v.based_on')
        .as('started_at'),
    );

const ofBucket = (db: Db, { partner, cob }: BucketAddress) =>
  rounds(db)
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .where('b.partner_number', '=', partner)
    .where('b.cob', '=', cob);

/** The newest rounds of one version of a bucket, the newest first. */
export async function findNewestRounds(db: Db, versionId: string, limit: number) {
  return rounds(db).where('r.bucket_version_id', '=', versionId).orderBy('r.number', 'desc').limit(limit).execute();
}

export const findNewestRound = async (db: Db, versionId: string): Promise<StoredRound | undefined> =>
  (await findNewestRounds(db, versionId, 1))[0];

/** The newest round of a bucket, with what it is called by. */
export async function findNewestRoundOf(db: Db, address: BucketAddress) {
  return ofBucket(db, address)
    .innerJoin('partner', 'partner.number', 'b.partner_number')
    .select(['b.cob', 'partner.number as partner_number', 'partner.name as partner_name'])
    .orderBy('r.submitted_at', 'desc')
    .orderBy('r.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Who submitted a draft of a bucket since this version of it went live; one that was reset, too. */
export async function findSubmitters(db: Db, bucketId: string, liveNumber: number): Promise<string[]> {
  const rows = await db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .select('r.submitted_by')
    .distinct()
    .where('v.bucket_id', '=', bucketId)
    .where('v.based_on', '=', liveNumber)
    .execute();
  return rows.map(({ submitted_by }) => submitted_by);
}

/** The hashes that reviews approved, of each of these versions. */
export async function findApproved(db: Db, versionIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('review_round')
    .select(['bucket_version_id as id', 'content_hash'])
    .where('bucket_version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('outcome', '=', 'approved')
    .execute();
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [id, of.map((row) => row.content_hash)]));
}

export type NewRound = Omit<
  Insertable<ReviewRoundRow>,
  'number' | 'closed_at' | 'outcome' | 'authors' | 'author_reasons'
> &
  Readonly<{ authors: readonly Author[] }>;

/** Its authors are those of this moment: who edits after a rejection did not write what was rejected. */
export async function insertRound(trx: Db, { authors, ...row }: NewRound): Promise<void> {
  await trx
    .insertInto('review_round')
    .values((of) => ({
      ...row,
      number: of
        .selectFrom('review_round')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
        .where('bucket_version_id', '=', row.bucket_version_id),
      authors: authors.map(({ person }) => person),
      author_reasons: JSON.stringify(authors),
    }))
    .execute();
}

/** A round never ends before its last vote, whatever the clocks of two servers say. */
export async function closeRound(trx: Db, versionId: string, outcome: RoundOutcome, at: Date): Promise<void> {
  await trx
    .updateTable('review_round')
    .set({
      outcome,
      closed_at: sql<Date>`greatest(${at}, submitted_at,
        (select max(voted_at) from review_vote where round_id = review_round.id))`,
    })
    .where('bucket_version_id', '=', versionId)
    .where('closed_at', 'is', null)
    .execute();
}

/** Of the version that has this number. */
export async function findRoundsOf(db: Db, address: BucketAddress, number: number): Promise<StoredRound[]> {
  return ofBucket(db, address).where('v.number', '=', number).orderBy('r.number').execute();
}

export type Position = Readonly<{ at: string; id: string }>;

/** Of a bucket, whatever became of them, newest first. */
export async function listRounds(
  db: Db,
  address: BucketAddress,
  limit: number,
  before: Position | undefined,
): Promise<StoredRound[]> {
  return ofBucket(db, address)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(r.submitted_at, r.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    )
    .orderBy('r.submitted_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

export type StoredVote = Awaited<ReturnType<typeof findVotes>>[number];

/** As they stand; the oldest first. */
export async function findVotes(db: Db, roundIds: readonly string[]) {
  return db
    .selectFrom('review_vote as v')
    .innerJoin('person as p', 'p.id', 'v.person_id')
    .select(['v.round_id', 'v.person_id', 'p.name', 'v.choice', 'v.comment', 'v.content_hash', 'v.voted_at'])
    .select('v.discounted')
    .where('v.round_id', '=', sql<string>`any(${roundIds}::uuid[])`)
    .orderBy('v.voted_at')
    .orderBy('v.person_id')
    .execute();
}

export type StoredComment = Awaited<ReturnType<typeof findComments>>[number];

/** In the order they were made; the dial by the name it goes by now. */
export async function findComments(db: Db, roundIds: readonly string[]) {
  return db
    .selectFrom('review_comment as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .leftJoin('dial as d', 'd.id', 'c.dial_id')
    .select(['c.id', 'c.round_id', 'c.person_id', 'p.name', 'c.at', 'c.text', 'c.vote'])
    .select(['c.dial_id', 'd.name as dial_name'])
    .where('c.round_id', '=', sql<string>`any(${roundIds}::uuid[])`)
    .orderBy('c.seq')
    .execute();
}

/** What these dials are called now. */
export async function findDialNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('dial')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** In the place of the one that person gave before. */
export async function putVote(trx: Db, vote: Insertable<ReviewVoteRow>): Promise<void> {
  const { round_id: _round, person_id: _person, ...word } = vote;
  await trx
    .insertInto('review_vote')
    .values(vote)
    .onConflict((conflict) => conflict.columns(['round_id', 'person_id']).doUpdateSet({ ...word, discounted: null }))
    .execute();
}

/** The vote is kept, and counts no longer. */
export async function discountVote(
  trx: Db,
  { round_id, person_id, discounted }: Pick<ReviewVoteRow, 'round_id' | 'person_id'> & { discounted: Discount },
): Promise<void> {
  await trx
    .updateTable('review_vote')
    .set({ discounted })
    .where('round_id', '=', round_id)
    .where('person_id', '=', person_id)
    .execute();
}

export async function insertComment(trx: Db, comment: Insertable<ReviewCommentRow>): Promise<void> {
  await trx.insertInto('review_comment').values(comment).execute();
}

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
  approvals: number;
  rejections: number;
  required: number;
  mine: Choice | null;
  authors: readonly string[];
  started_at: Date | null;
}>;

/** The open rounds, the longest waiting first, as this person sees them; and how many there are in all. */
export async function listWaiting(
  db: Db,
  personId: string,
  limit: number,
  after: Position | undefined,
): Promise<{ rows: Waiting[]; total: number }> {
  const later =
    after === undefined ? sql`true` : sql`(r.submitted_at, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<{ total: number } & (Waiting | { id: null })>`
    select (select count(*)::int from review_round where closed_at is null) as total, page.*
    from (select 1) as always
    left join (
      select r.id, b.cob, p.number as partner_number, p.name as partner_name, r.description, r.submitted_at,
        r.submitted_by, submitter.name as submitter_name, v.changes, said.approvals, said.rejections, r.required,
        said.mine, r.authors, (select min(created_at) from bucket_version d
          where d.bucket_id = v.bucket_id and d.based_on = v.based_on) as started_at
      from review_round r
      join bucket_version v on v.id = r.bucket_version_id
      join bucket b on b.id = v.bucket_id
      join partner p on p.number = b.partner_number
      join person submitter on submitter.id = r.submitted_by
      cross join lateral (
        select count(*) filter (where choice = 'approve' and discounted is null)::int as approvals,
          count(*) filter (where choice = 'reject' and discounted is null)::int as rejections,
          max(choice) filter (where person_id = ${personId} and discounted is null) as mine
        from review_vote where round_id = r.id and content_hash = r.content_hash
      ) said
      where r.closed_at is null and ${later}
      order by r.submitted_at, r.id limit ${limit}
    ) page on true
    order by page.submitted_at, page.id`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is Waiting & { total: number } => row.id !== null),
  };
}
