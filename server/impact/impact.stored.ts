import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import type { Capacity } from '#contract/capacity.ts';
import type { Measurement, StoredMeasurement } from '#contract/impact.ts';
import type { Db } from '#server/db/connect.ts';
import * as store from './impact.store.ts';

export type { StoredImpact } from './impact.store.ts';
export const listImpacts = store.listImpacts;
export const hasImpactOf = store.hasImpactOf;

type ImpactMetadata = Readonly<{ roundId: string; by: string; at: Date; atSubmit: boolean; engine: string }>;
type Stored = Readonly<{ result: Measurement; inputHash: string }>;

/**
 * Stores a measurement of a review round next to earlier ones; the first one only if there is none. Returns whether
 * anything was stored: each input is stored once per round.
 */
export async function storeImpact(
  db: Db,
  { result, inputHash }: Stored,
  metadata: ImpactMetadata,
  isFirst: boolean,
): Promise<boolean> {
  if (result.state !== 'measured')
    return store.insertImpact(db, { ...metadata, result: { missing: result.state } }, isFirst);
  const { state: _, ...measured } = result;
  return store.insertImpact(db, { ...metadata, result: { measured, inputHash } }, isFirst);
}

type MeasuredInput = Readonly<{
  before: string;
  after: string;
  portfolio: string;
  day: string;
  engine: string;
  limits: readonly Limit[];
}>;

/**
 * Everything the result depends on: the hashes of both lists and of the portfolio, the day, the engine, and limits if there
 * are any, since earlier hashes were made without them.
 */
export const hashInput = ({ limits, ...input }: MeasuredInput): string =>
  createHash('sha256')
    .update(canonicalJson({ ...input, ...(limits.length > 0 && { limits }) }))
    .digest('hex');

/** The limits of a measurement, as imported. */
export const limitsIn = (capacity: Capacity | null | undefined): Limit[] =>
  (capacity?.limits ?? []).map(({ lines: _lines, premium: _premium, ...limit }) => limit);

/** As reviews and evidence show it; undefined if nothing was measured. */
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
