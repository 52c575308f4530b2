import { beforeAll, expect, test } from 'vitest';
import type { Bucket, BucketVersion, BucketVersionRow } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import type { HighestValues } from '#domain/bucket/unusual.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { addressOf as databaseAddress } from '#server/testing/database.ts';
import { bucketSql } from '../../tools/bucket-sql.ts';
import type { BucketChanges } from './bucket.summary.ts';
import { refusalOf } from '#server/testing/calls.ts';

let now = new Date('2026-11-01T12:00:00.000Z');
const server = useTestApp({ now: () => now });
let bucket: Bucket;
let [one, two, three] = [] as unknown as [Dial, Dial, Dial];
const tester = bucketTester(server);
const { call, good, add, goLive, saved, published } = tester;
const URL_OF_IT = '/api/buckets/9101/cargo';
const VIEWER = { who: 'viewer' };

/** Version 1 on the 1st, 2 on the 2nd, 3 on the 3rd; a draft on the 4th. */
beforeAll(async () => {
  one = await published({ name: 'One', values: { max_line: 100 } });
  two = await published({ name: 'Two', values: { policy_share_cap: 5 } });
  three = await published({ name: 'Three' });
  bucket = await add(9101, 'cargo');
  now = new Date('2026-11-02T12:00:00.000Z');
  bucket = await goLive(bucket, [entryOf(one), entryOf(two)]);
  const draft = await good('POST', `/api/dials/${one.id}/draft`);
  one = await tester.publish((await tester.saveDial(draft, { values: { max_line: 200 }, reason: 'x' })).json<Dial>());
  now = new Date('2026-11-03T12:00:00.000Z');
  bucket = await goLive(bucket, [entryOf(two), entryOf(one, {}, 1)]);
  now = new Date('2026-11-04T12:00:00.000Z');
  bucket = await saved(bucket, [entryOf(one, { max_line: 150 }), entryOf(three)]);
});

test('versions that are or were live are listed newest first, page by page', async () => {
  type Versions = { items: BucketVersionRow[]; next: string | null };
  const { items } = await good<Versions>('GET', `${URL_OF_IT}/versions`, VIEWER);
  expect(items).toEqual([
    {
      number: 3,
      live_at: '2026-11-03T12:00:00.000Z',
      activated_at: '2026-11-03T12:00:00.000Z',
      superseded_at: null,
      saved_by: { id: 'demo|underwriter', name: 'Demo Underwriter' },
      description: 'For a test',
      dials: 2,
    },
    expect.objectContaining({ number: 2, superseded_at: '2026-11-03T12:00:00.000Z', dials: 2 }),
    expect.objectContaining({ number: 1, superseded_at: '2026-11-02T12:00:00.000Z', saved_by: null, dials: 0 }),
  ]);
  const first = await good<Versions>('GET', `${URL_OF_IT}/versions?limit=2`, VIEWER);
  const rest = await good<Versions>('GET', `${URL_OF_IT}/versions?limit=2&cursor=${first.next}`, VIEWER);
  expect([...first.items, ...rest.items]).toEqual(items);
  expect(rest.next).toBeNull();
});

test('a version is read with its entries', async () => {
  const version = await good<BucketVersion>('GET', `${URL_OF_IT}/versions/2`, VIEWER);
  expect(version.entries).toEqual([entryOf(one, {}, 1), entryOf(two)]);
  expect((await call('GET', `${URL_OF_IT}/versions/4`)).statusCode).toBe(404);
  expect((await call('GET', `${URL_OF_IT}/versions/0`)).statusCode).toBe(400);
});

test.each([
  ['2026-11-01T11:59:59.999Z', undefined],
  ['2026-11-01T12:00:00.000Z', 1],
  ['2026-11-02T11:59:59.999Z', 1],
  ['2026-11-02T12:00:00.000Z', 2],
  ['2026-11-03T14:00:00.000%2B03:00', 2],
  ['2026-11-03T12:00:00.000Z', 3],
  ['2030-01-01T00:00:00Z', 3],
])('as of %s the bucket was at version %s', async (at, number) => {
  const answer = await call('GET', `${URL_OF_IT}/as-of?at=${at}`, VIEWER);
  if (number === undefined) expect(answer.statusCode).toBe(404);
  else expect(answer.json()).toMatchObject({ number });
});

test('a version as of an invalid time is refused', async () => {
  for (const at of ['yesterday', '2026-11-03', ''])
    expect((await call('GET', `${URL_OF_IT}/as-of?at=${at}`)).statusCode).toBe(400);
});

const summary = (query = '') => good<BucketChanges>('GET', `${URL_OF_IT}/changes?${query}`, VIEWER);
const describe = (change: BucketChange) => `${change.kind} ${change.name}`;

test('the summary of the draft against live has every category, each with the details to display it', async () => {
  const { counts, changes, before, after } = await summary();
  expect(counts).toEqual({ added: 1, removed: 1, updated: 1, overridden: 1, reordered: 0 });
  expect(changes.map(describe)).toEqual(['added Three', 'removed Two', 'updated One', 'overridden One']);
  expect(changes[0]).toMatchObject({ position: 2, data: { name: 'Three' } });
  expect(changes[2]).toMatchObject({ before: 1, after: 2, changes: [], elsewhere: ['max_line'] });
  expect(changes[3]).toMatchObject({
    values: [{ value: 'max_line', before: 100, after: 150, overridden: true, own: { before: 100, after: 200 } }],
  });
  expect([before, after]).toEqual([
    [two.id, one.id],
    [one.id, three.id],
  ]);
});

