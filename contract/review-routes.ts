import { z } from 'zod';
import { QUEUE_ORDERS } from '#domain/review/queue.ts';
import { CHOICES, COMMENT_LIMIT } from '#domain/review/round.ts';
import { waitingProposalSchema } from './appetite.ts';
import { requiredSignerSchema } from './authority.ts';
import { bucketChangesSchema, bucketContentSchema, cobSlug, partnerNumber } from './bucket.ts';
import { pageOf, pageQuery } from './page.ts';
import { evidenceSchema } from './evidence.ts';
import { goLiveSchema, pendingReviewSchema, reviewRoundSchema, reviewSchema, reviewSetSchema } from './review.ts';
import { bodyAddress, bucketEditsSchema, distinctBuckets, MAX_ROLLOUT_BYTES } from './rollout.ts';
import { route } from './route.ts';

const address = z.object({ partner: partnerNumber, cob: cobSlug });
const comment = z.string().trim().max(COMMENT_LIMIT);
/** A vote without it is answered with 428, as is a change without If-Match. */
const contentHash = z.string().regex(/^[0-9a-f]{64}$/, 'Write the hash as 64 hexadecimal digits');
/** The set that all named buckets must still belong to. */
const set = z.uuid().nullable().default(null);
/** The reviews of the named buckets after the change. */
const reviews = z.object({ buckets: z.array(reviewSchema) });

export const reviewRoutes = {
  previewSigners: route('POST /api/bucket-drafts/signers', {
    summary: 'Who must sign drafts if they were submitted now: the saved ones, or these lists. Read-only',
    access: 'bucket:edit',
    isHeavy: true,
    body: z.strictObject({
      buckets: distinctBuckets(
        z.strictObject({
          ...bodyAddress,
          /** In place of what is saved. */
          entries: bucketContentSchema.shape.entries.optional(),
          /** Applied to that; a bucket that cannot take them is left out. */
          edits: bucketEditsSchema.optional(),
        }),
      ),
      /** Whether it ends the stops of those that are stopped. */
      restart: z.boolean().default(false),
    }),
    maxBodyBytes: MAX_ROLLOUT_BYTES,
    answer: z.object({
      buckets: z.array(
        z.object({
          ...bodyAddress,
          /** Shares of risks are not measured yet, and count as unknown. */
          signers: z.array(requiredSignerSchema),
          /** Amounts that were above a limit before, and do not rise: they ask for nobody. */
          above_before: z.array(z.string()),
        }),
      ),
    }),
    problems: ['not-found', 'conflict', 'unavailable'],
  }),
  listReviews: route('GET /api/reviews', {
    summary:
      'Buckets waiting for review, by default longest waiting first, and with the first page raised appetites that wait',
    access: 'review:view',
    query: z.object({ order: z.enum(QUEUE_ORDERS).default('waiting'), ...pageQuery.shape }),
    answer: z.object({
      ...pageOf(pendingReviewSchema).shape,
      total: z.int(),
      /** How many of them all wait for the caller's vote: with the first page, where others follow. */
      waiting: z.int().nullable(),
      appetites: z.array(waitingProposalSchema),
    }),
  }),
  getReview: route('GET /api/buckets/:partner/:cob/review', {
    summary: 'The review of a bucket: votes and comments of its newest round',
    access: 'review:view',
    params: address,
    answer: reviewSchema,
    problems: ['not-found'],
  }),
  getReviewSet: route('GET /api/review-sets/:setId', {
    summary: 'The reviews of buckets submitted together',
    access: 'review:view',
    params: z.object({ setId: z.uuid() }),
    answer: reviewSetSchema,
    problems: ['not-found'],
  }),
  listGoLives: route('GET /api/go-lives', {
    summary: 'Drafts that go live on a day from today on, approved or not, by day; the first 200',
    access: 'bucket:view',
    answer: z.object({ today: z.iso.date(), items: z.array(goLiveSchema) }),
  }),
  castVote: route('PUT /api/reviews/votes', {
    summary: 'Approve or reject one or several drafts, each with the hash of the content seen; all or none',
    access: 'review:create',
    body: z.strictObject({
      choice: z.enum(CHOICES),
      comment: comment.default(''),
      set,
      buckets: distinctBuckets(z.strictObject({ ...bodyAddress, hash: contentHash.optional() })),
    }),
    answer: reviews,
    problems: ['not-found', 'not-allowed', 'conflict', 'stale', 'revision-needed'],
  }),
  addComment: route('POST /api/reviews/comments', {
    summary: 'Comment on one or several submitted drafts, on one of their dials, or reply to a comment',
    access: 'review:view',
    rate: { name: 'comments', maxPerMinute: 20 },
    body: z.strictObject({
      text: comment.min(1, 'Required'),
      dial_id: z.uuid().nullable().default(null),
      reply_to: z.uuid().nullable().default(null),
      set,
      buckets: distinctBuckets(z.strictObject(bodyAddress)),
    }),
    answer: reviews,
    problems: ['not-found', 'conflict'],
  }),
  resolveComment: route('PUT /api/reviews/comments/:commentId/resolution', {
    summary: 'Resolve or reopen a comment, with its copies on the named drafts; all or none',
    access: 'review:view',
    params: z.object({ commentId: z.uuid() }),
    body: z.strictObject({ resolved: z.boolean(), buckets: distinctBuckets(z.strictObject(bodyAddress)) }),
    answer: reviews,
    problems: ['not-found', 'conflict'],
  }),
  compareRound: route('GET /api/buckets/:partner/:cob/review/rounds/:round/changes', {
    summary: 'Changes of a draft since one of its rounds',
    access: 'review:view',
    params: z.object({ ...address.shape, round: z.coerce.number().int().min(1).max(1_000_000) }),
    answer: bucketChangesSchema,
    problems: ['not-found'],
  }),
  listRounds: route('GET /api/buckets/:partner/:cob/rounds', {
    summary: 'All review rounds of a bucket, including cancelled ones, newest first',
    access: 'review:view',
    params: address,
    query: pageQuery,
    answer: pageOf(reviewRoundSchema),
    problems: ['not-found'],
  }),
  getEvidence: route('GET /api/buckets/:partner/:cob/versions/:number/evidence', {
    summary: 'Evidence of one version: snapshot, difference, votes, comments, hashes',
    access: 'review:view',
    isHeavy: true,
    params: z.object({ ...address.shape, number: z.coerce.number().int().min(1).max(1_000_000) }),
    answer: evidenceSchema,
    problems: ['not-found'],
  }),
} as const;
