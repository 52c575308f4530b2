import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody } from './body-time.ts';
import { plainAddress } from './client-address.ts';
import { createGate, type Priority } from './gate.ts';
import { onceFinished } from './heavy-limit.ts';
import { createNewcomerValve, type NewcomerValve } from './newcomer-valve.ts';

/** Callers whose token was verified lately. Older ones rank as newcomers until their next request. */
const KNOWN_MS = 15 * 60_000;
const MAX_KNOWN = 20_000;
const SAMPLE_MS = 100;

type Known = Readonly<{ kind: 'engine' | 'person'; id: string; until: number }>;
/** `paused`: while its body arrives, a request has no slot. */
type Slot = { state: 'in' | 'paused' | 'out'; readonly priority: Priority; readonly caller: string };

type AdmissionOptions = Readonly<{
  /** Requests in work at a time. */
  slots: number;
  now: () => Date;
  onShed?: (priority: Priority) => void;
}>;

export type Admission = ReturnType<typeof admitRequests>;

/**
 * Lets requests in by priority, before their tokens are verified and their bodies read. A request has a slot from its
 * head until its response is sent, except while its body arrives: who sends or reads slowly keeps nobody out.
 */
export function admitRequests(app: FastifyInstance, { slots, now, onShed }: AdmissionOptions) {
  const valve = createNewcomerValve({ slots });
  watchEventLoop(app, valve);
  const gate = createGate({ slots, refusesNewcomer: () => valve.refuses(), ...(onShed && { onShed }) });
  const known = knownCallers(() => now().getTime());
  const held = new WeakMap<FastifyRequest, Slot>();

  const leave = (request: FastifyRequest): void => {
    const slot = held.get(request);
    if (slot === undefined) return;
    const isIn = slot.state === 'in';
    slot.state = 'out';
    if (isIn) gate.leave();
  };

  app.addHook('onRequest', async (request, { raw: response }) => {
    if (request.routeOptions.config.isProbe) return;
    const visitor = { ...known.rank(request), response };
    await gate.enter(visitor);
    held.set(request, { state: 'in', priority: visitor.priority, caller: visitor.caller });
    onceFinished(response, () => leave(request));
  });

  app.addHook('preParsing', async (request) => {
    const slot = held.get(request);
    if (slot?.state !== 'in' || !hasBody(request.raw) || request.raw.complete) return;
    slot.state = 'paused';
    gate.leave();
    // Its handler has begun by then and cannot wait.
    if (request.routeOptions.config.readsOwnBody)
      request.raw.once('end', () => {
        if (slot.state !== 'paused') return;
        gate.force();
        slot.state = 'in';
      });
  });

  app.addHook('preValidation', async (request, { raw: response }) => {
    const slot = held.get(request);
    if (slot?.state !== 'paused' || request.routeOptions.config.readsOwnBody) return;
    await gate.enter({ ...slot, response });
    // The caller may have left meanwhile.
    if (slot.state === 'paused') slot.state = 'in';
    else gate.leave();
  });

  app.addHook('onSend', async (request) => leave(request));

  return {
    /** The token of this request was verified. */
    remember: (request: FastifyRequest, kind: Known['kind'], id: string): void => known.remember(request, kind, id),
    /** For what waits long by itself and is limited in another way. */
    leave,
    countWaiting: gate.countWaiting,
    isKnownAddress: known.isKnownAddress,
    isKnownCaller: known.isKnownCaller,
  };
}

/** Nobody gains a priority by what they merely send: a token counts after it was verified once, and so does its address. */
function knownCallers(now: () => number) {
  const known = new Map<string, Known>();
  const keep = (key: string, caller: Known): void => {
    // The oldest are first.
    known.delete(key);
    known.set(key, caller);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };
  const find = (key: string | undefined): Known | undefined => {
    const found = key === undefined ? undefined : known.get(key);
    return found && now() < found.until ? found : undefined;
  };
  const isKnownAddress = (address: string): boolean => find(plainAddress(address)) !== undefined;
  return {
    isKnownAddress,
    isKnownCaller: (request: Pick<IncomingMessage, 'headers'>, address: string): boolean =>
      isKnownAddress(address) || find(keyOf(request)) !== undefined,
    remember(request: FastifyRequest, kind: Known['kind'], id: string): void {
      const caller: Known = { kind, id, until: now() + KNOWN_MS };
      const key = keyOf(request);
      if (key !== undefined) keep(key, caller);
      keep(plainAddress(request.ip), caller);
    },
    rank(request: FastifyRequest): Readonly<{ priority: Priority; caller: string }> {
      const { kind, id } = find(keyOf(request)) ?? {};
      if (kind === 'engine') return { priority: 'engine', caller: id ?? '' };
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (kind === 'person') return { priority: isRead ? 'read' : 'change', caller: id ?? '' };
      return { priority: isKnownAddress(request.ip) ? 'known-address' : 'newcomer', caller: request.ip };
    },
  };
}

/** The hash of its token. */
function keyOf({ headers: { authorization } }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return authorization === undefined ? undefined : createHash('sha256').update(authorization).digest('base64');
}

/** Samples how busy the event loop is. */
function watchEventLoop(app: FastifyInstance, valve: NewcomerValve): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    let last = performance.eventLoopUtilization();
    timer = setInterval(() => {
      const now = performance.eventLoopUtilization();
      valve.adjust(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    }, SAMPLE_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
