import { z } from 'zod';
import { type ChangeCount, mapDirections, type Share } from '#domain/impact/impact.ts';
import { valueKey } from './dimension.ts';
import type { Described } from './route.ts';

/** `few`: fewer than 20, hidden from callers who may not see single risks. */
export const shareSchema = z.object({
  risks: z.int(),
  premium: z.number().nullable(),
  few: z.literal(true).optional(),
}) satisfies z.ZodType<Share>;

/** Risks of one value that changes, by direction. */
export const valueCountSchema = z.object({ value: valueKey, ...mapDirections(() => z.int()) });

const count = z.object({
  all: shareSchema,
  changed: shareSchema,
  values: z.array(valueCountSchema),
  /** Dials whose new version is not in force, with the values that nothing sets until then; null below 20 risks. */
  gaps: z.array(
    z.object({
      dial_id: z.string(),
      kind: z.enum(['starts', 'ended']),
      day: z.string(),
      values: z.array(z.object({ value: valueKey, risks: z.int().nullable().optional() })),
    }),
  ),
}) satisfies z.ZodType<ChangeCount>;

/** The impact of a bulk change on one bucket. */
export const bucketImpactSchema = z
  .object({ partner: z.int(), cob: z.string(), ...count.shape })
  .meta({ id: 'BucketImpact' });
export type BucketImpact = Described<typeof bucketImpactSchema>;
