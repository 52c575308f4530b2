import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';

/** What stands in every book: the demo's, so that a screen shows the same of it in a book of any size. */
export type Places = Readonly<{
  bucket: string;
  /** A bucket in review, and one with a draft. */
  reviewed: string;
  drafted: string;
  set: string;
  /** The dial that most buckets have: in a large book all of them. */
  everywhere: string;
  engine: string;
  person: string;
}>;

const COB = 'cyber-privacy-and-tech';
const month = new Date().toISOString().slice(0, 7);
/** Why a call is not measured here. */
const not = (why: string) => ({ why });
const STREAM = not('It stays open; bench/streams.ts measures it.');
const FEED = not('Engines call it; bench/release.ts measures it.');
const ABSENT = not('The demo has none of these.');
const WHOLE = not('An export, streamed row by row.');
const MEASURES = not('It evaluates a portfolio, which is the same in all books.');

/** For each read of the API the addresses that screens call. */
const READS: Readonly<Record<string, ((places: Places) => readonly string[]) | Readonly<{ why: string }>>> = {
  getSettings: () => ['/api/settings'],
  getHealth: () => ['/api/health'],
  getSetup: () => ['/api/setup'],
  listMyLinks: () => ['/api/me/links'],
  getMyAccess: () => ['/api/me/access'],
  listUsers: () => ['/api/users', '/api/users?q=admin'],
  getUser: ({ person }) => [`/api/users/${person}`],
  listUserActivity: ({ person }) => [`/api/users/${person}/activity`],
  getMyWork: () => ['/api/me/work'],
  getMyCalendar: () => ['/api/me/calendar'],
  readCalendar: not('A secret address of each person.'),
  getMyMail: () => ['/api/me/mail'],
  listFilters: () => ['/api/me/filters'],
  getReferenceData: () => ['/api/reference'],
  listDials: () => [
    '/api/dials',
    '/api/dials?q=war',
    '/api/dials?q=nosuchword',
    '/api/dials?unused=yes',
    `/api/dials?cob=${COB}&sort=used`,
  ],
  getDial: ({ everywhere }) => [`/api/dials/${everywhere}`],
  getDialVersion: ({ everywhere }) => [`/api/dials/${everywhere}/versions/1`],
  listDialBuckets: ({ everywhere }) => [`/api/dials/${everywhere}/buckets`],
  diffDialVersions: ({ everywhere }) => [`/api/dials/${everywhere}/difference?from=1&to=1`],
  listDialWords: () => ['/api/dial-words'],
  listComingDials: () => ['/api/coming-dials'],
  exportDials: WHOLE,
  listPartners: () => ['/api/partners'],
  listBuckets: () => ['/api/buckets', '/api/buckets?status=draft', '/api/buckets?q=cyber', '/api/buckets?partner=9112'],
  getBucketMatrix: () => ['/api/bucket-matrix'],
  getBucket: ({ bucket, drafted }) => [`/api/buckets/${bucket}`, `/api/buckets/${drafted}`],
  pickDials: () => [`/api/bucket-dials?cob=${COB}`, `/api/bucket-dials?cob=${COB}&q=war`],
  summariseBucket: ({ drafted }) => [`/api/buckets/${drafted}/changes`],
  getHighestValues: ({ bucket }) => [`/api/buckets/${bucket}/highest-values`],
  listBucketVersions: ({ bucket }) => [`/api/buckets/${bucket}/versions`],
  listBucketSaves: ({ drafted }) => [`/api/buckets/${drafted}/saves?since=2026-01-01T00:00:00Z`],
  getBucketVersion: ({ bucket }) => [`/api/buckets/${bucket}/versions/1`],
  getBucketAsOf: ({ bucket }) => [`/api/buckets/${bucket}/as-of?at=${new Date().toISOString()}`],
  watchBuckets: STREAM,
  getBucketLayers: () => ['/api/bucket-layers'],
  listStops: () => ['/api/bucket-stops'],
  listExamples: ({ bucket }) => [`/api/buckets/${bucket}/examples`],
  readReviewImpact: ({ reviewed }) => [`/api/buckets/${reviewed}/review/impact`],
  measureVersion: MEASURES,
  getMonthlyReport: () => [`/api/classes/${COB}/report?month=${month}`],
  listReviews: () => ['/api/reviews'],
  getReview: ({ reviewed }) => [`/api/buckets/${reviewed}/review`],
  getReviewSet: ({ set }) => [`/api/review-sets/${set}`],
  listGoLives: () => ['/api/go-lives'],
  compareRound: not('A round that was rejected and submitted again; the demo has none.'),
  listRounds: ({ bucket }) => [`/api/buckets/${bucket}/rounds`],
  getEvidence: ({ bucket }) => [`/api/buckets/${bucket}/versions/1/evidence`],
  listDialPlaces: ({ everywhere }) => [`/api/dials/${everywhere}/places`],
  listClassBuckets: () => [`/api/classes/${COB}/buckets`],
  listNotifications: () => ['/api/notifications'],
  getAppetites: () => ['/api/admin/appetites'],
  listAppetiteHistory: ({ bucket }) => [`/api/admin/appetites/${bucket}/history`],
  listOptions: () => ['/api/admin/lists/brokers', '/api/admin/lists/risk_codes'],
  listFlags: () => ['/api/admin/flags'],
  getUsage: () => ['/api/admin/usage?days=30', '/api/admin/usage?days=90'],
  listAppetiteProposals: () => ['/api/appetite-proposals'],
  getAppetiteProposal: ABSENT,
  getUsedPortfolio: () => ['/api/portfolio'],
  listPortfolios: () => ['/api/admin/portfolios'],
  getPortfolioLoad: ABSENT,
  listPortfolioLoadErrors: ABSENT,
  listLimits: () => ['/api/admin/limits'],
  listBucketLimits: ({ bucket }) => [`/api/buckets/${bucket}/limits`],
  listAudit: ({ bucket, person }) => [
    '/api/audit',
    '/api/audit?q=cyber',
    '/api/audit?q=nosuchword',
    `/api/audit?person=${person}`,
    `/api/audit?object_type=bucket&object_id=${bucket}`,
  ],
  listAuditWords: () => ['/api/audit/words'],
  exportAudit: WHOLE,
  getAuthority: () => ['/api/authority'],
  listAuthorityHistory: () => ['/api/authority/history'],
  listClassRecords: () => ['/api/class-records'],
  getAccess: () => ['/api/access'],
  listEngines: () => ['/api/engines'],
  listEngineReleases: ({ engine }) => [`/api/engines/${engine}/releases`],
  getOutcome: ({ bucket }) => [`/api/buckets/${bucket}/outcome`],
  getReporting: () => ['/api/reporting'],
  getDialPractice: ({ everywhere }) => [`/api/dials/${everywhere}/practice`],
  getBucketPractice: ({ bucket }) => [`/api/buckets/${bucket}/practice`],
  readRelease: FEED,
  streamReleases: FEED,
  readDocument: FEED,
  readKeys: FEED,
};

/** The addresses of all reads. Throws where a route of the contract has no entry. */
export function listReads(places: Places): readonly string[] {
  return Object.entries<Route>(contract)
    .filter(([, { method }]) => method === 'GET')
    .flatMap(([name]) => {
      const read = READS[name];
      if (read === undefined) throw new Error(`bench/growth/calls.ts has no entry for ${name}.`);
      return typeof read === 'function' ? read(places) : [];
    });
}
