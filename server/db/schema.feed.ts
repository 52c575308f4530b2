import type { Generated, JSONColumnType } from 'kysely';
import type { Channel } from '#domain/feed/release.ts';
import type { DecisionCounts } from '#domain/feed/counters.ts';
import type { ReleaseChange } from '#domain/feed/change.ts';
import type { EngineStatus } from '#domain/feed/status.ts';
import type { Beaten } from '#domain/practice/counts.ts';
import type { Instant, Json, OptionalInstant, OptionalNumber, OptionalText } from './schema.columns.ts';

type OptionalJsonOf<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;

/** A public key of the feed. */
export type FeedKeyRow = {
  kid: string;
  channel: Channel;
  x: string;
  endorsed_by: OptionalText;
  endorsement: OptionalText;
  used_at: Instant;
  revoked_at: OptionalInstant;
};

export type FeedDocumentRow = { hash: string; content: string };

/** The document of a version that is or was live, or of the content of a review round. */
export type FeedContentRow = { source_id: string; document: string };

/** What the next release says about a bucket, as JSON. */
export type FeedBucketRow = {
  bucket_id: string;
  partner: number;
  cob: string;
  production: string;
  candidate: string;
  refresh_at: OptionalInstant;
};

/** The newest release of a channel. */
export type FeedHeadRow = { channel: Channel; sequence: number; hash: OptionalText; state_hash: OptionalText };

export type FeedReleaseRow = {
  channel: Channel;
  sequence: number;
  hash: string;
  kid: string;
  issued_at: Instant;
  changed: JSONColumnType<ReleaseChange>;
  jws: OptionalText;
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

export type DecisionBatchRow = { id: string; engine_id: string; received_at: Instant };

/** What engines decided with one version of a bucket in one hour. */
export type DecisionCountRow = DecisionCounts & {
  bucket_id: string;
  version: number;
  hour: Instant;
  dials: Generated<Json>;
  counts: Generated<number[]>;
};

/** The same in one day. */
export type DecisionDayRow = Omit<DecisionCountRow, 'hour' | 'dials' | 'counts'> & {
  day: string;
  counts: number[];
  beaten: JSONColumnType<Beaten>;
};

/** A version with which engines decide other than its review expected. */
export type OutcomeDriftRow = { bucket_version_id: string; notified_at: Instant };
