import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue, ONE_KIND, type QueueLimits } from './fair-queue.ts';

const KINDS = { change: { weight: 4, share: 1 }, read: { weight: 2, share: 0.75 }, visit: { weight: 1, share: 0.5 } };
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];
type Job = Readonly<{ caller: string; kind: Kind; number: number }>;

function open(limits: Partial<QueueLimits<Kind>> = {}) {
  const queue = createFairQueue<Kind, Job>({
    kinds: KINDS,
    slots: 8,
    maxWaiting: 1000,
    maxWaitingPerCaller: 1000,
    ...limits,
  });
  let number = 0;
  const add = (caller: string, kind: Kind = 'read') => {
    const job = { caller, kind, number: (number += 1) };
    return { job, refused: queue.add(job, caller, kind) };
  };
  const addMany = (count: number, caller: string, kind?: Kind) =>
    Array.from({ length: count }, () => add(caller, kind).job);
  const takeAll = (): Job[] => {
    const taken: Job[] = [];
    for (let job = queue.take(); job !== undefined; job = queue.take()) taken.push(job);
    return taken;
  };
  /** Ends each job before the next starts: the order of the turns. */
  const order = (): Job[] => {
    const taken: Job[] = [];
    for (let job = queue.take(); job !== undefined; job = queue.take()) {
      taken.push(job);
      queue.leave(job);
    }
    return taken;
  };
  return { queue, add, addMany, takeAll, order };
}
const callersOf = (jobs: readonly Job[]) => jobs.map(({ caller }) => caller).join('');

test('[FQ1] callers take turns, each in the order of their own line', () => {
  const { addMany, add, order } = open();
  const mine = addMany(4, 'a');
  addMany(1, 'b');
  addMany(2, 'c');
  const jobs = order();
  expect(callersOf(jobs)).toBe('abcacaa');
  expect(jobs.filter(({ caller }) => caller === 'a')).toEqual(mine);
  // Who sends one at a time waits behind everybody each time.
  addMany(2, 'a');
  add('b');
  expect(callersOf(order())).toBe('aba');
});

test('[FQ2] a caller never has more than half of the slots, and others find theirs free', () => {
  const { queue, addMany, takeAll } = open();
  addMany(20, 'greedy', 'change');
  expect(callersOf(takeAll())).toBe('gggg'.replaceAll('g', 'greedy'));
  addMany(1, 'other', 'change');
  expect(callersOf(takeAll())).toBe('other');
  expect([queue.countRunning(), queue.countWaiting()]).toEqual([5, 16]);
});

test('[FQ3] work that cannot wait takes slots from its caller alone', () => {
  const { queue, addMany, takeAll } = open();
  for (let number = 0; number < 20; number += 1)
    queue.force({ caller: 'greedy', kind: 'read', number }, 'greedy', 'read');
  addMany(1, 'greedy');
  addMany(3, 'other');
  addMany(3, 'third');
  expect(callersOf(takeAll())).toBe('otherthirdotherthirdotherthird');
});

test('[FQ4] kinds get turns by weight, and none waits for all others', () => {
  const { addMany, order } = open();
  for (const kind of NAMES) for (const caller of ['a', 'b', 'c']) addMany(20, `${caller} ${kind}`, kind);
  const first = order().slice(0, 28);
  const count = (kind: Kind) => first.filter((job) => job.kind === kind).length;
  expect(NAMES.map(count)).toEqual([16, 8, 4]);
});

test('[FQ4] slow work of a kind leaves the slots of the kinds before it free', () => {
  const { addMany, takeAll } = open();
  for (const caller of ['a', 'b', 'c', 'd']) addMany(4, caller, 'visit');
  expect(takeAll()).toHaveLength(8 * KINDS.visit.share);
  for (const caller of ['e', 'f', 'g', 'h']) addMany(4, caller, 'read');
  expect(takeAll()).toHaveLength(8 * KINDS.read.share - 8 * KINDS.visit.share + 2);
});

test('[FQ5] when all places are taken, the newest work of the caller with the most is removed', () => {
  const { queue, addMany, add } = open({ slots: 1, maxWaiting: 5 });
  const many = addMany(4, 'a');
  addMany(2, 'b');
  expect(add('c').refused).toEqual({ work: many.at(-1), because: 'all' });
  expect(add('d').refused).toEqual({ work: many.at(-2), because: 'all' });
  // If nobody has more than the others, the new one goes.
  expect(['e', 'f', 'g'].map((caller) => add(caller).refused?.work.caller)).toEqual(['b', 'a', 'g']);
  // A kind with more weight has more places.
  expect(add('h', 'change').refused?.work.kind).toBe('read');
  expect(queue.countWaiting()).toBe(6);
});

test('[FQ5] a caller has a limit of waiting work', () => {
  const { add, addMany } = open({ slots: 1, maxWaitingPerCaller: 1 });
  addMany(2, 'a');
  expect(add('a').refused?.because).toBe('caller');
  expect(add('b').refused).toBeUndefined();
});

