import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { ReviewCommentRow, ReviewResolutionRow } from '#server/db/schema.buckets.ts';

export type StoredComment = Awaited<ReturnType<typeof findComments>>[number];

/** Oldest first, with the dial's current name and the last resolution. */
export async function findComments(db: Db, roundIds: readonly string[]) {
  return db
    .selectFrom('review_comment as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .leftJoin('dial as d', 'd.id', 'c.dial_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('review_resolution as r')
          .innerJoin('person as by', 'by.id', 'r.person_id')
          .select(['r.resolved', 'r.person_id', 'by.name', 'r.at'])
          .whereRef('r.comment_id', '=', 'c.id')
          .orderBy('r.seq', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['c.id', 'c.round_id', 'c.person_id', 'p.name', 'c.at', 'c.text', 'c.vote', 'c.reply_to'])
    .select(['c.dial_id', 'd.name as dial_name'])
    .select(['last.resolved', 'last.person_id as resolved_by', 'last.name as resolver_name', 'last.at as resolved_at'])
    .where('c.round_id', '=', sql<string>`any(${roundIds}::uuid[])`)
    .orderBy('c.seq')
    .execute();
}

/** How many comments of each of these drafts, in any round, wait for a resolution: see `isUnresolved`. */
export async function countUnresolved(db: Db, versionIds: readonly string[]): Promise<Map<string, number>> {
  if (versionIds.length === 0) return new Map();
  const { rows } = await sql<Readonly<{ id: string; count: number }>>`
    select r.bucket_version_id as id, count(*)::int as count
    from review_round r join review_comment c on c.round_id = r.id
    where r.bucket_version_id = any(${versionIds}::uuid[]) and c.reply_to is null and c.vote is distinct from 'approve'
      and not coalesce((select s.resolved from review_resolution s where s.comment_id = c.id order by s.seq desc limit 1), false)
    group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * The comment as it is on this version of a bucket: itself, or the copy that was made of it if one comment was on
 * several drafts.
 */
export async function findCopy(db: Db, id: string, versionId: string) {
  return db
    .selectFrom('review_comment as asked')
    .innerJoin('review_comment as c', (join) =>
      join
        .onRef('c.at', '=', 'asked.at')
        .onRef('c.person_id', '=', 'asked.person_id')
        .onRef('c.text', '=', 'asked.text').on(sql<boolean>`(c.vote, c.dial_id, c.reply_to is null)
          is not distinct from (asked.vote, asked.dial_id, asked.reply_to is null)`),
    )
    .innerJoin('review_round as r', 'r.id', 'c.round_id')
    .select(['c.id', 'c.round_id', 'c.text', 'c.vote', 'c.reply_to', 'r.number', 'r.bucket_version_id'])
    .select((of) =>
      of
        .selectFrom('review_resolution as s')
        .select('s.resolved')
        .whereRef('s.comment_id', '=', 'c.id')
        .orderBy('s.seq', 'desc')
        .limit(1)
        .as('resolved'),
    )
    .where('asked.id', '=', id)
    .where('r.bucket_version_id', '=', versionId)
    .orderBy(sql`c.id <> asked.id`)
    .limit(1)
    .executeTakeFirst();
}

export async function insertComments(trx: Db, comments: readonly Insertable<ReviewCommentRow>[]): Promise<void> {
  if (comments.length > 0) await trx.insertInto('review_comment').values(comments).execute();
}

export async function insertResolutions(trx: Db, rows: readonly Insertable<ReviewResolutionRow>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('review_resolution').values(rows).execute();
}

const NOBODY = { savers: [], submitters: [], voters: [], commenters: [] };

/** Who took which part in each of these drafts, across all rounds. */
export async function findDraftPeople(db: Db, versionIds: readonly string[]) {
  if (versionIds.length === 0) return () => NOBODY;
  type ParticipantRow = Readonly<{ id: string; did: keyof typeof NOBODY; person: string }>;
  const { rows } = await sql<ParticipantRow>`
    with round as (select id, bucket_version_id, submitted_by from review_round
      where bucket_version_id = any(${versionIds}::uuid[]))
    select bucket_version_id as id, 'savers' as did, person_id as person from bucket_editor
      where bucket_version_id = any(${versionIds}::uuid[])
    union select bucket_version_id, 'submitters', submitted_by from round
    union select bucket_version_id, 'voters', v.person_id from round join review_vote v on v.round_id = round.id
    union select bucket_version_id, 'commenters', c.person_id from round join review_comment c on c.round_id = round.id
  `.execute(db);
  const found = Map.groupBy(rows, ({ id }) => id);
  return (versionId: string) => {
    const own = found.get(versionId) ?? [];
    const who = (did: keyof typeof NOBODY) => own.filter((one) => one.did === did).map(({ person }) => person);
    return {
      savers: who('savers'),
      submitters: who('submitters'),
      voters: who('voters'),
      commenters: who('commenters'),
    };
  };
}
