import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Channel } from '#domain/feed/release.ts';
import type { DecisionCounts } from '#domain/feed/counters.ts';
import type { ReleaseChange } from '#domain/feed/change.ts';
import type { EngineStatus } from '#domain/feed/status.ts';
import type { Beaten } from '#domain/practice/counts.ts';
import type { Instant, Json, OptionalInstant, OptionalNumber, OptionalText } from './schema.columns.ts';

type OptionalJsonOf<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;

/** What the next release says about a bucket, as JSON. */
export type FeedBucketRow = {
  bucket_id: string;
  partner: number;
  cob: string;
  production: string;
  candidate: string;
  refresh_at: OptionalInstant;
};

/** A consumer of the feed, its token, and what it reported last. */
export type EngineRow = {
  id: string;
  name: string;
  name_key: string;
  channel: Channel;
  partners: OptionalJsonOf<readonly number[]>;
  created_at: Instant;
  created_by: string;
  token_hash: string;
  token_tail: string;
  token_created_at: Instant;
  expires_at: Instant;
  revoked_at: OptionalInstant;
  old_token_hash: OptionalText;
  old_token_ends_at: OptionalInstant;
  last_seen_at: OptionalInstant;
  sequence: OptionalNumber;
  applied_at: OptionalInstant;
  source: OptionalText;
  client: OptionalText;
  conformance: OptionalJsonOf<NonNullable<EngineStatus['conformance']>>;
  error: OptionalJsonOf<NonNullable<EngineStatus['error']>>;
  behind_since: OptionalInstant;
  alarmed_at: OptionalInstant;
  dropped: Generated<number>;
  first_counted_at: OptionalInstant;
  last_counted_at: OptionalInstant;
};

export type EngineReleaseRow = {
  engine_id: string;
  sequence: number;
  at: Instant;
  outcome: 'applied' | 'refused';
  message: Generated<string>;
};

/** What engines decided with one version of a bucket in one hour. */
export type DecisionCountRow = DecisionCounts & {
  bucket_id: string;
  version: number;
  hour: Instant;
  dials: Generated<Json>;
  counts: Generated<number[]>;
};

export type FeedTables = {
  /** A public key of the feed. */
  feed_key: {
    kid: string;
    channel: Channel;
    x: string;
    endorsed_by: OptionalText;
    endorsement: OptionalText;
    used_at: Instant;
    revoked_at: OptionalInstant;
  };
  feed_document: { hash: string; content: string };
  /** The document of a version that is or was live, or of the content of a review round. */
  feed_content: { source_id: string; document: string };
  feed_bucket: FeedBucketRow;
  /** The newest release of a channel. */
  feed_head: { channel: Channel; sequence: number; hash: OptionalText; state_hash: OptionalText };
  feed_release: {
    channel: Channel;
    sequence: number;
    hash: string;
    kid: string;
    issued_at: Instant;
    changed: JSONColumnType<ReleaseChange>;
    jws: OptionalText;
  };
  engine: EngineRow;
  engine_release: EngineReleaseRow;
  decision_batch: { id: string; engine_id: string; received_at: Instant };
  decision_count: DecisionCountRow;
  /** The same in one day. */
  decision_day: Omit<DecisionCountRow, 'hour' | 'dials' | 'counts'> & {
    day: string;
    counts: number[];
    /** The block of `counts` that says how often each dial decided. Kept by the database; null: not yet. */
    decided: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
    beaten: JSONColumnType<Beaten>;
  };
  /** A version with which engines decide other than its review expected. */
  outcome_drift: { bucket_version_id: string; notified_at: Instant };
};
