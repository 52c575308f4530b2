import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { BucketDiff } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { StopScopeKind } from '#domain/bucket/stop.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import type { ExampleData } from '#domain/example/example.ts';
import type { DriftDirection } from '#domain/practice/expected.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { Event, RefusedDetail } from './event-shape.ts';

export type DialEvent =
  | Event<'dial_created', 'dial', { version: number; became: DialData }>
  | Event<'dial_saved', 'dial', { version: number; changes: readonly DialChange[] }>
  | Event<'dial_published', 'dial', { version: number; name: string; reason: string }>
  | Event<'dial_version_started', 'dial', { version: number; from: number }>
  | Event<'dial_draft_discarded', 'dial', { version: number; was: DialData }>
  | Event<'dial_duplicated', 'dial', { version: number; of: { id: string; version: number }; became: DialData }>
  | Event<'dial_deleted', 'dial', { name: string; was: { published: number | null; draft: number | null } }>
  | Event<
      'dial_imported',
      'dial',
      { version: number; became: DialData } | { version: number; changes: readonly DialChange[] }
    >
  | Event<
      'dial_change_refused',
      'dial',
      RefusedDetail<'dial_saved' | 'dial_published' | 'dial_draft_discarded' | 'dial_deleted'>
    >
  | Event<'dial_import_refused', 'dials', RefusedDetail<'dial_imported'> & { rows: number }>;

/** The id of the set that the bucket changed with, from the save of its drafts on. */
type InSet = { set?: string };

type ResolvedComment = InSet & { round: number; comment: string; text: string };

/** The raise that waited for this bucket, and no longer does. */
type Supersedes = { supersedes?: Readonly<{ proposal: string; proposed_by: string; becomes: number }> };
type Raise = { proposal: string; was: number; becomes: number };

