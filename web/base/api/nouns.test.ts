import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { apiKey, NOUNS, refresh, type ReadRoute, type Stale } from './nouns.ts';

/** They read, with a body that an address has no room for. */
const READING_POSTS: readonly ReadRoute[] = [
  'measureImpact',
  'listMeasuredRisks',
  'previewSigners',
  'listEndings',
  'previewAuthorityRule',
];

test('a query reads: its route is a GET, or a POST that changes nothing', () => {
  const routes = Object.keys(NOUNS) as ReadRoute[];
  expect(routes.filter((route) => contract[route].method !== 'GET').toSorted()).toEqual(READING_POSTS.toSorted());
});

const HULL = { partner: 9101, cob: 'hull' };
const FLOOD = { partner: 9101, cob: 'flood' };

/** Returns the keys, in short, that become stale. */
async function findStale(...stale: readonly Stale[]): Promise<string[]> {
  const queries = new QueryClient();
  const keys = {
    hull: apiKey('getBucket', { params: HULL }),
    flood: apiKey('getBucket', { params: FLOOD }),
    'version 2 of hull': apiKey('getBucketVersion', { params: { ...HULL, number: 2 } }),
    'outcome of hull': apiKey('getOutcome', { params: HULL, query: { version: 2 } }),
    buckets: apiKey('listBuckets', { query: { q: 'hull' } }),
    work: apiKey('getMyWork', {}),
    set: apiKey('getReviewSet', { params: { setId: 's1' } }),
  };
  for (const queryKey of Object.values<QueryKey>(keys)) queries.setQueryData(queryKey, {});
  await refresh(queries, ...stale);
  return Object.entries(keys)
    .filter(([, queryKey]) => queries.getQueryState(queryKey)?.isInvalidated)
    .map(([name]) => name);
}

test('a noun makes all its queries stale, and no other', async () => {
  expect(await findStale('bucket')).toEqual(['hull', 'flood', 'version 2 of hull', 'outcome of hull']);
  expect(await findStale('buckets', 'review-set')).toEqual(['buckets', 'work', 'set']);
  expect(await findStale('dials')).toEqual([]);
});

test('with parameters it is what is about one thing, with a route the queries of that route', async () => {
  expect(await findStale(['bucket', undefined, { params: HULL }])).toEqual([
    'hull',
    'version 2 of hull',
    'outcome of hull',
  ]);
  expect(await findStale(['buckets', 'getMyWork'], ['bucket', 'getBucket', { params: FLOOD }])).toEqual([
    'flood',
    'work',
  ]);
});
