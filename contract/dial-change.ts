import { z } from 'zod';
import type { DialChange } from '#domain/dial/diff.ts';
import { dimensionKey as dimension, valueKey } from './dimension.ts';

const notation = z.string().nullable();
const choice = z.union([z.string(), z.boolean()]).nullable();
const amount = z.union([z.string(), z.number()]).nullable();
const sets = { added: z.array(z.string()), removed: z.array(z.string()), kept: z.array(z.string()) };

export const dialChangeSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('text'),
      field: z.enum(['name', 'description', 'reason', 'active_from', 'active_until']),
      before: notation,
      after: notation,
    }),
    z.object({ kind: z.literal('list'), field: z.enum(['tags', 'authors', 'journeys']), ...sets }),
    z.object({ kind: z.literal('options'), dimension, before: z.boolean(), after: z.boolean(), ...sets }),
    z.object({
      kind: z.literal('intervals'),
      dimension,
      before: notation,
      after: notation,
      gained: z.string(),
      lost: z.string(),
    }),
    z.object({ kind: z.literal('choice'), dimension, before: choice, after: choice }),
    z.object({ kind: z.literal('value'), value: valueKey, before: amount, after: amount }),
  ])
  .meta({ id: 'DialChange' }) satisfies z.ZodType<DialChange>;
