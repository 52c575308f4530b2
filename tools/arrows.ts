/**
 * Which module may import which. Lint rules are generated from these tables (oxlint.config.ts), and boundaries.test.ts
 * checks that violations are reported. A module may always import itself, the domain and the contract.
 */

/**
 * The modules of the server, bottom up, and whose services each uses: only modules above it in this list, so that there
 * are no cycles. A store is private to its module.
 */
export const SERVER_MODULES: Readonly<Record<string, readonly string[]>> = {
  db: [],
  mail: [],
  queue: [],
  thread: ['queue'],
  http: ['db', 'queue'],
  person: ['db'],
  live: ['db'],
  webhook: ['db'],
  settings: ['db'],
  analytics: ['db', 'http'],
  notification: ['db', 'http'],
  filter: ['db', 'person'],
  signing: ['db'],
  audit: ['db', 'http', 'person', 'signing', 'webhook'],
  change: ['audit', 'db', 'live', 'notification', 'person', 'webhook'],
  identity: ['audit', 'db', 'http', 'person'],
  user: ['audit', 'change', 'db', 'http', 'identity', 'mail', 'notification', 'person'],
  calendar: ['change', 'db', 'person'],
  flag: ['audit', 'change', 'db'],
  partner: ['change', 'db'],
  reference: ['audit', 'change', 'db'],
  dial: ['change', 'db', 'http', 'reference', 'thread'],
  bucket: ['audit', 'change', 'db', 'dial', 'http', 'partner', 'person'],
  example: ['audit', 'bucket', 'change', 'db', 'dial'],
  portfolio: ['audit', 'change', 'db', 'person', 'reference'],
  capacity: ['bucket', 'change', 'db', 'partner', 'reference'],
  impact: ['bucket', 'capacity', 'db', 'dial', 'http', 'thread'],
  review: [
    'audit',
    'bucket',
    'change',
    'db',
    'dial',
    'example',
    'http',
    'impact',
    'notification',
    'partner',
    'person',
    'portfolio',
    'thread',
  ],
  appetite: ['audit', 'bucket', 'change', 'db', 'http', 'notification', 'partner', 'person', 'review'],
  admin: ['appetite', 'change', 'db', 'dial', 'flag', 'partner', 'person', 'reference', 'review'],
  feed: ['bucket', 'change', 'db', 'dial', 'http', 'partner', 'signing'],
  digest: ['change', 'db', 'http', 'mail', 'person', 'review'],
  practice: ['bucket', 'change', 'db', 'dial', 'feed', 'impact', 'partner', 'review'],
  operations: ['audit', 'db', 'feed', 'http', 'mail'],
  backup: ['audit', 'bucket', 'db', 'review', 'user'],
  demo: [
    'audit',
    'bucket',
    'capacity',
    'change',
    'db',
    'dial',
    'example',
    'feed',
    'portfolio',
    'reference',
    'review',
    'user',
  ],
};

/** Packages that only some server modules may use, beside those allowed for the kind of file. */
export const SERVER_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  db: ['kysely', 'kysely/migration', 'pg', 'pg-copy-streams'],
  http: ['fastify', '@fastify/static'],
  impact: ['@clickhouse/client'],
  mail: ['nodemailer'],
  operations: ['fastify', '@fastify/otel', '@opentelemetry/**', '@prometheus-io/client'],
  portfolio: ['@duckdb/node-api'],
  identity: ['oidc-provider', 'koa', 'fastify', 'kysely', '@zxcvbn-ts/**'],
};

/** The modules that every page uses. */
const SHARED = ['kit', 'api', 'session', 'frame', 'telemetry', 'live', 'dimension', 'evaluation', 'sheet'] as const;

/** Packages that only one web module may use. */
export const WEB_PACKAGES: Readonly<Record<string, readonly string[]>> = { sheet: ['hucre', 'hucre/**'] };

/** What other features may use of a feature: its queries, addresses and views. */
const PUBLIC_FILES = ['query.ts', 'address.ts', 'show/**', 'summary/**'];
const door = (noun: string): string[] => PUBLIC_FILES.map((part) => `${noun}/${part}`);
const DOORS = ['dial', 'bucket', 'review', 'audit'].flatMap(door);

export const FEATURES = [
  'dial',
  'bucket',
  'review',
  'home',
  'notification',
  'user',
  'audit',
  'admin',
  'palette',
  'report',
];

/** The modules of the web, and what each imports of other modules. Only the app imports every feature. */
export const WEB_MODULES: Readonly<Record<string, readonly string[]>> = {
  kit: [],
  api: [],
  session: ['kit', 'api'],
  frame: ['kit', 'api', 'session'],
  telemetry: ['kit', 'api', 'session', 'frame'],
  live: ['kit', 'api', 'session'],
  dimension: ['kit', 'api', 'frame'],
  evaluation: ['kit', 'api', 'frame', 'dimension'],
  sheet: [],
  dial: SHARED,
  bucket: [...SHARED, ...door('dial')],
  review: [...SHARED, ...door('dial'), ...door('bucket')],
  home: [...SHARED, ...DOORS, ...door('user')],
  notification: [...SHARED, ...DOORS, ...door('user')],
  user: [...SHARED, ...DOORS],
  audit: [...SHARED, ...DOORS],
  admin: [...SHARED, ...DOORS],
  report: [...SHARED, ...DOORS],
  palette: [...SHARED, ...DOORS, ...door('user'), ...door('admin')],
  app: ['**'],
};
