import type { ApiContract } from '#contract/contract.ts';
import type { AdminService } from './admin/admin.service.ts';
import type { UsageService } from './analytics/usage.service.ts';
import type { AuditReader } from './audit/audit.read.ts';
import type { AppetiteService } from './bucket/bucket.appetite.service.ts';
import type { BucketReadService } from './bucket/bucket.read.service.ts';
import type { BucketService } from './bucket/bucket.service.ts';
import type { DialExchangeService } from './dial/exchange/dial.exchange.service.ts';
import type { DialListService } from './dial/list/dial.list.service.ts';
import type { DialService } from './dial/dial.service.ts';
import type { FlagService } from './flag/flag.service.ts';
import type { Handlers } from './http/register.ts';
import type { LiveService } from './live/live.service.ts';
import type { NotificationService } from './notification/notification.service.ts';
import type { PartnerService } from './partner/partner.service.ts';
import type { ReferenceService } from './reference/reference.service.ts';
import type { ReviewService } from './review/review.service.ts';
import type { SettingsService } from './settings/settings.service.ts';
import type { PeopleService } from './user/people.service.ts';
import type { UserService } from './user/user.service.ts';

export type Services = Readonly<{
  settings: SettingsService;
  users: UserService;
  people: PeopleService;
  flags: FlagService;
  reference: ReferenceService;
  dials: DialService;
  dialList: DialListService;
  dialExchange: DialExchangeService;
  partners: PartnerService;
  buckets: BucketService;
  bucketReader: BucketReadService;
  live: LiveService;
  reviews: ReviewService;
  notifications: NotificationService;
  appetites: AppetiteService;
  admin: AdminService;
  usage: UsageService;
  audit: AuditReader;
}>;

/** Each route of the contract, and who answers it. */
export const handlers = (services: Services): Handlers<ApiContract> => {
  const { settings, users, people, flags, reference, dials, dialList, dialExchange } = services;
  const { partners, buckets, bucketReader, live, reviews, notifications } = services;
  const { appetites, admin, usage, audit } = services;
  return {
    getSettings: async () => settings.forBrowser(),
    getHealth: () => settings.health(),
    recordSignIn: ({ actor, body }) => users.recordSignIn(actor, body.idToken),
    listMyLinks: ({ actor }) => users.links(actor),
    readMyLinks: ({ actor, body }) => users.readLinks(actor, body.up_to),
    listUsers: ({ query }) => people.list(query),
    getUser: ({ params }) => people.get(params.userId),
    listUserActivity: ({ actor, params, query }) => people.activity(actor, params.userId, query),
    addUser: ({ actor, body }) => people.add(actor, body),
    setUserPermissions: ({ actor, params, ifMatch, body }) =>
      people.setPermissions(actor, { id: params.userId, ifMatch }, body.permissions),
    inviteUser: ({ actor, params, ifMatch }) => people.invite(actor, { id: params.userId, ifMatch }),
    deactivateUser: ({ actor, params, ifMatch }) => people.deactivate(actor, { id: params.userId, ifMatch }),
    reactivateUser: ({ actor, params, ifMatch }) => people.reactivate(actor, { id: params.userId, ifMatch }),
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
    listComingDials: () => dialList.coming(),
    exportDials: async ({ query }) => ({ dials: await dialExchange.export(query) }),
    previewImport: ({ actor, body }) => dialExchange.preview(actor, body.rows),
    importDials: ({ actor, body }) => dialExchange.import(actor, body),
    listPartners: async () => ({ items: await partners.list() }),
    listBuckets: ({ query }) => bucketReader.list(query),
    getBucketMatrix: () => bucketReader.matrix(),
    getBucket: ({ actor, params }) => buckets.get(actor, params),
    readBucketDials: async ({ body }) => ({ items: await bucketReader.dials(body.pins) }),
    readBucketDialStates: async ({ body }) => ({ items: await bucketReader.dialStates(body.pins) }),
    pickDials: ({ query }) => bucketReader.pick(query),
    summariseBucket: ({ params, query: { from, to } }) => bucketReader.summarise(params, from, to),
    saveBucketDraft: ({ actor, params, ifMatch, body }) => buckets.saveDraft(actor, params, ifMatch, body.entries),
    resetBucketDraft: ({ actor, params, ifMatch }) => buckets.resetDraft(actor, params, ifMatch),
    submitForReview: ({ actor, params, ifMatch, body }) => reviews.submit(actor, params, ifMatch, body.description),
    cancelReviews: ({ actor, params, ifMatch }) => reviews.cancel(actor, params, ifMatch),
    listBucketVersions: ({ params, query }) => bucketReader.versions(params, query),
    getBucketVersion: ({ params: { number, ...address } }) => bucketReader.version(address, number),
    getBucketAsOf: ({ params, query }) => bucketReader.asOf(params, query.at),
    watchBuckets: (_call, send) => live.watch(send),
    listReviews: ({ actor, query }) => reviews.list(actor, query),
    getReview: ({ actor, params }) => reviews.get(actor, params),
    castVote: ({ actor, params, ifMatch, body }) => reviews.castVote(actor, params, { ...body, hash: ifMatch }),
    addComment: ({ actor, params, body }) => reviews.addComment(actor, params, body),
    listRounds: ({ params, query }) => reviews.rounds(params, query),
    getEvidence: ({ actor, params }) => reviews.evidence(actor, params),
    listNotifications: ({ actor, query }) => notifications.list(actor, query),
    readNotifications: ({ actor, body }) => notifications.read(actor, body.up_to),
    getAppetites: () => appetites.matrix(),
    addClass: ({ actor, body }) => appetites.addClass(actor, body),
    setAppetites: ({ actor, body }) => appetites.set(actor, body.changes),
    listAppetiteHistory: ({ params, query }) => appetites.history(params, query),
    addPartner: ({ actor, body }) => admin.addPartner(actor, body),
    renamePartner: ({ actor, params, ifMatch, body }) =>
      admin.renamePartner(actor, { number: params.partner, name: body.name }, ifMatch),
    listOptions: ({ params }) => admin.options(params.list),
    addOption: ({ actor, params, body: { code, ...sent } }) => admin.addOption(actor, { ...params, code }, sent),
    changeOption: ({ actor, params, ifMatch, body }) => admin.changeOption(actor, params, body, ifMatch),
    deleteOption: ({ actor, params, ifMatch }) => admin.deleteOption(actor, params, ifMatch),
    listFlags: () => admin.flags(),
    changeFlag: ({ actor, params, ifMatch, body }) => admin.changeFlag(actor, params.key, body, ifMatch),
    getUsage: ({ query }) => usage.read(query.days),
    listAudit: ({ actor, query }) => audit.list(actor, query),
    listAuditWords: () => audit.words(),
    exportAudit: ({ actor, query }) => audit.export(actor, query),
  };
};
