import { beforeEach, expect, test } from 'vitest';
import { BATCH_LIMITS, type CounterBatch, createCounters } from '#domain/feed/counters.ts';
import { createCounting, MAX_BATCHES } from './counting.ts';
import { ServerError } from './source.ts';
import { createStore } from './store.ts';
import { createMemoryDisk, type MemoryDisk } from './testing/memory.ts';

let disk: MemoryDisk;
let isServerUp: boolean;
let received: CounterBatch[];
beforeEach(() => {
  disk = createMemoryDisk();
  isServerUp = true;
  received = [];
});

let ids = 0;
function createEngine() {
  const counters = createCounters();
  const counting = createCounting({
    counters,
    store: createStore('/engine', 'production', disk.files),
    source: {
      postBatch: async (body) => {
        if (!isServerUp) throw new ServerError('The server cannot be reached: ECONNREFUSED.', null);
        received.push(JSON.parse(body) as CounterBatch);
      },
    },
    createId: () => `batch-${(ids += 1)}`,
  });
  const decide = (times = 1, partner = 9101) => {
    for (let time = 0; time < times; time += 1)
      counters.add(
        { partner, cob: 'cargo' },
        {
          reason: 'stopped',
          bucket: undefined,
          version: 1,
          entries: [],
          evaluation: { dials: [], values: {} },
          differs: null,
        },
        '2026-12-01T09',
      );
  };
  const flush = () => counting.flush().catch(() => undefined);
  return { ...counting, decide, flush };
}

/** As the server counts: each id once. */
const countDecisions = () =>
  [...new Map(received.map((batch) => [batch.id, batch])).values()]
    .flatMap(({ buckets }) => buckets)
    .reduce((sum, { decisions }) => sum + decisions, 0);

test('nothing is sent where nothing was decided', async () => {
  await createEngine().flush();
  expect(received).toEqual([]);
});

test('beyond the limit of the spool decisions are dropped, and the next batch says how many', async () => {
  const engine = createEngine();
  isServerUp = false;
  for (let batch = 0; batch < MAX_BATCHES + 5; batch += 1) {
    engine.decide(2);
    await engine.flush();
  }
  isServerUp = true;
  await engine.flush();
  expect(countDecisions()).toBe(MAX_BATCHES * 2);
  expect(received.map(({ dropped }) => dropped).reduce((a, b) => a + b)).toBe(10);
  expect([...disk.content.keys()]).toEqual([]);
});

test('what the server cannot read at once goes in several batches', async () => {
  const engine = createEngine();
  for (let partner = 0; partner < BATCH_LIMITS.buckets + 5; partner += 1) engine.decide(2, partner);
  await engine.flush();
  expect(received.map(({ buckets }) => buckets.length)).toEqual([BATCH_LIMITS.buckets, 5]);
  expect(countDecisions()).toBe((BATCH_LIMITS.buckets + 5) * 2);
});

test('with a full disk a batch is sent from memory', async () => {
  const engine = createEngine();
  disk.fill(true);
  isServerUp = false;
  engine.decide(3);
  await engine.flush();
  isServerUp = true;
  await engine.flush();
  expect(countDecisions()).toBe(3);
});

test('a batch that was stored is counted once, wherever the process is killed', async () => {
  for (let step = 0; ; step += 1) {
    disk = createMemoryDisk();
    received = [];
    const engine = createEngine();
    engine.decide(4);
    disk.failAfter(step);
    await engine.flush();
    const calls = disk.calls();
    const isStored = [...disk.content.keys()].some((path) => path.endsWith('.json'));
    const hadArrived = received.length > 0;

    disk = createMemoryDisk(disk.content);
    const next = createEngine();
    await next.open();
    await next.flush();
    expect(countDecisions(), `killed after step ${step}`).toBe(isStored || hadArrived ? 4 : 0);
    expect([...disk.content.keys()].filter((path) => path.endsWith('.json'))).toEqual([]);
    if (calls <= step) break;
  }
});

test('a batch that was stored survives a loss of power, and is whole', async () => {
  for (let step = 0; ; step += 1) {
    disk = createMemoryDisk();
    const store = createStore('/engine', 'production', disk.files);
    isServerUp = false;
    disk.failAfter(step);
    await store.prepare().catch(() => undefined);
    const engine = createEngine();
    engine.decide(4);
    await engine.flush();
    const isWhole = disk.calls() <= step;
    for (const content of disk.losePower()) {
      received = [];
      isServerUp = true;
      disk = createMemoryDisk(content);
      const next = createEngine();
      await next.open();
      await next.flush();
      expect(isWhole ? [4] : [0, 4], `after step ${step}`).toContain(countDecisions());
    }
    if (isWhole) break;
  }
});

test('what could not be kept is told with the next batch that can, however many flushes later', async () => {
  const engine = createEngine();
  isServerUp = false;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    engine.decide();
    await engine.flush();
  }
  for (const lost of [3, 4]) {
    engine.decide(lost);
    await engine.flush();
  }
  isServerUp = true;
  await engine.flush();
  expect(received.at(-1)).toMatchObject({ dropped: 7, buckets: [] });
  expect(received.slice(0, -1).every(({ dropped }) => dropped === 0)).toBe(true);
  engine.decide();
  await engine.flush();
  // It is told once.
  expect(received.at(-1)).toMatchObject({ dropped: 0, buckets: [{ decisions: 1 }] });
});
