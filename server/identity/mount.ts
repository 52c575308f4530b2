import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable, oncePerOutage } from '#server/db/unavailable.ts';
import { LATE_BODY, watchBody } from '#server/http/body-time.ts';
import { clientAddress, type TrustProxy } from '#server/http/client-address.ts';
import type { EmbeddedProvider } from './provider.ts';
import { MOUNT_PATH } from '#server/config.ts';

type MountOptions = Readonly<{
  isTrusted: TrustProxy;
  /** The timeout of a body. */
  bodySeconds: number;
  /** For responses sent instead of the provider. */
  headers: Readonly<Record<string, string>>;
}>;

/** Passes every request under /idp to the provider, which reads the body and writes the response. */
export async function mountProvider(
  app: FastifyInstance,
  provider: EmbeddedProvider,
  { isTrusted, bodySeconds, headers }: MountOptions,
): Promise<void> {
  const { host, protocol } = new URL(provider.issuer);
  const handle = provider.callback();
  reportFailures(app, provider);

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/*', { config: { readsOwnBody: true } }, (request, reply) => {
        reply.hijack();
        const { raw } = request;
        const originalUrl = raw.url ?? '/';
        Object.assign(raw, { originalUrl, url: originalUrl.slice(MOUNT_PATH.length) });
        raw.headers['x-forwarded-for'] = clientAddress(raw, isTrusted);
        raw.headers['host'] = host;
        raw.headers['x-forwarded-host'] = host;
        raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
        watchBody(raw, bodySeconds, () => refuseLateBody(raw, reply.raw, headers));
        return handle(raw, reply.raw);
      });
    },
    { prefix: MOUNT_PATH },
  );
}

/** A client that disconnects in the middle of a body is no error of ours. */
function reportFailures(app: FastifyInstance, provider: EmbeddedProvider): void {
  const log = (err: unknown) => app.log.error({ err }, 'The identity provider failed to answer.');
  const logOutage = oncePerOutage(log);
  const report = (error: unknown, context: { req: IncomingMessage } | undefined) => {
    const isGone = context !== undefined && context.req.destroyed && !context.req.complete;
    if (isDatabaseUnavailable(error)) logOutage(error);
    else if (!isGone) log(error);
  };
  provider.on('server_error', (context, error) => report(error, context));
  // Unhandled errors are plain events of the provider's framework, which the types do not list.
  (provider as NodeJS.EventEmitter).on('error', report);
}

function refuseLateBody(request: IncomingMessage, response: ServerResponse, headers: MountOptions['headers']): void {
  const { document } = LATE_BODY;
  if (response.headersSent) {
    request.destroy();
    return;
  }
  response.writeHead(document.status, { ...headers, 'content-type': 'application/problem+json', connection: 'close' });
  response.end(JSON.stringify(document), () => request.destroy());
}
