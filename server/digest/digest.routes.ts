import type { FastifyInstance } from 'fastify';
import { networkOf } from '#server/http/client-address.ts';
import { HTML, plainPage } from '#server/http/plain-page.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import type { digestService } from './digest.service.ts';

type Options = Readonly<{ digests: Pick<ReturnType<typeof digestService>, 'isSecret' | 'stop'>; now: () => Date }>;
type Params = Readonly<{ secret: string }>;

const MAX_REQUESTS_PER_MINUTE = 60;
const MAX_BYTES = 1024;

/**
 * Ends the digests of whoever has the address, without signing in. Mail programs post to it (RFC 8058); a person who follows
 * the link presses a button, because programs that look at links must change nothing.
 */
export function digestRoutes(app: FastifyInstance, { digests, now }: Options): void {
  const secondsToWait = createRateLimit(MAX_REQUESTS_PER_MINUTE, now);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, _body, done) => done(null));
    scope.addHook('onRequest', async (request, reply) => {
      const seconds = secondsToWait(networkOf(request.ip));
      if (seconds > 0)
        await reply.code(429).header('retry-after', seconds).type(HTML).send(plainPage('Too many requests.'));
    });
    scope.get<{ Params: Params }>('/mail/:secret', async ({ params }, reply) => {
      const isKnown = await digests.isSecret(params.secret);
      const form =
        '<form method="post"><p>Stop the e-mail that you get each morning?</p><button>Stop it</button></form>';
      return reply
        .code(isKnown ? 200 : 404)
        .type(HTML)
        .send(plainPage(isKnown ? form : UNKNOWN));
    });
    scope.post<{ Params: Params }>('/mail/:secret', async ({ params }, reply) => {
      const isStopped = await digests.stop(params.secret);
      const done = '<p>Stopped. You can turn it on again in Lineslip, under E-mail.</p>';
      return reply
        .code(isStopped ? 200 : 404)
        .type(HTML)
        .send(plainPage(isStopped ? done : UNKNOWN));
    });
  });
}

const UNKNOWN = '<p>This address is not known. Change what you get by e-mail in Lineslip, under E-mail.</p>';
