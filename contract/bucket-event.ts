import { z } from 'zod';
import { moment, personRef } from './dial.ts';

const bucket = { cob: z.string(), partner: z.int(), revision: z.string(), by: personRef, at: moment };

/** What happened to buckets and dials while someone looks; `resync`: something may have been missed, read again. */
export const bucketEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('draft_saved'), ...bucket }),
  z.object({ kind: z.literal('review_requested'), ...bucket }),
  z.object({ kind: z.literal('review_cancelled'), ...bucket }),
  z.object({ kind: z.literal('draft_reset'), ...bucket }),
  z.object({ kind: z.literal('voted'), ...bucket }),
  z.object({ kind: z.literal('commented'), ...bucket }),
  z.object({ kind: z.literal('sent_back'), ...bucket }),
  z.object({ kind: z.literal('activated'), ...bucket }),
  z.object({ kind: z.literal('appetite_set'), ...bucket }),
  z.object({ kind: z.literal('dial_published'), dial_id: z.string(), version: z.int(), by: personRef, at: moment }),
  z.object({ kind: z.literal('resync') }),
]);
export type BucketEvent = z.output<typeof bucketEventSchema>;