/** The object id of a bucket is its address: `9101/cargo`. */
export type BucketEvent =
  | Event<'bucket_added', 'bucket', { appetite: number }>
  /** `stop`: its id, by which a review ends it; `buckets`: how many one person stopped at once. */
  | Event<'bucket_stopped', 'bucket', { stop: string; reason: string; scope: StopScopeKind; buckets: number }>
  /** A review ended the stop with the version that it made live. */
  | Event<'bucket_restarted', 'bucket', { stop: string; number: number } & InSet>
  /** Lowered by one person; or raised, which `proposed_by` proposed and the actor confirmed. */
  | Event<
      'bucket_appetite_changed',
      'bucket',
      { was: number; became: number; proposal?: string; proposed_by?: string } & Supersedes
    >
  | Event<'bucket_draft_started', 'bucket', { based_on: number } & InSet>
  | Event<'bucket_draft_saved', 'bucket', { changes: BucketDiff } & InSet>
  | Event<'bucket_draft_reset', 'bucket', { based_on: number; was: BucketEntries } & InSet>
  /** A bulk change was saved into a draft that other people (`editors`, by id) work on. */
  | Event<'bucket_draft_joined', 'bucket', { editors: readonly string[] }>
  | Event<
      'bucket_submitted',
      'bucket',
      {
        description: string;
        content_hash: string;
        changes: ChangeCounts;
        /** The day it shall go live; left out: as soon as it is approved. */
        live_on?: string;
        /** The id of the stop that it ends. */
        restart?: string;
        /** The names of the examples that the submitter knew to break. */
        broken_examples?: readonly string[];
      } & InSet
    >
  /** `stands`: only the request for an earlier day was cancelled, and this day stands. */
  | Event<'bucket_reviews_cancelled', 'bucket', { description: string; round: number; stands?: string } & InSet>
  /** `live_on`: the day that it waited for. */
  | Event<'bucket_activated', 'bucket', { number: number; content_hash: string; live_on?: string } & InSet>
  /** Approved, and waiting for its day. `instead_of`: the day that was approved before. */
  | Event<
      'bucket_scheduled',
      'bucket',
      { round: number; live_on: string; content_hash: string; instead_of?: string } & InSet
    >
  /** A new round over the same content for an earlier day; `stands`: the approved day, until they approve. */
  | Event<
      'bucket_earlier_day_asked',
      'bucket',
      { round: number; live_on: string; stands: string; reason: string; content_hash: string } & InSet
    >
  | Event<
      'bucket_earlier_day_rejected',
      'bucket',
      { round: number; live_on: string; stands: string; content_hash: string } & InSet
    >
  | Event<'bucket_put_off', 'bucket', { round: number; was: string; became: string; reason: string } & InSet>
  | Event<'bucket_called_off', 'bucket', { round: number; live_on: string; reason: string } & InSet>
  /** Its day has come, and a rule no longer holds. */
  | Event<'bucket_go_live_stopped', 'bucket', { round: number; live_on: string; message: string } & InSet>
  /** Nobody who must sign can: `reasons` say who must, and why. */
  | Event<'bucket_unsignable', 'bucket', { round: number; reasons: readonly string[] } & InSet>
  /** `acts_for`: the ids of those whose deputy the voter is. */
  | Event<
      'bucket_voted',
      'bucket',
      { round: number; choice: Choice; comment: string; content_hash: string; acts_for?: readonly string[] } & InSet
    >
  | Event<
      'bucket_vote_discounted',
      'bucket',
      { round: number; person: string; choice: Choice; because: Discount; content_hash: string } & InSet
    >
  /** `reply_to`: the id of the parent comment. */
  | Event<
      'bucket_commented',
      'bucket',
      { round: number; text: string; dial_id: string | null; reply_to?: string } & InSet
    >
  | Event<'bucket_comment_resolved', 'bucket', ResolvedComment>
  | Event<'bucket_comment_reopened', 'bucket', ResolvedComment>
  /** The impact of an open review was measured again; `input_hash` covers both lists, portfolio, day and engine. */
  | Event<'bucket_impact_measured', 'bucket', { round: number; portfolio: string | null; input_hash: string }>
  /** Engines decide other than the review of the version expected. `people`: its authors and approvers, by id. */
  | Event<
      'bucket_outcome_drifted',
      'bucket',
      { number: number; direction: DriftDirection; compared: number; differs: number; people: readonly string[] }
    >
  | Event<'bucket_sent_back', 'bucket', { round: number; content_hash: string } & InSet>
  /** `example` is an id. Examples are not part of the reviewed content; the next review lists their changes. */
  | Event<'bucket_example_added', 'bucket', { example: string; became: ExampleData }>
  | Event<'bucket_example_changed', 'bucket', { example: string; was: ExampleData; became: ExampleData }>
  | Event<'bucket_example_deleted', 'bucket', { example: string; was: ExampleData }>
  /** A raised appetite waits for a second person. */
  | Event<'bucket_appetite_proposed', 'bucket', Raise & { reason: string } & Supersedes>
  | Event<'bucket_appetite_declined', 'bucket', Raise & { proposed_by: string; reason: string }>
  | Event<'bucket_appetite_withdrawn', 'bucket', Raise>
  | Event<
      'bucket_change_refused',
      'bucket',
      RefusedDetail<
        | 'bucket_draft_saved'
        | 'bucket_draft_reset'
        | 'bucket_submitted'
        | 'bucket_reviews_cancelled'
        | 'bucket_put_off'
        | 'bucket_called_off'
        | 'bucket_earlier_day_asked'
        | 'bucket_voted'
        | 'bucket_commented'
        | 'bucket_comment_resolved'
        | 'bucket_comment_reopened'
        | 'bucket_appetite_changed'
        | 'bucket_stopped'
        | 'bucket_appetite_declined'
        | 'bucket_appetite_withdrawn'
        | 'bucket_example_added'
        | 'bucket_example_changed'
        | 'bucket_example_deleted'
      >
    >;
