import { describe, expect, test } from 'vitest';
import type { DialValues } from '#domain/value/registry.ts';
import { entry } from './entries.naive.ts';
import {
  describeUnusual,
  describeUnusualGroup,
  groupUnusual,
  type HighestValues,
  listUnusual,
  type UnusualValue,
} from './unusual.ts';

const NOTHING: HighestValues = { of_class: {}, of_dials: [] };
const unusual = (
  own: DialValues,
  overrides: DialValues,
  { highest = NOTHING, live }: { highest?: HighestValues; live?: DialValues } = {},
) =>
  listUnusual(
    [entry('x'), entry('a', 1, overrides)],
    live === undefined ? [] : [entry('a', 1, live)],
    ({ dial_id }) => (dial_id === 'a' ? own : {}),
    highest,
  ).map((one) => `${one.position} ${describeUnusual(one)}`);

describe('an override', () => {
  test.each<[why: string, overrides: DialValues, expected: readonly string[]]>([
    [
      'of more than ten times the dial’s own is unusual',
      { max_line: 10_000_001 },
      ['2 Max line 10,000,001: more than 10 times the dial’s own 1,000,000'],
    ],
    ['of ten times is not', { max_line: 10_000_000 }, []],
    [
      'of less than a tenth is',
      { max_line: 99_999 },
      ['2 Max line 99,999: less than a tenth of the dial’s own 1,000,000'],
    ],
    ['of a tenth is not', { max_line: 100_000 }, []],
    ['of a value that the dial does not set is compared with nothing', { min_line: 1 }, []],
  ])('%s', (_why, overrides, expected) => {
    expect(unusual({ max_line: 1_000_000 }, overrides)).toEqual(expected);
  });

  test('that is already live is not reported again', () => {
    const overrides = { max_line: 50 };
    expect(unusual({ max_line: 1 }, overrides, { live: overrides })).toEqual([]);
    expect(unusual({ max_line: 1 }, overrides, { live: { max_line: 49 } })).toHaveLength(1);
  });
});

describe('a value, overridden or not', () => {
  const highest = {
    of_class: { max_line: 500, policy_share_cap: 8 },
    of_dials: [{ dial_id: 'a', values: { max_line: 300 } }],
  };
  test.each<[own: DialValues, overrides: DialValues, expected: readonly string[]]>([
    [{ max_line: 501 }, {}, ['2 Max line 501: above every other live bucket of this class (500 at most)']],
    [
      { max_line: 200 },
      { max_line: 400 },
      ['2 Max line 400: above every other live bucket with this dial (300 at most)'],
    ],
    [{ max_line: 300 }, {}, []],
    [{ policy_share_cap: 9 }, {}, ['2 Policy share cap 9%: above every other live bucket of this class (8% at most)']],
    [{ policy_share_cap: 8 }, {}, []],
    [{ min_line: 9 }, {}, []],
    [{ max_line: 20 }, { max_line: 501 }, ['2 Max line 501: more than 10 times the dial’s own 20']],
  ])('is held against what other live buckets set: %j with %j', (own, overrides, expected) => {
    expect(unusual(own, overrides, { highest })).toEqual(expected);
  });

  test('that is already live is not reported again', () => {
    expect(unusual({ max_line: 501 }, {}, { highest, live: {} })).toEqual([]);
  });
});

test('grouped by value and reason, most first', () => {
  const found = (key: 'max_line' | 'policy_share_cap', kind: UnusualValue['kind'], position: number): UnusualValue => ({
    key,
    kind,
    position,
    dial_id: `d${position}`,
    value: 2,
    usual: 1,
  });
  const groups = groupUnusual([
    found('max_line', 'above_dial', 1),
    found('policy_share_cap', 'above_class', 2),
    found('max_line', 'above_class', 3),
    found('policy_share_cap', 'above_class', 4),
  ]);
  expect(groups.map((group) => [group.values.length, describeUnusualGroup(group)])).toEqual([
    [2, 'Policy share cap above every other live bucket of this class'],
    [1, 'Max line above every other live bucket with this dial'],
    [1, 'Max line above every other live bucket of this class'],
  ]);
});
