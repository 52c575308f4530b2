import { type Insertable, sql } from 'kysely';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Db } from '#server/db/connect.ts';
import type { ReviewSetRow } from '#server/db/schema.buckets.ts';
import { rounds } from '#server/review/review.store.ts';

export async function insertSet(trx: Db, row: Insertable<ReviewSetRow>): Promise<void> {
  await trx.insertInto('review_set').values(row).execute();
}

/** A set, with the current name of its dial. */
export async function findSet(db: Db, id: string) {
  return db
    .selectFrom('review_set as s')
    .innerJoin('person as p', 'p.id', 's.submitted_by')
    .leftJoin('dial as d', 'd.id', 's.dial_id')
    .select(['s.id', 's.title', 's.description', 's.submitted_at', 's.submitted_by', 'p.name as submitter_name'])
    .select(['s.dial_id', 's.dial_version', 'd.name as dial_name'])
    .where('s.id', '=', id)
    .executeTakeFirst();
}

export type SetRound = Awaited<ReturnType<typeof findSetRounds>>[number];

/** By partner and class, each with the state of its draft and the version that is based on. */
export async function findSetRounds(db: Db, setId: string) {
  return rounds(db)
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .innerJoin('partner', 'partner.number', 'b.partner_number')
    .select(['b.cob', 'partner.number as partner_number', 'partner.name as partner_name'])
    .select(['v.number as version_number', 'v.based_on'])
    .where('r.set_id', '=', setId)
    .orderBy('b.partner_number')
    .orderBy(sql`b.cob collate "C"`)
    .execute();
}

/** The versions these drafts are based on, by draft. */
export async function findBases(db: Db, versionIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ draft: string; base: string }>`
    select d.id as draft, base.id as base
    from bucket_version d join bucket_version base on base.bucket_id = d.bucket_id and base.number = d.based_on
    where d.id = any(${versionIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ draft, base }) => [draft, base]));
}

export type SetMember = Readonly<{
  set_id: string;
  bucket_id: string;
  title: string;
  partner: number;
  cob: string;
  outcome: RoundOutcome | null;
}>;

/** The buckets of each set, with their outcomes. */
export async function findMembers(db: Db, setIds: readonly string[]): Promise<Map<string, SetMember[]>> {
  const { rows } = await sql<SetMember>`
    select r.set_id, v.bucket_id, s.title, b.partner_number as partner, b.cob, r.outcome
    from review_round r join review_set s on s.id = r.set_id
    join bucket_version v on v.id = r.bucket_version_id join bucket b on b.id = v.bucket_id
    where r.set_id = any(${setIds}::uuid[])
    order by r.set_id, b.partner_number, b.cob collate "C"`.execute(db);
  return Map.groupBy(rows, ({ set_id }) => set_id);
}
