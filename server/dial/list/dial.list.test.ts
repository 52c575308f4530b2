import { beforeAll, expect, test } from 'vitest';
import type { DialRow, TabCounts } from '#contract/dial.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { readPages } from '#server/testing/calls.ts';

type Listed = { items: DialRow[]; next: string | null; counts: TabCounts; words: string[] };
const START = new Date('2026-11-15T10:00:00.000Z');
let now = START;
const server = useTestApp({ now: () => now });
const tester = dialTester(server);
const { good, create, published } = tester;
const list = (query = '') => good<Listed>('GET', `/api/dials?${query}`);
const names = async (query = '') => (await list(query)).items.map(({ name }) => name);

const CYBER: Partial<DialData> = {
  dimensions: { risk_codes: ['CY'], cyber_sectors: ['healthcare'] },
  journeys: ['renewal'],
};
beforeAll(async () => {
  const minute = () => (now = new Date(now.getTime() + 60_000));
  await published({ name: 'Élan cargo', tags: ['Cargo', 'Marine'], active_until: '2026-11-17' });
  minute();
  await published({ name: 'beta cyber', tags: ['Cyber'], description: 'Ransomware', ...CYBER });
  minute();
  await published({ name: 'Alpha D&O', tags: ['D&O', 'Marine'], active_from: '2026-11-16', authors: ['Ada Lovelace'] });
  minute();
  await create({
    name: 'Zeta 100% draft_x',
    tags: ['Cyber'],
    dimensions: { brokers: ['keystone-re'], revenue_ranges: '[10m,)' },
  });
  minute();
  const edited = await published({ name: 'Gamma', dimensions: { energy_asset_location_type: 'offshore' } });
  const draft = await good('POST', `/api/dials/${edited.id}/draft`);
  await tester.save(draft, { name: 'Gamma two', tags: ['New'], reason: 'x' });
});

const ALL = ['Alpha D&O', 'beta cyber', 'Élan cargo', 'Gamma', 'Zeta 100% draft_x'];

test('the list is ordered by name, ignoring case and accents', async () => {
  expect(await names()).toEqual(ALL);
});

test('the list shows the published version, and whether a draft is open', async () => {
  const { items } = await list();
  expect(items.map(({ name, status, version, draft_version }) => [name, status, version, draft_version])).toEqual([
    ['Alpha D&O', 'upcoming', 1, null],
    ['beta cyber', 'ready', 1, null],
    ['Élan cargo', 'ready', 1, null],
    ['Gamma', 'ready', 1, 2],
    ['Zeta 100% draft_x', 'draft', 1, null],
  ]);
  expect(items[1]).toMatchObject({ tags: ['Cyber'], ...CYBER, bucket_count: 0 });
  expect(items[2]).toMatchObject({ active_from: null, active_until: '2026-11-17' });
});

test('the list can be ordered by last save, including drafts', async () => {
  expect(await names('sort=saved')).toEqual(['Gamma', 'Zeta 100% draft_x', 'Alpha D&O', 'beta cyber', 'Élan cargo']);
});

test.each(['name', 'saved', 'used'])('the list pages in the order of %s without repeats or gaps', async (sort) => {
  for (const filter of ['', '&q=a', '&status=ready', '&status=draft', '&cob=cargo', '&cob=energy-liability&q=a'].map(
    (of) => `sort=${sort}${of}`,
  )) {
    const whole = await list(filter);
    const paged = await readPages(async (cursor) => {
      const page = await list(`${filter}&limit=2${cursor}`);
      expect(page.counts).toEqual(whole.counts);
      return page;
    });
    expect(paged).toEqual(whole.items);
  }
});

test('a cursor of another order is refused', async () => {
  const { next } = await list('limit=1');
  expect((await tester.call('GET', `/api/dials?sort=saved&cursor=${next}`)).statusCode).toBe(400);
});

test.each([
  ['active', []],
  ['draft', ['Gamma', 'Zeta 100% draft_x']],
  ['expired', []],
  ['ready', ['beta cyber', 'Élan cargo', 'Gamma']],
  ['upcoming', ['Alpha D&O']],
])(
  'the tab %s holds the dials of that status, Draft every open draft; the counts stay those of all tabs',
  async (status, expected) => {
    const { items, counts } = await list(`status=${status}`);
    expect(items.map(({ name }) => name)).toEqual(expected);
    expect(counts).toEqual({ all: 5, active: 0, draft: 2, expired: 0, ready: 3, upcoming: 1 });
  },
);

