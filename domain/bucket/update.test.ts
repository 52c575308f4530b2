import { describe, expect, test } from 'vitest';
import type { DialValues, ValueKey } from '#domain/value/registry.ts';
import { entry } from './entries.naive.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { planUpdate, updateEntry, updateList, updateQuestions, type UpdateAnswers } from './update.ts';

const asking = (value: ValueKey, base: unknown, override: unknown, next: unknown) => [{ value, base, override, next }];

describe('taking a newer version of a dial', () => {
  test.each<[string, { own: DialValues; overrides: DialValues; next: DialValues }, unknown[], DialValues]>([
    [
      'no override: what the dial says now is taken',
      { own: { max_line: 1 }, overrides: {}, next: { max_line: 2 } },
      [],
      {},
    ],
    [
      'an override of a value the dial left alone stays',
      { own: { max_line: 1, min_line: 1 }, overrides: { max_line: 5 }, next: { max_line: 1, min_line: 2 } },
      [],
      { max_line: 5 },
    ],
    [
      'an override that the dial now says itself is none any more',
      { own: { max_line: 1 }, overrides: { max_line: 2 }, next: { max_line: 2 } },
      [],
      {},
    ],
    [
      'an override of a value the dial also changed raises a question, and is kept until answered',
      { own: { policy_share_cap: 4 }, overrides: { policy_share_cap: 3.5 }, next: { policy_share_cap: 3 } },
      asking('policy_share_cap', 4, 3.5, 3),
      { policy_share_cap: 3.5 },
    ],
    [
      'the dial no longer sets it: raises a question',
      { own: { max_line: 1 }, overrides: { max_line: 5 }, next: {} },
      asking('max_line', 1, 5, null),
      { max_line: 5 },
    ],
    [
      'the dial sets it for the first time: raises a question',
      { own: {}, overrides: { ignore_expiring_line: 'ignores' }, next: { ignore_expiring_line: 'maintains' } },
      asking('ignore_expiring_line', null, 'ignores', 'maintains'),
      { ignore_expiring_line: 'ignores' },
    ],
    [
      'neither version sets it: the override stays',
      { own: {}, overrides: { min_line: 5 }, next: { max_line: 9 } },
      [],
      { min_line: 5 },
    ],
  ])('%s', (_, { own, overrides, next }, questions, after) => {
    const held = entry('a', 3, overrides);
    const version = { version: 4, own: next };
    expect(updateQuestions(held, own, version)).toEqual(questions);
    expect(updateEntry(held, version)).toEqual(entry('a', 4, after));
  });

  const pinned = entry('a', 3, { max_line: 5, policy_share_cap: 3.5 });
  const newer = { version: 6, own: { max_line: 2, policy_share_cap: 3 } };

  test('questions come in the order of the columns', () => {
    const questions = updateQuestions(pinned, { max_line: 1, policy_share_cap: 4 }, newer);
    expect(questions.map(({ value }) => value)).toEqual(['max_line', 'policy_share_cap']);
  });

  test.each<[UpdateAnswers, DialValues]>([
    [{ max_line: 'dial', policy_share_cap: 'dial' }, {}],
    [{ max_line: 'dial', policy_share_cap: 'override' }, { policy_share_cap: 3.5 }],
    [{ max_line: 'override', policy_share_cap: 'dial' }, { max_line: 5 }],
    [{ max_line: 'override' }, { max_line: 5, policy_share_cap: 3.5 }],
  ])('each answer counts for its value alone: %o', (answers, overrides) => {
    expect(updateEntry(pinned, newer, answers)).toEqual(entry('a', 6, overrides));
  });

  test('in a list the dial keeps its place, and all others stay as they are', () => {
    const other = entry('b', 3, { max_line: 2 });
    expect(updateList([other, pinned], 'a', { version: 6, own: { max_line: 5 } })).toEqual([
      other,
      entry('a', 6, { policy_share_cap: 3.5 }),
    ]);
  });

  test('the plan reports overrides without a question, and values as they apply in the bucket', () => {
    const data = (values: DialValues) => ({ ...EMPTY_DIAL, name: 'a', values });
    const plan = planUpdate(
      {
        entry: entry('a', 3, { policy_share_cap: 3, max_line: 5, min_line: 7 }),
        dial: { data: data({ max_line: 1, policy_share_cap: 4 }) },
        newer: { version: 6, data: data({ max_line: 2, policy_share_cap: 3, lead_share_cap: 9 }) },
      },
      {},
    );
    expect(plan).toMatchObject({
      questions: asking('max_line', 1, 5, 2),
      open: 1,
      settled: [
        { value: 'min_line', override: 7, stays: true },
        { value: 'policy_share_cap', override: 3, stays: false },
      ],
      changes: [{ kind: 'value', value: 'lead_share_cap', before: null, after: 9 }],
      next: entry('a', 6, { max_line: 5, min_line: 7 }),
    });
  });
});
