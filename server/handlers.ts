import type { ApiContract } from '#contract/contract.ts';
import type { FlagService } from './flag/flag.service.ts';
import type { Handlers } from './http/register.ts';
import type { SettingsService } from './settings/settings.service.ts';
import type { UserService } from './user/user.service.ts';

export type Services = Readonly<{ settings: SettingsService; users: UserService; flags: FlagService }>;

/** Each route of the contract, and who answers it. */
export const handlers = ({ settings, users, flags }: Services): Handlers<ApiContract> => ({
  getSettings: async () => settings.forBrowser(),
  getHealth: () => settings.health(),
  recordSignIn: ({ actor, body }) => users.recordSignIn(actor, body.idToken),
  listUsers: ({ query }) => users.list(query),
  evaluateFlags: async ({ body }) => ({ flags: await flags.evaluate(body.context) }),
});
