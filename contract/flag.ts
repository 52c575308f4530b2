import { z } from 'zod';
import { route } from './route.ts';

/** The OpenFeature Remote Evaluation Protocol, bulk evaluation. */
export const flagRoutes = {
  evaluateFlags: route('POST /api/ofrep/v1/evaluate/flags', {
    summary: 'Every feature flag, evaluated for the person named in the context (OFREP)',
    access: 'signed-in',
    body: z.object({ context: z.looseObject({ targetingKey: z.string().max(320) }) }),
    revalidates: true,
    answer: z.object({
      flags: z.array(
        z.object({
          key: z.string(),
          value: z.boolean(),
          variant: z.string(),
          reason: z.string(),
        }),
      ),
    }),
  }),
} as const;
