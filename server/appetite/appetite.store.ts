import { sql } from 'kysely';
import type { AppetiteCell } from '#contract/admin.ts';
import type { RaiseOutcome } from '#domain/appetite/proposal.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';

export async function listAppetites(db: Db): Promise<AppetiteCell[]> {
  const { rows } = await sql<AppetiteCell>`
    select b.partner_number as partner, b.cob, b.appetite::float8 as appetite, live.dials,
      case when p.bucket_id is not null
        then json_build_object('proposal', p.proposal_id, 'becomes', p.becomes::float8) end as raise
    from bucket b join bucket_version live on live.bucket_id = b.id and live.state = 'live'
    left join appetite_proposal p on p.bucket_id = b.id and p.closed_at is null
    order by b.partner_number, b.cob collate "C"`.execute(db);
  return rows;
}

/** A raise that waits. */
export type OpenRaise = Readonly<{ proposal: string; proposed_by: string; becomes: number }>;
export type LockedAppetite = BucketAddress & Readonly<{ id: string; appetite: number; raise: OpenRaise | null }>;

/** Locks those of these buckets that exist, always in the same order to avoid deadlocks. Their raises change under this lock. */
export async function lockAppetites(trx: Db, of: readonly BucketAddress[]): Promise<LockedAppetite[]> {
  const { rows } = await sql<Omit<LockedAppetite, 'raise'>>`
    select b.id, b.partner_number as partner, b.cob, b.appetite::float8 as appetite
    from bucket b
    where (b.cob, b.partner_number) in (
      select address.cob, address.partner from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as address (cob text, partner int))
    order by b.partner_number, b.cob collate "C" for update of b`.execute(trx);
  // A statement of its own: it sees what was committed while the first one waited for the lock.
  const { rows: open } = await sql<OpenRaise & { bucket_id: string }>`
    select bucket_id, proposal_id as proposal, proposed_by, becomes::float8 as becomes
    from appetite_proposal
    where closed_at is null and bucket_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx);
  const raises = new Map(open.map(({ bucket_id, ...raise }) => [bucket_id, raise]));
  return rows.map((row) => ({ ...row, raise: raises.get(row.id) ?? null }));
}

/** An appetite is neither edited nor reviewed in drafts: the revision stays, so no draft becomes stale. */
export async function setAppetites(
  trx: Db,
  changes: readonly Readonly<{ id: string; appetite: number }>[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update bucket b set appetite = change.appetite
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id uuid, appetite numeric)
    where b.id = change.id`.execute(trx);
}

type NewProposal = Readonly<{
  id: string;
  by: string;
  at: Date;
  reason: string;
  raises: readonly Readonly<{ id: string; was: number; appetite: number }>[];
}>;

export async function insertProposal(trx: Db, { id, by, at, reason, raises }: NewProposal): Promise<void> {
  if (raises.length === 0) return;
  await sql`
    insert into appetite_proposal (proposal_id, bucket_id, was, becomes, reason, proposed_by, proposed_at)
    select ${id}::uuid, raise.id, raise.was, raise.appetite, ${reason}, ${by}, ${at}
    from jsonb_to_recordset(${JSON.stringify(raises)}::jsonb) as raise (id uuid, was numeric, appetite numeric)`.execute(
    trx,
  );
}

type Closing = Readonly<{ outcome: RaiseOutcome; by: string; at: Date }>;

/** Closes the raises of these buckets that wait. */
export async function closeRaises(trx: Db, bucketIds: readonly string[], { outcome, by, at }: Closing): Promise<void> {
  if (bucketIds.length === 0) return;
  await sql`
    update appetite_proposal set outcome = ${outcome}, closed_by = ${by}, closed_at = ${at}
    where closed_at is null and bucket_id = any(${bucketIds}::uuid[])`.execute(trx);
}

export type StoredProposal = Readonly<{
  id: string;
  by: string;
  by_name: string;
  at: Date;
  reason: string;
}>;
export type StoredWaiting = StoredProposal &
  Readonly<{ buckets: number; cob: string | null; partner: number | null; partner_name: string | null }>;

/** Longest waiting first. */
export async function listWaiting(db: Db, limit: number): Promise<StoredWaiting[]> {
  const { rows } = await sql<StoredWaiting>`
    select p.proposal_id as id, p.proposed_by as by, person.name as by_name, p.proposed_at as at, p.reason,
      count(*)::int as buckets,
      case when min(b.cob) = max(b.cob) then min(b.cob) end as cob,
      case when min(partner.number) = max(partner.number) then min(partner.number) end as partner,
      case when min(partner.number) = max(partner.number) then min(partner.name) end as partner_name
    from appetite_proposal p
    join bucket b on b.id = p.bucket_id
    join partner on partner.number = b.partner_number
    join person on person.id = p.proposed_by
    where p.closed_at is null
    group by p.proposal_id, p.proposed_by, person.name, p.proposed_at, p.reason
    order by p.proposed_at, p.proposal_id limit ${limit}`.execute(db);
  return rows;
}

export type StoredRaise = BucketAddress &
  Readonly<{
    bucket_id: string;
    partner_name: string;
    was: number;
    becomes: number;
    outcome: RaiseOutcome | null;
    closed_by: string | null;
    closed_by_name: string | null;
    closed_at: Date | null;
  }>;

/** With every raise that was proposed together, by class and partner. */
export async function findProposal(
  db: Db,
  id: string,
): Promise<(StoredProposal & Readonly<{ raises: readonly StoredRaise[] }>) | undefined> {
  const { rows } = await sql<StoredProposal & StoredRaise>`
    select p.proposal_id as id, p.proposed_by as by, person.name as by_name, p.proposed_at as at, p.reason,
      p.bucket_id, b.cob, partner.number as partner, partner.name as partner_name, p.was::float8 as was,
      p.becomes::float8 as becomes, p.outcome, p.closed_by, closer.name as closed_by_name, p.closed_at
    from appetite_proposal p
    join bucket b on b.id = p.bucket_id
    join partner on partner.number = b.partner_number
    join person on person.id = p.proposed_by
    left join person closer on closer.id = p.closed_by
    where p.proposal_id = ${id}::uuid
    order by b.cob collate "C", partner.number`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { by, by_name, at, reason } = first;
  return { id, by, by_name, at, reason, raises: rows };
}
