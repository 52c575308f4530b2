import { describe, expect, test } from 'vitest';
import type { ReferenceOption } from '#contract/reference.ts';
import { isSeveral, matchOptions } from './matchOptions.ts';

const option = (code: string, label: string, retired = false): ReferenceOption => ({
  code,
  label,
  group: null,
  retired,
});
const options = [
  option('CY', 'Cyber: data and privacy breach'),
  option('CZ', 'Cyber: with property damage'),
  option('E2', 'PI lawyers, incl. US'),
  option('US', 'United States'),
  option('ZZ', 'No longer used', true),
];

describe('pasting a column into an options field', () => {
  test.each([
    ['CY\nCZ\n', ['CY', 'CZ']],
    ['CY\tCZ', ['CY', 'CZ']],
    ['cy; cz', ['CY', 'CZ']],
    ['CY, CZ', ['CY', 'CZ']],
    ['United  states\r\nCY', ['US', 'CY']],
    ['PI lawyers, incl. US', ['E2']],
    ['CY, PI lawyers, incl. US, CZ', ['CY', 'E2', 'CZ']],
    ['"CY"\n"PI lawyers, incl. US"', ['CY']],
    ['CY Cyber breach\nCZ - with damage', ['CY', 'CZ']],
    ['CY\nCY\ncy', ['CY']],
  ])('%j parses as %j', (text, codes) => {
    expect(matchOptions(text, options).codes).toEqual(expect.arrayContaining(codes));
  });

  test('unknown values are named, and nothing else is lost', () => {
    expect(matchOptions('CY\nQQ\nCZ, nowhere', options)).toEqual({ codes: ['CY', 'CZ'], unknown: ['QQ', 'nowhere'] });
  });

  test('a retired option is not accepted', () => {
    expect(matchOptions('ZZ', options)).toEqual({ codes: [], unknown: ['ZZ'] });
  });

  test('a single word is left to the search', () => {
    expect(isSeveral('CY')).toBe(false);
    expect(isSeveral(' CY\n')).toBe(false);
    expect(isSeveral('CY\nCZ')).toBe(true);
    expect(isSeveral('CY,CZ')).toBe(true);
  });
});
