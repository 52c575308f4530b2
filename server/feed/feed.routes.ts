import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { feedRoutes } from '#contract/feed.ts';
import { Problem } from '#contract/problem.ts';
import type { Channel } from '#domain/feed/channel.ts';
import type { Admission } from '#server/http/admission.ts';
import { checkInput } from '#server/http/check-input.ts';
import { matchesTag } from '#server/http/etag.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import type { Streams } from '#server/http/stream.ts';
import type { engineReports } from './engine.report.ts';
import type { EngineCaller, engineService } from './engine.service.ts';
import type { FeedHub } from './feed.hub.ts';
import type { FeedService } from './feed.service.ts';

type Parts = Readonly<{
  feed: FeedService;
  engines: ReturnType<typeof engineService>;
  engineReports: ReturnType<typeof engineReports>;
  hub: FeedHub;
  streams: Streams;
  admission: Pick<Admission, 'rememberEngine' | 'leave'>;
  now: () => Date;
}>;

const MAX_WAIT_SECONDS = 60;
/** Of each engine: one report a minute is usual, and a first start asks for some dozens of lists of documents. */
const MAX_POSTS_PER_MINUTE = 120;
const IMMUTABLE = 'private, max-age=31536000, immutable';

/** The routes for engines: by engine token only. */
export function registerFeed(app: FastifyInstance, parts: Parts): void {
  const { feed, engines, engineReports: reports, hub, streams, admission, now } = parts;
  const callers = new WeakMap<FastifyRequest, EngineCaller>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    hub.endAll();
  });

  const limit = createRateLimit(MAX_POSTS_PER_MINUTE, now);
  const assertRate = ({ id }: EngineCaller): void => {
    const retryAfterSeconds = limit(id);
    if (retryAfterSeconds > 0)
      throw new Problem(
        'too-many-requests',
        `An engine can send ${MAX_POSTS_PER_MINUTE} reports and requests for documents a minute.`,
        {
          retryAfterSeconds,
        },
      );
  };
  const callerOf = (request: FastifyRequest): EngineCaller => {
    const caller = callers.get(request);
    if (caller === undefined) throw new Error('The request was not authenticated.');
    return caller;
  };
  const authenticate = async (request: FastifyRequest): Promise<void> => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const caller = await engines.authenticate(token);
    if (caller === undefined)
      throw new Problem('not-signed-in', 'This needs a valid engine token: it is unknown, expired or revoked.');
    admission.rememberEngine(request, caller.id);
    if (request.method !== 'GET') assertRate(caller);
    callers.set(request, caller);
  };
  /** An engine reads the channel of its token, and no other. */
  const channelOf = (request: FastifyRequest): Channel => {
    const { channel } = read(feedRoutes.readRelease.params, request.params);
    const caller = callerOf(request);
    if (caller.channel !== channel)
      throw new Problem('not-allowed', `This token is for the channel ${caller.channel}.`);
    return channel;
  };

  for (const [name, handler] of Object.entries({
    readKeys: async (_request, reply) => reply.header('cache-control', 'no-store').send(await feed.keys()),

    readDocument: async (request, reply) => {
      const { hash } = read(feedRoutes.readDocument.params, request.params);
      const content = await feed.document(callerOf(request), hash);
      return reply
        .headers({ 'cache-control': IMMUTABLE, etag: `"${hash}"` })
        .type('application/json; charset=utf-8')
        .send(content);
    },

    readDocuments: async (request, reply) => {
      const { documents } = read(feedRoutes.readDocuments.body, request.body);
      return reply.send(await feed.documents(callerOf(request), documents));
    },

    readRelease: async (request, reply) => {
      const channel = channelOf(request);
      const caller = callerOf(request);
      reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization' });
      const known = request.headers['if-none-match'];
      const waitMs = waitOf(request) * 1000;
      const until = Date.now() + Math.min(waitMs, caller.expiresAt.getTime() - Date.now());
      for (;;) {
        const woken = waitMs === 0 || isClosing ? undefined : wake(hub, { channel, engine: caller.id, reply, until });
        try {
          const { jws, etag } = await feed.newest(caller);
          reply.header('etag', etag);
          if (!matchesTag(known, etag)) return reply.type('application/jose').send(jws);
          // Engines wait for releases for up to a minute.
          admission.leave(request);
          if ((await woken?.reason) !== 'release') return reply.code(304).send();
        } finally {
          woken?.stop();
        }
      }
    },

    streamReleases: async (request, reply) => {
      const channel = channelOf(request);
      const caller = callerOf(request);
      reply.header('cache-control', 'no-store');
      return streams.open(reply, caller, (send, end) => {
        const tell = () =>
          feed.sequence(channel).then(
            (sequence) => send({ sequence }),
            // The client falls back to asking.
            () => end(),
          );
        void tell();
        return hub.subscribe({ channel, engine: caller.id, onRelease: () => void tell(), onEngine: end });
      });
    },

    reportStatus: async (request, reply) => {
      await reports.report(callerOf(request), read(feedRoutes.reportStatus.body, request.body));
      return reply.code(204).send();
    },

    reportDecisions: async (request, reply) => {
      await reports.count(callerOf(request), read(feedRoutes.reportDecisions.body, request.body));
      return reply.code(204).send();
    },
  } satisfies Record<
    keyof typeof feedRoutes,
    (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  >)) {
    const route = feedRoutes[name as keyof typeof feedRoutes];
    app.route({
      method: route.method,
      url: route.path,
      ...('maxBodyBytes' in route && { bodyLimit: route.maxBodyBytes }),
      onRequest: authenticate,
      handler,
    });
  }
}

function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { data, errors } = checkInput(schema, input ?? {});
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
  return data as z.output<S>;
}

/** `Prefer: wait=30` (RFC 7240). */
function waitOf({ headers }: FastifyRequest): number {
  const [, seconds = '0'] = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,4})/i.exec(String(headers.prefer ?? '')) ?? [];
  return Math.min(Number(seconds), MAX_WAIT_SECONDS);
}

type WakeOptions = Readonly<{ channel: Channel; engine: string; reply: FastifyReply; until: number }>;

/** Resolves when there may be a newer release, the token changed, the time is over, or the reader left. */
function wake(hub: FeedHub, { channel, engine, reply, until }: WakeOptions) {
  const { promise, resolve } = Promise.withResolvers<'release' | 'over'>();
  const stopWaiting = () => resolve('over');
  const unsubscribe = hub.subscribe({ channel, engine, onRelease: () => resolve('release'), onEngine: stopWaiting });
  const timer = setTimeout(stopWaiting, Math.max(0, until - Date.now()));
  reply.raw.once('close', stopWaiting);
  return {
    reason: promise,
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
      reply.raw.off('close', stopWaiting);
    },
  };
}
