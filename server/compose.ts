import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { REFUSAL_WINDOW_MS } from '#domain/audit/refusal-limit.ts';
import { buildApp, headerOptions } from './app.ts';
import { type AccessRefusals, accessRefusals } from './audit/audit.access.ts';
import { checkpointService, logCheckpoint } from './audit/audit.checkpoint.ts';
import { loadAuditSigner } from './audit/audit.key.ts';
import { findRevisions } from './bucket/bucket.service.ts';
import type { ChangeKit } from './change/change.ts';
import { publisher } from './change/publish.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import { listen } from './db/listen.ts';
import type { OpenDatabase } from './db/open.ts';
import { refreshNamingDials } from './dial/dial.option.service.ts';
import type { LogStream } from './http/log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createServices, type Services } from './services.ts';
import { loadKeys } from './identity/keys.ts';
import { passwordSignIn } from './identity/password.sign-in.ts';
import { createProvider } from './identity/provider.ts';
import { refuseDemoNow } from './identity/sign-in-mode.ts';
import { checkWithLocalKeys, checkWithRemoteKeys } from './identity/token-check.ts';
import { type LiveService, liveService } from './live/live.service.ts';
import { purge } from './operations/retention.ts';
import { roundReader } from './review/review.facts.ts';
import { embeddedDirectory, findByEmail } from './user/user.service.ts';
import { type WebhookTarget, webhookWorker } from './webhook/webhook.worker.ts';

export type ComposeOptions = Readonly<{
  config: Config;
  db: Db;
  /** For the one connection that listens. */
  connection: OpenDatabase['config'];
  root: string;
  now?: () => Date;
  /** Whether the demo portfolio is generated on first use. */
  makesDemo?: boolean;
  /** The log destination; standard output by default. */
  log?: LogStream | undefined;
}>;

/** Wires everything together. */
export async function compose(options: ComposeOptions): Promise<FastifyInstance> {
  const { config, db, connection, root, now = () => new Date(), log, makesDemo = false } = options;
  const { checkToken, checkIdToken, provider } = await identity(config, db, now);
  const live = liveService({
    listen: (options) => listen(connection, options),
    onLost: (err) => app.log.warn({ err }, 'The connection that hears of changes is gone; it is tried again.'),
  });
  const signer = await loadAuditSigner(config);
  const webhooks = config.webhook !== undefined;
  const checkpoints = checkpointService({
    db,
    now,
    signer,
    webhooks,
    log: (checkpoint) => logCheckpoint(app.log, checkpoint),
  });
  const directory = config.auth.kind;
  const readers = { revisions: findRevisions, rounds: roundReader(directory) };
  const kit: ChangeKit = { db, now, directory, publish: publisher({ readers, publicUrl: config.publicUrl, webhooks }) };
  const services = createServices({ config, kit, live, checkpoints, checkIdToken, log: () => app.log, makesDemo });
  const refusals = accessRefusals({ db, now, onError: (err, message) => app.log.error({ err }, message) });
  const webRoot = join(root, 'web/dist');
  const app = await buildApp({ config, db, services, checkToken, refusals, provider, webRoot, log, now });
  countRefusals(app, refusals);
  app.addHook('onReady', () => live.start());
  app.addHook('onClose', () => live.close());
  repeat(
    app,
    CHECKPOINT_INTERVAL_MS,
    () => checkpoints.addIfDue(),
    'The audit checkpoint could not be signed; it is tried again.',
  );
  repeat(
    app,
    REFRESH_INTERVAL_MS,
    () => refreshNamingDials(db),
    'The list of dials could not be brought up to date; it is tried again.',
  );
  repeat(
    app,
    PURGE_EVERY_MS,
    (signal) => purge({ db, retention: config.retention, now: now(), signal }),
    'What is past its time could not be deleted; it is tried again.',
  );
  app.addHook('onClose', () => services.portfolioLoads.close());
  app.addHook('onClose', () => services.measuring.close());
  app.addHook('onClose', () => services.dialExchange.close());
  cleanPortfolios(app, services);
  if (config.webhook) sendWebhooks(app, { db, now, live, target: config.webhook });
  return app;
}

function countRefusals(app: FastifyInstance, refusals: AccessRefusals): void {
  const timer = setInterval(() => void refusals.flush(), REFUSAL_WINDOW_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await refusals.close();
  });
}

/** Removes the files of ended loads and deleted portfolios, at once and every hour. */
function cleanPortfolios(app: FastifyInstance, { portfolioLoads, cleanPortfolios: cleanFiles }: Services): void {
  const clean = async () => {
    await portfolioLoads.clean();
    await cleanFiles();
  };
  const failure = 'Files of portfolios that are gone could not be deleted; it is tried again.';
  app.addHook('onListen', async () => void clean().catch((err: unknown) => app.log.error({ err }, failure)));
  repeat(app, CLEAN_INTERVAL_MS, clean, failure);
}

/** How often to check whether the hourly checkpoint is due. */
const CHECKPOINT_INTERVAL_MS = 60_000;
/** Finishes renames whose server stopped. */
const REFRESH_INTERVAL_MS = 60_000;
const PURGE_EVERY_MS = 10 * 60_000;
const CLEAN_INTERVAL_MS = 60 * 60_000;

/** Repeats the work while the server listens. Closing waits for the current run. */
function repeat(
  app: FastifyInstance,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  failure: string,
): void {
  const stop = new AbortController();
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= work(stop.signal)
      .catch((err: unknown) => app.log.error({ err }, failure))
      .finally(() => (running = undefined));
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => void (timer = setInterval(run, everyMs).unref()));
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  });
}

type WebhookParts = Readonly<{ db: Db; now: () => Date; live: LiveService; target: WebhookTarget }>;

/** Any bucket event on any server may have queued a message; the worker also polls. */
function sendWebhooks(app: FastifyInstance, { db, now, live, target }: WebhookParts): void {
  const worker = webhookWorker({ ...target, db, now, onError: (err, message) => app.log.error({ err }, message) });
  const stop = live.watch(worker.wake);
  app.addHook('onReady', async () => worker.wake());
  app.addHook('preClose', async () => {
    stop();
    await worker.close();
  });
}

async function identity({ auth, publicUrl, idpClientOrigins, ...config }: Config, db: Db, now: () => Date) {
  if (auth.kind === 'hosted') {
    const jwksUrl = `${auth.issuer}.well-known/jwks.json`;
    const checks = checkWithRemoteKeys({ ...auth, jwksUrl });
    return { ...checks, provider: undefined };
  }
  const keys = await loadKeys(db);
  const options = headerOptions({ auth, publicUrl, idpClientOrigins, ...config });
  const provider = await createProvider({
    publicUrl,
    clientId: auth.clientId,
    audience: auth.audience,
    clientOrigins: [publicUrl, ...idpClientOrigins],
    directory: embeddedDirectory(db),
    passwords:
      config.signIn === 'password'
        ? passwordSignIn({ db, now, findByEmail: (email) => findByEmail(db, email) })
        : undefined,
    refuseDemo: () => refuseDemoNow(db),
    db,
    securityHeaders: ({ formTargets }) => securityHeaders({ ...options, formTargets }),
  });
  return { ...checkWithLocalKeys({ ...auth, keys }), provider };
}
