import { z } from 'zod';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import { AGREEMENTS } from '#domain/review/agreement.ts';
import { CHOICES } from '#domain/review/round.ts';
import { DISCOUNTS } from '#domain/review/voter.ts';
import { auditCheckpointSchema } from './audit.ts';
import {
  bucketDialSchema,
  bucketVersionSchema,
  changeCountsSchema,
  partnerSchema,
  bucketChangesSchema,
} from './bucket.ts';
import { checkedExampleSchema } from './example.ts';
import { moment, personRef } from './dial.ts';
import { storedMeasurementSchema } from './impact.ts';
import type { Described } from './route.ts';

const choice = z.enum(CHOICES);
const outcome = z.enum(['approved', 'rejected', 'cancelled']) satisfies z.ZodType<RoundOutcome>;

/** `discounted`: why it does not count. */
const reviewVoteSchema = z
  .object({ by: personRef, choice, comment: z.string(), at: moment, discounted: z.enum(DISCOUNTS).nullable() })
  .meta({ id: 'ReviewVote' });
export type ReviewVote = Described<typeof reviewVoteSchema>;

const dial = z.object({ id: z.string(), name: z.string() });
/** On the whole draft, on one dial of it, or a reply. What was said with a vote carries the vote. */
const reviewCommentSchema = z
  .object({
    id: z.string(),
    by: personRef,
    at: moment,
    text: z.string(),
    dial: dial.nullable(),
    vote: choice.nullable(),
    /** The comment that it answers, which is of the same round. */
    reply_to: z.string().nullable(),
    resolved: z.object({ by: personRef, at: moment }).nullable(),
  })
  .meta({ id: 'ReviewComment' });
export type ReviewComment = Described<typeof reviewCommentSchema>;

/** Who may not vote, and why: they saved or submitted a draft since the last activation, or wrote a dial it brings in. */
const reviewAuthorSchema = z
  .object({
    ...personRef.shape,
    saved: z.boolean(),
    submitted: z.boolean(),
    /** The first few of the dials they wrote a version of that the draft brings in. */
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
    /** Of the content that was submitted: SHA-256 of its canonical JSON. */
    hash: z.string(),
    required: z.int(),
    /** As they stand, or stood when the round ended; oldest first. */
    votes: z.array(reviewVoteSchema),
    authors: z.array(reviewAuthorSchema),
    /** Those after its end, too, until the draft is submitted again. */
    comments: z.array(reviewCommentSchema),
    /** The set it was submitted with, and the other buckets of it. */
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

/** How many rounds before the newest one a review tells of. */
export const MAX_EARLIER_ROUNDS = 20;

/** The newest round of the draft, or of the live version where there is no draft; and what the person who asks may do. */
export const reviewSchema = z
  .object({
    round: reviewRoundSchema.nullable(),
    /** The rounds of the same draft before it, oldest first. */
    earlier: z.array(reviewRoundSchema),
    /** The number of the round before, where what it was submitted with can be compared with what is in review. */
    since: z.int().nullable(),
    mine: choice.nullable(),
    abilities: z.object({ vote: z.boolean(), comment: z.boolean() }),
    /** Why this person cannot vote, where the round is open and they might expect to. */
    refusal: z.string().nullable(),
    /** Why the vote of this person would be shown and not counted. */
    vote_not_counted: z.string().nullable(),
  })
  .meta({ id: 'Review' });
export type Review = Described<typeof reviewSchema>;

/** One bucket that waits for a review. */
export const pendingReviewSchema = z
  .object({
    cob: z.string(),
    partner: partnerSchema,
    description: z.string(),
    submitted_at: moment,
    submitted_by: personRef,
    changes: changeCountsSchema,
    /** Of a set: of all its buckets that wait, taken together. */
    approvals: z.int(),
    rejections: z.int(),
    required: z.int(),
    mine: choice.nullable(),
    /** Why the person who asks does not vote on it: they are an author of it, or depend on one. */
    barred: z.enum(['author', 'dependent']).nullable(),
    /** The set it was submitted with, which is one row: how many of its buckets wait, and have the person's own vote. */
    set: z.object({ id: z.string(), title: z.string(), buckets: z.int(), mine: z.int() }).nullable(),
  })
  .meta({ id: 'PendingReview' });
export type PendingReview = Described<typeof pendingReviewSchema>;

/** How many audit records the evidence of a version lists. */
export const MAX_EVIDENCE_RECORDS = 1000;

/** All an auditor needs of one version: what it says, what it changed, who agreed to it, and the hashes that hold it together. */
export const evidenceSchema = z
  .object({
    made_at: moment,
    made_by: personRef,
    bucket: z.object({ cob: z.string(), class: z.string(), partner: partnerSchema, appetite: z.number() }),
    version: bucketVersionSchema,
    /** SHA-256 of the canonical JSON of its entries; what the votes are bound to. */
    content_hash: z.string(),
    /** Whether content, activation record, review and signed checkpoint say the same, as a sentence too. */
    agreement: z.object({
      verdict: z.enum(AGREEMENTS),
      sentence: z.string(),
      /** The first one over the activation record. */
      checkpoint: auditCheckpointSchema.nullable(),
    }),
    dials: z.array(bucketDialSchema),
    /** As they are when the evidence is made, held against this version. */
    examples: z.array(checkedExampleSchema),
    /** What was measured for the round that made it live, first what was measured at submit. */
    impact: z.array(storedMeasurementSchema),
    /** Against the version before it; of the first one there is none. */
    difference: bucketChangesSchema.nullable(),
    rounds: z.array(reviewRoundSchema),
    /** Whether the bucket has more audit records than are listed here; those left out are older. */
    audit_cut: z.boolean(),
    /** The newest audit records of this bucket, in the order they were written. */
    audit: z.array(
      z.object({
        seq: z.int(),
        at: moment,
        by: personRef.nullable(),
        action: z.string(),
        detail: z.unknown(),
        hash: z.string(),
        previous_hash: z.string(),
      }),
    ),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.output<typeof evidenceSchema>;

/** Comments of one person, on buckets and on sets together. */
export const COMMENT_RATE = { name: 'comments', maxPerMinute: 20 } as const;
