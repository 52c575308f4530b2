import { beforeAll, expect, test } from 'vitest';
import type { BucketDial, BucketDialState, BucketRow, KnownBucketDial } from '#contract/bucket.ts';
import type { classBucketRoutes } from '#contract/class-buckets.ts';
import type { Dial } from '#contract/dial.ts';
import type { Answer } from '#contract/route.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { readPages } from '#server/testing/calls.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
let one: Dial;
const tester = bucketTester(server);
const { call, good, add, goLive, saved, submit, published, nextVersion } = tester;
beforeAll(async () => {
  one = await published({ name: 'One', dimensions: { cyber_sectors: ['healthcare'] } });
  await goLive(await add(9112, 'cargo', 0.5), [entryOf(one)]);
  await add(9101, 'd-and-o-ww', 0);
  await saved(await goLive(await add(9101, 'cargo', 1.25), [entryOf(one)]), [entryOf(one, { max_line: 5 })]);
  await submit(await saved(await add(9101, 'fi-d-and-o'), [entryOf(one)], { who: 'underwriter.two' }), 'Why');
  await add(9120, 'hull');
});

type Listed = { items: BucketRow[]; next: string | null; counts: Record<string, number> };
const list = (query = '') => good<Listed>('GET', `/api/buckets?${query}`, { who: 'viewer' });
const names = async (query = '') => (await list(query)).items.map(({ partner, cob }) => `${partner} ${cob}`);

test('buckets are listed by partner and class, each with its live version and its draft against it', async () => {
  const { items, counts } = await list();
  expect(await names()).toEqual(['9101 cargo', '9101 d-and-o-ww', '9101 fi-d-and-o', '9112 cargo', '9120 hull']);
  expect(items[0]).toEqual({
    cob: 'cargo',
    stopped: false,
    partner: 9101,
    appetite: 1.25,
    revision: '5',
    status: 'draft',
    dials: 1,
    live_number: 2,
    live_at: now.toISOString(),
    draft: {
      changes: { added: 0, removed: 0, updated: 0, overridden: 1, reordered: 0 },
      started_at: now.toISOString(),
      saved_at: now.toISOString(),
      saved_by: { id: 'demo|underwriter', name: 'Demo Underwriter' },
      set: null,
      review: null,
    },
  });
  expect(items[1]).toMatchObject({ appetite: 0, status: 'active', dials: 0, live_number: 1, draft: null });
  expect(counts).toEqual({ all: 5, active: 3, draft: 1, pending_review: 1 });
});

test('a bucket in review shows its vote counts only to those who may see reviews', async () => {
  const address = { partner: 9101, cob: 'fi-d-and-o' };
  const url = `/api/buckets/${address.partner}/${address.cob}/review`;
  const { round } = await good<{ round: { hash: string } }>('GET', url, { who: 'reviewer.one' });
  const body = { choice: 'approve', buckets: [{ ...address, hash: round.hash }] };
  await good('PUT', '/api/reviews/votes', { who: 'reviewer.one', body });
  const reviewOf = async (who: string) =>
    (await good<Listed>('GET', '/api/buckets?status=pending_review', { who })).items[0]?.draft?.review;
  const submitted = {
    approved_for: null,
    submitted_at: now.toISOString(),
    submitted_by: { id: 'demo|underwriter', name: 'Demo Underwriter' },
  };
  const votes = { approvals: 1, rejections: 0, required: 2, set: null };
  expect(await reviewOf('reviewer.one')).toEqual({ ...submitted, votes });
  expect(await reviewOf('viewer')).toEqual({ ...submitted, votes: null });
});

test('tabs, partner, class and text narrow the list of buckets and its counts', async () => {
  expect(await names('status=active')).toEqual(['9101 d-and-o-ww', '9112 cargo', '9120 hull']);
  expect(await names('status=pending_review')).toEqual(['9101 fi-d-and-o']);
  expect(await names('partner=9101&status=draft')).toEqual(['9101 cargo']);
  expect(await names('cob=cargo')).toEqual(['9101 cargo', '9112 cargo']);
  expect((await list('cob=cargo&status=draft')).counts).toEqual({ all: 2, active: 1, draft: 1, pending_review: 0 });
});