test('work that is put back comes first, and uses up the turn of its caller', () => {
  const queue = createFairQueue<'work', { name: string }>({
    kinds: ONE_KIND,
    slots: 1,
    maxWaiting: 10,
    maxWaitingPerCaller: 10,
  });
  for (const name of ['a1', 'a2', 'b1']) queue.add({ name }, name.slice(0, 1), 'work');
  const first = queue.take();
  if (first) queue.putBack(first);
  const names: string[] = [];
  for (let job = queue.take(); job !== undefined; job = queue.take()) {
    names.push(job.name);
    queue.leave(job);
  }
  expect(names).toEqual(['a1', 'b1', 'a2']);
});

type Act = Readonly<{
  does: 'add' | 'take' | 'end' | 'leave' | 'force' | 'putBack';
  caller: number;
  kind: Kind;
  which: number;
}>;
const acts = fc.array(
  fc.record<Act>({
    does: fc.constantFrom('add', 'add', 'add', 'take', 'take', 'end', 'leave', 'force', 'putBack'),
    caller: fc.nat(4),
    kind: fc.constantFrom(...NAMES),
    which: fc.nat(50),
  }),
  { maxLength: 200 },
);

test('[FQ6] whatever happens, the limits hold, nothing is lost, and everybody’s first work is taken in time', () => {
  fc.assert(
    fc.property(acts, fc.integer({ min: 1, max: 12 }), (all, slots) => {
      const { queue } = open({ slots, maxWaiting: 20, maxWaitingPerCaller: 10 });
      const half = Math.max(1, Math.floor(slots / 2));
      const waiting = new Set<Job>();
      const running = new Map<Job, 'taken' | 'forced'>();
      const of = (caller: string, state: 'taken' | 'forced') =>
        [...running].filter(([job, its]) => job.caller === caller && its === state).length;
      const check = () => {
        const taken = [...running].filter(([, state]) => state === 'taken').map(([job]) => job);
        expect(taken.length).toBeLessThanOrEqual(slots);
        for (const { caller } of taken) expect(of(caller, 'taken')).toBeLessThanOrEqual(half);
        expect(queue.countRunning()).toBe(running.size);
        expect(new Set(queue.listWaiting())).toEqual(waiting);
        expect(waiting.size).toBeLessThanOrEqual(20 + slots);
      };
      const take = () => {
        const before = new Map(running);
        const job = queue.take();
        if (job === undefined) return undefined;
        expect(waiting.delete(job)).toBe(true);
        // The kinds below the best leave slots free.
        const ofKind = [...before].filter(([one, state]) => one.kind === job.kind && state === 'taken').length;
        expect(ofKind).toBeLessThan(Math.ceil(slots * KINDS[job.kind].share));
        running.set(job, 'taken');
        return job;
      };
      all.forEach(({ does, caller, kind, which }, number) => {
        const job = { caller: String(caller), kind, number };
        const someRunning = [...running.keys()][which % Math.max(1, running.size)];
        const someWaiting = [...waiting][which % Math.max(1, waiting.size)];
        if (does === 'add') {
          const refused = queue.add(job, job.caller, kind);
          waiting.add(job);
          if (refused) expect(waiting.delete(refused.work)).toBe(true);
        } else if (does === 'take') take();
        else if (does === 'force') {
          queue.force(job, job.caller, kind);
          running.set(job, 'forced');
        } else if (does === 'leave' && someWaiting) {
          queue.leave(someWaiting);
          waiting.delete(someWaiting);
        } else if (does === 'end' && someRunning) {
          queue.leave(someRunning);
          running.delete(someRunning);
        } else if (does === 'putBack' && someRunning && waiting.size < 20) {
          queue.putBack(someRunning);
          running.delete(someRunning);
          waiting.add(someRunning);
        }
        check();
      });
      // A greedy caller comes again after every turn: everyone else is through in bounded time.
      for (const job of running.keys()) queue.leave(job);
      running.clear();
      const others = new Set([...waiting].filter(({ caller }) => caller !== '0'));
      const weights = NAMES.reduce((sum, kind) => sum + KINDS[kind].weight, 0);
      const most = (others.size + 1) * 2 * (weights + KINDS.change.weight) + 20;
      for (let turn = 0; others.size > 0 && turn < most; turn += 1) {
        const again = { caller: '0', kind: NAMES[turn % NAMES.length] ?? 'read', number: 1000 + turn };
        waiting.add(again);
        const refused = queue.add(again, '0', again.kind);
        if (refused) {
          waiting.delete(refused.work);
          others.delete(refused.work);
        }
        const job = take();
        if (job === undefined) throw new Error('Work waits although all slots are free.');
        others.delete(job);
        queue.leave(job);
        running.delete(job);
      }
      expect(others.size).toBe(0);
    }),
    { numRuns: 300 },
  );
});
