import type { ServerResponse } from 'node:http';
import { Problem } from '#contract/problem.ts';
import { callerLeft } from './heavy-limit.ts';

/**
 * Whose requests are served first, best first, and the share of all slots that each may fill. The rest stays free for
 * those before them, so that slow work of others never keeps them out.
 */
export const SHARES = {
  engine: 1,
  change: 1,
  read: 0.9,
  'known-address': 0.7,
  newcomer: 0.5,
} as const;
export type Priority = keyof typeof SHARES;
export const PRIORITIES = Object.keys(SHARES) as readonly Priority[];

/** Waiting requests per slot: enough for the pages that an office opens in the same second. */
export const WAITING_PER_SLOT = 10;
/** Nobody takes more of the waiting places than this. */
const SHARE_PER_CALLER = 0.5;
const MAX_WAIT_MS = 5000;
/** A crowd that is refused at once would come again at once, and refusing it would take all of the time. */
const REFUSAL_DELAY_MS = 1000;
/** Retry-After, in seconds. Spread, so that callers do not return together. */
const RETRY_AFTER = { min: 2, max: 5 };

export type Visitor = Readonly<{ priority: Priority; caller: string; response: ServerResponse }>;
type Waiting = Readonly<{ caller: string; start: () => void; refuse: () => void }>;

const busyProblems = new Map<string, Problem>();

/** Why a request is refused, and when to try again. Each text is made once: a trace of its origin would cost the most. */
export function busyProblem(priority: Priority, random = Math.random): Problem {
  const seconds = RETRY_AFTER.min + Math.floor(random() * (RETRY_AFTER.max - RETRY_AFTER.min + 1));
  const what = priority === 'change' ? 'The server is busy, and nothing was changed.' : 'The server is busy.';
  const detail = `${what} Please try again in ${seconds} seconds.`;
  const problem = busyProblems.get(detail) ?? new Problem('unavailable', detail, { retryAfterSeconds: seconds });
  busyProblems.set(detail, problem);
  return problem;
}

type GateOptions = Readonly<{
  /** Requests in work at a time. */
  slots: number;
  /** Whether the next newcomer is refused at once. */
  refusesNewcomer?: () => boolean;
  onShed?: (priority: Priority) => void;
  random?: () => number;
}>;

export type Gate = ReturnType<typeof createGate>;

/**
 * Bounds the requests in work and those that wait. Beyond both, the last of the lowest priority is refused with 503:
 * the new request, or one that waits and now makes room for it.
 */
export function createGate({ slots, refusesNewcomer = () => false, onShed, random = Math.random }: GateOptions) {
  const maxWaiting = slots * WAITING_PER_SLOT;
  const maxPerCaller = Math.max(1, Math.floor(maxWaiting * SHARE_PER_CALLER));
  const queues = new Map(PRIORITIES.map((priority) => [priority, new Set<Waiting>()]));
  const callers = new Map<string, number>();
  let inWork = 0;
  let waiting = 0;

  const queueOf = (priority: Priority) => queues.get(priority) ?? new Set<Waiting>();
  const hasSlot = (priority: Priority) => inWork < Math.ceil(slots * SHARES[priority]);

  function shed(priority: Priority): Problem {
    onShed?.(priority);
    return busyProblem(priority, random);
  }

  /** Refuses the newest waiting request of a lower priority; false if there is none. */
  function makeRoom(priority: Priority): boolean {
    for (const lower of PRIORITIES.slice(PRIORITIES.indexOf(priority) + 1).toReversed()) {
      const newest = [...queueOf(lower)].at(-1);
      if (newest === undefined) continue;
      newest.refuse();
      return true;
    }
    return false;
  }

  function wait({ priority, caller, response }: Visitor): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        response.off('close', leave);
        queueOf(priority).delete(place);
        waiting -= 1;
        const left = (callers.get(caller) ?? 1) - 1;
        if (left === 0) callers.delete(caller);
        else callers.set(caller, left);
      };
      const place: Waiting = {
        caller,
        start: () => {
          end();
          inWork += 1;
          resolve();
        },
        refuse: () => {
          end();
          reject(shed(priority));
        },
      };
      const leave = () => {
        end();
        reject(callerLeft());
      };
      const timer = setTimeout(place.refuse, MAX_WAIT_MS).unref();
      response.once('close', leave);
      queueOf(priority).add(place);
      waiting += 1;
      callers.set(caller, (callers.get(caller) ?? 0) + 1);
    });
  }

  function startNext(): void {
    for (const priority of PRIORITIES) {
      const [next] = queueOf(priority);
      if (next === undefined) continue;
      // Lower priorities have fewer slots still.
      if (hasSlot(priority)) next.start();
      return;
    }
  }

  return {
    /** Resolves when the request has a slot, which `leave` gives back. */
    async enter(visitor: Visitor): Promise<void> {
      const { priority, caller, response } = visitor;
      if (response.destroyed) throw callerLeft();
      if (priority === 'newcomer' && refusesNewcomer()) {
        await new Promise((resolve) => setTimeout(resolve, REFUSAL_DELAY_MS).unref());
        throw shed(priority);
      }
      // Nobody waits for a slot that is free: each one that gets free is passed on.
      if (hasSlot(priority)) {
        inWork += 1;
        return;
      }
      if ((callers.get(caller) ?? 0) >= maxPerCaller) throw shed(priority);
      if (waiting >= maxWaiting && !makeRoom(priority)) throw shed(priority);
      await wait(visitor);
    },
    /** Takes a slot at once, also beyond the limit: for work that cannot be stopped any more. */
    force: (): void => void (inWork += 1),
    leave(): void {
      inWork -= 1;
      startNext();
    },
    countWaiting: () => waiting,
    countInWork: () => inWork,
  };
}
