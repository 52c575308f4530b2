import { z } from 'zod';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import { CHOICES } from '#domain/review/round.ts';
import { DISCOUNTS } from '#domain/review/voter.ts';
import { requiredSignerSchema } from './authority.ts';
import { bucketStopSchema, changeCountsSchema, partnerSchema, bucketChangesSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { valueCountSchema } from './impact-count.ts';
import type { Described } from './route.ts';

const choice = z.enum(CHOICES);
const outcome = z.enum(['approved', 'rejected', 'cancelled']) satisfies z.ZodType<RoundOutcome>;

/** `discounted`: why it does not count. */
const reviewVoteSchema = z
  .object({
    by: personRef,
    choice,
    comment: z.string(),
    at: moment,
    discounted: z.enum(DISCOUNTS).nullable(),
    /** Those whose deputy the person was on the day of the vote. */
    acts_for: z.array(z.string()),
    /** The required signer for whom the vote counts. */
    signs_for: personRef.nullable(),
  })
  .meta({ id: 'ReviewVote' });
export type ReviewVote = Described<typeof reviewVoteSchema>;

const dial = z.object({ id: z.string(), name: z.string() });
/** On the draft, on one dial, or a reply. Comments of a vote have `vote` set. */
const reviewCommentSchema = z
  .object({
    id: z.string(),
    by: personRef,
    at: moment,
    text: z.string(),
    dial: dial.nullable(),
    vote: choice.nullable(),
    /** The parent comment, of the same round. */
    reply_to: z.string().nullable(),
    resolved: z.object({ by: personRef, at: moment }).nullable(),
  })
  .meta({ id: 'ReviewComment' });
export type ReviewComment = Described<typeof reviewCommentSchema>;

/** Who cannot vote, and why: saved or submitted the draft, or wrote a dial version it adds. */
const reviewAuthorSchema = z
  .object({
    ...personRef.shape,
    saved: z.boolean(),
    submitted: z.boolean(),
    /** The first few dials they wrote. */
    dials: z.array(dial),
    dial_count: z.int(),
  })
  .meta({ id: 'ReviewAuthor' });
export type ReviewAuthor = Described<typeof reviewAuthorSchema>;

export const reviewRoundSchema = z
  .object({
    number: z.int(),
    description: z.string(),
    submitted_at: moment,
    submitted_by: personRef,
    closed_at: moment.nullable(),
    outcome: outcome.nullable(),
    /** SHA-256 of the canonical JSON of the submitted content, with the day and the stop it ends, if any. */
    hash: z.string(),
    required: z.int(),
    /** Who must be among the approvers, by the rules of authority under which it was submitted. */
    signers: z.array(requiredSignerSchema),
    /** Amounts that were above a limit before, and do not rise: they ask for nobody. */
    above_before: z.array(z.string()),
    /** The day votes are bound to; null: live as soon as it is approved. */
    live_on: z.iso.date().nullable(),
    /** Since when it is approved and waits for its day. */
    approved_at: moment.nullable(),
    /** A later day that somebody chose while it waits. */
    put_off_to: z.iso.date().nullable(),
    /** Why it did not go live on its day. */
    stopped_because: z.string().nullable(),
    /** The stop that it ends. */
    restart: bucketStopSchema.nullable(),
    /** The number of the approved round whose day it brings forward, over the same content. */
    brings_forward: z.int().nullable(),
    /** The examples that its submitter knew to break. */
    broken_examples: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Oldest first; final once the round has ended. */
    votes: z.array(reviewVoteSchema),
    authors: z.array(reviewAuthorSchema),
    /** Includes those after its end, until the next submission. */
    comments: z.array(reviewCommentSchema),
    /** Its review set with the other buckets. */
    set: z
      .object({
        id: z.string(),
        title: z.string(),
        others: z.array(z.object({ partner: z.int(), cob: z.string(), outcome: outcome.nullable() })),
      })
      .nullable(),
  })
  .meta({ id: 'ReviewRound' });
export type ReviewRound = Described<typeof reviewRoundSchema>;

/** Other rounds included in a review. */
export const MAX_EARLIER_ROUNDS = 20;

/**
 * The round of a bucket's draft, or else of its live version, and what the caller may do: the round that takes votes,
 * else the one that waits for its day, else the last one.
 */
export const reviewSchema = z
  .object({
    cob: z.string(),
    partner: partnerSchema,
    /** Null if the draft was never submitted. */
    round: reviewRoundSchema.nullable(),
    /** The other rounds of the draft, oldest first. One may wait for its day while people vote on an earlier day. */
    earlier: z.array(reviewRoundSchema),
    /** The previous round, if its content is stored for comparison. */
    since: z.int().nullable(),
    /** The version it became. */
    number: z.int().nullable(),
    mine: choice.nullable(),
    abilities: z.object({ vote: z.boolean(), comment: z.boolean() }),
    /** Why the caller cannot vote in an open round. */
    refusal: z.string().nullable(),
    /** Why the caller's vote would not count. */
    vote_not_counted: z.string().nullable(),
  })
  .meta({ id: 'Review' });
export type Review = Described<typeof reviewSchema>;

/** The review of a bucket in a set: the round that was submitted with it. */
const setBucketSchema = z.object({
  ...reviewSchema.shape,
  round: reviewRoundSchema,
  /** Submitted against live at that time; null if overwritten by a later save. */
  difference: bucketChangesSchema
    .pick({ counts: true, changes: true })
    .extend({
      /** The dials that other buckets of the set change, at the version that this one holds without a change. */
      unchanged: z.array(z.object({ dial_id: z.string(), version: z.int() })),
    })
    .nullable(),
  /**
   * What was measured for its round, as everywhere else: see `measurementOf`. `changed` is null below 20 risks, if the
   * caller may not see single risks.
   */
  impact: z
    .object({
      changed: z.int().nullable(),
      risks: z.int(),
      /** Of the risks that change; null if unknown. */
      premium: z.number().nullable(),
      /** The day of the measurement: that of the go-live, or of the submission. */
      day: z.string().nullable(),
      values: z.array(valueCountSchema),
    })
    .nullable(),
});
export type SetBucket = Described<typeof setBucketSchema>;

export const reviewSetSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    submitted_at: moment,
    submitted_by: personRef,
    /** The dial version it is about, if any. */
    dial: z.object({ id: z.string(), name: z.string(), version: z.int().nullable() }).nullable(),
    buckets: z.array(setBucketSchema),
  })
  .meta({ id: 'ReviewSet' });
