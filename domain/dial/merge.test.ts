import { describe, expect, test } from 'vitest';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { EMPTY_DIAL, type DialData } from './dial.ts';
import { changedPaths, DIAL_PATHS, mergeDials, readPath, takePaths } from './merge.ts';

const base: DialData = {
  ...EMPTY_DIAL,
  name: 'Cyber excess',
  tags: ['Cyber', 'Excess'],
  dimensions: { risk_codes: ['CY', 'CZ'], attachment_point_ranges: '[5000000,50000000)', is_primary: 'excess' },
  values: { max_line: 2_500_000, min_line: 350_000 },
};
const change = (more: Partial<DialData>): DialData => ({ ...base, ...more });

describe('merging two people’s work on one draft', () => {
  test('takes fields changed by one side from that side', () => {
    const mine = change({ name: 'Mine', dimensions: { ...base.dimensions, fi_is_pi_coverage: false } });
    const theirs = change({ description: 'Theirs', values: { ...base.values, max_line: 2_250_000 } });
    const { merged, conflicts } = mergeDials(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual({ ...mine, description: 'Theirs', values: theirs.values });
  });

  test('a field that both changed differently is a conflict, resolved to mine by default', () => {
    const mine = change({ values: { ...base.values, max_line: 2_750_000 } });
    const theirs = change({ values: { ...base.values, max_line: 2_250_000 } });
    const { merged, conflicts } = mergeDials(base, mine, theirs);
    expect(conflicts).toEqual(['values.max_line']);
    expect(merged.values.max_line).toBe(2_750_000);
    expect(takePaths(merged, theirs, conflicts).values.max_line).toBe(2_250_000);
  });

  test('equal changes on both sides do not conflict', () => {
    const both = change({ reason: 'Extend to $50m' });
    expect(mergeDials(base, both, { ...both }).conflicts).toEqual([]);
  });

  test('removals of one side are kept', () => {
    const mine = change({
      dimensions: { risk_codes: ['CY', 'CZ'], is_primary: 'excess' },
      values: { min_line: 350_000 },
    });
    const theirs = change({ name: 'Theirs' });
    const { merged } = mergeDials(base, mine, theirs);
    expect(merged.dimensions).toEqual({ risk_codes: ['CY', 'CZ'], is_primary: 'excess' });
    expect(merged.values).toEqual({ min_line: 350_000 });
    expect(merged.name).toBe('Theirs');
  });

  test('another order of a list, or another spelling of the same intervals, is no change', () => {
    const mine = change({
      tags: ['Excess', 'Cyber'],
      dimensions: {
        ...base.dimensions,
        risk_codes: ['CZ', 'CY'],
        attachment_point_ranges: '[5000000,10000000) [10000000,50000000)',
        brokers: [],
      },
    });
    expect(changedPaths(base, mine)).toEqual([]);
  });

  test('intervals that cover something else are a change; so are ones that cannot be read', () => {
    const with_ = (notation: string) =>
      change({ dimensions: { ...base.dimensions, attachment_point_ranges: notation } });
    expect(changedPaths(base, with_('[5000000,50000000]'))).toEqual(['dimensions.attachment_point_ranges']);
    expect(changedPaths(base, with_('[5000000,'))).toEqual(['dimensions.attachment_point_ranges']);
  });

  test('every field can be the only one that differs: none is forgotten', () => {
    const other: DialData = {
      name: 'x',
      description: 'x',
      reason: 'x',
      tags: ['x'],
      authors: ['x'],
      journeys: ['renewal'],
      active_from: '2026-01-01',
      active_until: '2026-02-01',
      dimensions: {},
      values: {},
    };
    for (const path of DIAL_PATHS) {
      const filled = path.startsWith('dimensions.')
        ? { ...other, dimensions: { [path.slice(11)]: ['x'] } }
        : path.startsWith('values.')
          ? { ...other, values: { [path.slice(7)]: 7 } }
          : other;
      const alone = takePaths(EMPTY_DIAL, filled, [path]);
      expect(changedPaths(EMPTY_DIAL, alone)).toEqual([path]);
      expect(readPath(alone, path)).toEqual(readPath(filled, path));
    }
    expect(DIAL_PATHS).toHaveLength(8 + DIMENSION_KEYS.length + VALUE_KEYS.length);
  });
});
