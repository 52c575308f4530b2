import { describe, expect, test } from 'vitest';
import { type DialData, EMPTY_DIAL } from './dial.ts';
import { classesFitting, EVERY_CLASS } from './fit.ts';
import { fold, nameKey, searchText, searchWords } from './search.ts';

const dial: DialData = {
  ...EMPTY_DIAL,
  name: 'Zoë’s D&O excess',
  description: 'Post-IPO',
  tags: ['Listed'],
  authors: ['Demo Underwriter'],
  journeys: ['line_slip_declaration'],
  dimensions: {
    risk_codes: ['CY'],
    attachment_point_ranges: '[10000000,)',
    fi_is_pi_coverage: true,
    is_primary: 'excess',
  },
};
const labelOf = (_list: string, code: string) => (code === 'CY' ? 'Cyber: data and privacy breach' : code);

describe('search', () => {
  test.each([
    ['Risk Code', ['risk', 'code']],
    ['  cyber,CYBER Cyber ', ['cyber']],
    ['D&O', ['dando']],
    ['Zoë’s', ['zoe', 's']],
    ['“post-IPO”', ['post', 'ipo']],
    ['100% \\ _', ['100']],
    ['', []],
  ])('[DQ1] the words of "%s"', (text, expected) => {
    expect(searchWords(text)).toEqual(expected);
  });

  test.each([
    ['its name', 'zoe'],
    ['its description', 'ipo'],
    ['a tag', 'listed'],
    ['an author', 'underwriter'],
    ['how a risk arrives', 'slip'],
    ['the label of a dimension', 'codes'],
    ['a code', 'cy'],
    ['what the code means', 'privacy'],
    ['an amount as people say it', '10m'],
    ['an amount written out', '10000000'],
    ['a statement', 'covered'],
    ['a choice', 'excess'],
  ])('[DQ2] a dial is found by %s', (_what, word) => {
    expect(searchText(dial, labelOf)).toContain(` ${word}`);
  });

  test('[DQ3] every word is there once, with a space before it', () => {
    const words = searchText(dial, labelOf).split(' ');
    expect(words[0]).toBe('');
    expect(new Set(words).size).toBe(words.length);
    expect(searchText(EMPTY_DIAL, labelOf)).toBe('');
  });

  test('[DQ4] what a name sorts by knows no capitals and no accents', () => {
    expect(nameKey(' Éclair ')).toBe('eclair');
    expect(fold('D&O')).toBe('dando');
  });
});

describe('the classes a dial fits', () => {
  test('[DQ5] every class, when nothing says otherwise', () => {
    expect(classesFitting({})).toEqual([EVERY_CLASS]);
    expect(classesFitting({ risk_codes: ['CY'] })).toEqual([EVERY_CLASS]);
  });

  test('[DQ6] those that none of its set dimensions leaves out', () => {
    expect(classesFitting({ cyber_sectors: ['retail'], risk_codes: ['CY'] })).toEqual(['cyber-privacy-and-tech']);
    expect(classesFitting({ fi_is_pi_coverage: false })).toEqual(['fi', 'fi-crime', 'fi-d-and-o', 'fi-pi']);
    expect(classesFitting({ fi_is_pi_coverage: true, pi_limit_type_ids: ['x'] })).toEqual(['fi-pi']);
    expect(classesFitting({ cyber_sectors: ['retail'], fi_is_pi_coverage: true })).toEqual([]);
  });
});
