import type { NotificationKind } from '#domain/event/live.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Role } from '#domain/user/role.ts';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  BigCounter,
  DefaultInstant,
  Instant,
  Json,
  OptionalDay,
  OptionalInstant,
  OptionalNumber,
  OptionalText,
} from './schema.columns.ts';
import type { AuthorityTables } from './schema.authority.ts';
import type { BucketTables } from './schema.buckets.ts';
import type { FeedTables } from './schema.feed.ts';
import type { PortfolioTables } from './schema.portfolio.ts';
import type { PeopleTables } from './schema.people.ts';

/** The columns of every table. `schema.test.ts` compares them with the migrated database. */
export type Schema = AuthorityTables &
  BucketTables &
  FeedTables &
  PeopleTables &
  PortfolioTables & {
    audit_event: AuditEventRow;
    /** A single row: the end of the chain. Locking it serialises writers. */
    audit_head: {
      only: Generated<boolean>;
      hash: string;
      /** The number of the last record; 0 if there is none. */
      seq: ColumnType<string, string | number | undefined, string | number>;
      count: ColumnType<string, string | number | undefined, string | number>;
      /** The time of the last record. */
      at: OptionalInstant;
    };
    audit_checkpoint: AuditCheckpointRow;
    /** `definition` is a `FlagSetting`. */
    flag: { key: string; definition: Json; updated_at: DefaultInstant };
    analytics_event: {
      insert_id: string;
      kind: 'click' | 'page view' | 'search';
      distinct_id: string;
      at: Instant;
      received_at: DefaultInstant;
      properties: Json;
    };
    /** `page` is '' for the whole day, and in `usage_person` for any page. */
    usage_day: { day: string; page: string; views: number; people: number; searches: number; nothing: number };
    usage_person: { page: string; person: string; last_day: string };
    analytics_profile: { distinct_id: string; properties: Json; updated_at: DefaultInstant };
    reference_option: ReferenceOptionRow;
    partner: PartnerRow;
    /** An option with a new name or other classes that the rows of dials do not contain yet. */
    search_refresh: { list: string; code: string; at: DefaultInstant };
    dial: DialTableRow;
    /** A delta of the number of dials with a status, and of those with an open draft. */
    dial_count: { status: DialStatus; change: number; drafts: Generated<number> };
    dial_version: DialVersionRow;
    /** Who started, saved or published a version; kept even if a draft is discarded. */
    dial_version_writer: { dial_id: string; version: number; person_id: string };
    notification: {
      id: BigCounter;
      person_id: string;
      kind: NotificationKind;
      at: Instant;
      by: OptionalText;
      /** Null if it is about a person. */
      bucket_id: OptionalText;
      read_at: OptionalInstant;
      /** The set that the bucket was submitted with, and how many of its buckets one action affected. */
      set_id: OptionalText;
      /** The same for raised appetites that were proposed together. */
      proposal_id: OptionalText;
      buckets: Generated<number>;
      /** For a vote: its choice and its comment, if shown. */
      choice: ColumnType<Choice | null, Choice | null | undefined, never>;
      text: Generated<string>;
      /** The comments that it stands for. */
      comments: Generated<number>;
      role: ColumnType<Role | null, Role | null | undefined, never>;
    };
    /** The outbox: written with the change, sent afterwards. */
    webhook_delivery: {
      id: string;
      kind: string;
      payload: Json;
      created_at: Instant;
      attempts: Generated<number>;
      /** The next attempt; null once it was delivered or abandoned. */
      next_at: OptionalInstant;
      delivered_at: OptionalInstant;
      last_error: OptionalText;
    };
  };

export type ReferenceOptionRow = {
  list: string;
  code: string;
  label: string;
  grp: OptionalText;
  position: number;
  /** Kept for existing references, no longer offered. */
  retired_at: OptionalInstant;
  revision: Generated<number>;
  /** Slugs of its classes; empty: all classes. */
  classes: Generated<string[]>;
};

export type PartnerRow = { number: number; name: string; created_at: DefaultInstant; revision: Generated<number> };

/** A dial, and its list row: of the newest published version, or of the draft if there is none. */
export type DialTableRow = {
  id: string;
  created_at: Instant;
  created_by: string;
  deleted_at: OptionalInstant;
  deleted_by: OptionalText;
  /** Increments with every change of the dial. */
  revision: number;
  published_version: OptionalNumber;
  draft_version: OptionalNumber;
  name: string;
  name_key: string;
  search_text: string;
  tags: string[];
  authors: string[];
  /** Slugs of the classes it names by its risk codes and dimensions. */
  own_classes: string[];
  status: DialStatus;
  /** The next day on which the status changes. */
  status_day: OptionalDay;
  active_from: OptionalDay;
  active_until: OptionalDay;
  in_live_bucket: Generated<boolean>;
  bucket_count: Generated<number>;
  /** Slugs of the classes of the buckets that use it. */
  used_classes: Generated<string[]>;
  /** Both together; `*` alone: every class. */
  classes: GeneratedAlways<string[]>;
  /** The last save or publish of any of its versions. */
  saved_at: Instant;
  /** The transaction that changed the row last. */
  changed_in: Generated<string>;
};

export type DialVersionRow = {
  dial_id: string;
  version: number;
  state: 'draft' | 'published';
  data: JSONColumnType<DialData>;
  created_at: Instant;
  created_by: string;
  saved_at: Instant;
  saved_by: string;
  published_at: OptionalInstant;
  published_by: OptionalText;
};

/** The audit: its records, the end of their chain, and the signed checkpoints of that end. */
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

/** int8 is returned as a string. */
type BigNumber = ColumnType<string, string | number, string | number>;

/** A signed snapshot of the end of the chain. */
export type AuditCheckpointRow = {
  id: BigCounter;
  seq: BigNumber;
  hash: string;
  count: BigNumber;
  at: Instant;
  /** The public key that verifies the signature. */
  key: string;
  signature: string;
};