test.each([
  ['d&o', ['9101 d-and-o-ww', '9101 fi-d-and-o']],
  ['D%26O fi', ['9101 fi-d-and-o']],
  ['alder cargo', ['9101 cargo']],
  ['911', ['9112 cargo']],
  ['BEAC', ['9112 cargo']],
  ['nothing', []],
  ['%25', []],
  ['%22', []],
])('the search of buckets for %s finds by class, number and name', async (q, expected) => {
  expect(await names(`q=${q.replace('&', '%26')}`)).toEqual(expected);
});

test('the list of buckets pages by cursor, each bucket once', async () => {
  const seen = await readPages((cursor) => list(`limit=2${cursor}`));
  expect(seen.map(({ partner, cob }) => `${partner} ${cob}`)).toEqual(await names());
  expect((await call('GET', '/api/buckets?cursor=nonsense')).statusCode).toBe(400);
});

test('the live buckets of a class include their drafts and their dials', async () => {
  const { partners, buckets, dials } = await good<Answer<typeof classBucketRoutes.listClassBuckets>>(
    'GET',
    '/api/classes/cargo/buckets',
    { who: 'viewer' },
  );
  expect(partners).toHaveLength(12);
  const by = { id: 'demo|underwriter', name: 'Demo Underwriter' };
  expect(buckets).toEqual([
    {
      partner: { number: 9101, name: 'Alder' },
      appetite: 1.25,
      revision: expect.any(String),
      stopped: false,
      entries: [entryOf(one)],
      draft: { state: 'draft', saved_at: now.toISOString(), saved_by: by },
    },
    expect.objectContaining({ partner: { number: 9112, name: 'Beacon' }, entries: [entryOf(one)], draft: null }),
  ]);
  expect(dials).toEqual([{ dial_id: entryOf(one).dial_id, version: 1, name: 'One', values: one.data.values }]);
  expect(await good('GET', '/api/classes/hull/buckets')).toMatchObject({ buckets: [{ entries: [] }], dials: [] });
  expect((await call('GET', '/api/classes/nothing/buckets')).statusCode).toBe(400);
});

test('partners are listed by number, and in a matrix by classes', async () => {
  const { items } = await good<{ items: object[] }>('GET', '/api/partners', { who: 'viewer' });
  expect(items).toHaveLength(12);
  expect(items[0]).toEqual({ number: 9101, name: 'Alder' });
  const matrix = await good<{ partners: object[]; cells: object[] }>('GET', '/api/bucket-matrix', { who: 'viewer' });
  expect(matrix.partners).toEqual(items);
  expect(matrix.cells).toHaveLength(5);
  expect(matrix.cells[2]).toEqual({
    cob: 'fi-d-and-o',
    stopped: false,
    partner: 9101,
    appetite: 1,
    status: 'pending_review',
    dials: 0,
  });
});

const read = async (pins: readonly { dial_id: string; version: number }[]) =>
  (await good<{ items: KnownBucketDial[] }>('POST', '/api/bucket-dials', { who: 'viewer', body: { pins } })).items;
const pinOf = (dial: Dial, version = dial.version) => ({ dial_id: dial.id, version });

test('each requested version is returned once, in order, with the newer one if there is one', async () => {
  const first = await published({ name: 'Grows', values: { max_line: 1 } });
  const second = await nextVersion(first, { values: { max_line: 2 } });
  const draft = await good('POST', `/api/dials/${second.id}/draft`);
  const items = await read([pinOf(first, 1), pinOf(one), pinOf(first, 1), pinOf(second, 2), pinOf(draft, 3)]);
  expect(items.map(({ data, version, newer }) => [data.name, version, newer?.version, newer?.data.values])).toEqual([
    ['Grows', 1, 2, { max_line: 2 }],
    ['One', 1, undefined, undefined],
    ['Grows', 2, undefined, undefined],
  ]);
  expect(items[1]?.status).toBe('active');
});

