import { expect, test } from 'vitest';
import { describeAgreement, findVersionMismatch } from './agreement.ts';

const FACTS = { number: 2, content: 'a', isEmpty: false, activated: ['a'], approved: [{ hash: 'a', content: 'a' }] };
const COMPARED = { ...FACTS, isRecordUnchanged: true, checkpoint: 'agrees' } as const;
const START = { ...COMPARED, number: 1, isEmpty: true, activated: [], approved: [], checkpoint: 'none' } as const;

test('a version fits when its record and its review name its content', () => {
  expect(findVersionMismatch(FACTS)).toBeUndefined();
  expect(findVersionMismatch(START)).toBeUndefined();
});

test.each([
  [{ activated: [] }, 'There is no audit record of its activation.'],
  [{ activated: ['a', 'a'] }, 'There is more than one audit record of its activation.'],
  [{ activated: ['b'] }, 'Its content is not what its activation record names.'],
  [{ content: 'b' }, 'Its content is not what its activation record names.'],
  [{ approved: [] }, 'There is no review that approved it.'],
  [{ approved: [{ hash: 'b', content: 'a' }] }, 'Its content is not what its review approved.'],
])('a version with %j is reported: %s', (change, sentence) => {
  expect(findVersionMismatch({ ...FACTS, ...change })).toBe(sentence);
});

test.each([{ number: 2 }, { isEmpty: false }])(
  'only the empty first version needs no activation record, not with %j',
  (change) => {
    expect(findVersionMismatch({ ...START, ...change })).toBe('There is no audit record of its activation.');
  },
);

test('evidence says that everything agrees, or what is not signed yet', () => {
  expect(describeAgreement(COMPARED)).toEqual({
    verdict: 'agrees',
    sentence: 'The content of this version, its activation record, its review and the signed checkpoint agree.',
  });
  expect(describeAgreement({ ...COMPARED, checkpoint: 'none' }).verdict).toBe('unsigned');
  expect(describeAgreement({ ...COMPARED, checkpoint: 'other-key' }).sentence).toMatch(/does not have; it was not/);
  expect(describeAgreement(START).verdict).toBe('nothing-to-compare');
});

test('evidence says that something differs, and what', () => {
  const differing = [
    [{ checkpoint: 'differs' }, /not those that were signed/],
    [{ isRecordUnchanged: false }, /activation record was changed/],
    [{ content: 'b' }, /not what its activation record names/],
  ] as const;
  for (const [change, sentence] of differing)
    expect(describeAgreement({ ...COMPARED, ...change })).toEqual({
      verdict: 'differs',
      sentence: expect.stringMatching(sentence),
    });
});
