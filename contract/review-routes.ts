import { z } from 'zod';
import { CHOICES, COMMENT_LIMIT } from '#domain/review/round.ts';
import { bucketChangesSchema, cobSlug, partnerNumber } from './bucket.ts';
import { pageOf, pageQuery } from './page.ts';
import { COMMENT_RATE, evidenceSchema, pendingReviewSchema, reviewRoundSchema, reviewSchema } from './review.ts';
import { route } from './route.ts';

const address = z.object({ partner: partnerNumber, cob: cobSlug });
const comment = z.string().trim().max(COMMENT_LIMIT);

export const reviewRoutes = {
  listReviews: route('GET /api/reviews', {
    summary: 'Buckets waiting for review, longest waiting first',
    access: 'review:view',
    query: pageQuery,
    answer: z.object({ ...pageOf(pendingReviewSchema).shape, total: z.int() }),
  }),
  getReview: route('GET /api/buckets/:partner/:cob/review', {
    summary: 'The review of a bucket: votes and comments of its newest round',
    access: 'review:view',
    params: address,
    answer: reviewSchema,
    problems: ['not-found'],
  }),
  castVote: route('PUT /api/buckets/:partner/:cob/review/vote', {
    summary: 'Approve or reject; If-Match is the hash of the content the voter saw',
    access: 'review:create',
    changes: true,
    params: address,
    body: z.strictObject({ choice: z.enum(CHOICES), comment: comment.default('') }),
    answer: reviewSchema,
    problems: ['not-found', 'not-allowed', 'conflict'],
  }),
  addComment: route('POST /api/buckets/:partner/:cob/review/comments', {
    summary: 'Comment on a submitted draft, on one of its dials, or reply to a comment',
    access: 'review:view',
    rate: COMMENT_RATE,
    params: address,
    body: z.strictObject({
      text: comment.min(1, 'Required'),
      dial_id: z.uuid().nullable().default(null),
      reply_to: z.uuid().nullable().default(null),
    }),
    answer: reviewSchema,
    problems: ['not-found', 'conflict'],
  }),
  resolveComment: route('PUT /api/buckets/:partner/:cob/review/comments/:commentId/resolution', {
    summary: 'Resolve or reopen a comment',
    access: 'review:view',
    params: z.object({ ...address.shape, commentId: z.uuid() }),
    body: z.strictObject({ resolved: z.boolean() }),
    answer: reviewSchema,
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
