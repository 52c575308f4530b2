import { partialMatchKey, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer, Input } from '#contract/route.ts';

/**
 * The routes that screens read, and the noun that each belongs to. A noun is what becomes stale together: a change names
 * the nouns that it touches, and every query of theirs is read again.
 */
export const NOUNS = {
  getBucket: 'bucket',
  summariseBucket: 'bucket',
  compareRound: 'bucket',
  listBucketVersions: 'bucket',
  getBucketVersion: 'bucket',
  getBucketAsOf: 'bucket',
  listBucketSaves: 'bucket',
  listBucketLimits: 'bucket',
  listExamples: 'bucket',
  getReview: 'bucket',
  readReviewImpact: 'bucket',
  listRounds: 'bucket',
  getEvidence: 'bucket',
  getOutcome: 'bucket',
  getBucketPractice: 'bucket',
  measureImpact: 'bucket',
  listMeasuredRisks: 'bucket',

  getBucketMatrix: 'buckets',
  getBucketLayers: 'buckets',
  listBuckets: 'buckets',
  listStops: 'buckets',
  listDialPlaces: 'buckets',
  listClassBuckets: 'buckets',
  listReviews: 'buckets',
  listAppetiteProposals: 'buckets',
  getAppetiteProposal: 'buckets',
  listGoLives: 'buckets',
  getMyWork: 'buckets',
  getMonthlyReport: 'buckets',
  previewSigners: 'buckets',
  listEndings: 'buckets',
  getReviewSet: 'review-set',

  pickDials: 'bucket-dials',
  getHighestValues: 'bucket-dials',

  getDial: 'dial',
  getDialVersion: 'dial',
  listDialBuckets: 'dial',
  getDialPractice: 'dial',
  measureVersion: 'dial',
  diffDialVersions: 'dial',
  listDials: 'dials',
  listDialWords: 'library',
  listComingDials: 'library',
  getReporting: 'library',

  getAppetites: 'appetites',
  listAppetiteHistory: 'appetite-history',
  listOptions: 'options',
  listFlags: 'flags',
  getUsage: 'usage',
  listEngines: 'engines',
  listEngineReleases: 'engines',
  getAuthority: 'authority',
  listAuthorityHistory: 'authority',
  previewAuthorityRule: 'authority',
  listPortfolios: 'portfolio',
  listLimits: 'portfolio',
  listClassRecords: 'class-records',

  listUsers: 'users',
  getUser: 'user',
  listUserActivity: 'user-activity',
  getAccess: 'access',
  listAudit: 'audit',
  listAuditWords: 'audit',
  getReferenceData: 'reference',

  getSetup: 'own',
  getMyAccess: 'own',
  getMyMail: 'own',
  getMyCalendar: 'own',
  listMyLinks: 'own',
  listFilters: 'filters',
  listNotifications: 'notifications',
} as const satisfies Partial<Record<keyof ApiContract, string>>;

/** The client: a function per route. */
export type Api = Client<ApiContract>;

/** Routes that change nothing, and answer in JSON (`nouns.test.ts`). */
export type ReadRoute = keyof typeof NOUNS;
export type ApiInput<R extends ReadRoute> = Input<ApiContract[R]>;
export type ApiAnswer<R extends ReadRoute> = Answer<ApiContract[R]>;

/** `sign-in`, `dial-editing` and `local` are of queries that are no route: see `customQuery`. */
export type Noun = (typeof NOUNS)[ReadRoute] | 'sign-in' | 'dial-editing' | 'local';

/** Every query of buckets, of one or of many. */
export const ALL_BUCKETS = ['bucket', 'buckets', 'review-set'] as const satisfies readonly Noun[];
/** Every query of dials in the library, of one or of many. */
export const ALL_DIALS = ['dial', 'dials', 'library'] as const satisfies readonly Noun[];

/** The key of a query, to read or to write its answer, or to name a route whose queries are stale. */
export const apiKey = <R extends ReadRoute>(route: R, input: ApiInput<R>) =>
  queryOptions<ApiAnswer<R>>({ queryKey: [NOUNS[route], route, input] }).queryKey;

/** A noun, or those of its queries whose route and input have these parts. */
export type Stale = Noun | readonly [noun: Noun, route: ReadRoute | undefined, input?: Readonly<{ params: object }>];

/** Refetches what is shown of these, and the rest of them when it is shown again. */
export const refresh = (queries: QueryClient, ...stale: readonly Stale[]): Promise<void> =>
  queries.invalidateQueries(queriesOf(...stale));

/** A filter of these queries, for what the client does with queries beside refreshing them. */
export const queriesOf = (...stale: readonly Stale[]) => ({
  predicate: ({ queryKey }: Readonly<{ queryKey: QueryKey }>) => stale.some((one) => isOf(queryKey, one)),
});

function isOf(queryKey: QueryKey, stale: Stale): boolean {
  const parts: readonly unknown[] = typeof stale === 'string' ? [stale] : stale;
  return parts.every((part, index) => part === undefined || partialMatchKey([queryKey[index]], [part]));
}
