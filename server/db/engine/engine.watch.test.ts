import { expect, test } from 'vitest';
import { nextStartAt } from './engine.ts';

test('an engine that ended is restarted at once the first time', () => {
  expect(nextStartAt([], 5000)).toBe(5000);
});

test('each further restart of the engine in the same minute waits twice as long', () => {
  expect(nextStartAt([0], 10)).toBe(1000);
  expect(nextStartAt([0, 1000], 1010)).toBe(3000);
  expect(nextStartAt([0, 1000, 3000], 3010)).toBe(7000);
  expect(nextStartAt([0, 1000, 3000, 7000], 7010)).toBe(15_000);
});

test('a delay that is already over is not repeated', () => {
  expect(nextStartAt([0], 30_000)).toBe(30_000);
});

test('after five starts of the engine within a minute it gives up', () => {
  const starts = [0, 1000, 3000, 7000, 15_000];
  expect(nextStartAt(starts, 59_999)).toBe(undefined);
});

test('starts of the engine more than a minute ago do not count', () => {
  const starts = [0, 1000, 3000, 7000, 15_000];
  expect(nextStartAt(starts, 60_000)).toBe(60_000);
  expect(nextStartAt(starts, 75_000)).toBe(75_000);
});
