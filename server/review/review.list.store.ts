import { sql } from 'kysely';
import type { ChangeCounts } from '#domain/bucket/diff.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Db } from '#server/db/connect.ts';

export type Position = Readonly<{ at: string; id: string }>;
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
