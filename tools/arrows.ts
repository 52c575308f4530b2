/**
 * Which room may import which: the arrows of the house. Lint is made from these tables (oxlint.config.ts), and
 * boundaries.test.ts plants what they forbid. A room may always import itself, and the domain and the contract below.
 */

/**
 * Rooms of the server, from the ground up, and whose services each uses: only rooms that stand above it in this list, so
 * that there is no circle. A store stays private to its room.
 */
export const SERVER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  db: [],
  mail: [],
  thread: [],
  http: ['db'],
  person: ['db'],
  live: ['db'],
  webhook: ['db'],
  settings: ['db'],
  operations: ['db'],
  analytics: ['db', 'http'],
  notification: ['db', 'http'],
  filter: ['db', 'person'],
  audit: ['db', 'http', 'person', 'webhook'],
  change: ['audit', 'db', 'live', 'notification', 'person', 'webhook'],
  identity: ['audit', 'db', 'http', 'person'],
  user: ['audit', 'change', 'db', 'http', 'identity', 'mail', 'person'],
  flag: ['audit', 'change', 'db'],
  partner: ['change', 'db'],
  reference: ['audit', 'change', 'db'],
  dial: ['change', 'db', 'http', 'reference', 'thread'],
  bucket: ['audit', 'change', 'db', 'dial', 'http', 'partner'],
  example: ['audit', 'bucket', 'change', 'db'],
  portfolio: ['audit', 'change', 'db', 'person', 'reference'],
  impact: ['bucket', 'db', 'dial', 'http', 'thread'],
  review: ['audit', 'bucket', 'change', 'db', 'dial', 'example', 'http', 'impact', 'partner', 'person'],
  admin: ['bucket', 'change', 'db', 'dial', 'flag', 'partner', 'reference'],
  backup: ['audit', 'bucket', 'db', 'review', 'user'],
  demo: ['audit', 'bucket', 'change', 'db', 'dial', 'example', 'portfolio', 'reference', 'review', 'user'],
};

/** Packages that only some rooms of the server know, beside those their kind of file may use. */
export const SERVER_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  db: ['kysely', 'kysely/migration', 'pg', 'pg-copy-streams'],
  http: ['fastify', '@fastify/static'],
  impact: ['@clickhouse/client'],
  mail: ['nodemailer'],
  portfolio: ['@duckdb/node-api'],
  flag: ['@openfeature/flagd-core', '@openfeature/core'],
  identity: ['oidc-provider', 'koa', 'fastify', 'kysely', '@zxcvbn-ts/**'],
};

/** What every page stands on. */
const GROUND = ['kit', 'api', 'session', 'frame', 'telemetry', 'live', 'dimension', 'evaluation'] as const;

/** What other features may use of a noun: how it is asked for, where it is found and how it is shown. */
const DOOR = ['query.ts', 'address.ts', 'show/**', 'summary/**'];
const door = (noun: string): string[] => DOOR.map((part) => `${noun}/${part}`);
const DOORS = ['dial', 'bucket', 'review', 'audit'].flatMap(door);

export const FEATURES = ['dial', 'bucket', 'review', 'home', 'notification', 'user', 'audit', 'admin', 'palette'];

/** Rooms of the web, and what of the other rooms each imports. Only the app knows every feature. */
export const WEB_ROOMS: Readonly<Record<string, readonly string[]>> = {
  kit: [],
  api: [],
  session: ['kit', 'api'],
  frame: ['kit', 'api', 'session'],
  telemetry: ['kit', 'api', 'session', 'frame'],
  live: ['kit', 'api', 'session'],
  dimension: ['kit', 'api', 'frame'],
  evaluation: ['kit', 'api', 'frame', 'dimension'],
  dial: GROUND,
  bucket: [...GROUND, ...door('dial')],
  review: [...GROUND, ...door('dial'), ...door('bucket')],
  home: [...GROUND, ...DOORS],
  notification: [...GROUND, ...DOORS],
  user: [...GROUND, ...DOORS],
  audit: [...GROUND, ...DOORS],
  admin: [...GROUND, ...DOORS],
  palette: [...GROUND, ...DOORS, ...door('user')],
  app: ['**'],
};
