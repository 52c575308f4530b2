import { expect, test } from 'vitest';
import {
  hashQueue,
  HashQueueFull,
  MAX_HASHES_AT_ONCE,
  MAX_HASHES_WAITING,
  MAX_HASHES_WAITING_PER_ADDRESS,
} from './hash-queue.ts';

const PLACES = MAX_HASHES_AT_ONCE + MAX_HASHES_WAITING;

/** Work that ends when the test says so. */
function slowWork() {
  const ends: (() => void)[] = [];
  const counts = { running: 0, mostAtOnce: 0, done: 0 };
  const work = async () => {
    counts.running += 1;
    counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.running);
    await new Promise<void>((resolve) => ends.push(resolve));
    counts.running -= 1;
    counts.done += 1;
  };
  return { counts, work, endNext: () => ends.shift()?.() };
}

test('the password hash queue runs at most two at once, and completes all that were accepted', async () => {
  const { counts, work, endNext } = slowWork();
  const queue = hashQueue();
  const all = Array.from({ length: PLACES }, (_, one) => queue.run(`203.0.113.${one}`, work));
  while (counts.done < PLACES) {
    endNext();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(counts.mostAtOnce).toBe(MAX_HASHES_AT_ONCE);
});

test('the password hash queue rejects at once when full, and says when to retry', async () => {
  const { work, endNext } = slowWork();
  const queue = hashQueue();
  const all = Array.from({ length: PLACES }, (_, one) => queue.run(`203.0.113.${one}`, work));
  const refused = await queue.run('198.51.100.1', work).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(HashQueueFull);
  expect((refused as HashQueueFull).retryAfterSeconds).toBeGreaterThan(0);
  endNext();
  await all[0];
  const later = queue.run('198.51.100.1', async () => 'done');
  for (let one = 1; one < PLACES; one += 1) {
    await new Promise(setImmediate);
    endNext();
  }
  expect(await later).toBe('done');
});

test('the password hash queue leaves places to others when one address floods it', async () => {
  const { work } = slowWork();
  const queue = hashQueue();
  const outcomes = Array.from({ length: PLACES }, () =>
    queue.run('203.0.113.1', work).then(
      () => 'done',
      () => 'refused',
    ),
  );
  const taken = MAX_HASHES_AT_ONCE + MAX_HASHES_WAITING_PER_ADDRESS;
  expect(await Promise.all(outcomes.slice(taken))).toEqual(Array.from({ length: PLACES - taken }, () => 'refused'));
  const other = queue.run('203.0.113.2', work).catch(() => 'refused');
  expect(await Promise.race([other, new Promise(setImmediate).then(() => 'waiting')])).toBe('waiting');
});

test('the password hash queue continues after failed work', async () => {
  const queue = hashQueue();
  const fail = () => Promise.reject(new Error('broken'));
  for (let one = 0; one < MAX_HASHES_AT_ONCE + 1; one += 1)
    await expect(queue.run('203.0.113.1', fail)).rejects.toThrow('broken');
  expect(await queue.run('203.0.113.1', async () => 'done')).toBe('done');
});
