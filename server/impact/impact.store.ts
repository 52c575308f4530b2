import { sql } from 'kysely';
import type { Measured } from '#contract/impact.ts';
import type { MissingImpact } from '#server/db/schema.buckets.ts';
import type { Db } from '#server/db/connect.ts';

export type NewImpact = Readonly<{
  roundId: string;
  by: string;
  at: Date;
  atSubmit: boolean;
  engine: string;
  result: Readonly<{ missing: MissingImpact }> | Readonly<{ measured: Omit<Measured, 'state'>; inputHash: string }>;
}>;

/**
 * Inserts a measurement; returns whether it did. A round has one first measurement, even if several servers measured
 * it, and one measurement per input.
 */
export async function insertImpact(db: Db, added: NewImpact, isFirst: boolean): Promise<boolean> {
  const { roundId, by, at, atSubmit, engine, result } = added;
  const { measured, inputHash } = 'measured' in result ? result : { measured: null, inputHash: null };
  const missing = 'missing' in result ? result.missing : null;
  const { numAffectedRows } = await sql`
    insert into review_impact
      (round_id, number, measured_at, measured_by, at_submit, missing, portfolio_id, engine, measured, input_hash)
    select ${roundId}, coalesce(max(number), 0) + 1, ${at}, ${by}, ${atSubmit}, ${missing},
      ${measured?.portfolio.id ?? null}::uuid, ${engine}, ${measured === null ? null : JSON.stringify(measured)}::jsonb,
      ${inputHash}
    from review_impact where round_id = ${roundId}
    having ${!isFirst} or count(*) = 0
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Whether the round has a measurement of the same input. */
export async function hasImpactOf(db: Db, roundId: string, inputHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('review_impact')
    .select('number')
    .where('round_id', '=', roundId)
    .where('input_hash', '=', inputHash)
    .executeTakeFirst();
  return row !== undefined;
}

export type StoredImpact = Awaited<ReturnType<typeof listImpacts>>[number];

/** The measurements of these rounds, in order. */
export async function listImpacts(db: Db, roundIds: readonly string[]) {
  return db
    .selectFrom('review_impact as i')
    .innerJoin('person as p', 'p.id', 'i.measured_by')
    .leftJoin('portfolio as f', 'f.id', 'i.portfolio_id')
    .select(['i.round_id', 'i.number', 'i.measured_at', 'i.measured_by', 'p.name', 'i.at_submit', 'i.missing'])
    .select(['i.engine', 'i.measured', 'i.input_hash', 'f.is_used'])
    .where('i.round_id', '=', sql<string>`any(${roundIds}::uuid[])`)
    .orderBy('i.round_id')
    .orderBy('i.number')
    .execute();
}
