import { expect, test } from 'vitest';
import type { Choice } from '#domain/review/round.ts';
import { freeSlots } from './slots.ts';

const votes = (...choices: Choice[]) => choices.map((choice) => ({ choice }));

test.each([
  [[], ['Two approvals make it Active', 'Two rejections send it back to Draft']],
  [['approve'], ['One more approval makes it Active']],
  [['reject'], ['One more rejection sends it back to Draft']],
  [['approve', 'reject'], ['One more approval makes it Active, one more rejection sends it back to Draft']],
  [['approve', 'approve'], []],
  [['reject', 'approve', 'reject'], []],
] as const)('[RW1] after %j the free slots say what the next vote does', (given, said) => {
  expect(freeSlots(votes(...given), 2)).toEqual(said);
});

test('[RW1] as many slots as votes needed, whatever the number is', () => {
  expect(freeSlots([], 3)).toHaveLength(3);
  expect(freeSlots([], 1)).toEqual(['One more approval makes it Active, one more rejection sends it back to Draft']);
});
