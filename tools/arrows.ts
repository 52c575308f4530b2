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

/** Packages that only one room of the web may use. */
export const WEB_PACKAGES: Readonly<Record<string, readonly string[]>> = { workbook: ['hucre', 'hucre/**'] };

/**
 * The rooms of the web, bottom up. A room imports the files at the top of the rooms above it in this list; what is in its folders is
 * its own. A room within another one is a room like any other.
 */
export const WEB_ROOMS = [
  'kit',
  'base/api',
  'base/session',
  'base/page',
  'base/live',
  'base/telemetry',
  'rule',
  'workbook',
  'risk',
  'dial',
  'bucket',
  'example',
  'impact',
  'change',
  'review',
  'batch',
  'sheet',
  'bucket/matrix',
  'bucket/edit',
  'bucket/view',
  'audit',
  'user',
  'notification',
  'admin',
  'report',
  'home',
  'palette',
  'app',
] as const;
