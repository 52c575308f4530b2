import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { Problem } from '#contract/problem.ts';
import { createEventStream } from './eventStream.ts';
import { fakeEvents } from './testing.ts';

const PUBLISHED: BucketEvent = {
  kind: 'dial_published',
  dial_id: 'd1',
  by: { id: 'u2', name: 'Demo Cyber Lead' },
  at: '2026-11-16T11:02:00.000Z',
};

/** The parts of a page that the stream uses. In a real one minutes would pass frame by frame. */
class FakeDocument extends EventTarget {
  hidden = false;
  turn(isAway: boolean): void {
    this.hidden = isAway;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
let tab = new FakeDocument();
let browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [tab, browser] = [new FakeDocument(), new EventTarget()];
  vi.stubGlobal('document', tab);
  vi.stubGlobal('window', browser);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Flushes pending work without advancing time. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function start() {
  const events = fakeEvents();
  const stream = createEventStream((signal) => events.watchBuckets({}, { signal }));
  const received: string[] = [];
  const listen = (name: string) => stream.subscribe(({ kind }) => received.push(`${name} ${kind}`));
  return { events, received, listen };
}

test('all subscribers share one connection; it closes shortly after the last one leaves', async () => {
  const { events, received, listen } = start();
  const [first, second] = [listen('a'), listen('b')];
  await settle();
  events.send(PUBLISHED);
  await settle();
  expect(events.opened).toBe(1);
  expect(received).toEqual(['a dial_published', 'b dial_published']);
  first();
  second();
  await pass(4000);
  expect(events.listening()).toBe(1);
  const third = listen('c');
  await pass(10_000);
  expect([events.opened, events.listening()]).toEqual([1, 1]);
  third();
  await pass(5000);
  expect(events.listening()).toBe(0);
});

test('a lost connection is retried after 1, 2, 4 … 30 s, and then everyone refetches', async () => {
  const { events, received, listen } = start();
  listen('a');
  await settle();
  events.refusals = Array.from({ length: 7 }, () => new TypeError('Failed to fetch'));
  events.breakOff();
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = events.opened;
    await pass(seconds * 1000 - 1);
    expect(events.opened).toBe(before);
    await pass(1);
    expect(events.opened).toBe(before + 1);
  }
  expect(received).toEqual([]);
  await pass(30_000);
  expect(received).toEqual(['a resync']);
});

test('a busy server is asked again when it said', async () => {
  const { events, listen } = start();
  events.refusals = [new Problem('unavailable', 'The server is busy.', { retryAfterSeconds: 4 })];
  listen('a');
  await pass(3999);
  expect(events.opened).toBe(1);
  await pass(1);
  expect([events.opened, events.listening()]).toEqual([2, 1]);
});

test('it reconnects at once when the network is back', async () => {
  const { events, received, listen } = start();
  events.refusals = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
  listen('a');
  await pass(1000);
  expect(events.opened).toBe(2);
  browser.dispatchEvent(new Event('online'));
  await settle();
  expect([events.opened, events.listening()]).toEqual([3, 1]);
  // There was no connection before, so nothing was missed.
  expect(received).toEqual([]);
});

test('silence counts as a lost connection', async () => {
  const { events, listen } = start();
  listen('a');
  await pass(69_999);
  expect(events.opened).toBe(1);
  await pass(1001);
  expect([events.opened, events.listening()]).toEqual([2, 1]);
});

test('a refused subscriber is not retried', async () => {
  const { events, listen } = start();
  events.refusals = [new Problem('not-allowed', 'This needs view on bucket.')];
  listen('a');
  await pass(120_000);
  expect(events.opened).toBe(1);
});

test('a hidden tab disconnects after a minute, and refetches when visible again', async () => {
  const { events, received, listen } = start();
  const leave = listen('a');
  await settle();
  tab.turn(true);
  await pass(59_000);
  expect(events.listening()).toBe(1);
  await pass(60_000);
  expect([events.opened, events.listening()]).toEqual([1, 0]);
  tab.turn(false);
  await settle();
  expect([events.opened, events.listening(), received]).toEqual([2, 1, ['a resync']]);
  tab.turn(true);
  await pass(120_000);
  leave();
  await pass(5000);
  tab.turn(false);
  await settle();
  expect(events.opened).toBe(2);
});
