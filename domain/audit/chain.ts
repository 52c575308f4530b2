import { canonicalJson } from './canonical.ts';
import type { DomainEvent } from '#domain/event/event.ts';

export type AuditRecord = Readonly<{
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** Null for the system. */
  actorId: string | null;
  event: DomainEvent;
}>;

export const CHAIN_START = '0'.repeat(64);

/** The input of a record's hash, chained to the previous one: changing a record changes all later hashes. */
export function chainText(previousHash: string, { at, actorId, event }: AuditRecord): string {
  const { action, object, detail } = event;
  return `${previousHash}\n${canonicalJson({ at, actorId, action, object, detail })}`;
}

/** Larger than any clock skew between servers or wait for the chain. */
export const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000;

/**
 * The timestamp of a record in milliseconds, never before its predecessor's despite races and clock skew. A predecessor far in
 * the future came from a wrong clock and is ignored.
 */
export function recordTime(clock: number, previous: number | undefined): number {
  if (previous === undefined || previous - clock > MAX_CLOCK_DIFFERENCE_MS) return clock;
  return Math.max(clock, previous);
}