test.each([
  ['Cyber', ['beta cyber', 'Zeta 100% draft_x']],
  ['Risk Code', ['beta cyber']],
  ['risk  CODE cy', ['beta cyber']],
  ['privacy breach', ['beta cyber']],
  ['healthcare', ['beta cyber']],
  ['ransom', ['beta cyber']],
  ['somware', ['beta cyber']],
  ['lovelace', ['Alpha D&O']],
  ['d&o', ['Alpha D&O']],
  ['elan', ['Élan cargo']],
  ['ÉLAN', ['Élan cargo']],
  ['marine', ['Alpha D&O', 'Élan cargo']],
  ['marine cargo', ['Élan cargo']],
  ['Keystone', ['Zeta 100% draft_x']],
  ['$10m', ['Zeta 100% draft_x']],
  ['100%', ['Zeta 100% draft_x']],
  ['draft_x', ['Zeta 100% draft_x']],
  ['offshore', ['Gamma']],
  ['cy', ['beta cyber', 'Zeta 100% draft_x']],
  ['yb', []],
  ['%', []],
  ['"', []],
  ['   ', ALL],
  ['10,000,000', ['Zeta 100% draft_x']],
  ['1,000,000', []],
  ['a%b', ['beta cyber']],
  ['cyber marine', []],
  ['two', []],
  ["'; drop table dial; --", []],
])('the search for %j finds the right dials', async (q, expected) => {
  const { items, counts } = await list(`q=${encodeURIComponent(q)}`);
  expect(items.map(({ name }) => name)).toEqual(expected);
  expect(counts.all).toBe(expected.length);
});

test('hits in the name come first, then in tags, then the rest; each by name', async () => {
  const word = 'hematite';
  await create({ name: 'Zz Hematite' });
  await create({ name: 'Aa other', description: `About ${word}s` });
  await create({ name: 'Mm other', tags: ['Hematite'] });
  await create({ name: 'Cc hematite' });
  const draft = await create({ name: 'Bb red', tags: ['Red hematite'] });
  expect(await names(`q=${word}`)).toEqual(['Cc hematite', 'Zz Hematite', 'Bb red', 'Mm other', 'Aa other']);
  expect(await names(`q=${word}+red`)).toEqual(['Bb red']);
  expect(await names(`q=${word}&sort=saved`)).toHaveLength(5);
  const paged = await readPages((cursor) => list(`q=${word}&limit=2${cursor}`));
  expect(paged.map(({ name }) => name)).toEqual(await names(`q=${word}`));
  for (const { id, revision } of [draft, ...(await list(`q=${word}`)).items.map(({ id }) => ({ id, revision: '1' }))])
    await tester.call('DELETE', `/api/dials/${id}`, { who: 'administrator', ifMatch: revision });
  expect(await names(`q=${word}`)).toEqual([]);
});

test.each([
  ['cybr', ['cyber'], ['beta cyber', 'Zeta 100% draft_x']],
  ['cybr ransom', ['cyber', 'ransom'], ['beta cyber']],
  ['lovelcae', ['lovelace'], ['Alpha D&O']],
  ['xarine', ['marine'], ['Alpha D&O', 'Élan cargo']],
  ['cyber mraine', ['cyber', 'marine'], []],
  ['ciber&status=draft', ['cyber'], ['Zeta 100% draft_x']],
  ['nosuchword', ['nosuchword'], []],
  ['gmma', ['gamma'], ['Gamma']],
  ['gam', ['gam'], ['Gamma']],
])('one typing error in an unknown word is corrected: %j', async (q, words, expected) => {
  const found = await list(`q=${q}`);
  expect(found.words).toEqual(words);
  expect(found.items.map(({ name }) => name)).toEqual(expected);
});

