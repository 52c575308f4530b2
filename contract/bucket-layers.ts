import { z } from 'zod';
import { moment, personRef } from './dial.ts';
import { type Described, route } from './route.ts';

const layeredBucketSchema = z
  .object({
    partner: z.int(),
    cob: z.string(),
    /** Live dials with a newer published version. */
    newer: z.int(),
    /** Live dials that end within 30 days. */
    ending: z.int(),
    /** A draft: last saved by, since it was started. In review: submitted by, since then. */
    draft: z
      .object({
        state: z.enum(['draft', 'pending_review']),
        by: personRef,
        since: moment,
        /** The day it goes live, approved or not; null: as soon as it is approved. */
        live_on: z.object({ day: z.iso.date(), approved: z.boolean() }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'LayeredBucket' });
export type LayeredBucket = Described<typeof layeredBucketSchema>;

export const bucketLayerRoutes = {
  getBucketLayers: route('GET /api/bucket-layers', {
    summary:
      'Data for the views of the bucket matrix: newer versions, dials that end soon, drafts. Leaves out buckets without any',
    access: 'bucket:view',
    answer: z.object({ buckets: z.array(layeredBucketSchema) }),
    revalidates: true,
  }),
} as const;
