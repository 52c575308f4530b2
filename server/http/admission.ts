import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { hasBody } from './body-time.ts';
import { networkOf } from './client-address.ts';
import type { Connections } from './connections.ts';
import { giveTurns, onceFinished, type Turn, type Visitor } from './turns.ts';

/** Whose requests get how many turns, and the share of all slots that they may fill: slow work of others leaves the rest. */
export const KINDS = {
  engine: { weight: 8, share: 1 },
  change: { weight: 8, share: 1 },
  read: { weight: 4, share: 0.9 },
  'known-address': { weight: 2, share: 0.7 },
  newcomer: { weight: 1, share: 0.5 },
} as const;
export type Priority = keyof typeof KINDS;

/** Waiting requests per slot: enough for the pages that an office opens in the same second. */
export const WAITING_PER_SLOT = 10;
/** Fewer than the connections to the database: nobody's slow requests may take all of them. */
const MAX_SLOTS_PER_CALLER = 8;
const MAX_WAIT_MS = 5000;
/** Retry-After, in seconds. Spread, so that callers do not return together. */
const RETRY_AFTER = { min: 2, max: 5 };

/** Engines whose token was verified lately, and addresses of people. Older ones rank as newcomers until their next request. */
export const KNOWN_MS = 15 * 60_000;
const MAX_KNOWN = 20_000;

/** While its body arrives, a request has no turn. */
type Slot = { turn: Turn | undefined; isOver: boolean; readonly visitor: Visitor<Priority> };

type AdmissionOptions = Readonly<{
  /** Requests in work at a time. */
  slots: number;
  now: () => Date;
  /** The person whose token the request brings, if it is valid. */
  identify: (request: FastifyRequest) => Promise<string | undefined>;
  connections: Pick<Connections, 'isBeyondLimit'>;
  onShed?: (priority: Priority) => void;
}>;

export type Admission = ReturnType<typeof admitRequests>;

/**
 * Lets requests in before their bodies are read: people, engines and addresses in turn. A request has a slot from its head
 * until its response is sent, except while its body arrives: who sends or reads slowly keeps nobody out.
 */
export function admitRequests(app: FastifyInstance, options: AdmissionOptions) {
  const { slots, now, identify, connections, onShed } = options;
  const known = rememberCallers(() => now().getTime());
  const shed = (priority: Priority): Problem => {
    onShed?.(priority);
    return busyProblem(priority);
  };
  const turns = giveTurns({
    kinds: KINDS,
    slots,
    slotsPerCaller: Math.min(Math.floor(slots / 2), MAX_SLOTS_PER_CALLER),
    maxWaiting: slots * WAITING_PER_SLOT,
    maxWaitingPerCaller: (slots * WAITING_PER_SLOT) / 2,
    maxWaitMs: MAX_WAIT_MS,
    refuse: shed,
  });
  const held = new WeakMap<FastifyRequest, Slot>();

  async function rank(request: FastifyRequest): Promise<Readonly<{ kind: Priority; caller: string }>> {
    const { method, headers } = request;
    const network = networkOf(request.ip);
    const person = headers.authorization === undefined ? undefined : await identify(request);
    if (person !== undefined) {
      known.remember(network, '');
      return { kind: method === 'GET' || method === 'HEAD' ? 'read' : 'change', caller: `person ${person}` };
    }
    const engine = known.find(keyOf(request));
    if (engine !== undefined) return { kind: 'engine', caller: `engine ${engine}` };
    return { kind: known.find(network) === undefined ? 'newcomer' : 'known-address', caller: `address ${network}` };
  }

  const leave = (request: FastifyRequest): void => {
    const slot = held.get(request);
    if (slot === undefined) return;
    slot.isOver = true;
    slot.turn?.leave();
    slot.turn = undefined;
  };

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isProbe) return;
    const ranked = await rank(request);
    if (isStranger(ranked.kind) && connections.isBeyondLimit(request.raw.socket)) {
      reply.header('connection', 'close');
      throw shed(ranked.kind);
    }
    const visitor = { ...ranked, response: reply.raw };
    held.set(request, { turn: await turns.enter(visitor), isOver: false, visitor });
    onceFinished(reply.raw, () => leave(request));
  });

  app.addHook('preParsing', async (request) => {
    const slot = held.get(request);
    if (slot?.turn === undefined || !hasBody(request.raw) || request.raw.complete) return;
    slot.turn.leave();
    slot.turn = undefined;
    // Its handler has begun by then and cannot wait.
    if (request.routeOptions.config.readsOwnBody)
      request.raw.once('end', () => {
        if (!slot.isOver) slot.turn = turns.force(slot.visitor);
      });
  });

  app.addHook('preValidation', async (request) => {
    const slot = held.get(request);
    if (slot === undefined || slot.turn || slot.isOver || request.routeOptions.config.readsOwnBody) return;
    slot.turn = await turns.enter(slot.visitor);
  });

  app.addHook('onSend', async (request) => leave(request));

  return {
    /** The token of this request is one of this engine. */
    rememberEngine: (request: FastifyRequest, id: string): void => known.remember(keyOf(request), id),
    /** For what waits long by itself, or is limited in another way. */
    leave,
    countWaiting: turns.countWaiting,
    countRunning: turns.countRunning,
  };
}

const isStranger = (kind: Priority): boolean => kind === 'known-address' || kind === 'newcomer';

/** Nobody gains a priority by what they merely send: it counts after it was verified once. */
export function rememberCallers(now: () => number) {
  const known = new Map<string, Readonly<{ id: string; until: number }>>();
  return {
    remember(key: string, id: string): void {
      // The oldest are first.
      known.delete(key);
      known.set(key, { id, until: now() + KNOWN_MS });
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    },
    find(key: string): string | undefined {
      const found = known.get(key);
      return found && now() < found.until ? found.id : undefined;
    },
  };
}

/** The hash of its token. */
const keyOf = ({ headers: { authorization = '' } }: FastifyRequest): string =>
  createHash('sha256').update(authorization).digest('base64');

const busyProblems = new Map<string, Problem>();

/** Why a request is refused, and when to try again. Each text is made once: a trace of its origin would cost the most. */
function busyProblem(priority: Priority): Problem {
  const seconds = RETRY_AFTER.min + Math.floor(Math.random() * (RETRY_AFTER.max - RETRY_AFTER.min + 1));
  const what = priority === 'change' ? 'The server is busy, and nothing was changed.' : 'The server is busy.';
  const detail = `${what} Please try again in ${seconds} seconds.`;
  const problem = busyProblems.get(detail) ?? new Problem('unavailable', detail, { retryAfterSeconds: seconds });
  busyProblems.set(detail, problem);
  return problem;
}
