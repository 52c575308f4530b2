import type { KyselyPlugin } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester } from '#server/testing/buckets.ts';
import { dialTester } from '#server/testing/dials.ts';
import { addManyDials, idOf, isExpired } from '#server/testing/many-dials.ts';

const now = new Date('2026-11-15T10:58:00.000Z');
const DIALS = 520;
let statements = 0;
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};
const server = useTestApp({ now: () => now, plugin });
beforeAll(() => addManyDials(server.database.db, { count: DIALS, by: 'demo|underwriter', at: now }));
const dials = dialTester(server);
const { good, add, saved, submit, cancel, reset } = bucketTester(server);

/** Every tenth generated dial was never published. An expired one cannot be submitted. */
const published = Array.from({ length: DIALS }, (_, index) => index).filter(
  (index) => index % 10 !== 0 && !isExpired(index),
);
const entries = (count: number, shift = 0): BucketEntry[] =>
  published
    .slice(shift, shift + count)
    .map((index) => ({ dial_id: idOf(index), version: 1, overrides: { max_line: index } }));

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = statements;
  await work();
  return statements - before;
}

/** The number of statements of each action with that many dials. */
async function lifeOf(cob: string, count: number): Promise<number[]> {
  let bucket: Bucket = await add(9101, cob);
  const url = `/api/buckets/9101/${cob}`;
  const pins = entries(count).map(({ dial_id, version }) => ({ dial_id, version }));
  const steps: (() => Promise<unknown>)[] = [
    async () => (bucket = await saved(bucket, entries(count))),
    async () => (bucket = await saved(bucket, entries(count, 50).toReversed())),
    () => good('GET', url),
    () => good('GET', `${url}/changes`),
    () => good('POST', '/api/bucket-dials', { body: { pins } }),
    async () => (bucket = (await submit(bucket, 'Why')).json<Bucket>()),
    async () => (bucket = (await cancel(bucket)).json<Bucket>()),
    () => reset(bucket),
  ];
  const counts: number[] = [];
  for (const step of steps) counts.push(await statementsOf(step));
  return counts;
}

test('no action takes more statements for 300 dials than for ten', async () => {
  const few = await lifeOf('cargo', 10);
  expect(await lifeOf('hull', 300)).toEqual(few);
  // A submission also reads the rules of authority and writes the release of the candidate channel. What limits are proved
  // with it reads twice: before the locks, for the thread that proves them, and under the locks.
  for (const statementsOfStep of few) expect(statementsOfStep).toBeLessThanOrEqual(64);
  // A draft that is started has no counts to update and no entries to remove.
  const [started = 0, continued = 0] = few;
  expect(continued - started).toBe(1);
});

test('no list takes more statements for thirty buckets and 200 dials than for one of each', async () => {
  // The first search of a server reads the catalogue.
  await good('GET', '/api/bucket-dials?limit=1');
  const few = await statementsOf(() => good('GET', '/api/buckets?limit=1'));
  const pick = await statementsOf(() => good('GET', '/api/bucket-dials?limit=1'));
  for (const { slug } of CLASSES.slice(0, 30)) {
    if (['cargo', 'hull'].includes(slug)) continue;
    const bucket = await add(9112, slug);
    await saved(bucket, entries(2));
  }
  expect(await statementsOf(() => good('GET', '/api/buckets?limit=200'))).toBe(few);
  expect(await statementsOf(() => good('GET', '/api/bucket-matrix'))).toBe(2);
  // The state of the book, and what the layers show; then the state alone, until something changes.
  expect(await statementsOf(() => good('GET', '/api/bucket-layers'))).toBe(3);
  expect(await statementsOf(() => good('GET', '/api/bucket-layers'))).toBe(1);
  expect(await statementsOf(() => good('GET', '/api/bucket-dials?limit=200'))).toBe(pick);
});

test('frequent reads take few statements: a dial one, the list two, a bucket three; a save five', async () => {
  expect(await statementsOf(() => good('GET', `/api/dials/${idOf(1)}`))).toBe(1);
  // The first call of a day also updates statuses.
  await good('GET', '/api/dials');
  expect(await statementsOf(() => good('GET', '/api/dials?limit=50'))).toBe(2);
  const slug = CLASSES.find((cob) => !['cargo', 'hull'].includes(cob.slug))?.slug;
  expect(await statementsOf(() => good('GET', `/api/buckets/9112/${slug}`))).toBe(3);
  const draft = await dials.create();
  expect(await statementsOf(() => dials.save(draft, { description: 'Changed' }))).toBe(5);
});

test('dials count the buckets that use them', async () => {
  const { db } = server.database;
  const dial = await db.selectFrom('dial').select('bucket_count').where('id', '=', idOf(1)).executeTakeFirstOrThrow();
  expect(dial.bucket_count).toBe(28);
});
