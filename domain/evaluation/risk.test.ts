import { describe, expect, test } from 'vitest';
import { readRisk } from './risk.ts';

const DAY = { date: '2026-11-16' };
const errorsOf = (json: unknown) => {
  const reading = readRisk(json);
  return reading.ok ? [] : reading.errors;
};
const riskOf = (json: unknown) => {
  const reading = readRisk(json);
  return reading.ok ? reading.risk : undefined;
};

describe('a risk read from JSON', () => {
  test('has its date, its journey and a value of each kind', () => {
    const dimensions = {
      risk_codes: ['CY', 'CZ'],
      is_primary: 'primary',
      revenue_ranges: 640e6,
      company_size_change_ranges: -25,
      company_first_year_issuance: false,
      company_listed_statuses: ['listed'],
    };
    const risk = { ...DAY, journey: 'renewal', dimensions };
    expect(readRisk(risk)).toEqual({ ok: true, risk });
  });

  test('needs no more than a date', () => {
    expect(riskOf(DAY)).toStrictEqual({ ...DAY, journey: null, dimensions: {} });
    expect(riskOf({ ...DAY, journey: null, dimensions: null })).toStrictEqual({
      ...DAY,
      journey: null,
      dimensions: {},
    });
  });

  test('has no value where JSON says null or has an empty list; zero and no are values', () => {
    const none = { revenue_ranges: null, is_primary: null, risk_codes: [], brokers: null, fi_is_pi_coverage: null };
    expect(riskOf({ ...DAY, dimensions: none })?.dimensions).toStrictEqual({});
    const some = { revenue_ranges: 0, fi_is_pi_coverage: false };
    expect(riskOf({ ...DAY, dimensions: some })?.dimensions).toStrictEqual(some);
  });

  test('has a list where one code is given as text', () => {
    const dimensions = { risk_codes: 'CY', company_listed_statuses: 'private' };
    expect(riskOf({ ...DAY, dimensions })?.dimensions).toEqual({
      risk_codes: ['CY'],
      company_listed_statuses: ['private'],
    });
  });
});

describe('a risk that cannot be read is refused in a sentence', () => {
  const options = 'new_business, renewal, mid_term_adjustment, line_slip_declaration, facility, electronic_placement';
  const codes = 'must be text: one code or a list of codes, none of them empty.';
  test.each([
    ['a list', [], '', 'A risk must be a JSON object.'],
    ['text', '{}', '', 'A risk must be a JSON object.'],
    ['null', null, '', 'A risk must be a JSON object.'],
    ['no date', {}, 'date', 'Please give a date like 2026-11-16.'],
    ['a date as people write it', { date: '16 Nov 2026' }, 'date', 'Please give a date like 2026-11-16.'],
    ['a day that does not exist', { date: '2027-02-29' }, 'date', 'Please give a date like 2026-11-16.'],
    ['an unknown journey', { ...DAY, journey: 'quote' }, 'journey', `The journey must be one of: ${options}.`],
    ['an empty journey', { ...DAY, journey: '' }, 'journey', `The journey must be one of: ${options}.`],
    ['an unknown field', { ...DAY, premium: 1 }, 'premium', 'A risk has no field called “premium”.'],
    ['dimensions as a list', { ...DAY, dimensions: [] }, 'dimensions', 'The dimensions must be a JSON object.'],
  ])('%s', (_case, json, path, message) => {
    expect(errorsOf(json)).toEqual([{ path, message }]);
  });

  test.each([
    ['revenue', 1, 'There is no dimension called “revenue”.'],
    ['constructor', 1, 'There is no dimension called “constructor”.'],
    ['revenue_ranges', '640m', 'Revenue must be a number.'],
    ['revenue_ranges', '[0,10]', 'Revenue must be a number.'],
    ['revenue_ranges', JSON.parse('1e999'), 'Revenue must be a number.'],
    ['revenue_ranges', -1, 'Revenue cannot be negative.'],
    ['is_primary', 'Primary', 'Primary or excess must be one of: primary, excess.'],
    ['company_listed_statuses', ['listed', 'sold'], 'Listed status must be one or more of: listed, private, failed.'],
    ['fi_is_pi_coverage', 'no', 'PI coverage must be true or false.'],
    ['nominated_syndicate_numbers', 9101, `Nominated syndicates ${codes}`],
    ['risk_codes', ['CY', ''], `Risk codes ${codes}`],
  ])('%s: %j', (key, value, message) => {
    expect(errorsOf({ ...DAY, dimensions: { [key]: value } })).toEqual([{ path: `dimensions.${key}`, message }]);
  });

  test('a key that JavaScript gives a meaning of its own', () => {
    const json: unknown = JSON.parse('{"date":"2026-11-16","dimensions":{"__proto__":{"revenue_ranges":1}}}');
    expect(errorsOf(json).map(({ path }) => path)).toEqual(['dimensions.__proto__']);
  });

  test('every mistake at once', () => {
    const json = { journey: 3, colour: 'red', dimensions: { risk_codes: ['CY'], brokers: 7, is_primary: true } };
    const paths = errorsOf(json).map(({ path }) => path);
    expect(paths).toEqual(['colour', 'date', 'journey', 'dimensions.brokers', 'dimensions.is_primary']);
  });
});
