import { sql } from 'kysely';
import type { ChangedShares, RoundAuthority } from '#domain/authority/requirement.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Db } from '#server/db/connect.ts';
import { SHARES } from '#server/review/authority/authority.store.ts';
import { CURRENT_FIRST } from '#server/review/review.store.ts';

/** A bucket version with its current review round, if any. */
export type OwnVersion = Readonly<{
  bucket_id: string;
  cob: string;
  partner: number;
  partner_name: string;
  state: 'live' | 'draft' | 'pending_review';
  created_at: Date;
  saved_at: Date;
  changes: ChangeCounts | null;
  round: string | null;
  outcome: RoundOutcome | null;
  submitted_at: Date | null;
  closed_at: Date | null;
  approved_at: Date | null;
  /** The day it goes live, once it is approved for it. */
  approved_for: string | null;
  required: number | null;
  authors: readonly string[] | null;
  started_at: Date | null;
  authority: RoundAuthority | null;
  shares: ChangedShares | null;
  set: Readonly<{ id: string; title: string }> | null;
}>;

/** Live versions and open drafts this person saved last or submitted, oldest first. */
export async function listOwnVersions(db: Db, personId: string): Promise<OwnVersion[]> {
  const { rows } = await sql<OwnVersion>`
    select v.bucket_id, b.cob, p.number as partner, p.name as partner_name, v.state, v.created_at, v.saved_at, v.changes,
      r.id as round, r.outcome, r.submitted_at, r.closed_at, r.required, r.approved_at,
      case when r.closed_at is null and r.approved_at is not null then coalesce(r.put_off_to, r.live_on) end as approved_for,
      r.authors, r.authority, ${SHARES} as shares,
      case when r.closed_at is null and r.id is not null then (select min(created_at) from bucket_version d
        where d.bucket_id = v.bucket_id and d.based_on = v.based_on) end as started_at,
      case when s.id is not null then json_build_object('id', s.id, 'title', s.title) end as set
    from bucket_version v
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    left join lateral (
      select * from review_round r where bucket_version_id = v.id order by ${CURRENT_FIRST} limit 1
    ) r on true
    left join review_set s on s.id = r.set_id
    where v.state in ('live', 'draft', 'pending_review') and (v.saved_by = ${personId} or r.submitted_by = ${personId})
    order by v.created_at, b.partner_number, b.cob collate "C"`.execute(db);
  return rows;
}
