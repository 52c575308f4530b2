import { describe, expect, test } from 'vitest';
import { type DialData, EMPTY_DIAL } from './dial.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import { classesNamed } from './fit.ts';
import { searchText } from './search-text.ts';
import { fold, hasWord, isOneTypoApart, nameKey, searchWords, splitAtHits, typoPieces } from './search.ts';

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
  values: { max_line: 2_500_000, lead_share_cap: 12.5 },
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
    ['2,500,000', ['2500000.']],
    ['$2.5m to $10m', ['to', '2500000.', '10000000.']],
    ['350k, 1.5bn', ['350000.', '1500000000.']],
    ['2,500 staff', ['staff', '2500']],
    ['[1,500] (5m,10m) [250,)', ['1', '500', '5000000.', '10000000.', '250']],
    ['12.5% since 16.11.2026', ['since', '16', '11', '2026', '12.5']],
    ['3M and B2', ['and', 'b2', '3000000.']],
    ['% "', []],
    ['', []],
  ])('the words of "%s"', (text, expected) => {
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
    ['an amount', '10000000.'],
    ['the label of a value', 'line'],
    ['a value', '2500000.'],
    ['a share', '12.5.'],
    ['a statement', 'covered'],
    ['a choice', 'excess'],
  ])('a dial is found by %s', (_what, word) => {
    expect(searchText(dial, labelOf)).toContain(` ${word}`);
  });

  test('every word is there once, with a space before it, those of the name first, then those of the tags', () => {
    const lines = searchText({ ...dial, tags: ['Listed', 'Excess'] }, labelOf).split('\n');
    expect(lines.slice(0, 2)).toEqual([' zoe s dando excess', ' listed']);
    const words = lines.flatMap((line) => line.trim().split(' '));
    expect(new Set(words).size).toBe(words.length);
    expect(searchText(EMPTY_DIAL, labelOf)).toBe('\n\n');
  });

  test('what a name sorts by knows no capitals and no accents', () => {
    expect(nameKey(' Éclair ')).toBe('eclair');
    expect(fold('D&O')).toBe('dando');
  });

  test.each([
    ['zoe', true],
    ['cess', true],
    ['ex', true],
    ['ss', false],
    ['nothing', false],
    ['2500', true],
    ['500000', false],
    ...['2,500,000', '2.5m', '2500k', '12.5'].map((typed): [string, boolean] => [searchWords(typed).join(' '), true]),
    ...['1,500,000', '25m', '250k', '2,500,0'].map((typed): [string, boolean] => [searchWords(typed).join(' '), false]),
  ])('"%s" occurs in a dial: %s', (word, expected) => {
    expect(hasWord(searchText(dial, labelOf), word)).toBe(expected);
  });

  test.each([
    ['cybr', 'cyber', 'a letter is missing'],
    ['cybber', 'cyber', 'one is too many'],
    ['cybar', 'cyber', 'one is wrong'],
    ['ycber', 'cyber', 'two are swapped at the start'],
    ['cybre', 'cyber', 'two are swapped at the end'],
    ['xyber', 'cyber', 'the first is wrong'],
    ['ransmo', 'ransomware', 'the word goes on'],
    ['cyberr', 'cyber', 'the last is too many'],
  ])('"%s" may be meant to be "%s": %s', (typed, word) => {
    expect(isOneTypoApart(typed, word)).toBe(true);
    const pieces = typoPieces(typed);
    expect(word.startsWith(pieces?.start ?? '-') || word.includes(pieces?.end ?? '-')).toBe(true);
  });

  test.each([
    ['cybxx', 'cyber'],
    ['nosuchword', 'cyber'],
    ['cybr', 'cybiloid'],
    ['marine', 'mar'],
  ])('"%s" is no "%s"', (typed, word) => {
    expect(isOneTypoApart(typed, word)).toBe(false);
  });

  test.each([
    ['Cyber excess', ['cyber'], '[Cyber] excess'],
    ['Zoë’s D&O', ['zoe', 'dando'], '[Zoë]’s [D&O]'],
    ['Élan cargo, cargo', ['arg'], 'Élan c[arg]o, c[arg]o'],
    ['Excess ex', ['ex'], '[Ex]cess [ex]'],
    ['Excess', ['ss'], 'Excess'],
    ['Cyber', ['cyb', 'ber'], '[Cyber]'],
    ['Cyber', [], 'Cyber'],
    ['Ω over $2.5m, 25m', ['2500000.'], 'Ω over $[2.5m], 25m'],
    ['From 2,500,000', ['2500'], 'From [2,500,000]'],
  ])('in "%s" the words %j are marked', (text, words, expected) => {
    const marked = splitAtHits(text, words).map(({ text, isHit }) => (isHit ? `[${text}]` : text));
    expect(marked.join('')).toBe(expected);
  });

  test('a word of three letters is close to too many others', () => {
    expect(typoPieces('war')).toBeUndefined();
  });

  test('another number is no typing error', () => {
    for (const typed of ['2500000.', '9101', 'b2b2']) expect(typoPieces(typed)).toBeUndefined();
  });
});

describe('the classes a dial names', () => {
  const CODES: Readonly<Record<string, readonly string[]>> = { CY: ['cyber-privacy-and-tech'], T: ['hull', 'cargo'] };
  const classesOf = (dimensions: DialDimensions) =>
    classesNamed(dimensions, (list, code) => (list === 'risk_codes' ? (CODES[code] ?? []) : []));

  test('none, where nothing says which: it is for every class', () => {
    expect(classesOf({})).toEqual([]);
    expect(classesOf({ revenue_ranges: '[1m,)', is_primary: 'excess', brokers: ['CY'] })).toEqual([]);
    expect(classesOf({ risk_codes: ['NONE'] })).toEqual([]);
  });

  test('those of each of its risk codes, in the order of all classes', () => {
    expect(classesOf({ risk_codes: ['T', 'CY', 'NONE'] })).toEqual(['cargo', 'cyber-privacy-and-tech', 'hull']);
  });

  test('those of each set dimension that is not for every class', () => {
    expect(classesOf({ cyber_sectors: ['retail'], risk_codes: ['CY'] })).toEqual(['cyber-privacy-and-tech']);
    expect(classesOf({ fi_is_pi_coverage: false })).toEqual(['fi', 'fi-crime', 'fi-d-and-o', 'fi-pi']);
    expect(classesOf({ cyber_sectors: ['retail'], risk_codes: ['T'] })).toHaveLength(3);
  });
});
