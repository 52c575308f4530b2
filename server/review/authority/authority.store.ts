import { type Insertable, sql } from 'kysely';
import type { Deputy } from '#domain/authority/deputy.ts';
import type { AuthorityChangeKind, AuthorityOutcome } from '#domain/authority/proposal.ts';
import type { ChangedShares } from '#domain/authority/requirement.ts';
import type { AuthorityRule, RuleInput } from '#domain/authority/rule.ts';
import type { PortfolioUse } from '#domain/portfolio/use.ts';
import type { Db } from '#server/db/connect.ts';
import type { AuthorityChangeRow } from '#server/db/schema.authority.ts';

const LOCK = sql`hashtextextended('authority_change', 0)`;

/** Waits for everybody who reads the rules to submit or vote by them, and blocks others until the transaction ends. */
export async function lockAuthority(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
}

/** No rule and no deputy changes until the transaction ends. Call it after locking buckets, before locking people. */
export async function shareAuthority(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx);
}

/**
 * The risks and the premium that the round `r` changes, in percent: the most that was ever measured for it, so that
 * measuring again loosens nothing. Null if nothing was measured, or could not be once.
 */
export const SHARES = sql<ChangedShares | null>`(case when r.authority is not null then (
  select case when count(*) > 0 and bool_and(i.measured is not null) then json_build_object(
    'risks', max(100 * (change->'changed'->>'risks')::float8 / nullif((change->'all'->>'risks')::float8, 0)),
    'premium', case when bool_and(jsonb_typeof(change->'changed'->'premium') = 'number' and (change->'all'->>'premium')::float8 > 0)
      then max(100 * (change->'changed'->>'premium')::float8 / nullif((change->'all'->>'premium')::float8, 0)) end) end
  from review_impact i cross join lateral (select i.measured->'impact' as change) measured where i.round_id = r.id) end)`;

/** What a change is about. */
export type AuthorityBody = RuleInput | Deputy | PortfolioUse;

export type StoredChange = Readonly<{
  id: string;
  kind: AuthorityChangeKind;
  body: AuthorityBody;
  replaces: string | null;
  proposed_by: string;
  proposer_name: string;
  proposed_at: Date;
  outcome: AuthorityOutcome | null;
  decided_by: string | null;
  decider_name: string | null;
  decided_at: Date | null;
  reason: string;
  ended_at: Date | null;
}>;

const changes = (db: Db) =>
  db
    .selectFrom('authority_change as c')
    .innerJoin('person as proposer', 'proposer.id', 'c.proposed_by')
    .leftJoin('person as decider', 'decider.id', 'c.decided_by')
    .select(['c.id', 'c.kind', 'c.body', 'c.replaces', 'c.proposed_by', 'c.proposed_at', 'c.outcome', 'c.decided_by'])
    .select([
      'c.decided_at',
      'c.reason',
      'c.ended_at',
      'proposer.name as proposer_name',
      'decider.name as decider_name',
    ]);

export type StoredRule = StoredChange & Readonly<{ body: RuleInput }>;
export type StoredDeputy = StoredChange & Readonly<{ body: Deputy }>;

/** The rules in force, oldest first. */
export async function listRules(db: Db): Promise<StoredRule[]> {
  const rows = await changes(db)
    .where('c.kind', 'in', ['add_rule', 'change_rule'])
    .where('c.outcome', '=', 'confirmed')
    .where('c.ended_at', 'is', null)
    .orderBy('c.decided_at')
    .orderBy('c.id')
    .execute();
  return rows as StoredRule[];
}

export const ruleOf = ({ id, body }: Pick<StoredRule, 'id' | 'body'>): AuthorityRule => ({ id, ...body });

/** The portfolio that waits for a second person; one at most. */
export async function findOpenUse(db: Db): Promise<StoredChange | undefined> {
  return changes(db).where('c.decided_at', 'is', null).where('c.kind', '=', 'use_portfolio').executeTakeFirst();
}

/** Confirmed deputies whose last day is this one or later, those that ended before it included. */
export async function listDeputies(db: Db, from: string): Promise<StoredDeputy[]> {
  const rows = await changes(db)
    .where('c.kind', '=', 'add_deputy')
    .where('c.outcome', '=', 'confirmed')
    .where(sql`c.body->>'last_day'`, '>=', from)
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.id')
    .execute();
  return rows as StoredDeputy[];
}

/** The deputies in force from this day on. */
export const listDeputiesInForce = async (db: Db, from: string): Promise<Deputy[]> =>
  (await listDeputies(db, from)).filter(({ ended_at }) => ended_at === null).map(({ body }) => body);

/** Longest waiting first. */
export async function listOpenChanges(db: Db): Promise<StoredChange[]> {
  return changes(db).where('c.decided_at', 'is', null).orderBy('c.proposed_at').orderBy('c.id').execute();
}

export async function findChange(db: Db, id: string): Promise<StoredChange | undefined> {
  return changes(db).where('c.id', '=', id).executeTakeFirst();
}

export type Position = Readonly<{ at: string; id: string }>;

/** Decided ones, newest first. */
export async function listDecidedChanges(
  db: Db,
  limit: number,
  after: Position | undefined,
): Promise<(StoredChange & Readonly<{ decided_at: Date }>)[]> {
  const rows = await changes(db)
    .where('c.decided_at', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(c.decided_at, c.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('c.decided_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
  return rows as (StoredChange & Readonly<{ decided_at: Date }>)[];
}

export async function insertChange(
  trx: Db,
  { body, ...row }: Omit<Insertable<AuthorityChangeRow>, 'body'> & Readonly<{ body: AuthorityBody }>,
): Promise<void> {
  await trx
    .insertInto('authority_change')
    .values({ ...row, body: JSON.stringify(body) })
    .execute();
}

type Decision = Readonly<{ outcome: AuthorityOutcome; by: string; at: Date; reason: string }>;

/** Removals and ends are never in force themselves. */
export async function closeChange(trx: Db, id: string, { outcome, by, at, reason }: Decision): Promise<void> {
  await trx
    .updateTable('authority_change')
    .set({ outcome, decided_by: by, decided_at: at, reason })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .execute();
}

export async function endChange(trx: Db, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('authority_change')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
