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
/** A second server on the same database: streams connect there, changes happen on the first. */
let other: FastifyInstance;
let address: string;
let one: Dial;
const tester = bucketTester(server);
const { add, saved, save, submit, cancel, reset } = tester;

async function startOther(): Promise<void> {
  const { config, database } = server;
  ({ app: other } = await compose({ config, db: database.db, connection: database.config, root: '/nowhere' }));
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

test('events of one server reach streams of another at once: saves, submits, cancels, resets', async () => {
  const bucket = await add(9101, 'cargo');
  const stream = await watch();
  const event = { cob: 'cargo', partner: 9101, by, at };
  const draft = await saved(bucket, [entryOf(one)]);
  expect(await stream.next()).toEqual({ kind: 'bucket_draft_saved', ...event, revision: draft.revision });
  const pending = (await submit(draft, 'Why')).json<Bucket>();
  expect(await stream.next()).toEqual({ kind: 'bucket_submitted', ...event, revision: pending.revision });
  const back = (await cancel(pending)).json<Bucket>();
  expect(await stream.next()).toEqual({ kind: 'bucket_reviews_cancelled', ...event, revision: back.revision });
  const after = (await reset(back)).json<Bucket>();
  expect(await stream.next()).toEqual({ kind: 'bucket_draft_reset', ...event, revision: after.revision });
});

test('events of one server include new and published dials', async () => {
  const stream = await watch(['bucket:view']);
  const dial = await tester.published({ name: 'Fresh' });
  for (const kind of ['dial_created', 'dial_published'])
    expect(await stream.next()).toEqual({ kind, dial_id: dial.id, by, at });
});

test('an import sends one event, however many dials it has', async () => {
  const stream = await watch(['bucket:view']);
  const rows = ['One', 'Two', 'Three'].map((name) => ({ data: { name: `Imported ${name}` } }));
  const { fingerprint } = await tester.good<{ fingerprint: string }>('POST', '/api/dial-import/preview', {
    body: { rows },
  });
  const body = { rows, fingerprint };
  expect(await tester.good('POST', '/api/dial-import', { body })).toMatchObject({ created: rows.length });
  expect(await stream.next()).toEqual({ kind: 'dial_imported', dial_id: expect.any(String), by, at });
  const dial = await tester.published({ name: 'After the import' });
  expect(await stream.next()).toEqual({ kind: 'dial_created', dial_id: dial.id, by, at });
});

test('refused and empty changes send no events to other servers', async () => {
  const bucket = await add(9101, 'hull');
  const stream = await watch();
  const draft = await saved(bucket, [entryOf(one)]);
  expect(await stream.next()).toMatchObject({ kind: 'bucket_draft_saved' });
  expect((await save(bucket, [])).statusCode).toBe(412);
  expect((await save(draft, [entryOf(one, { max_line: -5 })])).statusCode).toBe(400);
  await saved(draft, [entryOf(one)]);
  const last = await saved(draft, []);
  expect(await stream.next()).toMatchObject({ kind: 'bucket_draft_saved', revision: last.revision });
});

test('every stream gets the event, and closed ones do not block', async () => {
  const bucket = await add(9101, 'specie');
  const streams = await Promise.all([watch(), watch('underwriter.two'), watch('administrator')]);
  await streams[1]?.close();
  await saved(bucket, [entryOf(one)]);
  for (const stream of [streams[0], streams[2]])
    expect(await stream?.next()).toMatchObject({ kind: 'bucket_draft_saved', cob: 'specie' });
});

test('unknown events of a newer server are ignored', async () => {
  const stream = await watch();
  const { config } = server.database;
  await execute(config, `select pg_notify('lineslip_bucket', '{"kind":"something_new"}')`);
  await execute(config, `select pg_notify('lineslip_bucket', 'no json')`);
  await saved(await add(9101, 'flood'), [entryOf(one)]);
  expect(await stream.next()).toMatchObject({ kind: 'bucket_draft_saved', cob: 'flood' });
});

const listeners = (what: string) =>
  execute(
    server.database.config,
    `select ${what} from pg_stat_activity
     where application_name = 'lineslip listener' and datname = current_database()`,
  );

test('the stream needs view on bucket', async () => {
  const status = async (authorization: string) =>
    (await fetch(`${address}/api/bucket-events`, { headers: { authorization } })).status;
  expect(await status('')).toBe(401);
  expect(await status(`Bearer ${await server.tokenOf('newcomer')}`)).toBe(403);
  expect(await status(`Bearer ${await server.tokenOf(['dials:view', 'bucket:edit'])}`)).toBe(403);
});

test('the stream ends with its token', async () => {
  const stream = await openEventStream(address, await server.tokenOf('viewer', { seconds: 1 }));
  expect(await stream.next()).toBeUndefined();
});

test('one person has at most twenty event streams; closing one allows another', async () => {
  const open = [];
  for (let count = 0; count < 20; count += 1) open.push(await watch('reviewer.one'));
  await expect(watch('reviewer.one')).rejects.toThrow('429');
  await watch('reviewer.two');
  await open[0]?.close();
  await expect(eventually(() => watch('reviewer.one'))).resolves.toBeDefined();
});

test('after its database connection broke the server listens again, and sends a resync', async () => {
  const stream = await watch();
  const bucket = await add(9101, 'terrorism');
  expect(await listeners('pg_terminate_backend(pid)')).toHaveLength(2);
  expect(await stream.next()).toEqual({ kind: 'resync' });
  await saved(bucket, [entryOf(one)]);
  expect(await stream.next()).toMatchObject({ kind: 'bucket_draft_saved', cob: 'terrorism' });
});

test('a stopping server ends its streams without waiting for them', async () => {
  const stream = await watch();
  await other.close();
  await expect(stream.next()).resolves.toBeUndefined();
  // The first server listens again, once reconnected after the previous test.
  await eventually(async () => expect(await listeners('pid')).toHaveLength(1));
  await startOther();
});
