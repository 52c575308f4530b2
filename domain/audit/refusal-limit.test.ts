import { expect, test } from 'vitest';
import { MAX_REFUSALS_OF_ALL, MAX_REFUSALS_OF_ONE, OTHERS, refusalLimit } from './refusal-limit.ts';

test('ten refusals of a person are recorded in a minute, and the rest is counted', () => {
  const limit = refusalLimit();
  const admitted = Array.from({ length: MAX_REFUSALS_OF_ONE + 3 }, () => limit.admit('ada', 0));
  expect(admitted.filter(Boolean)).toHaveLength(MAX_REFUSALS_OF_ONE);
  expect(limit.admit('bob', 0)).toBe(true);
  expect(limit.endMinute(59_999)).toEqual([]);
  expect(limit.endMinute(60_000)).toEqual([{ person: 'ada', count: 3 }]);
  expect(limit.endMinute(200_000)).toEqual([]);
  expect(limit.admit('ada', 200_000)).toBe(true);
});

test('refusals of very many people are counted together once the limit of all is reached', () => {
  const limit = refusalLimit();
  for (let index = 0; index < 100_000; index += 1) limit.admit(`person ${index}`, 0);
  limit.admit('person 0', 0);
  expect(limit.endMinute(60_000)).toEqual([
    { person: 'person 0', count: 1 },
    { person: OTHERS, count: 100_000 - MAX_REFUSALS_OF_ALL },
  ]);
});
