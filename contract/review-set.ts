import { z } from 'zod';
import type { BucketEdit, Place } from '#domain/bucket/rollout.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { CHOICES, COMMENT_LIMIT } from '#domain/review/round.ts';
import { MAX_EDITS_PER_BUCKET, MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { bucketChangesSchema, cobSlug, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { valuesSchema } from './dimension.ts';
import { reviewRoundSchema, reviewSchema } from './review.ts';
import { type Described, route } from './route.ts';

const address = { partner: z.int().min(1).max(99_999), cob: cobSlug };
const pin = { dial_id: z.uuid(), version: z.int().min(1).max(1_000_000) };
const place = z.union([
  z.strictObject({ at: z.enum(['top', 'end']) }),
  z.strictObject({ at: z.enum(['before', 'after']), dial_id: z.uuid() }),
]) satisfies z.ZodType<Place>;
const answers = z.partialRecord(z.enum(VALUE_KEYS), z.enum(['override', 'dial']));

const bucketEditSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('update'), ...pin, answers: answers.default({}) }),
    z.strictObject({ kind: z.literal('add'), ...pin, overrides: valuesSchema.default({}), place }),
    z.strictObject({ kind: z.literal('set'), ...pin, overrides: valuesSchema.default({}) }),
    z.strictObject({ kind: z.literal('move'), dial_id: z.uuid(), place }),
    z.strictObject({ kind: z.literal('remove'), dial_id: z.uuid() }),
  ])
  .meta({ id: 'BucketEdit' }) satisfies z.ZodType<BucketEdit>;

/** A bucket, the revision of it that was seen, and what is to be done to it; with no edits its draft as it is. */
const editedBucketSchema = z.strictObject({
  ...address,
  revision: z.string().regex(/^\d{1,10}$/, 'This is not a revision'),
  edits: z.array(bucketEditSchema).max(MAX_EDITS_PER_BUCKET),
});

const distinctBuckets = <S extends z.ZodObject<{ partner: z.ZodType<number>; cob: z.ZodType<string> }>>(bucket: S) =>
  z
    .array(bucket)
    .min(1, 'Choose a bucket')
    .max(MAX_SET_BUCKETS)
    .refine(
      (buckets) => new Set(buckets.map(({ partner, cob }) => `${partner}/${cob}`)).size === buckets.length,
      'A bucket is named twice',
    );

/** One bucket of a set: its own round, and what the person who asks may do in it. */
const setBucketSchema = z.object({
  cob: z.string(),
  partner: partnerSchema,
  round: reviewRoundSchema,
  mine: reviewSchema.shape.mine,
  abilities: reviewSchema.shape.abilities,
  refusal: reviewSchema.shape.refusal,
  /** What was submitted, against what was live then; null where a later save has taken its place. */
  difference: bucketChangesSchema.pick({ counts: true, changes: true }).nullable(),
  /** The version that it went live as. */
  number: z.int().nullable(),
  /** As it was measured first: risks of the class that change, of how many. */
  impact: z.object({ changed: z.int(), risks: z.int() }).nullable(),
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
  saveDrafts: route('PUT /api/bucket-drafts', {
    summary:
      'Make one change in several buckets, all or none; with a description their drafts are submitted together as a set',
    access: 'bucket:edit',
    body: z.strictObject({
      buckets: distinctBuckets(editedBucketSchema),
      submit: z
        .strictObject({ description: z.string().trim().max(BUCKET_LIMITS.description) })
        .nullable()
        .default(null),
    }),
    maxBodyBytes: 1024 * 1024,
    answer: z.object({
      /** The set, where the drafts were submitted. */
      set: z.string().nullable(),
      buckets: z.array(z.object({ partner: z.int(), cob: z.string(), revision: z.string() })),
    }),
    problems: ['not-found', 'conflict', 'stale'],
  }),
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
      buckets: distinctBuckets(z.strictObject({ ...address, hash: z.string().regex(/^[0-9a-f]{64}$/) })),
    }),
    answer: reviewSetSchema,
    problems: ['not-found', 'not-allowed', 'conflict', 'stale'],
  }),
  commentOnSet: route('POST /api/review-sets/:setId/comments', {
    summary: 'Say something about the named buckets of a set',
    access: 'review:view',
    params: setId,
    body: z.strictObject({
      text: comment.min(1, 'Required'),
      buckets: distinctBuckets(z.strictObject(address)),
    }),
    answer: reviewSetSchema,
    problems: ['not-found', 'conflict'],
  }),
} as const;
