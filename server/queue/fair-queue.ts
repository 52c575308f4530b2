import { createCounter } from './counter.ts';

/** A kind of work: how many turns it gets beside the other kinds, and the share of the slots that it may fill. */
export type WorkKind = Readonly<{ weight: number; share: number }>;

export type QueueLimits<K extends string> = Readonly<{
  /** The kinds of work, best first. */
  kinds: Readonly<Record<K, WorkKind>>;
  /** Work that runs at a time. */
  slots: number;
  /** Slots of one caller; half of all by default. */
  slotsPerCaller?: number;
  /** Work that waits beside the work that runs, in all and of one caller. */
  maxWaiting: number;
  maxWaitingPerCaller: number;
}>;

/** Work that has no place: its caller has too much waiting, or everyone together has. */
export type RefusedWork<W> = Readonly<{ work: W; because: 'caller' | 'all' }>;

type Place<K> = { readonly caller: string; readonly kind: K; state: 'waiting' | 'running' | 'forced' };

export type FairQueue<K extends string, W extends object> = ReturnType<typeof createFairQueue<K, W>>;

const MAX_CATCH_UP = 1;

/** For work of one kind. */
export const ONE_KIND = { work: { weight: 1, share: 1 } } as const;

/**
 * A queue in which nobody keeps the others waiting. Kinds of work get turns by their weights, callers take turns within a
 * kind, and a caller never has more than half of the slots. When all places are taken, the caller who has the most of the
 * kind that has the most, by weight, loses the newest.
 */
export function createFairQueue<K extends string, W extends object>(limits: QueueLimits<K>) {
  const { kinds, slots, maxWaiting, maxWaitingPerCaller } = limits;
  const { slotsPerCaller = Math.max(1, Math.floor(slots / 2)) } = limits;
  const names = Object.keys(kinds) as K[];
  const places = new Map<W, Place<K>>();
  /** By kind, the waiting work of each caller; the first caller has the next turn. */
  const lines = perKind(() => new Map<string, Set<W>>());
  const waiting = perKind(() => 0);
  const running = perKind(() => 0);
  const waitingOf = createCounter();
  const runningOf = createCounter();
  /** The turns that a kind had, by its weight. The kind with the fewest is next. */
  const turns = perKind(() => 0);
  let lastTurn = 0;
  let forced = 0;

  function perKind<T>(start: () => T): Record<K, T> {
    return Object.fromEntries(names.map((kind) => [kind, start()])) as Record<K, T>;
  }
  const sum = (counts: Record<K, number>): number => names.reduce((total, kind) => total + counts[kind], 0);

  function enqueue(work: W, { caller, kind }: Place<K>): void {
    // A kind that had no work does not make up for turns that it did not need.
    if (waiting[kind] === 0) turns[kind] = Math.max(turns[kind], lastTurn);
    lines[kind].set(caller, (lines[kind].get(caller) ?? new Set()).add(work));
    waiting[kind] += 1;
    waitingOf.add(caller, 1);
  }

  function dequeue(work: W, { caller, kind }: Place<K>): void {
    const line = lines[kind].get(caller);
    line?.delete(work);
    if (line?.size === 0) lines[kind].delete(caller);
    waiting[kind] -= 1;
    waitingOf.add(caller, -1);
  }

  function endRun({ caller, kind, state }: Place<K>): void {
    runningOf.add(caller, -1);
    if (state === 'forced') forced -= 1;
    else running[kind] -= 1;
  }

  /** Removes work, whether it waits or runs. */
  function leave(work: W): void {
    const place = places.get(work);
    if (place === undefined) return;
    places.delete(work);
    if (place.state === 'waiting') dequeue(work, place);
    else endRun(place);
  }

  function findNext(): W | undefined {
    if (sum(running) >= slots) return undefined;
    for (const kind of names.toSorted((one, other) => turns[one] - turns[other])) {
      if (running[kind] >= Math.ceil(slots * kinds[kind].share)) continue;
      for (const [caller, line] of lines[kind]) {
        if (runningOf.get(caller) >= slotsPerCaller) continue;
        const [work] = line;
        return work;
      }
    }
    return undefined;
  }

  function findLeastFair(): W | undefined {
    const load = (kind: K): number => waiting[kind] / kinds[kind].weight;
    const kind = names.reduce((most, one) => (load(one) >= load(most) ? one : most));
    let longest = new Set<W>();
    for (const line of lines[kind].values()) if (line.size >= longest.size) longest = line;
    return [...longest].at(-1);
  }

  return {
    /** Adds work to the end of the line of its caller. Returns the work that had to be removed for it, or this work. */
    add(work: W, caller: string, kind: K): RefusedWork<W> | undefined {
      const placesOfCaller = slotsPerCaller + maxWaitingPerCaller;
      if (waitingOf.get(caller) + runningOf.get(caller) >= placesOfCaller) return { work, because: 'caller' };
      const place: Place<K> = { caller, kind, state: 'waiting' };
      places.set(work, place);
      enqueue(work, place);
      const isFull = sum(waiting) + sum(running) > slots + maxWaiting;
      const removed = isFull ? findLeastFair() : undefined;
      if (removed === undefined) return undefined;
      leave(removed);
      return { work: removed, because: 'all' };
    },

    /** Starts the work whose turn it is, if there is a slot for it. */
    take(): W | undefined {
      const work = findNext();
      const place = work && places.get(work);
      if (work === undefined || place === undefined) return undefined;
      const { caller, kind } = place;
      dequeue(work, place);
      place.state = 'running';
      running[kind] += 1;
      runningOf.add(caller, 1);
      // A kind whose slots were full catches up on a few turns only.
      const turn = Math.max(turns[kind], lastTurn - MAX_CATCH_UP);
      lastTurn = Math.max(lastTurn, turn);
      turns[kind] = turn + 1 / kinds[kind].weight;
      // The next turn is somebody else's.
      const rest = lines[kind].get(caller);
      if (rest !== undefined) {
        lines[kind].delete(caller);
        lines[kind].set(caller, rest);
      }
      return work;
    },

    /** Starts work that cannot wait. It takes slots from its caller alone. */
    force(work: W, caller: string, kind: K): void {
      places.set(work, { caller, kind, state: 'forced' });
      runningOf.add(caller, 1);
      forced += 1;
    },

    leave,

    /** Lets running work wait again, before all others. */
    putBack(work: W): void {
      const place = places.get(work);
      if (place === undefined || place.state === 'waiting') return;
      endRun(place);
      place.state = 'waiting';
      const { caller, kind } = place;
      const rest = lines[kind].get(caller) ?? [];
      enqueue(work, place);
      const others = [...lines[kind]].filter(([other]) => other !== caller);
      lines[kind] = new Map([[caller, new Set([work, ...rest])], ...others]);
    },

    isWaiting: (work: W): boolean => places.get(work)?.state === 'waiting',
    countWaiting: (): number => sum(waiting),
    countRunning: (): number => sum(running) + forced,
    /** All work that waits, in no particular order. */
    listWaiting: (): W[] => [...places].flatMap(([work, { state }]) => (state === 'waiting' ? [work] : [])),
  };
}
