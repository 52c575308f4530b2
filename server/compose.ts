import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { REFUSAL_WINDOW_MS } from '#domain/audit/refusal-limit.ts';
import { buildApp, headerOptions } from './app.ts';
import { readConfirmers } from './appetite/appetite.proposal.ts';
import { type AccessRefusals, accessRefusals } from './audit/audit.access.ts';
import { checkpointService, logCheckpoint } from './audit/audit.checkpoint.ts';
import { loadAuditSigner } from './audit/audit.key.ts';
import { findRevisions } from './bucket/bucket.service.ts';
import { ADMIN_EDIT, type ChangeKit } from './change/change.ts';
import { publisher } from './change/publish.ts';
import type { Config } from './config.ts';
import { databaseProbe, type Db } from './db/connect.ts';
import { checkDataFolder } from './db/data-folder.ts';
import { listen, type Listener, type Subscription } from './db/listen.ts';
import type { OpenDatabase } from './db/open.ts';
import { prepareDials } from './dial/dial.day.service.ts';
import type { Trx } from './db/transaction.ts';
import { oncePerOutage } from './db/unavailable.ts';
import { feedHub } from './feed/feed.hub.ts';
import { feedSigners } from './feed/feed.key.ts';
import { releaseWriter } from './feed/feed.release.ts';
import type { LogStream } from './http/log.ts';
import { createReadiness, MAX_ANSWER_MS, type Readiness } from './http/probes.ts';
import { IdentityUnavailable, type IdTokenCheck, InvalidToken } from './http/token.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createServices } from './services.ts';
import { hashQueue, type HashQueue } from './identity/hash-queue.ts';
import { loadKeys } from './identity/keys.ts';
import { passwordSignIn } from './identity/password.sign-in.ts';
import { createProvider } from './identity/provider.ts';
import { refuseDemoNow } from './identity/sign-in-mode.ts';
import { createTokenLog, type TokenLog } from './identity/token-log.ts';
import { checkWithLocalKeys, checkWithRemoteKeys } from './identity/token-check.ts';
import { type LiveService, liveService } from './live/live.service.ts';
import { createJobs, type Jobs, scheduleJobs } from './jobs.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';
import { partnerNames } from './partner/partner.service.ts';
import { findPeopleAllowed } from './person/person.service.ts';
import { readRoundFacts } from './review/review.facts.ts';
import { embeddedDirectory, findByEmail } from './user/user.service.ts';
import { type WebhookTarget, webhookWorker } from './webhook/webhook.worker.ts';

export type ComposeOptions = Readonly<{
  config: Config;
  db: Db;
  /** For the one connection that listens. */
  connection: OpenDatabase['config'];
  root: string;
  now?: () => Date;
  /** Whether the demo portfolio is generated, if the database never had one. */
  makesDemo?: boolean;
  readiness?: Readiness;
  /** Undefined: nothing is counted. */
  metrics?: Metrics | undefined;
  /** Undefined: no traces. */
  tracing?: Tracing | undefined;
  /** The log destination; standard output by default. */
  log?: LogStream | undefined;
}>;

export type Composed = Readonly<{ app: FastifyInstance; jobs: Jobs }>;

