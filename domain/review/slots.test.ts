import { expect, test } from 'vitest';
import { type Choice, describeFreeSlots } from './round.ts';

const votes = (...choices: Choice[]) => choices.map((choice) => ({ choice, discounted: null }));

test.each([
  [[], ['Two approvals make it Active', 'Two rejections send it back to Draft']],
  [['approve'], ['One more approval makes it Active']],
  [['reject'], ['One more rejection sends it back to Draft']],
  [['approve', 'reject'], ['One more approval makes it Active, one more rejection sends it back to Draft']],
  [['approve', 'approve'], []],
  [['reject', 'approve', 'reject'], []],
] as const)('after %j the free slots say what the next vote does', (given, said) => {
  expect(describeFreeSlots(votes(...given), 2)).toEqual(said);
});

test('as many slots as votes needed, whatever the number is', () => {
  expect(describeFreeSlots([], 3)).toHaveLength(3);
  expect(describeFreeSlots([], 1)).toEqual([
    'One more approval makes it Active, one more rejection sends it back to Draft',
  ]);
});

test('a vote that no longer counts leaves its slot free', () => {
  const gone = { choice: 'approve', discounted: 'deactivated' } as const;
  expect(describeFreeSlots([gone], 2)).toEqual(describeFreeSlots([], 2));
  expect(describeFreeSlots([gone, ...votes('approve')], 2)).toEqual(['One more approval makes it Active']);
});
