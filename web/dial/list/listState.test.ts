import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIAL_SORTS } from '#domain/dial/list.ts';
import { STATUS_TABS } from '#domain/dial/status.ts';
import { tidySearch } from '#web/base/page/useSearchState.ts';
import { filterOf, isNarrowed, readListState, WHOLE_LIST, writeListState, type ListState } from './listState.ts';

const read = (query: string) => readListState(new URLSearchParams(query));

const state = fc.record<ListState>({
  tab: fc.constantFrom('all', ...STATUS_TABS),
  q: fc.string({ maxLength: 250, unit: 'grapheme' }).map(tidySearch),
  cob: fc.constantFrom(undefined, 'fi', 'cyber-privacy-and-tech'),
  tag: fc.option(
    fc.string({ minLength: 1, maxLength: 40 }).map((tag) => tag.trim() || 'SME'),
    { nil: undefined },
  ),
  author: fc.constantFrom(undefined, 'Ada Lovelace'),
  unused: fc.constantFrom(undefined, 'yes'),
  sort: fc.constantFrom(...DIAL_SORTS),
});

test('the URL round-trips', () => {
  fc.assert(
    fc.property(state, (is) => {
      expect(read(writeListState(is).toString())).toEqual(is);
    }),
  );
});

test('the unfiltered list has no query', () => {
  expect(writeListState(WHOLE_LIST).toString()).toBe('');
  expect(read('')).toEqual(WHOLE_LIST);
});

test('ignores unknown values', () => {
  expect(read('tab=closed&q=%20%20&cob=contingency&tag=&sort=size&x=1')).toEqual(WHOLE_LIST);
  expect(read(`q=${'a'.repeat(300)}`).q).toHaveLength(200);
});

test('maps the URL to the API query', () => {
  expect(filterOf(WHOLE_LIST)).toEqual({ sort: 'name' });
  expect(filterOf(read('tab=ready&q=cyber&cob=fi&tag=SME&author=Ada&sort=saved'))).toEqual({
    status: 'ready',
    q: 'cyber',
    cob: 'fi',
    tag: 'SME',
    author: 'Ada',
    sort: 'saved',
  });
});

test('a tab alone is counted exactly, a search is capped', () => {
  expect(isNarrowed(read('tab=ready'))).toBe(false);
  expect(['q=a', 'cob=fi', 'tag=a', 'author=a'].map((query) => isNarrowed(read(query)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
