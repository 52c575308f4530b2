import { sql } from 'kysely';
import { readBucketId } from '#domain/event/event.ts';
import { COMMENT_GROUP_MINUTES, type NewNotification } from '#domain/event/projection.ts';
import type { Db } from '#server/db/connect.ts';

/** One per recipient. Comments are added to an unread notification of the last minutes about the same drafts. */
export async function insertNotifications(
  trx: Db,
  { kind, by, bucket, set, proposal, choice, text, role, recipients }: NewNotification,
  at: Date,
): Promise<void> {
  if (recipients.size === 0) return;
  const { partner, cob } = bucket === null ? { partner: null, cob: null } : readBucketId(bucket);
  await sql`
    with recipient as (
      select person_id, buckets, b.id as bucket_id
      from unnest(${[...recipients.keys()]}::text[], ${[...recipients.values()]}::int[]) as r (person_id, buckets)
      left join bucket b on b.partner_number = ${partner}::int and b.cob = ${cob}::text
    ), added as (
      update notification n
      set at = ${at}, "by" = ${by}, text = ${text}, comments = n.comments + 1,
        buckets = greatest(n.buckets, recipient.buckets)
      from recipient
      where ${kind} = 'bucket_commented' and n.kind = 'bucket_commented' and n.person_id = recipient.person_id
        and n.read_at is null and n.at > ${at}::timestamptz - make_interval(mins => ${COMMENT_GROUP_MINUTES})
        and n.set_id is not distinct from ${set}::uuid and (n.set_id is not null or n.bucket_id = recipient.bucket_id)
      returning n.person_id
    )
    insert into notification (person_id, kind, at, "by", bucket_id, set_id, proposal_id, buckets, choice, text, role)
    select person_id, ${kind}, ${at}, ${by}, bucket_id, ${set}::uuid, ${proposal}::uuid, buckets, ${choice}, ${text}, ${role}
    from recipient where person_id not in (select person_id from added)`.execute(trx);
}

/** Marks what asked this person to vote as read, once nothing that it asked for is left. */
export async function clearRequests(trx: Db, personId: string, buckets: readonly string[], at: Date): Promise<void> {
  await sql`
    update notification n set read_at = ${at}
    from bucket b
    where n.person_id = ${personId} and n.kind in ('bucket_submitted', 'bucket_earlier_day_asked') and n.read_at is null and b.id = n.bucket_id
      and case when n.set_id is null then b.partner_number || '/' || b.cob = any(${buckets}::text[])
        else not exists (
          select 1 from review_round r where r.set_id = n.set_id and r.closed_at is null
            and not exists (select 1 from review_vote v where v.round_id = r.id and v.person_id = n.person_id)) end`.execute(
    trx,
  );
}

/** Removes what asked others for access for this person: it was answered, changed or withdrawn. */
export async function clearAccessRequests(trx: Db, personId: string): Promise<void> {
  await trx
    .deleteFrom('notification')
    .where('kind', '=', 'person_access_requested')
    .where('by', '=', personId)
    .execute();
}

/** Marks what asked people to decide about raised appetites as read, once nothing of it waits. */
export async function clearProposals(trx: Db, proposals: readonly string[], at: Date): Promise<void> {
  await sql`
    update notification n set read_at = ${at}
    where n.kind = 'bucket_appetite_proposed' and n.read_at is null and n.proposal_id = any(${proposals}::uuid[])
      and not exists (select 1 from appetite_proposal p where p.proposal_id = n.proposal_id and p.closed_at is null)`.execute(
    trx,
  );
}

/** Marks what asked people to decide about a change of authority as read. */
export async function clearAuthority(trx: Db, proposal: string, at: Date): Promise<void> {
  await trx
    .updateTable('notification')
    .set({ read_at: at })
    .where('kind', '=', 'authority_proposed')
    .where('proposal_id', '=', proposal)
    .where('read_at', 'is', null)
    .execute();
}

export type Position = Readonly<{ at: string; id: string }>;
export type StoredNotification = Awaited<ReturnType<typeof listNotifications>>[number];

/** Newest first. */
export async function listNotifications(db: Db, personId: string, limit: number, after: Position | undefined) {
  return db
    .selectFrom('notification as n')
    .leftJoin('bucket as b', 'b.id', 'n.bucket_id')
    .leftJoin('partner as p', 'p.number', 'b.partner_number')
    .leftJoin('person as actor', 'actor.id', 'n.by')
    .leftJoin('review_set as s', 's.id', 'n.set_id')
    .select(['n.id', 'n.kind', 'n.at', 'n.by', 'actor.name', 'b.cob', 'n.read_at', 'n.buckets', 'n.choice', 'n.text'])
    .select(['n.comments', 'n.role', 'n.proposal_id'])
    .select(['p.number as partner_number', 'p.name as partner_name', 'n.set_id', 's.title as set_title'])
    .where('n.person_id', '=', personId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(n.at, n.id) < (${after?.at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnread(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function markRead(db: Db, personId: string, upTo: Date, at: Date): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: at })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where('at', '<=', upTo)
    .execute();
}
