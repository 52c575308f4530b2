import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createGate, PRIORITIES, type Priority } from './gate.ts';

afterEach(() => {
  vi.useRealTimers();
});

const makeResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

/** A gate with ten slots, a hundred waiting places, and what happened to each request. */
function openGate(options: Partial<Parameters<typeof createGate>[0]> = {}) {
  const shed: Priority[] = [];
  const served: string[] = [];
  const refused: string[] = [];
  const gate = createGate({ slots: 10, onShed: (priority) => shed.push(priority), random: () => 0, ...options });
  let number = 0;
  const ask = (priority: Priority, caller = `${priority} ${(number += 1)}`, response = makeResponse()) =>
    gate.enter({ priority, caller, response }).then(
      () => void served.push(caller),
      () => void refused.push(caller),
    );
  return { gate, shed, served, refused, ask };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('[LD1] each priority has slots that those after it cannot fill', async () => {
  const { served, ask } = openGate();
  const limits: Record<Priority, number> = { newcomer: 5, 'known-address': 7, read: 9, change: 10, engine: 10 };
  for (const priority of PRIORITIES.toReversed()) {
    for (let count = 0; count < 10; count += 1) void ask(priority);
    await settle();
    expect(served).toHaveLength(limits[priority]);
  }
});

test('[LD1] a slot that gets free goes to the best priority that waits, and there to the first', async () => {
  const { gate, served, ask } = openGate();
  for (let count = 0; count < 10; count += 1) void ask('change');
  for (const name of ['newcomer', 'read', 'engine'] as const)
    for (const turn of [1, 2]) void ask(name, `${name} of turn ${turn}`);
  await settle();
  served.length = 0;
  for (let count = 0; count < 12; count += 1) gate.leave();
  await settle();
  const order = ['engine of turn 1', 'engine of turn 2', 'read of turn 1', 'read of turn 2'];
  expect(served).toEqual([...order, 'newcomer of turn 1', 'newcomer of turn 2']);
});

test('[LD2] beyond the waiting places the newest of the lowest priority is refused with 503 and Retry-After', async () => {
  const { gate, shed, refused, ask } = openGate();
  for (let count = 0; count < 5 + 100; count += 1) void ask('newcomer', `newcomer ${count}`);
  await settle();
  expect(gate.countWaiting()).toBe(100);
  const late = gate.enter({ priority: 'newcomer', caller: 'late', response: makeResponse() });
  await expect(late).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 });
  for (let count = 0; count < 5 + 3; count += 1) void ask('change');
  await settle();
  expect(refused).toEqual(['newcomer 104', 'newcomer 103', 'newcomer 102']);
  expect(shed).toEqual(Array.from({ length: 4 }, () => 'newcomer'));
  expect(gate.countWaiting()).toBe(100);
});

test('[LD2] a change that is refused says that nothing was changed, and when to try again', async () => {
  const { gate, ask } = openGate({ random: () => 0.999 });
  for (let count = 0; count < 10 + 100; count += 1) void ask('engine');
  await settle();
  const refusal = gate.enter({ priority: 'change', caller: 'ada', response: makeResponse() });
  await expect(refusal).rejects.toThrow('The server is busy, and nothing was changed. Please try again in 5 seconds.');
});

test('[LD3] one caller takes half of the waiting places at most', async () => {
  const { served, refused, ask } = openGate();
  for (let count = 0; count < 100; count += 1) void ask('read', 'greedy');
  await settle();
  expect([served.length, refused.length]).toEqual([9, 41]);
  void ask('read', 'other');
  await settle();
  expect(refused).not.toContain('other');
});

test('[LD3] who leaves gives the waiting place back, and is not counted as refused', async () => {
  const { gate, shed, ask } = openGate();
  for (let count = 0; count < 5; count += 1) void ask('newcomer');
  const response = makeResponse();
  void ask('newcomer', 'gone', response);
  await settle();
  response.emit('close');
  expect([gate.countWaiting(), shed]).toEqual([0, []]);
  response.destroy();
  await expect(gate.enter({ priority: 'engine', caller: 'gone', response })).rejects.toThrow('The caller has gone.');
  gate.leave();
  await settle();
  expect(gate.countInWork()).toBe(4);
});

test('[LD2] whoever waits for five seconds is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { shed, ask } = openGate();
  for (let count = 0; count < 10 + 3; count += 1) void ask('engine');
  await settle();
  vi.advanceTimersByTime(5000);
  expect(shed).toEqual(['engine', 'engine', 'engine']);
});

test('[LD2] newcomers can be refused although there are slots, a second later; others not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { gate, refused, ask } = openGate({ refusesNewcomer: () => true });
  void ask('newcomer', 'a newcomer');
  for (const priority of PRIORITIES.filter((one) => one !== 'newcomer')) void ask(priority);
  await settle();
  expect(refused).toEqual([]);
  vi.advanceTimersByTime(1000);
  await settle();
  expect(refused).toEqual(['a newcomer']);
  expect(gate.countInWork()).toBe(PRIORITIES.length - 1);
});