test.each([
  ['tag=Cyber', ['beta cyber', 'Zeta 100% draft_x']],
  ['tag=cyber', []],
  ['author=Ada%20Lovelace', ['Alpha D&O']],
  ['author=Ada%20Lovelace&tag=Cyber', []],
  ['tag=Marine&status=upcoming', ['Alpha D&O']],
  ['tag=Marine&q=cargo', ['Élan cargo']],
  ['tag=Marine&sort=saved', ['Alpha D&O', 'Élan cargo']],
  ['cob=cyber-privacy-and-tech', ['beta cyber', 'Alpha D&O', 'Élan cargo', 'Zeta 100% draft_x']],
  ['cob=cyber-privacy-and-tech&sort=saved', ['beta cyber', 'Zeta 100% draft_x', 'Alpha D&O', 'Élan cargo']],
  ['cob=energy-gom-wind', ['Gamma', 'Alpha D&O', 'Élan cargo', 'Zeta 100% draft_x']],
  ['cob=cargo', ['Alpha D&O', 'Élan cargo', 'Zeta 100% draft_x']],
  ['cob=cargo&tag=Cyber', ['Zeta 100% draft_x']],
  ['cob=cargo&status=ready', ['Élan cargo']],
  ['cob=cyber-privacy-and-tech&q=cyber&status=ready', ['beta cyber']],
  ['cob=&tag=&q=', ALL],
])('the filter %s finds the right dials', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('the counts of a filter are those of its tabs', async () => {
  expect((await list('tag=Cyber&status=draft')).counts).toEqual({
    all: 2,
    active: 0,
    draft: 1,
    expired: 0,
    ready: 1,
    upcoming: 0,
  });
  expect((await list('q=marine')).counts).toEqual({ all: 2, active: 0, draft: 0, expired: 0, ready: 1, upcoming: 1 });
  expect((await list('cob=cargo')).counts).toEqual({ all: 3, active: 0, draft: 1, expired: 0, ready: 1, upcoming: 1 });
});

test('the list suggests the tags and authors in use, most used first', async () => {
  expect(await good('GET', '/api/dial-words')).toEqual({
    tags: ['Cyber', 'Marine', 'Cargo', 'D&O'],
    authors: ['Ada Lovelace'],
  });
});

test('the status in the list follows the UTC day', async () => {
  const startDay = async (moment: string) => {
    now = new Date(moment);
    await server.runJob('dialStatuses');
  };
  await startDay('2026-11-15T23:59:59.999Z');
  expect((await list()).counts).toMatchObject({ ready: 3, upcoming: 1, expired: 0 });
  await startDay('2026-11-16T00:00:00.000Z');
  expect((await list()).counts).toEqual({ all: 5, active: 0, draft: 2, expired: 0, ready: 4, upcoming: 0 });
  expect(await names('status=ready&q=alpha')).toEqual(['Alpha D&O']);
  await startDay('2026-11-17T00:00:00.000Z');
  const all = await Promise.all(Array.from({ length: 5 }, () => list('status=expired')));
  for (const { items, counts } of all) {
    expect(items.map(({ name }) => name)).toEqual(['Élan cargo']);
    expect(counts).toEqual({ all: 5, active: 0, draft: 2, expired: 1, ready: 3, upcoming: 0 });
  }
});

test('the status in the list follows use: a dial in a live bucket is active, has its tab and comes first by use', async () => {
  const { items } = await list('q=gamma');
  const dial = await good('GET', `/api/dials/${items[0]?.id}`);
  const version = await tester.putIntoBucket(dial, 'live');
  expect((await list('q=gamma')).items).toMatchObject([{ status: 'active', bucket_count: 1 }]);
  expect((await list()).counts).toEqual({ all: 5, active: 1, draft: 2, expired: 1, ready: 2, upcoming: 0 });
  expect(await names('status=active')).toEqual(['Gamma']);
  expect((await names('sort=used'))[0]).toBe('Gamma');
  await tester.takeOutOfBucket(dial, version);
  expect((await list('q=gamma')).items).toMatchObject([{ status: 'ready', bucket_count: 0 }]);
});

test('a dial belongs to the classes of its risk codes, dimensions and buckets; without any it belongs to every class', async () => {
  const under = async (cob: string, q: string) =>
    (await list(`cob=${cob}&q=${q}`)).items.map(({ name, for_every_class }) => [name, for_every_class]);
  const coded = await published({ name: 'Obsidian coded', dimensions: { risk_codes: ['WB'] } });
  const free = await published({ name: 'Obsidian free', dimensions: { revenue_ranges: '[1m,)' } });
  const [own, every] = [
    ['Obsidian coded', false],
    ['Obsidian free', true],
  ];
  expect(await under('marine-war', 'obsidian')).toEqual([own, every]);
  expect(await under('cyber-privacy-and-tech', 'obsidian')).toEqual([every]);
  const version = await tester.putIntoBucket(free, 'draft', 'specie');
  expect(await under('specie', 'obsidian')).toEqual([['Obsidian free', false]]);
  expect(await under('marine-war', 'obsidian')).toEqual([own]);
  await tester.takeOutOfBucket(free, version);
  expect(await under('marine-war', 'obsidian')).toEqual([own, every]);
  await tester.save(await good('POST', `/api/dials/${coded.id}/draft`), { dimensions: {}, reason: 'Wider' });
  expect(await under('marine-war', 'obsidian')).toEqual([own, every]);
});
