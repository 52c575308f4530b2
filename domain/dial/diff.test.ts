import { describe, expect, test } from 'vitest';
import { type DialData, EMPTY_DIAL } from './dial.ts';
import { diffDials, diffSaves, scopeShift } from './diff.ts';

const before: DialData = {
  ...EMPTY_DIAL,
  name: 'Cyber excess',
  tags: ['Cyber'],
  dimensions: { domicile_countries: ['US', 'MX'], attachment_point_ranges: '[10000000,25000000)' },
  values: { max_line: 2_500_000 },
};

describe('what differs', () => {
  const attachment = { kind: 'intervals', dimension: 'attachment_point_ranges' };

  test('intervals by gained and lost ranges', () => {
    const after = { ...before, dimensions: { ...before.dimensions, attachment_point_ranges: '[5000000,20000000]' } };
    const sides = { before: '[10000000,25000000)', after: '[5000000,20000000]' };
    const moved = { gained: '[5000000,10000000)', lost: '(20000000,25000000)' };
    expect(diffDials(before, after)).toEqual([{ ...attachment, ...sides, ...moved }]);
  });

  test('a dimension that is not set covers everything', () => {
    const { attachment_point_ranges: _, ...dimensions } = before.dimensions;
    const sides = { before: '[10000000,25000000)', after: null };
    const moved = { gained: '(,10000000) [25000000,)', lost: '' };
    expect(diffDials(before, { ...before, dimensions })).toEqual([{ ...attachment, ...sides, ...moved }]);
  });

  test('every number is not the same as not set: a risk without one matches only what is not set', () => {
    const every = { ...before, dimensions: { ...before.dimensions, revenue_ranges: '(,)' } };
    expect(diffDials(before, every)).toMatchObject([
      { dimension: 'revenue_ranges', before: null, gained: '', lost: '' },
    ]);
  });

  test('a different notation of the same set is not a difference', () => {
    const split = { ...before.dimensions, attachment_point_ranges: '[20000000,25000000) [10000000,20000000]' };
    expect(diffDials(before, { ...before, dimensions: split })).toEqual([]);
  });

  test('sets by added, removed and kept items', () => {
    const after = { ...before, dimensions: { ...before.dimensions, domicile_countries: ['US', 'CA'] } };
    const countries = { kind: 'options', dimension: 'domicile_countries', before: true, after: true };
    expect(diffDials(before, after)).toEqual([{ ...countries, added: ['CA'], removed: ['MX'], kept: ['US'] }]);
  });

  test('values, texts, days, lists and choices, each as before and after', () => {
    const after: DialData = {
      ...before,
      name: 'Cyber excess 2',
      active_from: '2026-11-16',
      tags: ['Cyber', 'Excess'],
      journeys: ['renewal'],
      dimensions: { ...before.dimensions, is_primary: 'excess', company_first_year_issuance: false },
      values: { max_line: 3_500_000, ignore_expiring_line: 'ignores' },
    };
    expect(diffDials(before, after)).toEqual([
      { kind: 'text', field: 'name', before: 'Cyber excess', after: 'Cyber excess 2' },
      { kind: 'text', field: 'active_from', before: null, after: '2026-11-16' },
      { kind: 'list', field: 'tags', added: ['Excess'], removed: [], kept: ['Cyber'] },
      { kind: 'list', field: 'journeys', added: ['renewal'], removed: [], kept: [] },
      { kind: 'choice', dimension: 'is_primary', before: null, after: 'excess' },
      { kind: 'choice', dimension: 'company_first_year_issuance', before: null, after: false },
      { kind: 'value', value: 'ignore_expiring_line', before: null, after: 'ignores' },
      { kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 },
    ]);
  });

  test.each<[string, Partial<DialData>, Partial<DialData>, ReturnType<typeof scopeShift>]>([
    ['from every journey to one', { journeys: [] }, { journeys: ['renewal'] }, 'restricted'],
    ['from one journey to every', { journeys: ['renewal'] }, { journeys: [] }, 'widened'],
    ['from one journey to two', { journeys: ['renewal'] }, { journeys: ['renewal', 'facility'] }, undefined],
    ['a first tag', { tags: [] }, { tags: ['Cyber'] }, undefined],
    ['codes where any matched', { dimensions: {} }, { dimensions: { risk_codes: ['CY'] } }, 'restricted'],
    ['one code more', { dimensions: { risk_codes: ['CY'] } }, { dimensions: { risk_codes: ['CY', 'CZ'] } }, undefined],
    ['no interval any more', { dimensions: { revenue_ranges: '[0,1)' } }, { dimensions: {} }, 'widened'],
    ['an answer where any matched', { dimensions: {} }, { dimensions: { fi_is_pi_coverage: false } }, 'restricted'],
  ])('whether a change restricts what matched any risk: %s', (_case, old, now, expected) => {
    const [change] = diffDials({ ...EMPTY_DIAL, ...old }, { ...EMPTY_DIAL, ...now });
    expect(change && scopeShift(change)).toBe(expected);
  });

  test('the reason belongs to a version: no difference between two, one between two saves', () => {
    const after = { ...before, reason: 'Because' };
    expect(diffDials(before, after)).toEqual([]);
    expect(diffSaves(before, after)).toEqual([{ kind: 'text', field: 'reason', before: '', after: 'Because' }]);
  });
});
