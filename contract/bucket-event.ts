import { z } from 'zod';
import {
  LIVE_AUTHORITY_EVENTS,
  LIVE_BUCKET_EVENTS,
  LIVE_DIAL_EVENTS,
  LIVE_PORTFOLIO_EVENTS,
} from '#domain/event/live.ts';
import type { LiveEvent } from '#domain/event/projection.ts';
import { moment, personRef } from './dial.ts';

const origin = { by: personRef, at: moment };

/** Live events; `resync`: events may have been missed, reload. */
export type BucketEvent = LiveEvent | Readonly<{ kind: 'resync' }>;
export const bucketEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(LIVE_BUCKET_EVENTS), cob: z.string(), partner: z.int(), revision: z.string(), ...origin }),
  z.object({ kind: z.enum(LIVE_DIAL_EVENTS), dial_id: z.string(), ...origin }),
  z.object({ kind: z.enum(LIVE_PORTFOLIO_EVENTS), portfolio_id: z.string(), ...origin }),
  z.object({ kind: z.enum(LIVE_AUTHORITY_EVENTS), authority_id: z.string(), ...origin }),
  z.object({ kind: z.literal('resync') }),
]) satisfies z.ZodType<BucketEvent>;
