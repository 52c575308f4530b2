import { dialExchangeRoutes } from './dial-exchange.ts';
import { dialRoutes } from './dial-routes.ts';
import { flagRoutes } from './flag.ts';
import { referenceRoutes } from './reference.ts';
import type { Contract } from './route.ts';
import { settingsRoutes } from './settings.ts';
import { userRoutes } from './user.ts';

/** The whole API. */
export const contract = {
  ...settingsRoutes,
  ...userRoutes,
  ...flagRoutes,
  ...referenceRoutes,
  ...dialRoutes,
  ...dialExchangeRoutes,
} as const satisfies Contract;
export type ApiContract = typeof contract;
