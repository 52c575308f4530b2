import { z } from 'zod';
import { moment, personRef } from './dial.ts';
import { type Described, route } from './route.ts';

const layeredBucketSchema = z
  .object({
    partner: z.int(),
    cob: z.string(),
    /** Dials of the live version of which a newer version was published. */
    newer: z.int(),
    /** Dials of the live version that end within 30 days. */
    ending: z.int(),
    /** A draft by whoever saved it last, since it was started; in review by whoever submitted it, since then. */
    draft: z.object({ state: z.enum(['draft', 'pending_review']), by: personRef, since: moment }).nullable(),
  })
  .meta({ id: 'LayeredBucket' });
export type LayeredBucket = Described<typeof layeredBucketSchema>;

export const bucketLayerRoutes = {
  getBucketLayers: route('GET /api/bucket-layers', {
    summary:
      'What the layers of the matrix show of all buckets: newer versions waiting, dials that end soon, drafts. A bucket with none of these is left out',
    access: 'bucket:view',
    answer: z.object({ buckets: z.array(layeredBucketSchema) }),
    revalidates: true,
  }),
} as const;
