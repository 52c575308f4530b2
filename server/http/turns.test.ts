import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { ONE_KIND } from '#server/queue/fair-queue.ts';
import { giveTurns, type Turn } from './turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

const makeResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Four slots, ten waiting places, and what happened to each request. */
function open(options: Partial<Parameters<typeof giveTurns<'work'>>[0]> = {}) {
  const started: string[] = [];
  const refused: string[] = [];
  const running = new Map<string, Turn>();
  const turns = giveTurns({
    kinds: ONE_KIND,
    slots: 4,
    maxWaiting: 10,
    maxWaitingPerCaller: 8,
    refuse: () => new Problem('unavailable', 'The server is busy.'),
    ...options,
  });
  const ask = async (name: string, response = makeResponse()): Promise<void> => {
    try {
      running.set(name, await turns.enter({ caller: name.slice(0, 1), kind: 'work', response }));
      started.push(name);
    } catch (error) {
      refused.push(`${name}: ${(error as Error).message}`);
    }
  };
  const finish = async (name: string) => {
    running.get(name)?.leave();
    await settle();
  };
  return { turns, ask, started, refused, finish };
}

test('[LD1] a slot that gets free goes to the caller whose turn it is', async () => {
  const { ask, started, finish } = open();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1']) void ask(name);
  await settle();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const name of ['a1', 'b1', 'c1']) await finish(name);
  expect(started.slice(4)).toEqual(['b2', 'a3', 'b3']);
});

test('[LD2] the newest of the caller with the most is refused when all places are taken', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { turns, ask, refused } = open();
  for (const name of ['a1', 'a2', 'b1', 'b2']) void ask(name);
  await settle();
  for (let number = 3; number <= 10; number += 1) void ask(`a${number}`);
  for (const name of ['c1', 'c2', 'd1']) void ask(name);
  // A caller has a limit of their own, too.
  for (const name of ['a11', 'a12']) void ask(name);
  vi.advanceTimersByTime(1000);
  await settle();
  expect(refused).toEqual(['a10', 'a11', 'a12'].map((name) => `${name}: The server is busy.`));
  expect(turns.countWaiting()).toBe(10);
});

test('[LD2] whoever waits for too long is refused, and is kept for a second, so as not to come again at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { turns, ask, refused } = open({ maxWaitMs: 5000 });
  for (const name of ['a1', 'a2', 'a3']) void ask(name);
  await settle();
  vi.advanceTimersByTime(5000);
  await settle();
  expect([turns.countWaiting(), refused]).toEqual([0, []]);
  vi.advanceTimersByTime(1000);
  await settle();
  expect(refused).toEqual(['a3: The server is busy.']);
});

test('[LD3] who leaves gives the place back, and is not counted as refused', async () => {
  const refuse = vi.fn<() => Problem>(() => new Problem('unavailable', 'x'));
  const { turns, ask, refused } = open({ refuse });
  for (const name of ['a1', 'a2']) void ask(name);
  const response = makeResponse();
  void ask('a3', response);
  await settle();
  expect(turns.countWaiting()).toBe(1);
  response.emit('close');
  await settle();
  expect([turns.countWaiting(), refuse.mock.calls]).toEqual([0, []]);
  response.destroy();
  await ask('b1', response);
  expect(refused).toEqual(['a3: The caller has gone.', 'b1: The caller has gone.']);
  expect(turns.countRunning()).toBe(2);
});

test('[LD9] a crowd that arrives at once does not start at once: who comes next takes turns with it', async () => {
  const { ask, started } = open({ slots: 100, maxWaiting: 1000, maxWaitingPerCaller: 1000 });
  for (let number = 0; number < 40; number += 1) void ask(`a${number}`);
  await new Promise((resolve) => setImmediate(resolve));
  void ask('b1');
  await settle();
  expect(started).toHaveLength(41);
  expect(started.indexOf('b1')).toBeLessThan(20);
});
