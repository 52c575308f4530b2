import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Measured } from '#contract/impact.ts';
import type { RoundAuthority } from '#domain/authority/requirement.ts';
import type { RaiseOutcome } from '#domain/appetite/proposal.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import type { Expected } from '#domain/example/example.ts';
import type { Author } from '#domain/review/author.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { BigCounter, Instant, OptionalInstant, OptionalNumber, OptionalText } from './schema.columns.ts';

export type BucketRow = {
  id: string;
  cob: string;
  partner_number: number;
  /** numeric is returned as a string. */
  appetite: ColumnType<string, string | number, string | number>;
  created_at: Instant;
  /** Increments with every change of the bucket. */
  revision: Generated<number>;
};

export type BucketVersionRow = {
  id: string;
  bucket_id: string;
  /** Only for versions that are or were live. */
  number: OptionalNumber;
  state: 'live' | 'superseded' | 'draft' | 'pending_review' | 'discarded';
  description: Generated<string>;
  created_at: Instant;
  created_by: OptionalText;
  saved_at: Instant;
  saved_by: OptionalText;
  /** The number of the live version it is based on; null for the first. */
  based_on: OptionalNumber;
  /** Since when it decides: the first moment of the day that it waited for. */
  live_at: OptionalInstant;
  superseded_at: OptionalInstant;
  /** When a server made it live; null: at `live_at`. */
  activated_at: OptionalInstant;
  /** The changes against the version it is based on, counted at each save. */
  changes: JSONColumnType<ChangeCounts | null, string | null | undefined, string | null>;
  /** The number of entries. */
  dials: Generated<number>;
  /** The set that saved the draft, until it is submitted. */
  set_id: OptionalText;
  /** The revision of the bucket after that save. */
  set_revision: OptionalNumber;
  /** The entries of the draft before that save; null if the save started it. */
  entries_before_set: JSONColumnType<BucketEntries | null, string | null | undefined, string | null>;
};

/** Drafts that one change saved together. */
export type DraftSetRow = {
  id: string;
  title: string;
  saved_at: Instant;
  saved_by: string;
  buckets: number;
  /** The bucket that the changes were copied from, if any. */
  source_partner: OptionalNumber;
  source_cob: OptionalText;
  /** The dial version they are about, if any. */
  dial_id: OptionalText;
  dial_version: OptionalNumber;
};

export type ReviewRoundRow = {
  id: string;
  bucket_version_id: string;
  number: number;
  description: string;
  submitted_at: Instant;
  submitted_by: string;
  closed_at: OptionalInstant;
  outcome: ColumnType<RoundOutcome | null, RoundOutcome | null | undefined, RoundOutcome | null>;
  /** SHA-256 of the submitted entries, and of the day if there is one. */
  content_hash: string;
  /** They cannot vote. */
  authors: string[];
  /** Why each of them is an author; empty for old rounds. */
  author_reasons: JSONColumnType<readonly Author[]>;
  /** How many votes of one kind decide it. */
  required: number;
  /** The set it was submitted with. */
  set_id: OptionalText;
  /** The examples that the submitter knew to break. */
  broken_examples: JSONColumnType<readonly NamedExample[], string, never>;
  /** The submitted entries; null for old rounds. */
  content: JSONColumnType<BucketEntries, string, never>;
  /** The day it goes live; null: as soon as it is approved. */
  live_on: OptionalText;
  /** Approved, and waiting for its day. */
  approved_at: OptionalInstant;
  /** A later day that somebody chose while it waits. */
  put_off_to: OptionalText;
  /** Why it did not go live on its day. */
  stopped_because: OptionalText;
  /** The stop that it ends; null: it ends none. */
  restart: OptionalText;
  /** The number of the approved round whose day it brings forward. */
  brings_forward: OptionalNumber;
  /** The rules it was submitted under, and what is known of the draft; null: submitted before there were rules. */
  authority: JSONColumnType<RoundAuthority | null, string | null | undefined, never>;
};

type NamedExample = Readonly<{ id: string; name: string }>;

