import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import { compose } from '#server/compose.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { openEventStream } from '#server/testing/event-stream.ts';
import { execute } from '#server/testing/execute.ts';
import { eventually } from '#server/testing/eventually.ts';

const now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
/** A second server on the same database: people look there, changes happen on the first. */
let other: FastifyInstance;
let address: string;
let one: Dial;
const tester = bucketTester(server);
const { add, saved, save, submit, cancel, reset } = tester;

async function startOther(): Promise<void> {
  const { config, database } = server;
  other = await compose({ config, db: database.db, connection: database.config, root: '/nowhere' });
  address = await other.listen({ host: 'localhost', port: 0 });
}

beforeAll(async () => {
  await startOther();
  one = await tester.published({ name: 'One' });
});
afterAll(() => other.close());

const watch = async (who: string | readonly string[] = 'viewer') => openEventStream(address, await server.tokenOf(who));
const by = { id: 'demo|underwriter', name: 'Demo Underwriter' };
const at = now.toISOString();

test('what happens on one server is told at once to those who look at another: saves, submits, cancels, resets', async () => {
  const bucket = await add(9101, 'cargo');
  const news = await watch();
  const told = { cob: 'cargo', partner: 9101, by, at };
  const draft = await saved(bucket, [entryOf(one)]);
  expect(await news.next()).toEqual({ kind: 'bucket_draft_saved', ...told, revision: draft.revision });
  const pending = (await submit(draft, 'Why')).json<Bucket>();
  expect(await news.next()).toEqual({ kind: 'bucket_submitted', ...told, revision: pending.revision });
  const back = (await cancel(pending)).json<Bucket>();
  expect(await news.next()).toEqual({ kind: 'bucket_reviews_cancelled', ...told, revision: back.revision });
  const after = (await reset(back)).json<Bucket>();
  expect(await news.next()).toEqual({ kind: 'bucket_draft_reset', ...told, revision: after.revision });
});

test('what happens on one server is told of a published dial, too', async () => {
  const news = await watch(['bucket:view']);
  const dial = await tester.published({ name: 'Fresh' });
  expect(await news.next()).toEqual({ kind: 'dial_published', dial_id: dial.id, version: 1, by, at });
});

test('what was refused, or changed nothing, is not told to other servers', async () => {
  const bucket = await add(9101, 'hull');
  const news = await watch();
  const draft = await saved(bucket, [entryOf(one)]);
  expect(await news.next()).toMatchObject({ kind: 'bucket_draft_saved' });
  expect((await save(bucket, [])).statusCode).toBe(412);
  expect((await save(draft, [entryOf(one, { max_line: -5 })])).statusCode).toBe(400);
  await saved(draft, [entryOf(one)]);
  const last = await saved(draft, []);
  expect(await news.next()).toMatchObject({ kind: 'bucket_draft_saved', revision: last.revision });
});

test('everyone who looks is told, and who has gone is not waited for', async () => {
  const bucket = await add(9101, 'specie');
  const streams = await Promise.all([watch(), watch('underwriter.two'), watch('administrator')]);
  await streams[1]?.close();
  await saved(bucket, [entryOf(one)]);
  for (const stream of [streams[0], streams[2]])
    expect(await stream?.next()).toMatchObject({ kind: 'bucket_draft_saved', cob: 'specie' });
});

test('what a newer server says and this one does not know is passed over', async () => {
  const news = await watch();
  const { config } = server.database;
  await execute(config, `select pg_notify('lineslip_bucket', '{"kind":"something_new"}')`);
  await execute(config, `select pg_notify('lineslip_bucket', 'no json')`);
  await saved(await add(9101, 'flood'), [entryOf(one)]);
  expect(await news.next()).toMatchObject({ kind: 'bucket_draft_saved', cob: 'flood' });
});

const listeners = (what: string) =>
  execute(
    server.database.config,
    `select ${what} from pg_stat_activity
     where application_name = 'lineslip listener' and datname = current_database()`,
  );

test('the stream is for those with view on bucket alone', async () => {
  const status = async (authorization: string) =>
    (await fetch(`${address}/api/bucket-events`, { headers: { authorization } })).status;
  expect(await status('')).toBe(401);
  expect(await status(`Bearer ${await server.tokenOf('newcomer')}`)).toBe(403);
  expect(await status(`Bearer ${await server.tokenOf(['dials:view', 'bucket:edit'])}`)).toBe(403);
});

test('the stream ends with the token it was opened with', async () => {
  const news = await openEventStream(address, await server.tokenOf('viewer', { seconds: 1 }));
  expect(await news.next()).toBeUndefined();
});

test('one person has at most twenty event streams; one that is closed makes room', async () => {
  const open = [];
  for (let count = 0; count < 20; count += 1) open.push(await watch('reviewer.one'));
  await expect(watch('reviewer.one')).rejects.toThrow('429');
  await watch('reviewer.two');
  await open[0]?.close();
  await expect(eventually(() => watch('reviewer.one'))).resolves.toBeDefined();
});

test('after its connection to the database broke the server listens again, and says that it may have missed something', async () => {
  const news = await watch();
  const bucket = await add(9101, 'terrorism');
  expect(await listeners('pg_terminate_backend(pid)')).toHaveLength(2);
  expect(await news.next()).toEqual({ kind: 'resync' });
  await saved(bucket, [entryOf(one)]);
  expect(await news.next()).toMatchObject({ kind: 'bucket_draft_saved', cob: 'terrorism' });
});

test('a server that stops ends its streams and does not wait for them', async () => {
  const news = await watch();
  await other.close();
  await expect(news.next()).resolves.toBeUndefined();
  // The first server goes on listening, as soon as it is connected again after the test before.
  await eventually(async () => expect(await listeners('pid')).toHaveLength(1));
  await startOther();
});
