import type { ApiContract } from '#contract/contract.ts';
import type { DialExchangeService } from './dial/dial.exchange.service.ts';
import type { DialListService } from './dial/dial.list.service.ts';
import type { DialService } from './dial/dial.service.ts';
import type { FlagService } from './flag/flag.service.ts';
import type { Handlers } from './http/register.ts';
import type { ReferenceService } from './reference/reference.service.ts';
import type { SettingsService } from './settings/settings.service.ts';
import type { UserService } from './user/user.service.ts';

export type Services = Readonly<{
  settings: SettingsService;
  users: UserService;
  flags: FlagService;
  reference: ReferenceService;
  dials: DialService;
  dialList: DialListService;
  dialExchange: DialExchangeService;
}>;

/** Each route of the contract, and who answers it. */
export const handlers = (services: Services): Handlers<ApiContract> => {
  const { settings, users, flags, reference, dials, dialList, dialExchange } = services;
  return {
    getSettings: async () => settings.forBrowser(),
    getHealth: () => settings.health(),
    recordSignIn: ({ actor, body }) => users.recordSignIn(actor, body.idToken),
    listUsers: ({ query }) => users.list(query),
    evaluateFlags: async ({ body }) => ({ flags: await flags.evaluate(body.context) }),
    getReferenceData: () => reference.read(),
    listDials: ({ query }) => dialList.list(query),
    createDial: ({ actor, body }) => dials.create(actor, body),
    getDial: ({ actor, params, query }) => dials.get(actor, params.dialId, query.draft === 'yes' ? 'draft' : 'shown'),
    getDialVersion: ({ actor, params }) => dials.get(actor, params.dialId, params.version),
    saveDraft: ({ actor, params, ifMatch, body }) => dials.saveDraft(actor, params.dialId, ifMatch, body),
    publishDraft: ({ actor, params, ifMatch }) => dials.publishDraft(actor, params.dialId, ifMatch),
    discardDraft: ({ actor, params, ifMatch }) => dials.discardDraft(actor, params.dialId, ifMatch),
    startVersion: ({ actor, params }) => dials.startVersion(actor, params.dialId),
    duplicateDial: ({ actor, params }) => dials.duplicate(actor, params.dialId),
    deleteDial: ({ actor, params, ifMatch }) => dials.delete(actor, params.dialId, ifMatch),
    listDialBuckets: async ({ params }) => ({ items: await dials.buckets(params.dialId) }),
    diffDialVersions: async ({ params, query: { from, to } }) => ({
      from,
      to,
      changes: await dials.difference(params.dialId, from, to),
    }),
    listDialWords: () => dialList.words(),
    exportDials: async ({ query }) => ({ dials: await dialExchange.export(query) }),
    previewImport: ({ actor, body }) => dialExchange.preview(actor, body.rows),
    importDials: ({ actor, body }) => dialExchange.import(actor, body),
  };
};
