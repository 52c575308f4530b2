import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { Dimension, DimensionKind, DimensionOf, KindValues } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { RISK_PARAMETERS, riskFromSearch, riskToSearch } from './address.ts';
import type { Risk } from './risk.ts';

const TODAY = '2026-11-16';
const read = (search: string) => riskFromSearch(new URLSearchParams(search), TODAY);
const write = (risk: Risk) =>
  new URLSearchParams(riskToSearch(risk).map((pair): [string, string] => [...pair])).toString();

/** Anything a risk may have: codes of every script, with what an address gives a meaning of its own. */
const code = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('a&b=c', 'x+y', '100%', 'São Tomé', '#?/', '; '),
  )
  .filter((text) => text.trim() !== '' && text.isWellFormed());
const number = (negative: boolean) =>
  fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
    .map((n) => (negative ? n : Math.abs(n)) + 0);
const VALUES: { readonly [K in DimensionKind]: (dimension: DimensionOf<K>) => fc.Arbitrary<KindValues[K]['risk']> } = {
  intervals: ({ negative = false }) => number(negative),
  options: () => fc.uniqueArray(code, { minLength: 1, maxLength: 4 }),
  choices: ({ options }) =>
    fc.shuffledSubarray(
      options.map(({ value }) => value),
      { minLength: 1 },
    ),
  'one-of': ({ options }) => fc.constantFrom(...options.map(({ value }) => value)),
  'yes-no': () => fc.boolean(),
};
const valueOf = (dimension: Dimension) => VALUES[dimension.kind](dimension as never);
const risk = fc.record({
  date: fc.constantFrom(TODAY, '1999-12-31', '2028-02-29'),
  journey: fc.option(fc.constantFrom(...JOURNEYS.map(({ value }) => value))),
  dimensions: fc.record(Object.fromEntries(DIMENSION_KEYS.map((key) => [key, valueOf(dimensionOf(key))])), {
    requiredKeys: [],
  }),
}) as fc.Arbitrary<Risk>;

describe('a risk in the address', () => {
  test('round-trips, also among other parameters', () => {
    fc.assert(
      fc.property(risk, (one) => {
        expect(read(`try&tab=values&${write(one)}&premium=5`)).toEqual({ risk: one, dropped: [] });
      }),
      { numRuns: 300 },
    );
  });

  test('is read without an exception from any address, and what was read writes and reads the same again', () => {
    const text = fc.oneof(code, fc.constantFrom('', ' ', 'true', '1e999', '-1', '0x10', 'listed', 'primary', '5'));
    const parameters = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...RISK_PARAMETERS), code), text));
    fc.assert(
      fc.property(parameters, (pairs) => {
        const { risk: one } = riskFromSearch(pairs, TODAY);
        expect(read(write(one))).toEqual({ risk: one, dropped: [] });
      }),
      { numRuns: 300 },
    );
  });

  test('is a readable address, in the order of the registry', () => {
    const one: Risk = {
      date: TODAY,
      journey: 'renewal',
      dimensions: { revenue_ranges: 640e6, risk_codes: ['CY', 'A&B'], company_first_year_issuance: false },
    };
    expect(write(one)).toBe(
      'date=2026-11-16&journey=renewal&risk_codes=CY&risk_codes=A%26B&revenue_ranges=640000000&company_first_year_issuance=false',
    );
    expect(RISK_PARAMETERS).toEqual(expect.arrayContaining(riskToSearch(one).map(([name]) => name)));
  });

  test('is that of today with nothing known where the address says nothing, and empty parameters say nothing', () => {
    const nothing = { risk: { date: TODAY, journey: null, dimensions: {} }, dropped: [] };
    expect(read('')).toEqual(nothing);
    expect(read('try&date=&journey=&risk_codes=&risk_codes=+&revenue_ranges=&fi_is_pi_coverage')).toEqual(nothing);
  });

  test.each([
    ['date=2027-02-29', 'date', 'Please give a date like 2026-11-16.'],
    ['date=2026-11-16&date=2026-11-17', 'date', 'The date is given more than once.'],
    ['journey=quote', 'journey', /^The journey must be one of: new_business, /],
    ['journey=renewal&journey=renewal', 'journey', 'The journey is given more than once.'],
    ['revenue_ranges=640m', 'dimensions.revenue_ranges', 'Revenue must be a number.'],
    ['revenue_ranges=0x10', 'dimensions.revenue_ranges', 'Revenue must be a number.'],
    ['revenue_ranges=1e%2B999', 'dimensions.revenue_ranges', 'Revenue must be a number.'],
    ['revenue_ranges=-1', 'dimensions.revenue_ranges', 'Revenue cannot be negative.'],
    ['revenue_ranges=1&revenue_ranges=2', 'dimensions.revenue_ranges', 'Revenue is given more than once.'],
    ['is_primary=Primary', 'dimensions.is_primary', 'Primary or excess must be one of: primary, excess.'],
    ['fi_is_pi_coverage=no', 'dimensions.fi_is_pi_coverage', 'PI coverage must be true or false.'],
    ['company_listed_statuses=listed&company_listed_statuses=sold', 'dimensions.company_listed_statuses', /or more of/],
  ])('leaves out what cannot be read and tells it: %s', (search, path, message) => {
    const { risk: one, dropped } = read(`${search}&brokers=AON`);
    expect(one).toEqual({ date: TODAY, journey: null, dimensions: { brokers: ['AON'] } });
    expect(dropped).toEqual([
      { path, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
  });

  test('has a code once that the address repeats', () => {
    expect(read('risk_codes=CY&risk_codes=CZ&risk_codes=CY').risk.dimensions).toEqual({ risk_codes: ['CY', 'CZ'] });
  });
});