test('saves of the draft since a moment are listed newest first, page by page, with who saved', async () => {
  type Saves = { items: { at: string; by: { name: string } | null }[]; next: string | null };
  const before = now;
  let other = await add(9101, 'cyber-privacy-and-tech');
  for (const day of [2, 3, 4]) {
    now = new Date(`2026-11-0${day}T12:00:00.000Z`);
    other = await saved(other, [entryOf(one, { max_line: day })]);
  }
  now = before;
  const list = (query: string) => good<Saves>('GET', `/api/buckets/9101/cyber-privacy-and-tech/saves?${query}`, VIEWER);
  const all = await list('since=2026-11-01T00:00:00Z');
  expect(all.items.map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-04', '2026-11-03', '2026-11-02']);
  expect(all.items.every(({ by }) => by?.name)).toBe(true);
  const since = 'since=2026-11-02T12:00:00.000Z';
  const first = await list(`${since}&limit=1`);
  const second = await list(`${since}&limit=1&cursor=${first.next}`);
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 2));
  expect(second.next).toBeNull();
});

test('the change summary compares any two versions', async () => {
  expect((await summary('from=1&to=2')).changes.map(describe)).toEqual(['added One', 'added Two']);
  expect((await summary('from=2&to=3')).changes.map(describe)).toEqual(['reordered Two']);
  expect((await summary('from=live&to=3')).changes).toEqual([]);
  expect((await summary('from=draft&to=live')).counts).toMatchObject({ added: 1, removed: 1, updated: 1 });
  expect((await call('GET', `${URL_OF_IT}/changes?from=9`)).statusCode).toBe(404);
  expect((await call('GET', `${URL_OF_IT}/changes?from=yesterday`)).statusCode).toBe(400);
});

test('a bucket without a draft has no draft summary', async () => {
  await add(9112, 'cargo');
  expect(await refusalOf(call('GET', '/api/buckets/9112/cargo/changes', VIEWER))).toBe('404 This bucket has no draft.');
});

test('the highest values come from other live buckets, including overrides: of the class, and of each dial', async () => {
  await goLive(await add(9120, 'cargo'), [entryOf(one, { max_line: 260 })]);
  await goLive(await add(9112, 'hull'), [entryOf(one, { max_line: 300, ignore_expiring_line: 'ignores' })]);
  const highest = (of: string) => good<HighestValues>('GET', `/api/buckets/${of}/highest-values`, VIEWER);
  const ofOne = { dial_id: one.id, values: { max_line: 300 } };
  expect(await highest('9101/cargo')).toEqual({ of_class: { max_line: 260 }, of_dials: [ofOne] });
  // The draft of 9101 sets a higher value, but is not live.
  const { of_class, of_dials } = await highest('9120/cargo');
  expect(of_class).toEqual({ max_line: 100, policy_share_cap: 5 });
  expect(of_dials).toEqual(expect.arrayContaining([ofOne, { dial_id: two.id, values: { policy_share_cap: 5 } }]));
  expect((await call('GET', '/api/buckets/9101/hull/highest-values', VIEWER)).statusCode).toBe(404);
  // A dial that the bucket could add is compared with the buckets that have it, whatever their class; so is a new version.
  const third = await goLive(await add(9147, 'cargo'), [entryOf(two)]);
  expect((await highest('9147/cargo')).of_dials).toContainEqual(ofOne);
  await goLive(third, [entryOf(one, { max_line: 350 })]);
  expect((await highest('9101/cargo')).of_class).toEqual({ max_line: 350 });
});

test('npm run bucket:sql prints the live or any other version for a warehouse, and reports unknown arguments', async () => {
  const environment = { DATABASE_URL: databaseAddress(server.database.config) };
  const print = (...args: string[]) => bucketSql(args, environment).catch((error: Error) => error.message);
  const duckdb = ['9101', 'cargo', '--dialect', 'duckdb'];
  const live = await print(...duckdb);
  expect(live).toContain(', Cargo, version 3\n');
  expect(live).toContain('\n--    1  Two v1\n--    2  One v1\n\nWITH\n');
  expect(live).toContain(`WHERE class_of_business = 'cargo'`);
  const earlier = await print('9101', 'cargo', '--dialect', 'clickhouse', '--version', '2', '--date', '2026-11-16');
  expect(earlier).toContain('every risk as of 2026-11-16');
  expect(earlier).toContain('\n--    1  One v1\n--    2  Two v1\n\nWITH\n');
  expect(earlier).toContain('ENGINE = MergeTree');
  expect(await print('9101', 'cargo')).toBe('Which dialect? Give --dialect duckdb or --dialect clickhouse.');
  expect(await print('9101', 'cargo', '--dialect', 'oracle')).toMatch(/^There is no dialect “oracle”\. Give --dialect/);
  expect(await print('1234', 'cargo', '--dialect', 'duckdb')).toMatch(/^There is no partner 1234\. There are: 9101, /);
  expect(await print('9101', 'boats', '--dialect', 'duckdb')).toMatch(/^There is no class “boats”\. Write it as in/);
  expect(await print('9101', 'hull', '--dialect', 'duckdb')).toBe(
    'This partner has no bucket for this class of business.',
  );
  expect(await print(...duckdb, '--version', '9')).toBe('This bucket has no version 9.');
  expect(await print(...duckdb, '--date', 'today')).toBe('“today” is no day. Write it like this: --date 2026-11-16');
  expect(await print(...duckdb, '--colour')).toMatch(/^It is called like this: npm run bucket:sql -- <partner> /);
});
