import { beforeAll, expect, test } from 'vitest';
import type { bucketLayerRoutes, LayeredBucket } from '#contract/bucket-layers.ts';
import { contract } from '#contract/contract.ts';
import type { Dial } from '#contract/dial.ts';
import type { Answer, Route } from '#contract/route.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const { good, call, add, goLive, saved, submit, published, nextVersion } = bucketTester(server);
const layers = async () =>
  (await good<Answer<typeof bucketLayerRoutes.getBucketLayers>>('GET', '/api/bucket-layers', { who: 'viewer' }))
    .buckets;
const counts = ({ partner, cob, newer, ending }: LayeredBucket) => [`${partner} ${cob}`, newer, ending];

let stays: Dial;
let grows: Dial;
beforeAll(async () => {
  stays = await published({ name: 'Stays' });
  grows = await published({ name: 'Grows' });
  const ends = await published({ name: 'Ends', active_until: '2026-12-15' });
  const both = await published({ name: 'Grows and ends', active_until: '2026-12-01' });
  await goLive(await add(9101, 'cargo'), [entryOf(stays), entryOf(grows), entryOf(ends), entryOf(both)]);
  await goLive(await add(9112, 'cargo'), [entryOf(stays)]);
  await goLive(await add(9120, 'hull'), [entryOf(grows)]);
  await add(9133, 'hull');
  await nextVersion(await nextVersion(grows));
  await nextVersion(both, { active_until: null });
});

test('each live bucket counts its dials that have a newer version, or end within 30 days', async () => {
  expect((await layers()).map(counts)).toEqual([
    ['9101 cargo', 2, 2],
    ['9120 hull', 1, 0],
  ]);
});

test('dials only in a draft do not count; the draft’s editor and start are included', async () => {
  const started = await saved(await add(9147, 'hull'), [entryOf(grows)]);
  const startedAt = now.toISOString();
  now = new Date('2026-11-17T10:58:00.000Z');
  const draft = await saved(started, [entryOf(stays)], { who: 'underwriter.two' });
  const of = async () => (await layers()).find(({ partner }) => partner === 9147);
  expect(await of()).toEqual({
    partner: 9147,
    cob: 'hull',
    newer: 0,
    ending: 0,
    draft: {
      state: 'draft',
      by: expect.objectContaining({ id: 'demo|underwriter.two' }),
      since: startedAt,
      live_on: null,
    },
  });
  now = new Date('2026-11-18T10:58:00.000Z');
  await submit(draft, 'Why');
  expect((await of())?.draft).toMatchObject({
    state: 'pending_review',
    by: { id: 'demo|underwriter' },
    since: now.toISOString(),
  });
});

test('the layers are sent again only if they changed', async () => {
  const first = await call('GET', '/api/bucket-layers');
  const again = await server.app.inject({
    url: '/api/bucket-layers',
    headers: { ...(await server.as('underwriter')), 'if-none-match': String(first.headers['etag']) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('revalidated responses are cached by the browser only, and revalidated each time', async () => {
  const routes = Object.entries<Route>(contract).filter(([, { revalidates }]) => revalidates);
  expect(routes.map(([name]) => name).toSorted()).toEqual([
    'evaluateFlags',
    'getBucketLayers',
    'getBucketMatrix',
    'getReferenceData',
  ]);
  for (const [, { method, path }] of routes) {
    const payload = method === 'POST' ? { payload: { context: { targetingKey: 'x' } } } : {};
    const ask = async (headers: Record<string, string> = {}) =>
      server.app.inject({
        method,
        url: path,
        headers: { ...(await server.as('underwriter')), ...headers },
        ...payload,
      });
    const first = await ask();
    const etag = String(first.headers['etag']);
    const tags = [etag, `W/${etag}`, `"other", W/${etag}`, '"other"'];
    const answers = [first, ...(await Promise.all(tags.map((tag) => ask({ 'if-none-match': tag }))))];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 304, 304, 304, 200]);
    expect(new Set(answers.map(({ headers }) => headers['cache-control']))).toEqual(new Set(['private, no-cache']));
  }
});

test('a draft in review for a day says which, and whether it is approved', async () => {
  const draft = await saved(await add(9158, 'hull'), [entryOf(stays)]);
  const body = { description: 'Why', live_on: '2026-12-01' };
  await good('POST', '/api/buckets/9158/hull/draft/submit', { ifMatch: draft.revision, body });
  const found = (await layers()).find(({ partner }) => partner === 9158);
  expect(found?.draft).toMatchObject({ live_on: { day: '2026-12-01', approved: false } });
});

test('the layers follow at once what changes: a publication, a name, a day', async () => {
  const dial = await published({ name: 'Followed', active_until: '2027-01-31' });
  await goLive(await add(9158, 'cargo'), [entryOf(dial)]);
  const own = async () => (await layers()).find(({ partner, cob }) => partner === 9158 && cob === 'cargo');
  expect(await own()).toBeUndefined();
  await nextVersion(dial);
  expect(await own()).toMatchObject({ newer: 1, ending: 0 });
  now = new Date('2027-01-10T09:00:00.000Z');
  expect(await own()).toMatchObject({ newer: 1, ending: 1 });
  await saved(await good('GET', '/api/buckets/9158/cargo', { who: 'viewer' }), [entryOf(dial, { max_line: 1 })]);
  const { by } = (await own())?.draft ?? {};
  await server.database.db
    .updateTable('person')
    .set({ name: 'Renamed' })
    .where('id', '=', by?.id ?? '')
    .execute();
  expect((await own())?.draft?.by.name).toBe('Renamed');
});
