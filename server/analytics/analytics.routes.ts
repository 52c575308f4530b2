import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/connect.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import type { Authenticate } from '#server/http/register.ts';
import { insertEvents, mergeProfile } from './analytics.store.ts';
import { readBatch, toEvents, toProfile } from './wire.ts';

const MAX_BYTES = 256 * 1024;
/** An open page sends at most one batch every five seconds; this covers twenty pages of one person. */
const MAX_REQUESTS_PER_MINUTE = 240;

type Options = Readonly<{ db: Db; publicUrl: string; authenticate: Authenticate; now: () => Date }>;

/**
 * The embedded collector. Its wire format is the sender's, so it is not in the contract. The access token identifies the
 * person; what the batch claims is ignored.
 */
export function analyticsRoutes(app: FastifyInstance, { db, publicUrl, authenticate, now }: Options): void {
  const senders = new WeakMap<FastifyRequest, string>();
  const senderOf = (request: FastifyRequest): string => {
    const id = senders.get(request);
    if (id === undefined) throw new Problem('not-signed-in', 'User is unauthenticated');
    return id;
  };
  const secondsToWait = createRateLimit(MAX_REQUESTS_PER_MINUTE, now);

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async (request) => {
      const { id } = await authenticate(request);
      const { origin, 'sec-fetch-site': site } = request.headers;
      if (origin !== publicUrl && site !== 'same-origin')
        throw new Problem('not-allowed', 'Only pages of this server send usage events here.');
      const seconds = secondsToWait(id);
      if (seconds > 0)
        throw new Problem('too-many-requests', 'There were too many usage events. Please send the next ones later.', {
          retryAfterSeconds: seconds,
        });
      senders.set(request, id);
    });
    scope.post('/analytics/track/', async (request, reply) => {
      await insertEvents(db, senderOf(request), toEvents(read(request.body)), now());
      return reply.type('text/plain').send('1');
    });
    scope.post('/analytics/engage/', async (request, reply) => {
      await mergeProfile(db, senderOf(request), toProfile(read(request.body)));
      return reply.type('text/plain').send('1');
    });
  });
}

function read(body: unknown): unknown[] {
  try {
    return readBatch(String(body));
  } catch {
    throw new Problem('invalid-input', 'The batch could not be read.');
  }
}
