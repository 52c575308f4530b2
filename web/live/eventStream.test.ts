import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { Problem } from '#contract/problem.ts';
import { createEventStream } from './eventStream.ts';
import { fakeEvents } from './testing.ts';

const PUBLISHED: BucketEvent = {
  kind: 'dial_published',
  dial_id: 'd1',
  version: 2,
  by: { id: 'u2', name: 'Demo Cyber Lead' },
  at: '2026-11-16T11:02:00.000Z',
};

/** As much of a page as the stream looks at. In a real one minutes would pass frame by frame. */
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

/** Lets what is under way go on, without time passing. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function start() {
  const events = fakeEvents();
  const stream = createEventStream((signal) => events.watchBuckets({}, { signal }));
  const heard: string[] = [];
  const listen = (name: string) => stream.subscribe(({ kind }) => heard.push(`${name} ${kind}`));
  return { events, heard, listen };
}

test('however many listen, there is one connection; the last to go hangs up, a little later', async () => {
  const { events, heard, listen } = start();
  const [first, second] = [listen('a'), listen('b')];
  await settle();
  events.send(PUBLISHED);
  await settle();
  expect(events.opened).toBe(1);
  expect(heard).toEqual(['a dial_published', 'b dial_published']);
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

test('a lost connection comes back after 1, 2, 4 … 30 s, and everyone reads again then', async () => {
  const { events, heard, listen } = start();
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
  expect(heard).toEqual([]);
  await pass(30_000);
  expect(heard).toEqual(['a resync']);
});

test('it comes back at once when the network does', async () => {
  const { events, heard, listen } = start();
  events.refusals = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
  listen('a');
  await pass(1000);
  expect(events.opened).toBe(2);
  browser.dispatchEvent(new Event('online'));
  await settle();
  expect([events.opened, events.listening()]).toEqual([3, 1]);
  // Nothing had been connected before: there is nothing to have missed.
  expect(heard).toEqual([]);
});

test('silence is a lost connection, too', async () => {
  const { events, listen } = start();
  listen('a');
  await pass(69_999);
  expect(events.opened).toBe(1);
  await pass(1001);
  expect([events.opened, events.listening()]).toEqual([2, 1]);
});

test('who may not listen is not tried again', async () => {
  const { events, listen } = start();
  events.refusals = [new Problem('not-allowed', 'This needs view on bucket.')];
  listen('a');
  await pass(120_000);
  expect(events.opened).toBe(1);
});

test('a tab nobody looks at hangs up after a minute, and reads again when it is looked at', async () => {
  const { events, heard, listen } = start();
  const leave = listen('a');
  await settle();
  tab.turn(true);
  await pass(59_000);
  expect(events.listening()).toBe(1);
  await pass(60_000);
  expect([events.opened, events.listening()]).toEqual([1, 0]);
  tab.turn(false);
  await settle();
  expect([events.opened, events.listening(), heard]).toEqual([2, 1, ['a resync']]);
  tab.turn(true);
  await pass(120_000);
  leave();
  await pass(5000);
  tab.turn(false);
  await settle();
  expect(events.opened).toBe(2);
});
