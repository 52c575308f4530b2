import { canonicalJson } from './canonical.ts';

/** What the end of the audit chain was at a moment. Signed, it shows later that nothing before it was changed or cut off. */
export type Checkpoint = Readonly<{
  /** The number of the last record. */
  seq: number;
  /** The hash of that record, which covers all before it. */
  hash: string;
  /** How many records there were. */
  count: number;
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** The public key that the signature is checked by: base64url of its 32 bytes. It is its own name. */
  key: string;
}>;

/** The signature is Ed25519, in base64url. */
export type SignedCheckpoint = Checkpoint & Readonly<{ signature: string }>;

/** What is signed. The first line keeps a signature of something else from being taken for one of this. */
export function checkpointText({ seq, hash, count, at, key }: Checkpoint): string {
  return `Lineslip audit checkpoint 1\n${canonicalJson({ seq, hash, count, at, key })}`;
}

export const CHECKPOINT_EVERY_MS = 60 * 60_000;

type Known = Readonly<{ seq: number; at: number }>;

/** Every hour, and only when something was recorded since the last. */
export function isCheckpointDue(end: Readonly<{ seq: number }>, last: Known | undefined, now: number): boolean {
  if (end.seq === 0) return false;
  if (last === undefined) return true;
  // A last one from the future was signed by a wrong clock; nobody waits for it.
  const age = now - last.at;
  return end.seq !== last.seq && (age >= CHECKPOINT_EVERY_MS || age < 0);
}
