import { z } from 'zod';
import { type Described, route } from './route.ts';

/** What the browser must know before anyone is signed in. No secrets. */
const settingsSchema = z
  .object({
    mode: z.string(),
    auth: z.object({ domain: z.string(), clientId: z.string(), audience: z.string() }),
    flags: z.object({ baseUrl: z.string(), key: z.string().nullable(), localOverride: z.boolean() }),
    analytics: z.object({ host: z.string(), token: z.string() }),
    requiredApprovals: z.int(),
  })
  .meta({ id: 'Settings' });
export type Settings = Described<typeof settingsSchema>;

export const settingsRoutes = {
  getSettings: route('GET /api/settings', {
    summary: 'Where to sign in, and which services the browser talks to',
    access: 'public',
    answer: settingsSchema,
  }),
  getHealth: route('GET /api/health', {
    summary: 'Whether the server and its database answer',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
    problems: ['unavailable'],
  }),
} as const;
