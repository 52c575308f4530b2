import { canonicalJson } from './canonical.ts';
import type { AuditRecord } from './event.ts';

export const CHAIN_START = '0'.repeat(64);

/** What a record's hash is taken over: the hash before it, then the record. Changing any earlier row changes every later hash. */
export function chainText(previousHash: string, { at, actorId, event }: AuditRecord): string {
  const { action, object, detail } = event;
  return `${previousHash}\n${canonicalJson({ at, actorId, action, object, detail })}`;
}
