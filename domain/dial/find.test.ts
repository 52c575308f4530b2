import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  byName,
  type CatalogueEntry,
  correctWords,
  type DialQuery,
  findDials,
  listWords,
  makeCatalogue,
} from './find.ts';
import { hasWord } from './search.ts';
import { DIAL_SORTS } from './list.ts';
import { DIAL_STATUSES } from './status.ts';

const entry = (id: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id,
  name_key: id,
  search_text: ` ${id}\n\n`,
  tags: [],
  authors: [],
  classes: ['*'],
  status: 'ready',
  has_draft: false,
  is_published: true,
  active_until: null,
  saved_at: '2026-11-15T10:00:00.000000Z',
  bucket_count: 0,
  ...more,
});
const QUERY: DialQuery = { terms: [], sort: 'name', limit: 100 };
const found = (dials: readonly CatalogueEntry[], query: Partial<DialQuery>) =>
  findDials(makeCatalogue(dials), { ...QUERY, ...query }).hits.map(({ id }) => id);

describe('what is found', () => {
  test('by name hits in the name come first, then those in the tags, then others', () => {
    const dials = [
      entry('a', { search_text: ' alpha\n\n about cyber risks' }),
      entry('b', { search_text: ' beta\n cyber\n about' }),
      entry('c', { search_text: ' gamma cyber\n\n about' }),
      entry('d', { search_text: ' delta\n\n about hulls' }),
    ];
    expect(found(dials, { terms: [['cyber']] })).toEqual(['c', 'b', 'a']);
    expect(found(dials, { terms: [['cyber'], ['about']] })).toEqual(['a', 'b', 'c']);
    expect(found(dials, { terms: [['cyber']], sort: 'saved' })).toEqual(['c', 'b', 'a']);
  });

  test('the one in most buckets comes first: ten before nine, and as many by id', () => {
    const dials = [
      entry('a', { bucket_count: 9 }),
      entry('b', { bucket_count: 10 }),
      entry('c', { bucket_count: 100 }),
      entry('d', { bucket_count: 9 }),
    ];
    expect(found(dials, { sort: 'used' })).toEqual(['c', 'b', 'd', 'a']);
  });

  test('words of three letters are found inside others, shorter ones where a word begins', () => {
    const dials = [entry('a', { search_text: ' reinsurance\n\n' }), entry('b', { search_text: ' in surplus\n\n' })];
    expect(found(dials, { terms: [['sur']] })).toEqual(['a', 'b']);
    expect(found(dials, { terms: [['in']] })).toEqual(['b']);
  });

  test('dials of a class come before those for every class, whatever their place', () => {
    const dials = [
      entry('a', { search_text: ' cyber\n\n' }),
      entry('b', { search_text: ' b\n\n cyber', classes: ['hull'] }),
      entry('c', { search_text: ' cyber\n\n', classes: ['cargo'] }),
    ];
    expect(found(dials, { terms: [['cyber']], cob: 'hull' })).toEqual(['b', 'a']);
  });

  test('the tab of drafts also has published dials of which a draft is open; each dial counts once in all', () => {
    const dials = [
      entry('a', { has_draft: true }),
      entry('b', { status: 'draft', has_draft: true, is_published: false }),
      entry('c'),
    ];
    const { counts } = findDials(makeCatalogue(dials), QUERY);
    expect([counts.all, counts.of.get('draft'), counts.of.get('ready')]).toEqual([3, 2, 2]);
    expect(found(dials, { status: 'draft' })).toEqual(['a', 'b']);
  });
});

const WORDS = ['cyber', 'hull', 'cy', 'war', 'renewal'];
const line = fc.subarray(WORDS).map((words) => words.map((word) => ` ${word}`).join(''));
const dial = fc.record({
  id: fc.uuid(),
  name_key: fc.constantFrom('a', 'b', 'c', 'd'),
  search_text: fc.tuple(line, line, line).map((lines) => lines.join('\n')),
  tags: fc.subarray(['SME', 'Excess']),
  authors: fc.subarray(['Ada', 'Grace']),
  classes: fc.constantFrom<readonly string[]>(['*'], ['hull'], ['hull', 'cargo'], ['cargo']),
  status: fc.constantFrom(...DIAL_STATUSES),
  has_draft: fc.boolean(),
  is_published: fc.boolean(),
  active_until: fc.constantFrom(null, '2026-11-16'),
  saved_at: fc.constantFrom('2026-11-15T10:00:00.000000Z', '2026-11-15T11:00:00.000000Z'),
  bucket_count: fc.integer({ min: 0, max: 12 }),
});
const query = fc.record({
  terms: fc.array(
    fc.constantFrom(...WORDS, 'cyb', 'nosuch').map((word) => [word]),
    { maxLength: 2 },
  ),
  tag: fc.constantFrom(undefined, 'SME'),
  author: fc.constantFrom(undefined, 'Ada'),
  cob: fc.constantFrom(undefined, 'hull'),
  status: fc.constantFrom(undefined, ...DIAL_STATUSES),
  sort: fc.constantFrom(...DIAL_SORTS),
});

