import { z } from 'zod';
import { CHOICES, COMMENT_LIMIT } from '#domain/review/round.ts';
import { bucketChangesSchema, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { COMMENT_RATE, reviewRoundSchema, reviewSchema } from './review.ts';
import { bodyAddress, distinctBuckets } from './rollout.ts';
import { type Described, route } from './route.ts';

/** A bucket of a set with its round, and what the caller may do. */
const setBucketSchema = z.object({
  cob: z.string(),
  partner: partnerSchema,
  round: reviewRoundSchema,
  mine: reviewSchema.shape.mine,
  abilities: reviewSchema.shape.abilities,
  refusal: reviewSchema.shape.refusal,
  vote_not_counted: reviewSchema.shape.vote_not_counted,
  /** Submitted against live at that time; null if overwritten by a later save. */
  difference: bucketChangesSchema.pick({ counts: true, changes: true }).nullable(),
  /** The version it became. */
  number: z.int().nullable(),
  /** The first measurement. `changed` is null below 20 risks, if the caller may not see single risks. */
  impact: z.object({ changed: z.int().nullable(), risks: z.int() }).nullable(),
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

const setId = z.object({ setId: z.uuid() });
const comment = z.string().trim().max(COMMENT_LIMIT);

export const reviewSetRoutes = {
  getReviewSet: route('GET /api/review-sets/:setId', {
    summary: 'A set: the rounds of buckets submitted together',
    access: 'review:view',
    params: setId,
    answer: reviewSetSchema,
    problems: ['not-found'],
  }),
  voteOnSet: route('PUT /api/review-sets/:setId/votes', {
    summary: 'Vote on buckets of a set, each with the hash of the content seen; all or none',
    access: 'review:create',
    params: setId,
    body: z.strictObject({
      choice: z.enum(CHOICES),
      comment: comment.default(''),
      buckets: distinctBuckets(z.strictObject({ ...bodyAddress, hash: z.string().regex(/^[0-9a-f]{64}$/) })),
    }),
    answer: reviewSetSchema,
    problems: ['not-found', 'not-allowed', 'conflict', 'stale'],
  }),
  commentOnSet: route('POST /api/review-sets/:setId/comments', {
    summary: 'Comment on buckets of a set',
    access: 'review:view',
    rate: COMMENT_RATE,
    params: setId,
    body: z.strictObject({
      text: comment.min(1, 'Required'),
      buckets: distinctBuckets(z.strictObject(bodyAddress)),
    }),
    answer: reviewSetSchema,
    problems: ['not-found', 'conflict'],
  }),
} as const;
