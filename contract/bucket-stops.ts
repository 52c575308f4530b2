import { z } from 'zod';
import { STOP_REFUSALS, type StopScope } from '#domain/bucket/stop.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { COMMENT_LIMIT } from '#domain/review/round.ts';
import { bucketStopSchema, cobSlug, partnerSchema } from './bucket.ts';
import { bodyAddress, distinctBuckets } from './rollout.ts';
import { type Described, route } from './route.ts';

/** Stopped buckets in one answer: as many as can be restarted together. */
export const MAX_STOPS_LISTED = MAX_SET_BUCKETS;

const stoppedBucketSchema = z
  .object({
    cob: z.string(),
    partner: partnerSchema,
    revision: z.string(),
    /** Its open draft, which needs a submission of its own. Null for one that changes nothing, as a cancelled restart leaves it. */
    draft: z.enum(['draft', 'pending_review']).nullable(),
    ...bucketStopSchema.shape,
  })
  .meta({ id: 'StoppedBucket' });
export type BucketStop = Described<typeof stoppedBucketSchema>;

/** How many buckets the person typed; those that are stopped already do not count. */
const count = z.int().min(0);
const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('buckets'), buckets: distinctBuckets(z.strictObject(bodyAddress)) }),
  z.strictObject({ kind: z.literal('class'), cob: cobSlug, count }),
  z.strictObject({ kind: z.literal('partner'), partner: bodyAddress.partner, count }),
  z.strictObject({ kind: z.literal('everything'), count }),
]) satisfies z.ZodType<StopScope>;

export const bucketStopRoutes = {
  listStops: route('GET /api/bucket-stops', {
    summary: 'The buckets that are stopped, those that can restart together first, then the newest stop',
    access: 'bucket:view',
    answer: z.object({ items: z.array(stoppedBucketSchema), total: z.int() }),
  }),
  stopBuckets: route('POST /api/bucket-stops', {
    summary: 'Stop buckets, a class, a partner or everything at once. Needs edit on bucket or on admin',
    access: 'signed-in',
    body: z.strictObject({
      scope: scopeSchema,
      reason: z.string().trim().min(1, STOP_REFUSALS.reason).max(COMMENT_LIMIT),
    }),
    answer: z.object({ buckets: z.int() }),
    problems: ['not-allowed', 'not-found', 'conflict'],
  }),
} as const;
