import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { compose } from '#server/compose.ts';
import { type Config, readConfig } from '#server/config.ts';
import { addDemoReference } from '#server/demo/demo.service.ts';
import { defineFlags } from '#server/flag/flag.service.ts';
import type { LogStream } from '#server/http/log.ts';
import { type AccessTokenRequest, issueAccessToken } from '#server/identity/issue-token.ts';
import type { JobName } from '#server/jobs.ts';
import { loadKeys, SIGNING_ALGORITHM } from '#server/identity/keys.ts';
import type { Metrics } from '#server/operations/metrics.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { createFilledDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import { FILLED_AT, fillForTests } from './fill.ts';

/** A demo person, named by the mailbox; the administrator with just these permissions; or anyone else. */
export type Caller = string | readonly string[] | Readonly<{ id: string; permissions: readonly string[] }>;

/** The whole server without its port: the real wiring with its own database, demo people, flags and reference lists. */
export type TestApp = Readonly<{
  app: FastifyInstance;
  config: Config;
  database: TestDatabase;
  now: () => Date;
  /** Runs a job of the server now; no job runs by itself, since the server does not listen. */
  runJob: (name: JobName) => Promise<void>;
  /** The headers of a call. */
  as: (who: Caller) => Promise<{ authorization: string }>;
  tokenOf: (who: Caller, changed?: Partial<AccessTokenRequest>) => Promise<string>;
  /** An identity token of a demo person, with the claims of the provider. */
  idTokenOf: (mailbox: string, changed?: Record<string, unknown>) => Promise<string>;
  close: () => Promise<void>;
}>;

/** Sign checkpoints and releases in tests, so that no data folder is created. */
export const TEST_AUDIT_KEY = Buffer.alloc(32, 'test').toString('base64');
export const TEST_FEED_KEY = Buffer.alloc(32, 'feed').toString('base64');

type Options = Readonly<{
  environment?: Record<string, string>;
  root?: string;
  now?: () => Date;
  log?: LogStream;
  /** Whether the jobs of the demo run when a test asks for them. */
  makesDemo?: boolean;
  metrics?: Metrics;
  /** Sees every query of the server. */
  plugin?: KyselyPlugin;
  /** A migrated database to use; by default a new one. */
  on?: TestDatabase;
}>;

export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const { environment = {}, root = '/nowhere', now = () => new Date(), log, plugin, on, makesDemo = false } = options;
  const { metrics } = options;
  const config = readConfig(
    { LOG_LEVEL: 'silent', AUDIT_KEY: TEST_AUDIT_KEY, FEED_KEY: TEST_FEED_KEY, ...environment },
    root,
  );
  const isTenant = config.auth.kind === 'hosted';
  const database = on ?? (await (isTenant ? createTenantDatabase() : createFilledDatabase()));
  if (on) await fillForTests(on.config);
  const { db } = database;
  const watched = plugin ? db.withPlugin(plugin) : db;
  const parts = { config, db: watched, connection: database.config, root, log, now, makesDemo, metrics };
  const { app, jobs } = await compose(parts);
  await app.ready();
  const keys = await loadKeys(db);

  const tokenOf: TestApp['tokenOf'] = (who, changed = {}) => {
    const person =
      typeof who === 'string'
        ? demoPerson(who)
        : 'id' in who
          ? who
          : { ...demoPerson('administrator'), permissions: who };
    return issueAccessToken({ ...config.auth, keys, person, seconds: 600, ...changed });
  };
  return {
    app,
    config,
    database,
    now,
    runJob: async (name) => void (await jobs[name].run(new AbortController().signal)),
    tokenOf,
    as: async (who) => ({ authorization: `Bearer ${await tokenOf(who)}` }),
    idTokenOf: async (mailbox, changed = {}) => {
      const { id, name, email, given_name, family_name } = demoPerson(mailbox);
      const [jwk] = keys.signing;
      if (!jwk?.kid) throw new Error('There is no signing key.');
      const issuedAt = Math.floor(Date.now() / 1000);
      return new SignJWT({
        sub: id,
        name,
        email,
        given_name,
        family_name,
        sid: randomUUID(),
        auth_time: issuedAt,
        aud: config.auth.clientId,
        iss: config.auth.issuer,
        iat: issuedAt,
        exp: issuedAt + 3600,
        ...changed,
      })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid: jwk.kid })
        .sign(await importJWK(jwk, SIGNING_ALGORITHM));
    },
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

/** One for all tests of a file or suite. */
export function useTestApp(options: Options | (() => Promise<Options>) = {}): TestApp {
  const server = {} as TestApp;
  beforeAll(async () => {
    Object.assign(server, await createTestApp(typeof options === 'function' ? await options() : options));
  });
  afterAll(() => server.close());
  return server;
}

/** One for a single test, closed after it. */
export async function createOwnApp(options?: Options): Promise<TestApp> {
  const server = await createTestApp(options);
  onTestFinished(() => server.close());
  return server;
}

/** People of a hosted tenant are added at their first sign-in. */
async function createTenantDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await defineFlags(database.db, FILLED_AT);
  await addDemoReference(database.db, FILLED_AT);
  return database;
}

function demoPerson(mailbox: string) {
  const found = DEMO_PEOPLE.find(({ id }) => id === `demo|${mailbox}`);
  if (!found) throw new Error(`There is no demo person ${mailbox}.`);
  return found;
}
