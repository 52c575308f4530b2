import { routes } from 'virtual:api-routes';
import { createClient } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Settings } from '#contract/settings.ts';

const client = createClient<ApiContract>(routes, { token: () => Promise.reject(new Error('User is unauthenticated')) });

/** Fetched once, before anyone signs in. */
export const loadSettings = (): Promise<Settings> => client.getSettings();
