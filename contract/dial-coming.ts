import { z } from 'zod';
import type { Coming } from '#domain/dial/coming.ts';

/** A published dial that starts or ends soon. */
export type ComingDial = Coming & Readonly<{ id: string; name: string; bucket_count: number }>;
export const comingDialSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    bucket_count: z.int(),
    kind: z.enum(['starts', 'ends']),
    day: z.iso.date(),
  })
  .meta({ id: 'ComingDial' }) satisfies z.ZodType<ComingDial>;
