import { describe, expect, test } from 'vitest';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import { EMPTY_DIAL } from './dial.ts';
import { clauses, describeTiming, type DialScope, sentence } from './sentence.ts';

const NAMES: Readonly<Record<string, string>> = { US: 'United States', 'open-market': 'Open market' };
const nameOption = (_list: string, code: string) => NAMES[code] ?? code;
const scopeOf = (dimensions: DialDimensions, more: Partial<DialScope> = {}): DialScope => ({
  ...EMPTY_DIAL,
  dimensions,
  ...more,
});
const say = (dimensions: DialDimensions, more: Partial<DialScope> = {}) =>
  sentence(scopeOf(dimensions, more), nameOption)
    .map(({ text }) => text)
    .join('');

describe('a dial as a sentence', () => {
  test('reads as in the picture of the details, and its facts are the strong words', () => {
    const dimensions: DialDimensions = {
      domicile_countries: ['US'],
      attachment_point_ranges: '[10000000,50000000)',
      is_primary: 'excess',
      risk_codes: ['CY', 'CZ'],
    };
    expect(say(dimensions)).toBe(
      'the risk code is CY or CZ, the layer is excess, it attaches from $10m up to, not including, $50m, and the insured is domiciled in the United States.',
    );
    const facts = sentence(scopeOf(dimensions), nameOption).filter(({ fact }) => fact);
    expect(facts.map(({ text }) => text)).toEqual(['CY', 'CZ', 'excess', '$10m', '$50m', 'United States']);
  });

  test.each<[DialDimensions, string]>([
    [{}, 'always: no dimension is set, so every risk matches.'],
    [{ is_primary: 'primary' }, 'the layer is primary.'],
    [
      { is_primary: 'primary', company_first_year_issuance: false },
      'the layer is primary and it is not a first-year issuance.',
    ],
    [{ revenue_ranges: '[1000000000,)' }, 'revenue is $1bn or more.'],
    [
      { bi_cover_waiting_period_ranges: '[0,8) (12,24]' },
      'the BI waiting period is from 0 hours up to, not including, 8 hours or over 12 hours and up to 24 hours.',
    ],
    [
      { company_size_change_ranges: '[-100,-20)' },
      'the change in company size is from −100% up to, not including, −20%.',
    ],
    [{ placing_bases: ['open-market'] }, 'the placing basis is Open market.'],
    [{ company_listed_statuses: ['listed', 'private', 'failed'] }, 'the company is listed, private or failed.'],
    [{ risk_codes: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] }, 'the risk code is A, B, C, D, E or 3 more.'],
    [{ risk_codes: ['A', 'B', 'C', 'D', 'E', 'F'] }, 'the risk code is A, B, C, D, E or F.'],
  ])('%j', (dimensions, expected) => {
    expect(say(dimensions)).toBe(expected);
  });

  test.each<[Partial<DialScope>, string, string]>([
    [{ journeys: ['renewal'] }, 'the risk arrives as renewal.', 'renewal only'],
    [
      { journeys: ['renewal', 'new_business'], active_from: '2026-11-01' },
      'the risk arrives as new business or renewal and the day is from 1 Nov 2026.',
      'new business or renewal only, from 1 Nov 2026',
    ],
    [
      { active_from: '2026-11-01', active_until: '2027-11-01' },
      'the day is from 1 Nov 2026 and before 1 Nov 2027.',
      'from 1 Nov 2026, before 1 Nov 2027',
    ],
  ])('journeys and the active window restrict it too: %j', (more, expected, short) => {
    expect(say({}, more)).toBe(expected);
    expect(describeTiming(scopeOf({}, more))).toBe(short);
  });

  test('what cannot be read is left out', () => {
    expect(clauses(scopeOf({ revenue_ranges: '[1,', is_primary: 'excess' }), nameOption)).toHaveLength(1);
  });
});
