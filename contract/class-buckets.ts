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
    /** It answers no risk. */
    stopped: z.boolean(),
    /** The live entries. */
    entries: z.array(bucketEntrySchema),
    draft: z.object({ state: z.enum(['draft', 'pending_review']), saved_at: moment, saved_by: personRef }).nullable(),
  })
  .meta({ id: 'ClassBucket' });
export type ClassBucket = Described<typeof classBucketSchema>;

const classDialSchema = z
  .object({ dial_id: z.string(), version: z.int(), name: z.string(), values: valuesSchema })
  .meta({ id: 'ClassDial' });
export type ClassDial = Described<typeof classDialSchema>;

export const classBucketRoutes = {
  listClassBuckets: route('GET /api/classes/:cob/buckets', {
    summary: 'The live buckets of a class with their dials, one per partner',
    access: 'bucket:view',
    params: z.object({ cob: cobSlug }),
    answer: z.object({
      /** All partners, also those without a bucket of this class. */
      partners: z.array(partnerSchema),
      buckets: z.array(classBucketSchema),
      /** Every dial version in use. */
      dials: z.array(classDialSchema),
    }),
  }),
} as const;