test('finds the same as a naive scan, and the same page by page', () => {
  fc.assert(
    fc.property(fc.uniqueArray(dial, { selector: ({ id }) => id, maxLength: 12 }), query, (unsorted, request) => {
      const dials = unsorted.toSorted(byName);
      const all = findDials(makeCatalogue(dials), { ...request, limit: 100 });
      const matching = dials.filter(
        ({ search_text, tags, authors, classes }) =>
          request.terms.every(([word = '']) => hasWord(search_text, word)) &&
          (request.tag === undefined || tags.includes(request.tag)) &&
          (request.author === undefined || authors.includes(request.author)) &&
          (request.cob === undefined || classes.includes(request.cob) || classes.includes('*')),
      );
      expect(all.counts.all).toBe(matching.length);
      const onTab = matching.filter(
        ({ status, has_draft }) =>
          request.status === undefined || status === request.status || (request.status === 'draft' && has_draft),
      );
      expect(all.hits.map(({ id }) => id).toSorted()).toEqual(onTab.map(({ id }) => id).toSorted());
      const paged: string[] = [];
      for (let after = all.hits[-1]; ;) {
        const { hits } = findDials(makeCatalogue(dials), { ...request, limit: 2, after });
        paged.push(...hits.map(({ id }) => id));
        after = hits.at(-1);
        if (after === undefined) break;
      }
      expect(paged).toEqual(all.hits.map(({ id }) => id));
    }),
    { numRuns: 300 },
  );
});

test('corrects a typo to a word of some dial; existing words stay', () => {
  const dials = [entry('a', { search_text: ' cyber hull\n\n' }), entry('b', { search_text: ' cyborg\n\n' })];
  expect(correctWords(makeCatalogue(dials), ['cybr'], false)).toEqual([['cyber', 'cyborg']]);
  expect(correctWords(makeCatalogue(dials), ['hull', 'cybr'], false)).toEqual([['hull'], ['cyber', 'cyborg']]);
  expect(correctWords(makeCatalogue(dials), ['hul'], false)).toEqual([['hul']]);
  expect(correctWords(makeCatalogue(dials), ['zzzzzz'], false)).toEqual([[]]);
  // The filter leaves it out, which is no reason to look for another.
  expect(correctWords(makeCatalogue(dials), ['cybe'], true)).toEqual([['cybe']]);
});

test('a typo is corrected to a word that first occurs behind 5,000 others, the most frequent first', () => {
  const others = Array.from({ length: 5000 }, (_, index) =>
    entry(`${index}`, { search_text: ` cybele${index} cyr\n\n` }),
  );
  const dials = [
    ...others,
    entry('u', { search_text: ' cybor\n\n' }),
    entry('v', { search_text: ' cyber hull\n privacy\n healthcare' }),
    entry('w', { search_text: ' cyber\n\n' }),
  ];
  const correct = (...words: readonly string[]) => correctWords(makeCatalogue(dials), words, false);
  expect(correct('cybr')[0]?.slice(0, 2)).toEqual(['cyr', 'cyber']);
  expect(correct('privcy', 'helthcare')).toEqual([['privacy'], ['healthcare']]);
});

test('tags and authors are listed once, most used first, then by name', () => {
  const tagged = (id: string, ...tags: string[]) => entry(id, { tags });
  const catalogue = makeCatalogue([tagged('1', 'b', 'c'), tagged('2', 'c', 'a'), tagged('3')]);
  expect(listWords(catalogue, 'tags', 3)).toEqual(['c', 'a', 'b']);
  expect(listWords(catalogue, 'tags', 1)).toEqual(['c']);
});
