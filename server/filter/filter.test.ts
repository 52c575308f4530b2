import { expect, test } from 'vitest';
import type { SavedFilter } from '#contract/filter.ts';
import { FILTER_LIMITS } from '#domain/filter/saved-filter.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';

const server = useTestApp({});
const { call, good } = dialTester(server);
const FILTER = { list: 'dials', name: 'Cyber drafts', address: '/dials?tab=draft&tag=Cyber' };
const PATH = '/api/me/filters';
const names = async (who: 'underwriter' | 'viewer' = 'underwriter') =>
  (await good<{ items: SavedFilter[] }>('GET', PATH, { who })).items.map(({ name }) => name);

test('a person saves, renames and deletes their own filters, which nobody else sees or changes', async () => {
  const saved = await good<SavedFilter>('POST', PATH, { body: { ...FILTER, name: '  Cyber drafts ' } });
  expect(saved).toEqual({ ...FILTER, id: saved.id });
  expect(await names('viewer')).toEqual([]);
  const theirs = await call('DELETE', `${PATH}/${saved.id}`, { who: 'viewer' });
  expect(theirs.statusCode).toBe(404);
  await good('POST', PATH, { body: { ...FILTER, name: 'Another' } });
  expect(await names()).toEqual(['Another', 'Cyber drafts']);
  const taken = await call('PUT', `${PATH}/${saved.id}`, { body: { name: 'ANOTHER' } });
  expect([taken.statusCode, taken.json()]).toMatchObject([400, { errors: [{ path: 'name' }] }]);
  await good('PUT', `${PATH}/${saved.id}`, { body: { name: 'Aa' } });
  expect(await names()).toEqual(['Aa', 'Another']);
  await good('DELETE', `${PATH}/${saved.id}`);
  expect(await names()).toEqual(['Another']);
});

test('concurrently, too, a name is unique and the limit holds', async () => {
  const save = (name: string) => call('POST', PATH, { who: 'viewer', body: { ...FILTER, name } });
  const twice = await Promise.all([save('Same'), save('same')]);
  expect(new Set(twice.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
  const many = await Promise.all(Array.from({ length: FILTER_LIMITS.perPerson }, (_, n) => save(`Filter ${n}`)));
  expect(many.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1);
  expect(await names('viewer')).toHaveLength(FILTER_LIMITS.perPerson);
});
