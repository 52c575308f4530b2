import { type Expression, sql } from 'kysely';
import type { BucketUse } from '#contract/dial.ts';
import type { Holding } from '#domain/dial/use.ts';
import type { Db } from '#server/db/connect.ts';

type HoldingState = 'live' | 'draft' | 'pending_review';

export type UsePage = Readonly<{ after: Readonly<{ cob: string; partner: number }> | undefined; limit: number }>;

/** One row per bucket, all or a page: from its live version, or from its draft if only that has the dial. */
export async function listBucketUses(db: Db, dialId: string, page?: UsePage): Promise<BucketUse[]> {
  const after = page?.after;
  const rows = await db
    .selectFrom('current_entry as e')
    .innerJoin('bucket_version as v', 'v.id', 'e.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'e.bucket_id')
    .innerJoin('partner as p', 'p.number', 'b.partner_number')
    .select(['b.cob', 'p.number', 'p.name', 'e.position', 'e.dial_version', 'e.overrides'])
    .select(sql<HoldingState>`v.state`.as('state'))
    .distinctOn(['b.cob', 'p.number'])
    .where('e.dial_id', '=', dialId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(b.cob, p.number) > (${after?.cob}, ${after?.partner})`),
    )
    .orderBy('b.cob')
    .orderBy('p.number')
    .orderBy('e.is_live', 'desc')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0))
    .execute();
  return rows.map(({ cob, number, name, position, dial_version, overrides, state }) => ({
    cob,
    partner: { number, name },
    position,
    version: dial_version,
    overrides,
    status: state === 'live' ? 'active' : state,
  }));
}

/** The version of a dial that each bucket pins, live and in its draft. */
export const holdingsOf = (dialId: Expression<unknown>) => sql<Holding[]>`(
  select coalesce(json_agg(json_build_object(
    'bucket', e.bucket_id, 'version', e.dial_version, 'isLive', e.is_live)), '[]')
  from current_entry e where e.dial_id = ${dialId})`;
