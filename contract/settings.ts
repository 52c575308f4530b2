import { z } from 'zod';
import type { SetupFacts } from '#domain/setup/setup.ts';
import { type Described, route } from './route.ts';

/** Public settings for the browser, before sign-in. No secrets. */
const settingsSchema = z
  .object({
    mode: z.string(),
    auth: z.object({ domain: z.string(), clientId: z.string(), audience: z.string() }),
    flags: z.object({ baseUrl: z.string(), key: z.string().nullable(), localOverride: z.boolean() }),
    analytics: z.object({ host: z.string(), token: z.string() }),
    requiredApprovals: z.int(),
    /** Whether people can get e-mail. */
    sendsMail: z.boolean(),
    /** A new installation whose first steps are not done: Home shows them. */
    isBeingSetUp: z.boolean(),
    /** Engines have reported what they decided: pages have room for it. */
    hasDecisions: z.boolean(),
  })
  .meta({ id: 'Settings' });
export type Settings = Described<typeof settingsSchema>;

export const settingsRoutes = {
  getSettings: route('GET /api/settings', {
    summary: 'Settings for sign-in and the services used by the browser',
    access: 'public',
    answer: settingsSchema,
  }),
  getHealth: route('GET /api/health', {
    summary: 'Health of the server and its database',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
    problems: ['unavailable'],
  }),
} as const;

const count = z.int().min(0);

const setupSchema = z
  .object({
    partners: count,
    classes: count,
    buckets: count,
    people: count,
    reviewers: count,
    unconfirmed: count,
    dials: count,
    portfolios: count,
    required: count,
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
