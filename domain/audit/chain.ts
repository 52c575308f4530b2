import { canonicalJson } from './canonical.ts';
import type { DomainEvent } from '#domain/event/event.ts';

export type AuditRecord = Readonly<{
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** Who did it; null is the system itself. */
  actorId: string | null;
  event: DomainEvent;
}>;

export const CHAIN_START = '0'.repeat(64);

/** What a record's hash is taken over: the hash before it, then the record. Changing any earlier row changes every later hash. */
export function chainText(previousHash: string, { at, actorId, event }: AuditRecord): string {
  const { action, object, detail } = event;
  return `${previousHash}\n${canonicalJson({ at, actorId, action, object, detail })}`;
}

/** Clocks of servers differ by less, and nobody waits for the end of the chain as long. */
export const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000;

/**
 * When a record says it was written, in milliseconds: never before the one before it, although its writer may have read
 * the clock before another came first, or a clock that is slow. A last record that is far in the future was written by a
 * wrong clock; it does not make all that follow it wrong.
 */
export function recordTime(clock: number, previous: number | undefined): number {
  if (previous === undefined || previous - clock > MAX_CLOCK_DIFFERENCE_MS) return clock;
  return Math.max(clock, previous);
}
