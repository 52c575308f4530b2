import { z } from 'zod';
import { bucketEntrySchema, cobSlug, partnerSchema } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { valuesSchema } from './dimension.ts';
import { type Described, route } from './route.ts';

const classBucketSchema = z
  .object({
    partner: partnerSchema,
    appetite: z.number(),
    revision: z.string(),
    /** What is live. */
    entries: z.array(bucketEntrySchema),
    draft: z.object({ state: z.enum(['draft', 'pending_review']), saved_at: moment, saved_by: personRef }).nullable(),
  })
  .meta({ id: 'ClassBucket' });
export type ClassBucket = Described<typeof classBucketSchema>;

/** What a grid of dials needs of a version. */
const classDialSchema = z
  .object({ dial_id: z.string(), version: z.int(), name: z.string(), values: valuesSchema })
  .meta({ id: 'ClassDial' });
export type ClassDial = Described<typeof classDialSchema>;

export const classBucketRoutes = {
  listClassBuckets: route('GET /api/classes/:cob/buckets', {
    summary: 'The live buckets of a class, one for each partner that has one, with the dials that they hold',
    access: 'bucket:view',
    params: z.object({ cob: cobSlug }),
    answer: z.object({
      /** All of them, also those without a bucket of this class. */
      partners: z.array(partnerSchema),
      buckets: z.array(classBucketSchema),
      /** Each version that a bucket holds. */
      dials: z.array(classDialSchema),
    }),
  }),
} as const;