test('a version is active only while a live bucket pins exactly that one; a replaced one is superseded', async () => {
  const first = await published({ name: 'Held' });
  await goLive(await add(9133, 'cargo'), [entryOf(first)]);
  const second = await nextVersion(first, { values: { max_line: 2 } });
  await nextVersion(second, { values: { max_line: 3 } });
  const items = await read([1, 2, 3].map((version) => pinOf(first, version)));
  expect(items.map(({ status, newer }) => [status, newer?.status])).toEqual([
    ['active', 'ready'],
    ['superseded', 'ready'],
    ['ready', undefined],
  ]);
  expect((await pick('q=held')).items).toMatchObject([{ version: 3, status: 'ready' }]);
});

test('the state of a version can be read without its content', async () => {
  const first = await published({ name: 'Watched', active_until: '2999-01-01' });
  await nextVersion(first, { values: { max_line: 2 } });
  const pins = [pinOf(first, 1), pinOf(one)];
  const body = { pins: [...pins, ...pins] };
  const { items } = await good<{ items: BucketDialState[] }>('POST', '/api/bucket-dials/states', {
    who: 'viewer',
    body,
  });
  const whole = (await read(pins)).map(({ dial_id, version, status, deleted, newer }) => ({
    dial_id,
    version,
    status,
    deleted,
    newer: newer && { version: newer.version, status: newer.status },
  }));
  expect(items).toHaveLength(2);
  expect(items).toEqual(expect.arrayContaining(whole));
  expect(items.map(({ newer }) => newer?.version)).toContain(2);
});

test('a bucket shows that a dial was deleted, and offers no newer version', async () => {
  const dial = await published({ name: 'Gone' });
  await good('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision });
  expect(await read([pinOf(dial)])).toMatchObject([{ deleted: true, newer: null, data: { name: 'Gone' } }]);
  expect(await read([])).toEqual([]);
});

type Picked = { items: BucketDial[]; next: string | null };
const pick = (query: string) => good<Picked>('GET', `/api/bucket-dials?${query}`);

test('published dials that have not expired can be picked by text and class, page by page', async () => {
  await published({ name: 'Pick later', active_from: '2026-12-01' });
  await published({ name: 'Pick crime', dimensions: { fi_is_crime_coverage: true } });
  const over = await published({ name: 'Pick over', active_until: '2026-11-16' });
  await tester.create({ name: 'Pick draft' });
  const gone = await published({ name: 'Pick gone' });
  await good('DELETE', `/api/dials/${gone.id}`, { ifMatch: gone.revision });
  await server.database.db.updateTable('dial').set({ active_until: '2026-11-15' }).where('id', '=', over.id).execute();
  expect((await pick('q=pick')).items.map(({ data, status }) => [data.name, status])).toEqual([
    ['Pick crime', 'ready'],
    ['Pick later', 'upcoming'],
  ]);
  expect((await pick('q=pick&cob=cargo')).items.map(({ data }) => data.name)).toEqual(['Pick later']);
  const first = await pick('q=pick&limit=1');
  expect(first.items).toHaveLength(1);
  const rest = await pick(`q=pick&limit=1&cursor=${first.next}`);
  expect([rest.items[0]?.data.name, rest.next]).toEqual(['Pick later', null]);
  expect((await call('GET', '/api/bucket-dials', { who: 'viewer' })).statusCode).toBe(403);
});

test('drafts are listed oldest first, reviews longest waiting first, page by page', async () => {
  const at = (hour: number) => (now = new Date(`2026-11-15T${hour}:00:00.000Z`));
  at(11);
  const early = await saved(await add(9190, 'specie'), [entryOf(one)]);
  const never = await saved(await add(9185, 'specie'), [entryOf(one)]);
  at(12);
  const late = await saved(await add(9172, 'specie'), [entryOf(one)]);
  await submit(late, 'First');
  at(13);
  await submit(early, 'Second');
  await saved(await add(9164, 'specie'), [entryOf(one)]);
  // Saving again does not make it younger.
  await saved(never, [entryOf(one, { max_line: 5 })]);
  const read = async (status: string) =>
    (await readPages((cursor) => list(`q=specie&status=${status}&limit=1${cursor}`))).map(({ partner }) => partner);
  expect(await read('pending_review')).toEqual([9172, 9190]);
  expect(await read('draft')).toEqual([9185, 9164]);
});
