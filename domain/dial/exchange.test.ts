import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardCell } from '#domain/csv/cell.ts';
import { type DialData, EMPTY_DIAL, JOURNEYS } from './dial.ts';
import { SAMPLES } from '#domain/dimension/invented.ts';
import type { Dimension } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { joinList, splitList } from '#domain/dimension/codec.ts';
import { COLUMNS, NOT_AN_ID, findColumn, fromCells, letterOf, readHeader, toCells } from './exchange.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';

const ID = '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70';

// Every start a spreadsheet takes for a formula, and the marks our own cells use, come up often.
const awkward = fc.constantFrom('=', '＝', '+', '-', '@', "'", "''", "'=", '\t', ';', '\\', '"', ',', '\n', ' ');
const text = fc
  .tuple(awkward, fc.string({ maxLength: 12 }), fc.constantFrom('', '; ', '\\;'))
  .map((parts) => parts.join(''))
  .filter((value) => value.trim() !== '');
const word = text.map((value) => value.trim());
const words = fc.uniqueArray(word, { maxLength: 4 });
const oneOrNone = fc.oneof(fc.constant(''), text);

/** Every dimension is set to one of the two samples of its kind; the kinds have a property of their own. */
const dimensionsOf = (index: 0 | 1) =>
  Object.fromEntries(DIMENSION_KEYS.map((key) => [key, sampleOf(dimensionOf(key), index)]));
function sampleOf(dimension: Dimension, index: 0 | 1): unknown {
  if (!('options' in dimension)) return SAMPLES[dimension.kind][index];
  const value = dimension.options[index]?.value ?? '';
  return dimension.kind === 'choices' ? [value] : value;
}

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
);
const dialData = fc.record({
  name: text,
  description: oneOrNone,
  tags: words,
  authors: words,
  journeys: fc.subarray(JOURNEYS.map(({ value }) => value)),
  reason: oneOrNone,
  dimensions: fc.constantFrom({}, dimensionsOf(0), dimensionsOf(1)),
  values: fc.record(
    { max_line: number, lead_share_cap: number, ignore_expiring_line: fc.constantFrom('ignores', 'expiring_line') },
    { requiredKeys: [] },
  ),
  active_from: fc.option(fc.constant('2026-11-01'), { nil: null }),
  active_until: fc.option(fc.constant('2027-11-01'), { nil: null }),
}) as fc.Arbitrary<DialData>;

describe('round trip', () => {
  test('what was written as cells is read back to the same dial', () => {
    fc.assert(
      fc.property(dialData, (data) => {
        const cells = toCells({ id: ID, version: 3, data });
        const read = fromCells(Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, guardCell(cell)])));
        expect(read).toEqual({ id: ID, data, errors: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test('any list survives the separator', () => {
    fc.assert(
      fc.property(fc.array(word), (items) => {
        expect(splitList(joinList(items))).toEqual(items);
      }),
    );
  });

  test('an empty dial is empty cells, and back', () => {
    const cells = toCells({ id: ID, version: 1, data: { ...EMPTY_DIAL, dimensions: { risk_codes: [] } } });
    expect(Object.entries(cells).filter(([, cell]) => cell !== '')).toEqual([
      ['id', ID],
      ['version', '1'],
    ]);
    expect(fromCells(cells)).toEqual({ id: ID, data: EMPTY_DIAL, errors: [] });
  });
});

describe('cells', () => {
  test.each([
    ['max_line', '2500000', 2_500_000],
    ['max_line', '$2,500,000', 2_500_000],
    ['max_line', '−5', -5],
    ['max_line', "'-5", -5],
    ['lead_share_cap', '6%', 6],
    ['lead_share_cap', ' 7.5 ', 7.5],
    ['ignore_expiring_line', 'Expiring line', 'expiring_line'],
  ])('%s reads %s', (key, cell, value) => {
    expect(fromCells({ [key]: cell }).data.values).toEqual({ [key]: value });
  });

  test.each([
    ['fi_is_crime_coverage', 'YES', true],
    ['fi_is_crime_coverage', 'false', false],
    ['is_primary', 'Excess', 'excess'],
    ['company_listed_statuses', 'Listed; private', ['listed', 'private']],
    ['risk_codes', 'CY;CZ ; ', ['CY', 'CZ']],
    ['attachment_point_ranges', ' [10000000,50000000) ', '[10000000,50000000)'],
    ['company_size_change_ranges', '(-5,1.81)', '(-5,1.81)'],
  ])('%s reads %s', (key, cell, value) => {
    expect(fromCells({ [key]: cell }).data.dimensions).toEqual({ [key]: value });
  });

  test('an option may be given by what a person calls it', () => {
    const find = (list: string, name: string) => (list === 'countries' && name === 'United Kingdom' ? 'GB' : undefined);
    expect(fromCells({ domicile_countries: 'United Kingdom; FR' }, find).data.dimensions).toEqual({
      domicile_countries: ['GB', 'FR'],
    });
  });

  test.each([
    ['max_line', 'a lot', 'values.max_line', 'Please give a number like 3,500,000'],
    ['lead_share_cap', 'a lot', 'values.lead_share_cap', 'Please give a number like 35'],
    ['max_line', '0x10', 'values.max_line', 'Please give a number like 3,500,000'],
    ['fi_is_pi_coverage', 'perhaps', 'dimensions.fi_is_pi_coverage', 'Please give yes or no'],
    ['is_primary', 'third', 'dimensions.is_primary', 'Please give one of: Primary, Excess'],
    [
      'journeys',
      'Renewal; walk-in',
      'journeys',
      `“walk-in” is not one of: ${JOURNEYS.map(({ label }) => label).join(', ')}`,
    ],
    ['id', 'seven', 'id', NOT_AN_ID],
  ])('%s refuses %s and says why', (key, cell, path, message) => {
    expect(fromCells({ name: 'A', [key]: cell })).toEqual({
      data: { ...EMPTY_DIAL, name: 'A' },
      errors: [{ path, message }],
    });
  });
});

describe('header', () => {
  test('there is a column for every dimension and value, found by its key and by its label', () => {
    for (const column of COLUMNS) {
      expect(findColumn(column.key)).toBe(column);
      expect(findColumn(column.label.toUpperCase())).toBe(column);
    }
    const labels = [
      ...DIMENSION_KEYS.map((key) => dimensionOf(key).label),
      ...VALUE_KEYS.map((key) => VALUES[key].label),
    ];
    expect(COLUMNS.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
    expect(COLUMNS).toHaveLength(10 + DIMENSION_KEYS.length + VALUE_KEYS.length);
  });

  test('names an unknown or repeated column by its letter', () => {
    expect(readHeader(['name', 'Revnue', 'Max line', ' MAX_LINE ', '']).problems).toEqual([
      'Column B, “Revnue”, is not a field of a dial.',
      'Column D, “MAX_LINE”, is the same field as column C.',
    ]);
    expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });

  test('reports a missing header and a missing name column', () => {
    expect(readHeader(['Cyber excess', '12']).problems).toEqual([
      'The first line does not name the columns. It needs at least “name”.',
    ]);
    expect(readHeader(['tags']).problems).toEqual(['There is no column “name”.']);
  });
});
