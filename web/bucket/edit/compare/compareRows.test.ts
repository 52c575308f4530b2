import { describe, expect, test } from 'vitest';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { describeOverlap, dimensionRows, valueRows } from './compareRows.ts';

const dial = (data: Partial<DialData>): DialData => ({ ...EMPTY_DIAL, ...data });
const side = (data: Partial<DialData>, overrides = {}) => ({ data: dial(data), overrides });

describe('the rows of the comparison', () => {
  test('lists all values as they apply in the bucket, and marks those that differ', () => {
    const rows = valueRows([
      side({ values: { max_line: 5_000_000, lead_share_cap: 40 } }, { max_line: 4_000_000 }),
      side({ values: { max_line: 4_000_000, lead_share_cap: 35 } }),
    ]);
    expect(rows.map(({ key, differs }) => [key, differs])).toEqual(
      VALUE_KEYS.map((key) => [key, key === 'lead_share_cap']),
    );
    expect(rows.find(({ key }) => key === 'max_line')?.cells[0]).toEqual({
      value: 4_000_000,
      own: 5_000_000,
      overridden: true,
      share: 1,
    });
  });

  test('bars: shares out of 100%, money out of the largest amount', () => {
    const rows = valueRows([
      side({ values: { max_line: 5_000_000, min_line: 500_000, lead_share_cap: 40 } }),
      side({ values: { max_line: 3_500_000 } }),
    ]);
    const shares = new Map(rows.map(({ key, cells }) => [key, cells.map((cell) => cell?.share)]));
    expect(shares.get('ignore_expiring_line')).toEqual([undefined, undefined]);
    expect(shares.get('lead_share_cap')).toEqual([0.4, undefined]);
    expect(shares.get('max_line')).toEqual([1, 0.7]);
    expect(shares.get('min_line')).toEqual([0.1, undefined]);
  });

  test('lists only dimensions set in either; the order of options does not matter', () => {
    const rows = dimensionRows([
      side({ dimensions: { risk_codes: ['CY', 'CZ'], is_primary: 'excess' } }),
      side({ dimensions: { risk_codes: ['CZ', 'CY'], domicile_countries: ['US'] } }),
    ]);
    expect(rows).toEqual([
      { key: 'risk_codes', differs: false },
      { key: 'is_primary', differs: true },
      { key: 'domicile_countries', differs: true },
    ]);
  });

  test('a single dial has no differences', () => {
    const alone = [side({ values: { max_line: 1 }, dimensions: { is_primary: 'excess' } }), undefined] as const;
    expect(valueRows(alone).some(({ differs }) => differs)).toBe(false);
    expect(dimensionRows(alone)).toEqual([{ key: 'is_primary', differs: false }]);
  });
});

describe('describes whether a risk can match both', () => {
  const attach = (notation: string) => dial({ dimensions: { attachment_point_ranges: notation } });
  test.each([
    [
      attach('[50000000,)'),
      attach('[10000000,50000000)'),
      'No risk can match both. Their attachment points meet at $50m and do not overlap, so their order does not matter.',
    ],
    [
      attach('[60000000,)'),
      attach('[10000000,50000000)'),
      'No risk can match both. Their attachment points do not overlap, so their order does not matter.',
    ],
    [
      attach('[10000000,)'),
      attach('[10000000,50000000)'),
      'A risk can match both: the one higher in the list decides. Here that is B.',
    ],
    [
      dial({ dimensions: { is_primary: 'primary' } }),
      dial({ dimensions: { is_primary: 'excess' } }),
      'No risk can match both. Primary or excess is Primary for A and Excess for B, so their order does not matter.',
    ],
    [
      dial({ active_until: '2026-12-01' }),
      dial({ active_from: '2026-12-01' }),
      'No risk can match both. They are never active on the same day, so their order does not matter.',
    ],
    [
      dial({ journeys: ['renewal'] }),
      dial({ journeys: ['new_business'] }),
      'No risk can match both. They are for risks that arrive in different ways, so their order does not matter.',
    ],
  ])('case %#', (a, b, expected) => {
    const { verdict, reason } = describeOverlap(a, b, 'B');
    expect(`${verdict} ${reason}`).toBe(expected);
  });
});
