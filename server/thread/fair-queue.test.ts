import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function queueOf(...works: readonly string[]) {
  const queue = createFairQueue<string>();
  for (const work of works) queue.add(work.slice(0, 1), work);
  return queue;
}

test('[TH1] owners take turns, each in the order of their own queue', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2');
  expect([queue.size(), queue.sizeOf('a'), queue.sizeOf('d')]).toEqual([7, 4, 0]);
  expect(queue.takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  expect([queue.size(), queue.take()]).toEqual([0, undefined]);
});

test('[TH1] an owner who enqueues one item at a time waits behind everybody each time', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect(queue.take()).toBe('a1');
  queue.add('c', 'c1');
  expect(queue.take()).toBe('b1');
  queue.add('b', 'b2');
  expect(queue.takeAll()).toEqual(['a2', 'c1', 'b2']);
});

test('work that is put back comes first, and uses up its owner’s turn', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  const work = queue.take() ?? '';
  queue.putBack('a', work);
  expect(queue.takeAll()).toEqual(['a1', 'b1', 'a2']);
  queue.putBack('c', 'c1');
  expect(queue.take()).toBe('c1');
});
