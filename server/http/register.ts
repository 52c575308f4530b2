import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type FieldError, Problem } from '#contract/problem.ts';
import type { Access, Answer, Checked, Contract, Route } from '#contract/route.ts';
import { allows } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { networkOf } from './client-address.ts';
import { checkInput, joinErrors, listErrors } from './check-input.ts';
import { matchesTag } from './etag.ts';
import { createRateLimit } from './rate-limit.ts';
import { listSender } from './send-list.ts';
import { type Bearer, type Stop, type Streams, streamsOf } from './stream.ts';
import { giveHeavyTurns, type HeavyTurns } from './turns.ts';

/** Called for each call rejected for a missing permission. */
export type OnRefused = (actor: Bearer, route: Route, needed: Exclude<Access, string>) => Promise<void>;

export type Authenticate = (request: FastifyRequest) => Promise<Bearer>;

type Caller<A extends Access> = A extends 'public' | 'engine' ? { actor?: never } : { actor: Actor };
/** The revision that a change is based on. */
type Basis<R extends Route> = R extends { changes: true } ? { ifMatch: string } : { ifMatch?: never };
/** Aborted when the caller disconnects before the response. */
type AbortOptions = Readonly<{ signal: AbortSignal }>;
type Call<R extends Route> = Checked<R> & Caller<R['access']> & Basis<R> & AbortOptions;
/** A streaming handler sends each item as it happens, until it is stopped. Text is sent in parts, as it is read. */
type Handler<R extends Route> = R extends { streams: true }
  ? (call: Call<R>, send: (answer: Answer<R>) => void) => Stop
  : R extends { mediaType: string }
    ? (call: Call<R>) => Promise<AsyncIterable<string>>
    : (call: Call<R>) => Promise<ListAnswer<R>>;
/** A long list may come in batches, read while it is sent. */
type ListAnswer<R extends Route> = R extends { streamsList: infer K extends string }
  ? { readonly [M in keyof Answer<R>]: M extends K ? Batches<Answer<R>[M]> : Answer<R>[M] }
  : Answer<R>;
type Batches<L> = L extends readonly unknown[] ? L | AsyncIterable<L> : never;
/** Called for each chunk of a binary body as it arrives. */
type OnBytes = (actor: Bearer, params: unknown) => void;
type AnyHandler = (call: object, send?: (answer: unknown) => void) => unknown;
/** One handler per route of the contract: a missing one is a type error. */
export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> };

type RegisterOptions = Readonly<{
  authenticate: Authenticate;
  onRefused?: OnRefused;
  onBytes?: OnBytes;
  now?: () => Date;
  streams?: Streams;
  heavyTurns?: HeavyTurns;
  /** Called before a heavy request waits for its turn. */
  onHeavy?: (request: FastifyRequest) => void;
}>;

/** Of heavy requests, where nothing else is set. */
const DEFAULT_SLOTS = 40;

/**
 * Checks identity, permission and input, in that order, before the handler runs. The first two come before the body is
 * read, so that nobody else makes us read theirs.
 */
export function registerContract<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  options: RegisterOptions,
): void {
  const { authenticate, onRefused, onBytes, onHeavy, now = () => new Date() } = options;
  const { streams = streamsOf(app), heavyTurns = giveHeavyTurns(DEFAULT_SLOTS) } = options;
  const actors = new WeakMap<FastifyRequest, Bearer>();
  const assertRate = rateChecker(now);
  for (const [name, route] of Object.entries(contract)) {
    const handler = handlers[name] as AnyHandler;
    const sendList = route.streamsList === undefined ? undefined : listSender(route.answer, route.streamsList);
    const register = (scope: FastifyInstance) =>
      scope.route({
        method: route.method,
        url: route.path,
        ...(route.maxBodyBytes !== undefined && { bodyLimit: route.maxBodyBytes }),
        ...(route.bodySeconds !== undefined && { config: { bodySeconds: route.bodySeconds } }),
        onRequest: async (request, reply) => {
          const actor = await admit(route, request, authenticate, onRefused);
          assertRate(route, actor?.id ?? networkOf(request.ip));
          if (!actor) return;
          actors.set(request, actor);
          if (!route.isHeavy) return;
          onHeavy?.(request);
          await heavyTurns.enter(actor.id, reply.raw);
        },
        handler: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const actor = actors.get(request);
          const call = {
            actor,
            ...check(route, request),
            ...(route.changes && { ifMatch: basisOf(request) }),
            ...(route.takesBytes && { bytes: request.body ?? new Uint8Array() }),
            get signal() {
              return disconnectSignal(reply);
            },
          };
          if (route.streams && actor)
            return streams.open(
              reply,
              actor,
              (send) => handler(call, (answer) => send(route.answer.parse(answer))) as Stop,
            );
          const result = await handler(call);
          if (route.mediaType)
            return reply
              .type(`${route.mediaType}; charset=utf-8`)
              .send(Readable.from(result as AsyncIterable<string>, { objectMode: false }));
          if (sendList) return sendList(reply, result as object);
          const answer = route.answer.parse(result);
          return route.revalidates ? revalidated(request, reply, answer) : answer;
        },
      });
    if (route.takesBytes)
      registerBinary(app, register, (request) => {
        const actor = actors.get(request);
        if (actor) onBytes?.(actor, request.params);
      });
    else register(app);
  }
}

