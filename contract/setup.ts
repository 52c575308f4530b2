import { z } from 'zod';
import type { SetupFacts } from '#domain/setup/setup.ts';
import { route } from './route.ts';

const count = z.int().min(0);

const setupSchema = z
  .object({
    partners: count,
    classes: count,
    buckets: count,
    people: count,
    reviewers: count,
    dials: count,
    portfolios: count,
  })
  .meta({ id: 'Setup' }) satisfies z.ZodType<SetupFacts>;

export const setupRoutes = {
  getSetup: route('GET /api/setup', {
    summary: 'How far a new installation is set up',
    access: 'admin:view',
    answer: setupSchema,
  }),
  dismissSetup: route('PUT /api/setup/dismissed', {
    summary: 'Stop showing the setup on Home, for everyone',
    access: 'admin:edit',
    answer: z.object({ dismissed: z.literal(true) }),
  }),
} as const;
