import { describe, expect, test } from 'vitest';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { DialDimensions, RiskDimensions } from '#domain/dimension/registry.ts';
import { evaluate, findMiss } from './evaluate.ts';
import type { Risk } from './risk.ts';
import { describeMatch, describeMiss, describeTakingPart } from './words.ts';

const RISK: Risk = { date: '2026-11-16', journey: 'renewal', dimensions: {} };
const NAMES: Readonly<Record<string, string>> = {
  H: 'Healthcare',
  R: 'Retail',
  E: 'Energy',
  U: 'Utilities',
  US: 'United States',
};
const nameOption: NameOption = (_list, code) => NAMES[code] ?? code;

function why(dial: Partial<DialData>, risk: Partial<Risk> = {}): readonly [by: string, why: string] | undefined {
  const miss = findMiss({ ...EMPTY_DIAL, ...dial }, { ...RISK, ...risk });
  const words = miss && describeMiss(miss, nameOption);
  return words ? [words.by, words.why] : undefined;
}

describe('why a dial does not take part', () => {
  test.each<[DialDimensions, RiskDimensions, string, string]>([
    [
      { cyber_sectors: ['R', 'E', 'U'] },
      { cyber_sectors: ['H'] },
      'Cyber sectors',
      'Healthcare is not one of its 3 sectors',
    ],
    [
      { cyber_sectors: ['E', 'U'] },
      { cyber_sectors: ['H', 'R'] },
      'Cyber sectors',
      'Healthcare and Retail are none of its 2 sectors',
    ],
    [
      { risk_codes: ['A', 'B'] },
      { risk_codes: ['C', 'D', 'E1', 'F', 'G'] },
      'Risk codes',
      'C, D and 3 more are none of its 2 codes',
    ],
    [
      { domicile_countries: ['FR', 'DE'] },
      { domicile_countries: ['US'] },
      'Domicile',
      'United States is not one of its 2 countries',
    ],
    [
      { placing_bases: ['OM', 'FAC'] },
      { placing_bases: ['X'] },
      'Placing bases',
      'X is not one of its 2 placing bases',
    ],
    [{ cyber_sectors: ['E'] }, { cyber_sectors: ['H'] }, 'Cyber sectors', 'Healthcare, asks for Energy'],
    [{ cyber_sectors: ['E', 'U'] }, {}, 'Cyber sectors', 'not known, asks for one of 2 sectors'],
    [{ cyber_sectors: ['E'] }, { cyber_sectors: [] }, 'Cyber sectors', 'not known, asks for Energy'],
    [{ is_primary: 'excess' }, { is_primary: 'primary' }, 'Primary or excess', 'Primary, asks for Excess'],
    [{ is_primary: 'excess' }, {}, 'Primary or excess', 'not known, asks for Excess'],
    [{ fi_is_pi_coverage: true }, { fi_is_pi_coverage: false }, 'PI coverage', 'No, asks for Yes'],
    [
      { company_listed_statuses: ['private', 'failed'] },
      { company_listed_statuses: ['listed'] },
      'Listed status',
      'Listed, asks for Private or Failed',
    ],
    [{ revenue_ranges: '[0,100000000)' }, { revenue_ranges: 640e6 }, 'Revenue', '$640m, asks for $0 to $100m'],
    [
      { revenue_ranges: '[0,100000000)' },
      { revenue_ranges: 100e6 },
      'Revenue',
      '$100m, asks for from $0 up to, not including, $100m',
    ],
    [{ bi_cover_waiting_period_ranges: '[0,8)' }, {}, 'BI waiting period', 'not known, asks for 0 to 8 hours'],
  ])('%j of a risk with %j', (dimensions, has, by, words) => {
    expect(why({ dimensions }, { dimensions: has })).toEqual([by, words]);
  });

  test.each([
    [{ active_from: '2027-01-01' }, 'starts 1 Jan 2027, in 46 days'],
    [{ active_from: '2026-11-17' }, 'starts 17 Nov 2026, the day after'],
    [{ active_until: '2026-11-16' }, 'ended 16 Nov 2026, the same day'],
    [{ active_until: '2026-11-15' }, 'ended 15 Nov 2026, the day before'],
    [{ active_from: '2026-01-01', active_until: '2026-11-01' }, 'ended 1 Nov 2026, 15 days ago'],
  ])('a window of %j', (window, words) => {
    expect(why(window)).toEqual(['Active window', words]);
  });

  test('journeys', () => {
    expect(why({ journeys: ['facility', 'new_business'] })).toEqual([
      'Journey',
      'Renewal, asks for New business or Facility',
    ]);
    expect(why({ journeys: ['facility'] }, { journey: null })).toEqual(['Journey', 'not known, asks for Facility']);
  });
});

test('what a dial that takes part asked for is counted', () => {
  const matched = (dimensions: DialDimensions) => describeMatch({ ...EMPTY_DIAL, dimensions });
  expect(matched({})).toBe('Matched, no dimension is set');
  expect(matched({ is_primary: 'excess', risk_codes: [] })).toBe('Matched, 1 dimension');
  expect(matched({ is_primary: 'excess', risk_codes: ['CY'] })).toBe('Matched, all 2 dimensions');
});

test('the dials that take part are counted', () => {
  const dial = (id: string, dimensions: DialDimensions) => ({
    dial_id: id,
    overrides: {},
    dial: { ...EMPTY_DIAL, dimensions },
  });
  const [matching, missing] = [dial('a', {}), dial('b', { is_primary: 'excess' })];
  const counted = (...entries: (typeof matching)[]) => describeTakingPart(evaluate(entries, RISK));
  expect(counted(matching, missing, { ...matching, dial_id: 'c' })).toBe('2 of 3 dials take part');
  expect(counted(matching, missing)).toBe('1 of 2 dials takes part');
  expect(counted(matching)).toBe('This dial takes part');
  expect(counted(missing)).toBe('This dial takes no part');
});
