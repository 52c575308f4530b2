import { flagRoutes } from './flag.ts';
import type { Contract } from './route.ts';
import { settingsRoutes } from './settings.ts';
import { userRoutes } from './user.ts';

/** The whole API. */
export const contract = { ...settingsRoutes, ...userRoutes, ...flagRoutes } as const satisfies Contract;
export type ApiContract = typeof contract;