/** Wires everything together. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { config, db, connection, root, now = () => new Date(), log, makesDemo = false } = options;
  const { readiness = createReadiness(), metrics, tracing } = options;
  await prepareDials(db, now());
  const passwords = hashQueue();
  const tokenLog = createTokenLog({
    settings: config.auth,
    warn: (details, text) => app.log.warn(details, text),
    now,
  });
  const { checkToken, checkIdToken, provider } = await identity(config, { db, now, passwords, tokenLog });
  const live = liveService();
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
  const readers = {
    revisions: findRevisions,
    rounds: readRoundFacts,
    editors: async (trx: Trx) =>
      (await findPeopleAllowed(trx, { scope: 'bucket', action: 'edit' })).map(({ id }) => id),
    confirmers: readConfirmers,
    administrators: async (trx: Trx) => (await findPeopleAllowed(trx, ADMIN_EDIT)).map(({ id }) => id),
    partnerNames,
  };
  const signers = feedSigners(config);
  const releases = releaseWriter({ signers, alarmSeconds: config.feedAlarmSeconds });
  await releases.atStart(db, now());
  const hub = feedHub();
  const publish = publisher({ readers, publicUrl: config.publicUrl, webhooks, release: releases.afterEvents });
  const kit: ChangeKit = { db, now, directory, publish };
  const services = createServices({
    config,
    kit,
    live,
    checkpoints,
    checkIdToken: reportRefusals(checkIdToken, tokenLog),
    signers,
    log: () => app.log,
    makesDemo,
  });
  const refusals = accessRefusals({ db, now, onError: (err, message) => app.log.error({ err }, message) });
  const webRoot = join(root, 'web/dist');
  const app = await buildApp({
    config,
    db,
    services,
    hub,
    checkToken,
    reportToken: tokenLog.report,
    refusals,
    provider,
    passwords,
    readiness,
    metrics,
    tracing,
    webRoot,
    log,
    now,
  });
  countRefusals(app, refusals);
  hearChanges(app, connection, [live.subscription, hub.subscription]);
  const jobs = createJobs({ config, db, now, checkpoints, services, hub });
  scheduleJobs(app, jobs);
  app.addHook('onClose', () => services.portfolioLoads.close());
  app.addHook('onClose', () => services.measuring.close());
  app.addHook('onClose', () => services.dialExchange.close());
  app.addHook('onClose', () => services.proofs.close());
  const probe = databaseProbe(connection, MAX_ANSWER_MS);
  const checks = { database: probe.ask, 'data-folder': () => checkDataFolder(config.dataDir) };
  app.addHook('onReady', async () => readiness.serve(checks));
  app.addHook('onClose', () => probe.close());
  if (config.webhook) sendWebhooks(app, { db, now, live, target: config.webhook });
  return { app, jobs };
}

/** Becomes ready even without a connection: it is tried again. */
function hearChanges(app: FastifyInstance, connection: OpenDatabase['config'], subscriptions: readonly Subscription[]) {
  const onLost = (err: unknown) =>
    app.log.warn({ err }, 'The connection that hears of changes is gone; it is tried again.');
  let listener: Listener | undefined;
  app.addHook('onReady', async () => {
    listener = listen(connection, { subscriptions, onLost: oncePerOutage(onLost) });
    await listener.started;
  });
  app.addHook('onClose', async () => listener?.close());
}

function countRefusals(app: FastifyInstance, refusals: AccessRefusals): void {
  const timer = setInterval(() => void refusals.flush(), REFUSAL_WINDOW_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await refusals.close();
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

const reportRefusals =
  (check: IdTokenCheck, { report }: TokenLog): IdTokenCheck =>
  (idToken) =>
    check(idToken).catch((error: unknown) => {
      if (error instanceof InvalidToken || error instanceof IdentityUnavailable) report(error);
      throw error;
    });

type IdentityParts = Readonly<{ db: Db; now: () => Date; passwords: HashQueue; tokenLog: TokenLog }>;

async function identity(
  { auth, publicUrl, idpClientOrigins, ...config }: Config,
  { db, now, passwords, tokenLog: { noteTextPermissions } }: IdentityParts,
) {
  if (auth.kind === 'hosted') {
    const jwksUrl = `${auth.issuer}.well-known/jwks.json`;
    const checks = checkWithRemoteKeys({ ...auth, jwksUrl, noteTextPermissions });
    return { ...checks, provider: undefined };
  }
  const keys = await loadKeys(db);
  const options = headerOptions({ auth, publicUrl, idpClientOrigins, ...config });
  const provider = await createProvider({
    publicUrl,
    approvals: config.requiredApprovals,
    clientId: auth.clientId,
    audience: auth.audience,
    clientOrigins: [publicUrl, ...idpClientOrigins],
    directory: embeddedDirectory(db),
    passwords:
      config.signIn === 'password'
        ? passwordSignIn({ db, now, findByEmail: (email) => findByEmail(db, email), queue: passwords })
        : undefined,
    refuseDemo: () => refuseDemoNow(db),
    db,
    securityHeaders: ({ formTargets }) => securityHeaders({ ...options, formTargets }),
  });
  return { ...checkWithLocalKeys({ ...auth, keys, noteTextPermissions }), provider };
}
