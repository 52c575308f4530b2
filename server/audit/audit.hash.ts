import { createHash } from 'node:crypto';
import { chainText } from '#domain/audit/chain.ts';
import type { DomainEvent } from '#domain/event/event.ts';

/** A record as it was read: what it says is what is checked. */
export type ReadRecord = Readonly<{
  at: string;
  actorId: string | null;
  action: string;
  object: Readonly<{ type: string; id: string }>;
  detail: unknown;
}>;

/** The hash of a record that follows that other hash. */
export function hashOfRecord(previous: string, { at, actorId, action, object, detail }: ReadRecord): string {
  const event = { action, object, detail } as unknown as DomainEvent;
  return createHash('sha256').update(chainText(previous, { at, actorId, event })).digest('hex');
}
