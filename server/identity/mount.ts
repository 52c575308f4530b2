import type { FastifyInstance } from 'fastify';
import { oncePerOutage } from '#server/db/outage.ts';
import { isDatabaseUnavailable } from '#server/db/unavailable.ts';
import type { EmbeddedProvider } from './provider.ts';
import { MOUNT_PATH } from './provider.settings.ts';

/** Hands every request under /idp to the provider, which reads the body and writes the answer itself. */
export async function mountProvider(app: FastifyInstance, provider: EmbeddedProvider): Promise<void> {
  const { host, protocol } = new URL(provider.issuer);
  const handle = provider.callback();
  const log = (err: unknown) => app.log.error({ err }, 'The identity provider failed to answer.');
  const logOutage = oncePerOutage(log);
  const report = (error: unknown) => (isDatabaseUnavailable(error) ? logOutage(error) : log(error));
  provider.on('server_error', (_ctx, error) => report(error));
  // What escapes the provider's own handling is a plain event of its framework, which the types do not list.
  (provider as NodeJS.EventEmitter).on('error', report);

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      // Addresses here carry what only one person may know: codes, and the value of an invitation.
      scope.all('/*', { logLevel: 'warn' }, (request, reply) => {
        reply.hijack();
        const { raw } = request;
        const originalUrl = raw.url ?? '/';
        Object.assign(raw, { originalUrl, url: originalUrl.slice(MOUNT_PATH.length) });
        raw.headers['host'] = host;
        raw.headers['x-forwarded-host'] = host;
        raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
        return handle(raw, reply.raw);
      });
    },
    { prefix: MOUNT_PATH },
  );
}