/** Routes with the same name share a counter. */
function rateChecker(now: () => Date): (route: Route, caller: string) => void {
  const limits = new Map<string, ReturnType<typeof createRateLimit>>();
  return ({ rate }, caller) => {
    if (rate === undefined) return;
    const limit = limits.get(rate.name) ?? createRateLimit(rate.maxPerMinute, now);
    limits.set(rate.name, limit);
    const retryAfterSeconds = limit(caller);
    if (retryAfterSeconds > 0)
      throw new Problem('too-many-requests', `You can send ${rate.maxPerMinute} ${rate.name} a minute. Please wait.`, {
        retryAfterSeconds,
      });
  };
}

/** Fastify's own signal aborts once the body was read: this one when the caller disconnected. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  return leaving.signal;
}

/** A separate scope that accepts any content type as bytes. */
function registerBinary(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
  onBytes: (request: FastifyRequest) => void,
): void {
  app.register(async (scope) => {
    scope.addHook('preParsing', async (request, _reply, payload) => {
      const watched = new Transform({
        transform: (bytes, _encoding, done) => {
          onBytes(request);
          done(null, bytes);
        },
      });
      payload.once('error', (error) => watched.destroy(error));
      return payload.pipe(watched);
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    register(scope);
  });
}

async function admit(
  route: Route,
  request: FastifyRequest,
  authenticate: Authenticate,
  onRefused: OnRefused | undefined,
): Promise<Bearer | undefined> {
  if (route.access === 'public') return undefined;
  const actor = await authenticate(request);
  if (typeof route.access === 'object' && !allows(actor.permissions, route.access)) {
    await onRefused?.(actor, route, route.access);
    throw new Problem('not-allowed', `This needs ${route.access.action} on ${route.access.scope}.`);
  }
  return typeof route.access === 'object' ? { ...actor, needed: route.access } : actor;
}

const PARTS = ['params', 'query', 'body'] as const;

/** Checks all parts before responding, so that a person sees every error at once. */
function check(route: Route, request: FastifyRequest): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  let errors: FieldError[] = [];
  for (const part of PARTS) {
    const schema: z.ZodType | undefined = route[part];
    if (!schema) continue;
    const read = checkInput(schema, request[part] ?? {});
    checked[part] = read.data;
    errors = joinErrors(errors, read.errors);
  }
  if (errors.length === 0) return checked;
  // A part whose shape is valid may still break a rule, which the service would say only after the others are fixed.
  for (const part of PARTS) if (route[part]) errors = joinErrors(errors, listErrors(route[part], request[part] ?? {}));
  throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
}

/** If-Match names one quoted revision; "*" is not accepted. */
function basisOf({ headers }: FastifyRequest): string {
  const [, quoted, bare] = /^(?:"([\w.-]+)"|([\w.-]+))$/.exec(headers['if-match']?.trim() ?? '') ?? [];
  const revision = quoted ?? bare;
  if (revision === undefined)
    throw new Problem('revision-needed', 'Please send the revision this change is based on as If-Match.');
  return revision;
}

/** Answers 304 for an unchanged response. The browser may cache it, but revalidates each time. */
function revalidated(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const body = JSON.stringify(answer);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
