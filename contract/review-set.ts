import { z } from 'zod';
import { CHOICES, COMMENT_LIMIT } from '#domain/review/round.ts';
import { bucketChangesSchema, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { COMMENT_RATE, reviewRoundSchema, reviewSchema } from './review.ts';
import { bodyAddress, distinctBuckets } from './rollout.ts';
import { type Described, route } from './route.ts';

/** One bucket of a set: its own round, and what the person who asks may do in it. */
const setBucketSchema = z.object({
  cob: z.string(),
  partner: partnerSchema,
  round: reviewRoundSchema,
  mine: reviewSchema.shape.mine,
  abilities: reviewSchema.shape.abilities,
  refusal: reviewSchema.shape.refusal,
  vote_not_counted: reviewSchema.shape.vote_not_counted,
  /** What was submitted, against what was live then; null where a later save has taken its place. */
  difference: bucketChangesSchema.pick({ counts: true, changes: true }).nullable(),
  /** The version that it went live as. */
  number: z.int().nullable(),
  /** As it was measured first: risks of the class that change, of how many. */
  /** `changed` is null where fewer than 20 change, and whoever asks may not see single risks. */
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
    /** The version of a dial that it is about, where it is about one. */
    dial: z.object({ id: z.string(), name: z.string(), version: z.int().nullable() }).nullable(),
    buckets: z.array(setBucketSchema),
  })
  .meta({ id: 'ReviewSet' });
export type ReviewSet = Described<typeof reviewSetSchema>;

const setId = z.object({ setId: z.uuid() });
const comment = z.string().trim().max(COMMENT_LIMIT);

export const reviewSetRoutes = {
  getReviewSet: route('GET /api/review-sets/:setId', {
    summary: 'A set: the rounds of several buckets that were submitted together',
    access: 'review:view',
    params: setId,
    answer: reviewSetSchema,
    problems: ['not-found'],
  }),
  voteOnSet: route('PUT /api/review-sets/:setId/votes', {
    summary: 'Approve or reject the named buckets of a set, each by the hash of what was seen; all or none',
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
    summary: 'Say something about the named buckets of a set',
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
