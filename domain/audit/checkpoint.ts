import { canonicalJson } from './canonical.ts';

/** The end of the audit chain at a point in time. Signed, it proves that nothing before it was changed or removed. */
export type Checkpoint = Readonly<{
  /** The last record. */
  seq: number;
  /** Its hash, which covers all earlier records. */
  hash: string;
  count: number;
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** The public key, base64url of 32 bytes; also serves as its id. */
  key: string;
}>;

/** The signature is Ed25519, in base64url. */
export type SignedCheckpoint = Checkpoint & Readonly<{ signature: string }>;

/** The signed text. The first line provides domain separation. */
export function checkpointText({ seq, hash, count, at, key }: Checkpoint): string {
  return `Lineslip audit checkpoint 1\n${canonicalJson({ seq, hash, count, at, key })}`;
}

export const CHECKPOINT_EVERY_MS = 60 * 60_000;

type LastCheckpoint = Readonly<{ seq: number; at: number }>;

/** Hourly, if there are new records. */
export function isCheckpointDue(
  end: Readonly<{ seq: number }>,
  last: LastCheckpoint | undefined,
  now: number,
): boolean {
  if (end.seq === 0) return false;
  if (last === undefined) return true;
  // A checkpoint from the future came from a wrong clock.
  const age = now - last.at;
  return end.seq !== last.seq && (age >= CHECKPOINT_EVERY_MS || age < 0);
}
