import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DialData, EMPTY_DIAL, JOURNEYS } from './dial.ts';
import { diffDials, diffSaves } from './diff.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { contains, parseIntervals, printIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { normaliseDial } from './normalise.ts';

const before: DialData = {
  ...EMPTY_DIAL,
  name: 'Cyber excess',
  tags: ['Cyber'],
  dimensions: { domicile_countries: ['US', 'MX'], attachment_point_ranges: '[10000000,25000000)' },
  values: { max_line: 2_500_000 },
};

describe('what differs', () => {
  test('[DF1] intervals by what is covered now that was not, and the other way round', () => {
    const after = { ...before, dimensions: { ...before.dimensions, attachment_point_ranges: '[5000000,20000000]' } };
    expect(diffDials(before, after)).toEqual([
      {
        kind: 'intervals',
        dimension: 'attachment_point_ranges',
        before: '[10000000,25000000)',
        after: '[5000000,20000000]',
        gained: '[5000000,10000000)',
        lost: '(20000000,25000000)',
      },
    ]);
  });

  test('[DF2] a dimension that is not set covers everything', () => {
    const { attachment_point_ranges: _, ...dimensions } = before.dimensions;
    expect(diffDials(before, { ...before, dimensions })).toEqual([
      {
        kind: 'intervals',
        dimension: 'attachment_point_ranges',
        before: '[10000000,25000000)',
        after: null,
        gained: '(,10000000) [25000000,)',
        lost: '',
      },
    ]);
  });

  test('[DF3] another way to write the same set is no difference', () => {
    const split = { ...before.dimensions, attachment_point_ranges: '[20000000,25000000) [10000000,20000000]' };
    expect(diffDials(before, { ...before, dimensions: split })).toEqual([]);
  });

  test('[DF4] sets by what came, went and stayed', () => {
    const after = { ...before, dimensions: { ...before.dimensions, domicile_countries: ['US', 'CA'] } };
    expect(diffDials(before, after)).toEqual([
      {
        kind: 'options',
        dimension: 'domicile_countries',
        before: true,
        after: true,
        added: ['CA'],
        removed: ['MX'],
        kept: ['US'],
      },
    ]);
  });

  test('[DF5] values, texts, days, lists and choices, each as before and after', () => {
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

  test('[DF6] the reason belongs to a version: no difference between two, one between two saves', () => {
    const after = { ...before, reason: 'Because' };
    expect(diffDials(before, after)).toEqual([]);
    expect(diffSaves(before, after)).toEqual([{ kind: 'text', field: 'reason', before: '', after: 'Because' }]);
  });
});

const notation = (negative: boolean) =>
  fc
    .array(fc.tuple(fc.integer({ min: negative ? -50 : 0, max: 50 }), fc.integer({ min: 1, max: 20 }), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.map(([low, size, closed]) => `[${low},${low + size}${closed ? ']' : ')'}`).join(' '));

function valueOf(key: (typeof DIMENSION_KEYS)[number]): fc.Arbitrary<unknown> {
  const dimension = dimensionOf(key);
  switch (dimension.kind) {
    case 'intervals':
      return notation(dimension.negative);
    case 'yes-no':
      return fc.boolean();
    case 'one-of':
      return fc.constantFrom(...dimension.options.map(({ value }) => value));
    case 'choices':
      return fc.uniqueArray(fc.constantFrom(...dimension.options.map(({ value }) => value)), { minLength: 1 });
    case 'options':
      return fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1 });
  }
}

const day = fc.option(fc.constantFrom('2026-11-15', '2027-01-01'), { nil: null });
const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
const dials: fc.Arbitrary<DialData> = fc
  .record({
    name: fc.constantFrom('x', 'y'),
    description: fc.constantFrom('', 'z'),
    tags: words,
    authors: words,
    journeys: fc.uniqueArray(fc.constantFrom(...JOURNEYS.map(({ value }) => value))),
    reason: fc.constant(''),
    dimensions: fc.record(Object.fromEntries(DIMENSION_KEYS.map((key) => [key, valueOf(key)])), { requiredKeys: [] }),
    values: fc.record(
      { max_line: fc.integer({ min: 1, max: 3 }), lead_share_cap: fc.integer({ min: 1, max: 3 }) },
      { requiredKeys: [] },
    ),
    active_from: day,
    active_until: day,
  })
  .map((data) => normaliseDial(data as DialData));

/** The same, whatever the order of lists and the spelling of intervals. */
function meaning(data: DialData): string {
  const dimensions = DIMENSION_KEYS.map((key) => {
    const value: unknown = data.dimensions[key];
    if (Array.isArray(value)) return value.map(String).toSorted((a, b) => (a < b ? -1 : 1));
    if (dimensionOf(key).kind !== 'intervals' || typeof value !== 'string') return value ?? null;
    const parsed = parseIntervals(value, { negative: true });
    return parsed.ok ? printIntervals(parsed.set) : value;
  });
  const { tags, authors, journeys, values } = data;
  const lists = [tags, authors, journeys].map((list) => list.toSorted());
  return JSON.stringify([
    data.name,
    data.description,
    data.active_from,
    data.active_until,
    lists,
    dimensions,
    values.max_line ?? null,
    values.lead_share_cap ?? null,
  ]);
}

/** The same dial, told another way: lists turned round, intervals one by one and from the last. */
function retold(data: DialData): DialData {
  const turned = Object.entries(data.dimensions).map(([key, value]) => {
    if (Array.isArray(value)) return [key, value.toReversed()] as const;
    return [key, key.endsWith('_ranges') ? String(value).split(' ').toReversed().join(' ') : value] as const;
  });
  const { tags, authors, journeys } = data;
  return {
    ...data,
    tags: tags.toReversed(),
    authors: authors.toReversed(),
    journeys: journeys.toReversed(),
    dimensions: Object.fromEntries(turned),
  };
}

describe('properties', () => {
  test('[DF7] the difference is empty exactly when both say the same', () => {
    fc.assert(
      fc.property(dials, dials, (a, b) => {
        expect(diffDials(a, a)).toEqual([]);
        expect(diffDials(a, retold(a))).toEqual([]);
        expect(diffDials(a, b).length === 0).toBe(meaning(a) === meaning(b));
      }),
      { numRuns: 500 },
    );
  });

  test('[DF8] what one way gains, the other way loses', () => {
    fc.assert(
      fc.property(dials, dials, (a, b) => {
        const [there, back] = [diffDials(a, b), diffDials(b, a)];
        expect(back).toHaveLength(there.length);
        for (const [index, change] of there.entries()) {
          const other = back[index];
          if (change.kind === 'intervals' && other?.kind === 'intervals')
            expect([other.gained, other.lost]).toEqual([change.lost, change.gained]);
          if (change.kind === 'options' && other?.kind === 'options')
            expect([other.added, other.removed]).toEqual([change.removed, change.added]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('[DF9] a number is gained exactly when it is covered now and was not', () => {
    fc.assert(
      fc.property(notation(false), notation(false), fc.integer({ min: -1, max: 75 }), (a, b, at) => {
        const setOf = (text: string) => {
          const parsed = parseIntervals(text, { negative: true });
          return parsed.ok ? parsed.set : [];
        };
        const dimension = { revenue_ranges: a };
        const [change] = diffDials(
          { ...before, dimensions: dimension },
          { ...before, dimensions: { revenue_ranges: b } },
        );
        const gained = change?.kind === 'intervals' ? change.gained : '';
        expect(contains(setOf(gained), at)).toBe(contains(setOf(b), at) && !contains(setOf(a), at));
      }),
      { numRuns: 2000 },
    );
  });
});
