import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/connect.ts';
import { insertEvents, mergeProfile } from './analytics.store.ts';
import { readBatch, toEvents, toProfiles } from './wire.ts';

const MOST_BYTES = 256 * 1024;

/** The embedded collector. Its wire form is the sender's, so it stands beside the contract. */
export function analyticsRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async ({ headers }) => {
      const ours = headers.origin === publicUrl || headers['sec-fetch-site'] === 'same-origin';
      if (!ours) throw new Problem('not-allowed', 'Only pages of this server send usage events here.');
    });
    scope.post('/analytics/track/', async ({ body }, reply) => {
      await insertEvents(db, toEvents(read(body)));
      return reply.type('text/plain').send('1');
    });
    scope.post('/analytics/engage/', async ({ body }, reply) => {
      for (const profile of toProfiles(read(body))) await mergeProfile(db, profile);
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
