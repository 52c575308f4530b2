import type { Measurement, StoredMeasurement } from '#contract/impact.ts';
import type { Db } from '#server/db/connect.ts';
import * as store from './impact.store.ts';

export type { StoredImpact } from './impact.store.ts';
export const listImpacts = store.listImpacts;

type Keeping = Readonly<{ roundId: string; by: string; at: Date; atSubmit: boolean; engine: string }>;

/** Keeps what was measured for a review round beside what is there; as the first one, only where there is none yet. */
export async function keepImpact(db: Db, result: Measurement, keeping: Keeping, isFirst: boolean): Promise<void> {
  if (result.state !== 'measured')
    return store.insertImpact(db, { ...keeping, result: { missing: result.state } }, isFirst);
  const { state: _, ...measured } = result;
  return store.insertImpact(db, { ...keeping, result: { measured } }, isFirst);
}

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
