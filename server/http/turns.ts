import type { ServerResponse } from 'node:http';
import { Problem } from '#contract/problem.ts';
import { createFairQueue, ONE_KIND, type QueueLimits, type RefusedWork } from '#server/queue/fair-queue.ts';

/** Requests that start before the server looks for new ones: with more, a crowd would decide by its number. */
const STARTS_AT_ONCE = 4;

/**
 * One caller with too many requests would come again at once, and refusing them would take all of the time. A crowd is refused
 * at once: its connections, held open, would keep others from getting one.
 */
const REFUSAL_DELAY_MS = { caller: 1000, all: 0 } as const satisfies Record<Reason, number>;

export type Visitor<K> = Readonly<{ caller: string; kind: K; response: ServerResponse }>;
/** A slot, until it is given back. */
export type Turn = Readonly<{ leave: () => void }>;
type Reason = RefusedWork<object>['because'];
type Waiting = Readonly<{ start: () => void; refuse: (because: Reason) => void }>;

type TurnOptions<K extends string> = QueueLimits<K> &
  Readonly<{
    /** The error of a request that is refused. */
    refuse: (kind: K, because: Reason) => Problem;
    /** Whoever waits longer is refused. */
    maxWaitMs?: number;
  }>;

/** Lets requests in, callers in turn (see createFairQueue). */
export function giveTurns<K extends string>({ refuse, maxWaitMs, ...limits }: TurnOptions<K>) {
  const queue = createFairQueue<K, Waiting>(limits);
  let isStarting = false;

  // Once for each turn of the event loop, so that requests compete for its time, too, and not only for slots.
  function startNext(): void {
    isStarting = false;
    for (let count = 0; count < STARTS_AT_ONCE; count += 1) {
      const next = queue.take();
      if (next === undefined) return;
      next.start();
    }
    planStart();
  }
  function planStart(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(startNext);
  }
  const turnOf = (work: Waiting): Turn => ({
    leave: () => {
      queue.leave(work);
      planStart();
    },
  });

  return {
    /** Resolves when the request has a slot. */
    async enter({ caller, kind, response }: Visitor<K>): Promise<Turn> {
      if (response.destroyed) throw callerLeft();
      return new Promise((resolve, reject) => {
        const stopWaiting = () => {
          clearTimeout(timer);
          response.off('close', leave);
        };
        const work: Waiting = {
          start: () => {
            stopWaiting();
            resolve(turnOf(work));
          },
          refuse: (because) => {
            stopWaiting();
            setTimeout(reject, REFUSAL_DELAY_MS[because], refuse(kind, because)).unref();
          },
        };
        const leave = () => {
          stopWaiting();
          queue.leave(work);
          reject(callerLeft());
        };
        const giveUp = () => {
          queue.leave(work);
          work.refuse('all');
        };
        const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs).unref();
        response.once('close', leave);
        const refused = queue.add(work, caller, kind);
        refused?.work.refuse(refused.because);
        planStart();
      });
    },
    /** A slot at once, for work that has begun and cannot wait. Only its caller has fewer slots for it. */
    force({ caller, kind }: Omit<Visitor<K>, 'response'>): Turn {
      const work: Waiting = { start: () => undefined, refuse: () => undefined };
      queue.force(work, caller, kind);
      return turnOf(work);
    },
    countWaiting: queue.countWaiting,
    countRunning: queue.countRunning,
  };
}

/** Concurrent heavy requests of one person. */
export const MAX_HEAVY_RUNNING = 2;
/** Queued heavy requests of one person; more are rejected with 429. */
export const MAX_HEAVY_WAITING = 8;

export type HeavyTurns = Readonly<{
  enter: (personId: string, response: ServerResponse) => Promise<void>;
  /** How many requests of all people wait. */
  countWaiting: () => number;
}>;

/**
 * Limits heavy requests in all and per person. A request holds its slot until its response was sent or its caller
 * disconnected.
 */
export function giveHeavyTurns(slots: number): HeavyTurns {
  const turns = giveTurns({
    kinds: ONE_KIND,
    slots,
    slotsPerCaller: MAX_HEAVY_RUNNING,
    maxWaiting: slots * MAX_HEAVY_WAITING,
    maxWaitingPerCaller: MAX_HEAVY_WAITING,
    refuse: (_kind, because) =>
      because === 'caller'
        ? new Problem(
            'too-many-requests',
            'Too many large requests of yours are running at once. Please try again when they are done.',
          )
        : new Problem('unavailable', 'Too many large requests are running at once. Please try again in a moment.'),
  });
  return {
    async enter(caller, response) {
      const turn = await turns.enter({ caller, kind: 'work', response });
      onceFinished(response, turn.leave);
    },
    countWaiting: turns.countWaiting,
  };
}

/** An injected response finishes without a close event. */
export function onceFinished(response: ServerResponse, callback: () => void): void {
  const finish = () => {
    response.off('finish', finish).off('close', finish);
    callback();
  };
  response.once('finish', finish).once('close', finish);
}

export const callerLeft = () => new Problem('unavailable', 'The caller has gone.');
