import { expect, test } from 'vitest';
import { createNewcomerValve } from './newcomer-valve.ts';

const SLOTS = 10;

/** Share of `count` newcomers in one sample that are refused. */
function makeCrowd() {
  let turn = 0;
  const valve = createNewcomerValve({ slots: SLOTS, random: () => ((turn += 1) % 100) / 100 });
  const refusedOf = (count: number) =>
    Array.from({ length: count }, () => valve.refuses()).filter(Boolean).length / count;
  return { valve, refusedOf };
}

test('[LD9] a crowd that keeps the event loop busy is refused more and more, never wholly, and let in again afterwards', () => {
  const { valve, refusedOf } = makeCrowd();
  const shares = Array.from({ length: 12 }, () => {
    const share = refusedOf(1000);
    valve.adjust(1);
    return share;
  });
  expect(shares[0]).toBe(0);
  expect(shares.slice(0, 5)).toEqual(shares.slice(0, 5).toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeGreaterThan(0.9);
  expect(shares.at(-1)).toBeLessThan(1);
  for (let sample = 0; sample < 30; sample += 1) valve.adjust(0.5);
  expect(refusedOf(1000)).toBe(0);
});

test.each([
  ['few newcomers on a busy server', SLOTS, 1],
  ['a crowd that the server can serve', 1000, 0.8],
])('[LD9] %s are all served', (_, count, utilization) => {
  const { valve, refusedOf } = makeCrowd();
  for (let sample = 0; sample < 10; sample += 1) {
    expect(refusedOf(count)).toBe(0);
    valve.adjust(utilization);
  }
});