/** Rounds of several buckets that were submitted together. */
export type ReviewSetRow = {
  id: string;
  title: string;
  description: string;
  submitted_at: Instant;
  submitted_by: string;
  /** The dial version it is about, if any. */
  dial_id: OptionalText;
  dial_version: OptionalNumber;
};

/** The current vote of one person in one round. */
export type ReviewVoteRow = {
  round_id: string;
  person_id: string;
  choice: Choice;
  comment: string;
  /** The hash of the content the voter saw. */
  content_hash: string;
  voted_at: Instant;
  /** Why it no longer counts. */
  discounted: ColumnType<Discount | null, Discount | null | undefined, Discount | null>;
  /** Those whose deputy the voter was on the day of the vote. */
  acts_for: Generated<string[]>;
};

export type ReviewCommentRow = {
  id: string;
  seq: BigCounter;
  round_id: string;
  person_id: string;
  dial_id: OptionalText;
  text: string;
  at: Instant;
  /** Set if the comment came with a vote. */
  vote: ColumnType<Choice | null, Choice | null | undefined, never>;
  /** The comment it answers, in the same round. */
  reply_to: OptionalText;
};

/** A comment was resolved or reopened; the last row counts. */
export type ReviewResolutionRow = {
  seq: BigCounter;
  comment_id: string;
  resolved: boolean;
  person_id: string;
  at: Instant;
};

type Entry = { bucket_version_id: string; position: number; dial_id: string; dial_version: number };

/** Why nothing was measured for a review round. */
export type MissingImpact = 'no-portfolio' | 'none-of-class';

export type BucketTables = {
  bucket: BucketRow;
  /** A stopped bucket answers no risk. A review ends the stop. */
  bucket_stop: {
    id: string;
    bucket_id: string;
    stopped_at: Instant;
    stopped_by: string;
    reason: string;
    ended_at: OptionalInstant;
  };
  draft_set: DraftSetRow;
  bucket_version: BucketVersionRow;
  bucket_entry: Entry & { overrides: JSONColumnType<DialValues, string | undefined> };
  /** The entries of live versions, drafts and reviews, for reads by dial or of all. Kept by the database, never written here. */
  current_entry: Entry & { bucket_id: string; is_live: boolean; overrides: JSONColumnType<DialValues> };
  /** Who saved a draft. */
  bucket_editor: { bucket_version_id: string; person_id: string };
  /** A risk with the expected values. */
  bucket_example: {
    id: string;
    bucket_id: string;
    name: string;
    /** The normalised name, unique per bucket. */
    name_key: string;
    risk: JSONColumnType<Risk>;
    expected: JSONColumnType<Expected>;
    saved_at: Instant;
    saved_by: string;
    revision: Generated<number>;
  };
  review_round: ReviewRoundRow;
  review_set: ReviewSetRow;
  review_vote: ReviewVoteRow;
  review_comment: ReviewCommentRow;
  review_resolution: ReviewResolutionRow;
  /** The effect of a round's draft on the risks of a portfolio. */
  review_impact: {
    round_id: string;
    number: number;
    measured_at: Instant;
    measured_by: string;
    at_submit: boolean;
    missing: MissingImpact | null;
    portfolio_id: OptionalText;
    engine: string;
    measured: JSONColumnType<Omit<Measured, 'state'> | null, string | null, never>;
    /** Over both lists, the portfolio, the day and the engine; null if nothing was measured, or for old rows. */
    input_hash: OptionalText;
  };
  /** A raised appetite that waits for a second person, or waited. */
  appetite_proposal: {
    proposal_id: string;
    bucket_id: string;
    was: ColumnType<string, string | number, never>;
    becomes: ColumnType<string, string | number, never>;
    reason: string;
    proposed_by: string;
    proposed_at: Instant;
    outcome: ColumnType<RaiseOutcome | null, RaiseOutcome | null | undefined, RaiseOutcome | null>;
    closed_by: OptionalText;
    closed_at: OptionalInstant;
  };
};
