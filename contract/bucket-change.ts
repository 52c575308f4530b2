import { z } from 'zod';
import type { BucketChange, ValueMove } from '#domain/bucket/summary.ts';
import { changeCountsSchema } from './bucket.ts';
import { dialChangeSchema } from './dial-change.ts';
import { dialDataSchema } from './dial.ts';
import { valueKey, valuesSchema } from './dimension.ts';

const amount = z.union([z.string(), z.number()]).nullable();
const named = { dial_id: z.string(), name: z.string() };
const whole = { ...named, version: z.int(), position: z.int(), data: dialDataSchema, overrides: valuesSchema };

const valueMove = z.object({
  value: valueKey,
  before: amount,
  after: amount,
  overridden: z.boolean(),
}) satisfies z.ZodType<ValueMove>;

export const bucketChangeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('added'), ...whole }),
    z.object({ kind: z.literal('removed'), ...whole }),
    z.object({
      kind: z.literal('updated'),
      ...named,
      before: z.int(),
      after: z.int(),
      changes: z.array(dialChangeSchema),
    }),
    z.object({ kind: z.literal('overridden'), ...named, version: z.int(), values: z.array(valueMove) }),
    z.object({ kind: z.literal('reordered'), ...named, version: z.int(), from: z.int(), to: z.int() }),
  ])
  .meta({ id: 'BucketChange' }) satisfies z.ZodType<BucketChange>;

/** The order before and after, for the picture of what moved. */
export const bucketChangesSchema = z.object({
  counts: changeCountsSchema,
  changes: z.array(bucketChangeSchema),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
