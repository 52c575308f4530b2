import { describe, expect, test } from 'vitest';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { findDisjointReason, type DisjointReason } from './overlap.ts';

type Some = Partial<DialData>;
const set = (dimensions: DialData['dimensions']): Some => ({ dimensions });
const at = (notation: string): Some => set({ attachment_point_ranges: notation });
const apart = (words: string): DisjointReason => ({
  by: 'attachment_point_ranges',
  words: `Their attachment points ${words}`,
});

const cases: readonly (readonly [string, Some, Some, DisjointReason | undefined])[] = [
  ['two dials that ask nothing meet', {}, {}, undefined],
  ['a dimension only one of them sets does not keep them apart', at('[1,2]'), {}, undefined],
  ['intervals that overlap', at('[1,5)'), at('[4,9)'), undefined],
  ['intervals that share one point', at('[1,5]'), at('[5,9)'), undefined],
  [
    'intervals that meet at an end neither shares',
    at('[10000000,50000000)'),
    at('[50000000,)'),
    apart('meet at $50m and do not overlap'),
  ],
  ['both ends open', at('(1,5)'), at('(5,9)'), apart('meet at $5 and do not overlap')],
  ['intervals with a gap between', at('[1,2]'), at('[3,4]'), apart('do not overlap')],
  [
    'several intervals, one of them meets',
    at('[1,2) [8,9]'),
    at('[2,8) [20,)'),
    apart('meet at $2 and do not overlap'),
  ],
  ['several intervals, one of them overlaps', at('[1,2) [8,9]'), at('[2,8]'), undefined],
  [
    'primary against excess',
    set({ is_primary: 'primary' }),
    set({ is_primary: 'excess' }),
    { by: 'is_primary', words: 'Primary or excess is Primary for A and Excess for B' },
  ],
  [
    'yes against no',
    set({ fi_is_pi_coverage: true }),
    set({ fi_is_pi_coverage: false }),
    { by: 'fi_is_pi_coverage', words: 'PI coverage is Yes for A and No for B' },
  ],
  ['a risk may have several codes', set({ risk_codes: ['CY'] }), set({ risk_codes: ['CZ'] }), undefined],
  [
    'one ends on the day the other starts',
    { active_until: '2027-01-01' },
    { active_from: '2027-01-01' },
    { by: 'window', words: 'They are never active on the same day' },
  ],
  ['one ends a day later', { active_until: '2027-01-02' }, { active_from: '2027-01-01' }, undefined],
  [
    'no way of arriving in common',
    { journeys: ['renewal'] },
    { journeys: ['facility'] },
    { by: 'journeys', words: 'They are for risks that arrive in different ways' },
  ],
  ['one way in common', { journeys: ['renewal', 'facility'] }, { journeys: ['facility'] }, undefined],
  ['none chosen is every way', { journeys: ['renewal'] }, {}, undefined],
];

describe('what keeps two dials apart', () => {
  test.each(cases)('%s', (_, first, second, expected) => {
    const [a, b] = [
      { ...EMPTY_DIAL, ...first },
      { ...EMPTY_DIAL, ...second },
    ];
    expect(findDisjointReason(a, b)).toEqual(expected);
    expect(findDisjointReason(b, a)?.by).toBe(expected?.by);
  });
});
