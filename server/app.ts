import { fastify, type FastifyInstance, LogController } from 'fastify';
import { contract } from '#contract/contract.ts';
import { Problem } from '#contract/problem.ts';
import { MAX_BODY_BYTES, type Route } from '#contract/route.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import type { AccessRefusals } from './audit/audit.access.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { FeedHub } from './feed/feed.hub.ts';
import { digestRoutes } from './digest/digest.routes.ts';
import { registerFeed } from './feed/feed.routes.ts';
import { serveApiDocument } from './http/api-document.ts';
import { createRequestId } from './http/request-id.ts';
import { bearerAuthentication, type ReportToken, type TokenCheck } from './http/token.ts';
import { admitRequests } from './http/admission.ts';
import { limitBodyTime } from './http/body-time.ts';
import { limitConnections } from './http/connections.ts';
import { drainOnClose } from './http/drain.ts';
import { logOptions, type LogStream } from './http/log.ts';
import { watchMethods } from './http/methods.ts';
import { answerParserErrors } from './http/parser-errors.ts';
import { type Readiness, registerProbes } from './http/probes.ts';
import { answerProblems, sendProblem } from './http/problem-reply.ts';
import { type OnRefused, registerContract } from './http/register.ts';
import { streamsOf } from './http/stream.ts';
import { giveHeavyTurns } from './http/turns.ts';
import { serveScreens } from './http/screens.ts';
import { type HeaderOptions, securityHeaders } from './http/security-headers.ts';
import { handlers } from './handlers.ts';
import type { Services } from './services.ts';
import { trustProxies } from './http/client-address.ts';
import type { HashQueue } from './identity/hash-queue.ts';
import { mountProvider } from './identity/mount.ts';
import type { EmbeddedProvider } from './identity/provider.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';

export type AppParts = Readonly<{
  config: Config;
  db: Db;
  services: Services;
  hub: FeedHub;
  checkToken: TokenCheck;
  reportToken: ReportToken;
  refusals: AccessRefusals;
  /** Only if this server is its own identity provider. */
  provider: EmbeddedProvider | undefined;
  passwords: HashQueue;
  readiness: Readiness;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
  webRoot: string;
  now: () => Date;
  /** The log destination; standard output by default. */
  log?: LogStream | undefined;
}>;

const HEADERS_MS = 15_000;
const CHECK_EVERY_MS = 5000;
const MARGIN_MS = 10_000;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, services, hub, checkToken, refusals, provider, readiness, webRoot, log, now } = parts;
  const headers = headerOptions(config);
  const isTrusted = trustProxies(config.http.trustedProxies);
  const everyAnswer = securityHeaders(headers);
  const app = fastify({
    logger: logOptions(config.logLevel, log),
    logController: new LogController({
      disableRequestLogging: !['debug', 'trace'].includes(config.logLevel),
      requestIdLogLabel: 'reference',
    }),
    genReqId: parts.tracing?.requestId ?? createRequestId,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: (address: string) => isTrusted(address),
    // Node's own limits enclose those of the routes, and cover requests that no route sees.
    requestTimeout: longestBodySeconds(config) * 1000 + MARGIN_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_EVERY_MS, requireHostHeader: false },
    clientErrorHandler: answerParserErrors(everyAnswer),
    forceCloseConnections: 'idle',
    // See drainOnClose.
    return503OnClosing: false,
    // An address that cannot be decoded fails before every hook.
    frameworkErrors: (_error, _request, reply) =>
      sendProblem(
        reply.headers({ ...everyAnswer, connection: 'close' }),
        new Problem('invalid-input', 'This address could not be read.'),
      ),
  });
  // The API only accepts JSON.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async ({ raw, id }, reply) => {
    reply.headers({ ...everyAnswer, 'x-request-id': id });
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new Problem('invalid-input', 'The request names no host.');
    // "GET http://host/path" is a proxy request, and later code treats the URL as a path.
    if (!raw.url?.startsWith('/') && raw.url !== '*')
      throw new Problem('invalid-input', 'Please send the path alone, without scheme and host.');
  });
  const connections = limitConnections(app, {
    most: config.http.maxConnections,
    mostPerAddress: config.http.maxConnectionsPerAddress,
    isTrusted,
  });
  const { authenticate, identify } = bearerAuthentication(checkToken, parts.reportToken);
  const admission = admitRequests(app, {
    slots: config.http.maxRequests,
    now,
    identify,
    connections,
    onShed: (priority) => parts.metrics?.countShed(priority),
  });
  limitBodyTime(app, config.http.bodyTimeoutSeconds);
  answerProblems(app);
  const methodsOf = watchMethods(app);
  const onRefused: OnRefused = (actor, route, needed) =>
    refusals.record(actor.id, {
      method: route.method,
      route: route.path,
      needs: `${needed.action} on ${needed.scope}`,
    });
  const [pageStreams, engineStreams] = [streamsOf(app), streamsOf(app)];
  const heavyTurns = giveHeavyTurns(config.http.maxRequests);
  parts.metrics?.watch(app, {
    db,
    now,
    queues: {
      requests: admission.countWaiting,
      heavy_requests: heavyTurns.countWaiting,
      impact: services.measuring.countWaiting,
      import: services.dialExchange.countWaiting,
      proofs: services.proofs.countWaiting,
      passwords: parts.passwords.countWaiting,
    },
    streams: { engines: engineStreams.count, pages: pageStreams.count },
    portfolioBytes: services.measuring.readCacheBytes,
  });
  registerProbes(app, readiness);
  app.addHook('preClose', async () => readiness.drain());
  registerContract(app, contract, handlers(services), {
    authenticate,
    onRefused,
    onBytes: (actor, params) => services.portfolioLoads.noteBytes(actor, params),
    now,
    streams: pageStreams,
    heavyTurns,
    onHeavy: admission.leave,
  });
  registerFeed(app, { ...services, hub, streams: engineStreams, admission, now });
  serveApiDocument(app);
  digestRoutes(app, { digests: services.digests, now });
  drainOnClose(app, config.stopGraceSeconds * 1000);
  if (config.analytics.url === undefined) analyticsRoutes(app, { db, publicUrl: config.publicUrl, authenticate, now });
  if (provider)
    await mountProvider(app, provider, {
      isTrusted,
      bodySeconds: config.http.bodyTimeoutSeconds,
      headers: everyAnswer,
    });
  serveScreens(app, { webRoot, publicUrl: config.publicUrl, headers, methodsOf });
  return app;
}

function longestBodySeconds({ http }: Config): number {
  const routes: readonly Route[] = Object.values(contract);
  return Math.max(http.bodyTimeoutSeconds, ...routes.map(({ bodySeconds = 0 }) => bodySeconds));
}

/** The browser may call the configured issuer, flag service and collector. */
export function headerOptions(config: Config): HeaderOptions {
  const others = [config.auth.issuer, config.flags.url, config.analytics.url]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).origin)
    .filter((origin) => origin !== config.publicUrl);
  return { connect: [...new Set(others)], https: config.publicUrl.startsWith('https:') };
}
