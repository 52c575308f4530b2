import { fastify, type FastifyInstance, LogController } from 'fastify';
import { contract } from '#contract/contract.ts';
import { Problem } from '#contract/problem.ts';
import { MAX_BODY_BYTES } from '#contract/route.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import { bearerAuthentication } from './http/authenticate.ts';
import { drainOnClose } from './http/drain.ts';
import { answerProblems, sendProblem } from './http/problem-reply.ts';
import { registerContract } from './http/register.ts';
import { serveScreens } from './http/screens.ts';
import { type HeaderOptions, securityHeaders } from './http/security-headers.ts';
import { handlers, type Services } from './handlers.ts';
import { mountProvider } from './identity/mount.ts';
import type { EmbeddedProvider } from './identity/provider.ts';
import type { TokenCheck } from './identity/token-check.ts';

export type AppParts = Readonly<{
  config: Config;
  db: Db;
  services: Services;
  checkToken: TokenCheck;
  /** Only when this server is its own identity provider. */
  provider: EmbeddedProvider | undefined;
  webRoot: string;
}>;

export async function buildApp({
  config,
  db,
  services,
  checkToken,
  provider,
  webRoot,
}: AppParts): Promise<FastifyInstance> {
  const headers = headerOptions(config);
  const everyAnswer = securityHeaders(headers);
  const app = fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(config.logLevel) }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: true,
    forceCloseConnections: 'idle',
    // See drainOnClose.
    return503OnClosing: false,
    // An address that cannot be decoded comes before every hook.
    frameworkErrors: (_error, _request, reply) =>
      sendProblem(reply.headers(everyAnswer), new Problem('invalid-input', 'This address could not be read.')),
  });
  // The API speaks JSON alone.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (_request, reply) => void reply.headers(everyAnswer));
  answerProblems(app);
  registerContract(app, contract, handlers(services), bearerAuthentication(checkToken));
  drainOnClose(app, config.stopGraceSeconds * 1000);
  analyticsRoutes(app, db, config.publicUrl);
  if (provider) await mountProvider(app, provider);
  serveScreens(app, { webRoot, publicUrl: config.publicUrl, headers });
  return app;
}

/** The browser may call the issuer, the flag service and the collector, wherever configuration put them. */
export function headerOptions(config: Config): HeaderOptions {
  const others = [config.auth.issuer, config.flags.url, config.analytics.url]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).origin)
    .filter((origin) => origin !== config.publicUrl);
  return { connect: [...new Set(others)], https: config.publicUrl.startsWith('https:') };
}
