import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { Measurement, StoredMeasurement } from '#contract/impact.ts';
import type { Db } from '#server/db/connect.ts';
import * as store from './impact.store.ts';

export type { StoredImpact } from './impact.store.ts';
export const listImpacts = store.listImpacts;
export const hasImpactOf = store.hasImpactOf;

type Keeping = Readonly<{ roundId: string; by: string; at: Date; atSubmit: boolean; engine: string }>;
type Stored = Readonly<{ result: Measurement; inputHash: string }>;

/**
 * Stores what was measured for a review round beside what is there; as the first one, only where there is none yet.
 * Says whether anything was stored: the same input is stored once per round.
 */
export async function keepImpact(
  db: Db,
  { result, inputHash }: Stored,
  keeping: Keeping,
  isFirst: boolean,
): Promise<boolean> {
  if (result.state !== 'measured')
    return store.insertImpact(db, { ...keeping, result: { missing: result.state } }, isFirst);
  const { state: _, ...measured } = result;
  return store.insertImpact(db, { ...keeping, result: { measured, inputHash } }, isFirst);
}

type MeasuredInput = Readonly<{ before: string; after: string; portfolio: string; day: string; engine: string }>;

/** Whatever the result depends on: the hashes of both lists and of the portfolio, the day and the engine. */
export const hashInput = (input: MeasuredInput): string =>
  createHash('sha256').update(canonicalJson(input)).digest('hex');

/** As reviews and evidence show it; undefined where nothing was measured. */
export function presentStored(row: store.StoredImpact): StoredMeasurement | undefined {
  const { measured, measured_at, measured_by, name, at_submit, engine, is_used } = row;
  if (measured === null) return undefined;
  return {
    ...measured,
    measured_at: measured_at.toISOString(),
    measured_by: { id: measured_by, name },
    at_submit,
    engine,
    is_used: is_used === true,
  };
}
