import { describe, expect, test } from 'vitest';
import { type DialData, EMPTY_DIAL, copyDial } from './dial.ts';
import { normaliseDial } from './normalise.ts';
import { checkOptions, keysOfList } from './options.ts';

const messy: DialData = {
  ...EMPTY_DIAL,
  name: '  Cyber \n excess ',
  description: ' x ',
  reason: ' y ',
  tags: ['Cyber', 'cyber', ' Excess '],
  authors: ['A', 'A'],
  journeys: ['renewal', 'renewal'],
  dimensions: {
    risk_codes: ['CY', 'CZ', 'CY'],
    brokers: [],
    revenue_ranges: '[1k, 10m) [2,5]',
    attachment_point_ranges: '  ',
    company_size_ranges: 'many ',
    company_first_year_issuance: false,
  },
  values: { max_line: 1, min_line: undefined },
  active_from: '',
};

describe('the stored form of a dial', () => {
  test('trimmed, without repetition or empty parts; intervals written out, not merged; what is wrong stays', () => {
    expect(normaliseDial(messy)).toEqual({
      ...EMPTY_DIAL,
      name: 'Cyber excess',
      description: 'x',
      reason: 'y',
      tags: ['Cyber', 'Excess'],
      authors: ['A'],
      journeys: ['renewal'],
      dimensions: {
        risk_codes: ['CY', 'CZ'],
        revenue_ranges: '[1000,10000000) [2,5]',
        company_size_ranges: 'many',
        company_first_year_issuance: false,
      },
      values: { max_line: 1 },
      active_from: null,
    });
    expect(Object.keys(normaliseDial(messy).values)).toEqual(['max_line']);
  });

  test('is idempotent', () => {
    const once = normaliseDial(messy);
    expect(normaliseDial(once)).toEqual(once);
  });
});

describe('options', () => {
  const stateOf = (_list: string, code: string) =>
    code.startsWith('X') ? ('unknown' as const) : code.startsWith('R') ? ('retired' as const) : ('offered' as const);

  test.each([
    [{ risk_codes: ['CY', 'XX'] }, {}, ['XX is not one of the risk codes']],
    [{ domicile_countries: ['XA', 'XB', 'XC'] }, {}, ['XA, XB and XC are not among the countries']],
    [{ risk_codes: ['RA'] }, {}, ['RA is not one of the risk codes']],
    [{ risk_codes: ['RA'] }, { risk_codes: ['RA', 'CY'] }, []],
    [{ risk_codes: ['RA'] }, { brokers: ['RA'] }, ['RA is not one of the risk codes']],
    [{ risk_codes: ['XX'] }, { risk_codes: ['XX'] }, ['XX is not one of the risk codes']],
    [{ is_primary: 'primary', revenue_ranges: 'X' }, {}, []],
  ])('%j after %j', (dimensions, previous, messages) => {
    expect(checkOptions(dimensions, stateOf, previous).map(({ message }) => message)).toEqual(messages);
  });

  test('the dimensions of a list are those whose options come from it', () => {
    expect(keysOfList('partners')).toEqual(['nominated_syndicate_numbers']);
    expect(keysOfList('countries')).toEqual(['domicile_countries']);
  });
});

test.each([
  ['Cyber', 'Cyber (copy)'],
  ['Cyber (copy)', 'Cyber (copy 2)'],
  ['Cyber (copy 9)', 'Cyber (copy 10)'],
  ['x'.repeat(120), `${'x'.repeat(113)} (copy)`],
])('the copy of "%s" is named "%s"', (name, expected) => {
  expect(copyDial({ ...EMPTY_DIAL, name }, '2026-11-15').name).toBe(expected);
});
