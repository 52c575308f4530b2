import { z } from 'zod';
import { checkEachOverride } from '#domain/bucket/check.ts';
import { BUCKET_STATUSES } from '#domain/bucket/state.ts';
import { bucketEventSchema } from './bucket-event.ts';
import {
  bucketContentSchema,
  pickedDialSchema,
  bucketDialStateSchema,
  bucketRowSchema,
  bucketSchema,
  bucketVersionRowSchema,
  bucketVersionSchema,
  cobSlug,
  highestValuesSchema,
  knownBucketDialSchema,
  partnerNumber,
  partnerSchema,
  pinsSchema,
  bucketChangesSchema,
  submissionSchema,
} from './bucket.ts';
import { COMMENT_LIMIT } from '#domain/review/round.ts';
import { SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import { sentMoment } from './moment.ts';
import { moment, personRef, searchedWords } from './dial.ts';
import { pageOf, pageQuery } from './page.ts';
import { MAX_LONG_FORM_BYTES, route } from './route.ts';
import { withRules } from './rules.ts';

const address = z.object({ partner: partnerNumber, cob: cobSlug });
const versionNumber = z.coerce.number().int().min(1).max(1_000_000);
/** The live version, the draft, or a version by number. */
const side = z.union([z.enum(['live', 'draft']), versionNumber]);
const reason = z.string().trim().min(1, SCHEDULE_REFUSALS.reason).max(COMMENT_LIMIT);
const statusCounts = z.object({ all: z.int(), active: z.int(), draft: z.int(), pending_review: z.int() });

export const bucketRoutes = {
  listPartners: route('GET /api/partners', {
    summary: 'The partners, by number',
    access: 'bucket:view',
    answer: z.object({ items: z.array(partnerSchema) }),
  }),
  listBuckets: route('GET /api/buckets', {
    summary: 'Buckets by partner, class, status and text, with a count per status',
    access: 'bucket:view',
    query: z.object({
      partner: partnerNumber.optional(),
      cob: cobSlug.optional(),
      status: z.enum(BUCKET_STATUSES).optional(),
      q: z.string().trim().max(200).optional(),
      ...pageQuery.shape,
    }),
    answer: z.object({ ...pageOf(bucketRowSchema).shape, counts: statusCounts }),
  }),
  getBucketMatrix: route('GET /api/bucket-matrix', {
    summary: 'The matrix of partners and classes: one cell per bucket',
    access: 'bucket:view',
    answer: z.object({
      partners: z.array(partnerSchema),
      cells: z.array(
        bucketRowSchema.pick({ cob: true, partner: true, appetite: true, status: true, stopped: true, dials: true }),
      ),
    }),
    revalidates: true,
  }),
  getBucket: route('GET /api/buckets/:partner/:cob', {
    summary: 'One bucket: its live version and its draft',
    access: 'bucket:view',
    params: address,
    answer: bucketSchema,
    problems: ['not-found'],
  }),
  readBucketDials: route('POST /api/bucket-dials', {
    summary: 'Read dial versions, with the newer version if there is one. Read-only',
    access: 'bucket:view',
    isHeavy: true,
    body: pinsSchema,
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: z.object({ items: z.array(knownBucketDialSchema) }),
    streamsList: 'items',
  }),
  readBucketDialStates: route('POST /api/bucket-dials/states', {
    summary: 'Read the state of dial versions, without their immutable data. Read-only',
    access: 'bucket:view',
    body: pinsSchema,
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: z.object({ items: z.array(bucketDialStateSchema) }),
  }),
  pickDials: route('GET /api/bucket-dials', {
    summary: 'Published, unexpired dials to add to a bucket',
    access: 'bucket:edit',
    query: z.object({ q: z.string().trim().max(200).optional(), cob: cobSlug.optional(), ...pageQuery.shape }),
    answer: z.object({ ...pageOf(pickedDialSchema).shape, words: searchedWords }),
  }),
  summariseBucket: route('GET /api/buckets/:partner/:cob/changes', {
    summary: 'The change summary: what differs between two sides of a bucket',
    access: 'bucket:view',
    params: address,
    query: z.object({ from: side.default('live'), to: side.default('draft') }),
    answer: bucketChangesSchema,
    problems: ['not-found'],
  }),
  getHighestValues: route('GET /api/buckets/:partner/:cob/highest-values', {
    summary: 'The highest values in other live buckets by class and dial, to detect unusual values',
    access: 'bucket:view',
    params: address,
    answer: highestValuesSchema,
    problems: ['not-found'],
  }),
  saveBucketDraft: route('PUT /api/buckets/:partner/:cob/draft', {
    summary: 'Save the draft of a bucket; the first save starts it from the live version',
    access: 'bucket:edit',
    changes: true,
    params: address,
    body: withRules(bucketContentSchema, ({ entries }) => checkEachOverride(entries), {
      entries: [{ dial_id: '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70', version: 1, overrides: {} }],
    }),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: bucketSchema,
    problems: ['not-found', 'conflict'],
  }),
  resetBucketDraft: route('DELETE /api/buckets/:partner/:cob/draft', {
    summary: 'Reset the draft to the live version, discarding its changes',
    access: 'bucket:edit',
    changes: true,
    params: address,
    answer: bucketSchema,
    problems: ['not-found', 'conflict'],
  }),
  submitForReview: route('POST /api/buckets/:partner/:cob/draft/submit', {
    summary: 'Submit the draft for review, with a description of the changes',
    access: 'bucket:edit',
    changes: true,
    params: address,
    body: submissionSchema,
    answer: bucketSchema,
    problems: ['not-found', 'conflict'],
  }),
  cancelReviews: route('POST /api/buckets/:partner/:cob/draft/cancel-reviews', {
    summary: 'Cancel the review; the draft can be edited again',
    access: 'bucket:edit',
    changes: true,
    params: address,
    answer: bucketSchema,
    problems: ['not-found', 'conflict'],
  }),
  putOffGoLive: route('POST /api/buckets/:partner/:cob/draft/put-off', {
    summary: 'Let an approved draft go live on a later day',
    access: 'bucket:edit',
    changes: true,
    params: address,
    body: z.strictObject({ day: z.iso.date(), reason }),
    answer: bucketSchema,
    problems: ['not-found', 'conflict'],
  }),
  bringForwardGoLive: route('POST /api/buckets/:partner/:cob/draft/bring-forward', {
    summary: 'Ask reviewers to approve an earlier day for an approved draft; its day stands until they do',
    access: 'bucket:edit',
    changes: true,
    params: address,
    body: z.strictObject({ day: z.iso.date(), reason }),
    answer: bucketSchema,
    problems: ['not-found', 'conflict'],
  }),
  callOffGoLive: route('POST /api/buckets/:partner/:cob/draft/call-off', {
    summary: 'Let an approved draft not go live on its day; it can be edited again',
    access: 'bucket:edit',
    changes: true,
    params: address,
    body: z.strictObject({ reason }),
    answer: bucketSchema,
    problems: ['not-found', 'conflict'],
  }),
  listBucketVersions: route('GET /api/buckets/:partner/:cob/versions', {
    summary: 'The versions that are or were live, newest first',
    access: 'bucket:view',
    params: address,
    query: pageQuery,
    answer: pageOf(bucketVersionRowSchema),
    problems: ['not-found'],
  }),
  listBucketSaves: route('GET /api/buckets/:partner/:cob/saves', {
    summary: 'Who saved its draft since a moment, newest first',
    access: 'bucket:view',
    params: address,
    query: z.object({ since: sentMoment({ offset: true }), ...pageQuery.shape }),
    answer: pageOf(z.object({ by: personRef.nullable(), at: moment })),
    problems: ['not-found'],
  }),
  getBucketVersion: route('GET /api/buckets/:partner/:cob/versions/:number', {
    summary: 'One version that is or was live',
    access: 'bucket:view',
    params: z.object({ ...address.shape, number: versionNumber }),
    answer: bucketVersionSchema,
    problems: ['not-found'],
  }),
  getBucketAsOf: route('GET /api/buckets/:partner/:cob/as-of', {
    summary: 'The version that was live at a point in time',
    access: 'bucket:view',
    params: address,
    query: z.object({ at: sentMoment({ offset: true }) }),
    answer: bucketVersionSchema,
    problems: ['not-found'],
  }),
  watchBuckets: route('GET /api/bucket-events', {
    summary: 'Changes of buckets and newly published dials, as server-sent events',
    access: 'bucket:view',
    streams: true,
    answer: bucketEventSchema,
    problems: ['too-many-requests'],
  }),
} as const;
