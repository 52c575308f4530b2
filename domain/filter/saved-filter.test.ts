import { expect, test } from 'vitest';
import { checkFilter, type FilterData, filterKey, isFiltered } from './saved-filter.ts';

const GOOD: FilterData = { list: 'dials', name: 'Cyber drafts', address: '/dials?tab=draft&tag=Cyber' };
const KEPT = [{ id: 'a', list: 'dials', name: 'Ready ones' }] as const;
const wrong = (more: Partial<FilterData & { id: string }>) =>
  checkFilter({ ...GOOD, ...more }, KEPT).map(({ path, message }) => `${path}: ${message}`);

test.each([
  [{}, []],
  [{ name: ' ' }, ['name: Required']],
  [{ name: 'x'.repeat(60) }, []],
  [{ name: 'x'.repeat(61) }, ['name: A name can have 60 characters at most']],
  [{ name: ' READY  ones' }, ['name: You already have a filter with this name. Choose another name.']],
  [{ name: 'ready ones', id: 'a' }, []],
  [{ name: 'Ready ones', list: 'users', address: '/users?q=a' } as const, []],
  [{ address: '/users?q=a' }, ['address: This is not the address of a filtered list']],
  [{ address: `/dials?q=${'x'.repeat(2000)}` }, ['address: This is not the address of a filtered list']],
])('a filter to be saved: %o', (more, expected) => {
  expect(wrong(more)).toEqual(expected);
});

test.each([
  ['dials', '/dials?author=Ada', true],
  ['dials', '/dials', false],
  ['dials', '/dials?', false],
  ['dials', 'https://example.com/dials?q=a', false],
  ['buckets', '/syndicate?cob=cargo', true],
  ['buckets', '/syndicate/9101/bucket', true],
  ['buckets', '/syndicate/9101/bucket?tab=draft', true],
  ['buckets', '/syndicate/9101/bucket/cargo', false],
  ['users', '/users?tab=deactivated', true],
] as const)('of %s, %s is filtered: %s', (list, address, expected) => {
  expect(isFiltered(list, address)).toBe(expected);
});

test('names are the same whatever their capitals, accents and spaces', () => {
  expect(filterKey(' Élan  Ready ')).toBe(filterKey('elan ready'));
});