export type ReviewSet = Described<typeof reviewSetSchema>;

export const pendingReviewSchema = z
  .object({
    cob: z.string(),
    partner: partnerSchema,
    description: z.string(),
    submitted_at: moment,
    submitted_by: personRef,
    changes: changeCountsSchema,
    /** Of a set: over all its waiting buckets. */
    approvals: z.int(),
    rejections: z.int(),
    required: z.int(),
    /** The day it goes live, of a set the first one; null: as soon as it is approved. */
    live_on: z.iso.date().nullable(),
    /** The stop that it ends, of a set one of them. */
    restart: bucketStopSchema.nullable(),
    /** What was measured for its round: risks that change, of all; of a set added up over its buckets. Null: too few to show. */
    impact: z.object({
      state: z.enum(['measured', 'on-its-way', 'no-portfolio', 'none-of-class']),
      changed: z.int().nullable(),
      all: z.int().nullable(),
      /** The day of the measurement; null where the buckets of a set were measured on different days. */
      day: z.iso.date().nullable(),
    }),
    /** Examples that newly break, as the submitter acknowledged, of all. */
    examples: z.object({ broken: z.int(), all: z.int() }),
    mine: choice.nullable(),
    /**
     * Why nothing is asked of the caller: they submitted or edited it, wrote a dial in it, depend on such an author, or
     * only the approval of a required signer is missing (`other_signer`).
     */
    barred: z.enum(['submitter', 'editor', 'dial_author', 'dependent', 'other_signer']).nullable(),
    /** Who must still sign, by the rules of authority; of a set over its waiting buckets. */
    missing_signers: z.array(personRef),
    /** A set is one row: waiting buckets, and those with the caller's vote. */
    set: z
      .object({
        id: z.string(),
        title: z.string(),
        buckets: z.int(),
        mine: z.int(),
        /** Whether they all go live on `live_on`. */
        same_day: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'PendingReview' });
export type PendingReview = Described<typeof pendingReviewSchema>;

/** Go-lives listed. */
export const MAX_GO_LIVES = 200;

/** A draft that goes live on a day, once it is approved. */
export const goLiveSchema = z
  .object({ partner: partnerSchema, cob: z.string(), day: z.iso.date(), approved: z.boolean() })
  .meta({ id: 'GoLive' });
export type GoLive = Described<typeof goLiveSchema>;
