import type { ColumnType, Generated } from 'kysely';
import type { BigCounter, Instant, Json, OptionalInstant } from './schema.columns.ts';

/** The rows of the audit: its records, the end of their chain, and the signed checkpoints of that end. */
export type AuditEventRow = {
  seq: BigCounter;
  at: Instant;
  actor_id: string | null;
  action: string;
  object_type: string;
  object_id: string;
  detail: Json;
  previous_hash: string;
  hash: string;
};

/** int8 arrives as a string. */
type BigNumber = ColumnType<string, string | number, string | number>;

/** A single row: the end of the chain. Locking it puts writers in line. */
export type AuditHeadRow = {
  only: Generated<boolean>;
  hash: string;
  /** The number of the last record; 0 where there is none. */
  seq: ColumnType<string, string | number | undefined, string | number>;
  count: ColumnType<string, string | number | undefined, string | number>;
  /** The time of the last record. */
  at: OptionalInstant;
};

/** What the end of the chain was at a moment, signed. */
export type AuditCheckpointRow = {
  id: BigCounter;
  seq: BigNumber;
  hash: string;
  count: BigNumber;
  at: Instant;
  /** The public key that the signature is checked by. */
  key: string;
  signature: string;
};
