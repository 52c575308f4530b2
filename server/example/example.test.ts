import { beforeAll, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Example } from '#contract/example.ts';
import type { Evidence } from '#contract/review.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import type { ExampleChange } from '#domain/example/change.ts';
import { EXAMPLE_LIMITS, EXAMPLE_REFUSALS } from '#domain/example/example.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { type Sent, sortedStatuses } from '#server/testing/calls.ts';
import { openEventStream } from '#server/testing/event-stream.ts';
import { execute } from '#server/testing/execute.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const tester = bucketTester(server);
const { call, good, records, lastRefusal } = tester;

const CARGO = { partner: 9101, cob: 'cargo' };
const ADDRESS = `/api/buckets/${CARGO.partner}/${CARGO.cob}/examples`;
const TWO = { who: 'underwriter.two' };
type Changes = readonly ExampleChange<{ id: string; name: string }>[];

const data = (name: string, max_line = 1_500_000) => ({
  name,
  risk: { date: '2026-11-16', journey: 'renewal', dimensions: { risk_codes: ['CY'], revenue_ranges: 640_000_000 } },
  expected: { max_line, min_line: 'none' },
});
const list = (sent: Sent = {}) => good<{ items: Example[]; changes: Changes }>('GET', ADDRESS, sent);
const add = (body: object, sent: Sent = {}) => call('POST', ADDRESS, { body, ...sent });
const added = (body: object) => good<Example>('POST', ADDRESS, { body });
const change = ({ id, revision }: Example, body: object, sent: Sent = {}) =>
  call('PUT', `${ADDRESS}/${id}`, { body, ifMatch: revision, ...sent });
const remove = ({ id, revision }: Example, sent: Sent = {}) =>
  call('DELETE', `${ADDRESS}/${id}`, { ifMatch: revision, ...sent });

let bucket: Bucket;
beforeAll(async () => {
  bucket = await tester.add(CARGO.partner, CARGO.cob);
});

test('an example is added, changed and deleted, each with its record and a live event; the bucket is unchanged', async () => {
  const origin = await server.app.listen({ host: 'localhost', port: 0 });
  const stream = await openEventStream(origin, await server.tokenOf('viewer'));
  const one = await added(data('  US hospital group '));
  expect(one).toMatchObject({ ...data('US hospital group'), revision: '1', saved_by: { id: 'demo|underwriter' } });
  const answer = await change(one, data('US hospital group', 1_250_000), TWO);
  expect(answer.json<Example>()).toMatchObject({ revision: '2', expected: { max_line: 1_250_000 } });
  expect((await change(answer.json<Example>(), data('US hospital group', 1_250_000))).statusCode).toBe(200);
  expect((await list()).items).toMatchObject([{ id: one.id, saved_by: { id: 'demo|underwriter.two' } }]);
  expect((await remove(answer.json<Example>())).json()).toEqual({ deleted: true });
  expect((await list()).items).toEqual([]);
  const [was, became] = [data('US hospital group'), data('US hospital group', 1_250_000)];
  expect((await records('9101/cargo')).filter(({ action }) => action !== 'bucket_added')).toEqual([
    { action: 'bucket_example_added', by: 'demo|underwriter', detail: { example: one.id, became: was } },
    { action: 'bucket_example_changed', by: 'demo|underwriter.two', detail: { example: one.id, was, became } },
    { action: 'bucket_example_deleted', by: 'demo|underwriter', detail: { example: one.id, was: became } },
  ]);
  for (const kind of ['added', 'changed', 'deleted'])
    expect(await stream.next()).toMatchObject({ kind: `bucket_example_${kind}`, ...CARGO, revision: bucket.revision });
  await stream.close();
  expect(await tester.get(CARGO)).toEqual(bucket);
});

test('invalid input is reported on its field; without edit on bucket nothing is changed', async () => {
  const wrong = { ...data(' '), risk: { ...data('').risk, date: '2026-02-30' }, expected: {} };
  const refused = await add(wrong);
  expect(refused.statusCode).toBe(400);
  expect(refused.json<ProblemDocument>().errors?.map(({ path }) => path)).toEqual(['name', 'risk.date', 'expected']);
  const one = await added(data('Kept'));
  const reader = { who: ['bucket:view'] };
  expect((await list(reader)).items).toHaveLength(1);
  const answers = [await add(data('Another'), reader), await change(one, data('Kept', 2), reader)];
  expect(sortedStatuses([...answers, await remove(one, reader)])).toEqual([403, 403, 403]);
  expect((await call('PUT', `${ADDRESS}/${one.id}`, { body: data('Kept') })).statusCode).toBe(428);
  await remove(one);
});

test('of two concurrent examples with the same name, ignoring case, one is saved; the other gets an error on the name', async () => {
  const answers = await Promise.all([add(data('Energy utility')), add(data(' energy UTILITY'), TWO)]);
  expect(sortedStatuses(answers)).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json<ProblemDocument>();
  expect(refused?.errors).toEqual([{ path: 'name', message: EXAMPLE_REFUSALS.taken }]);
  const [saved] = (await list()).items;
  const other = await added(data('Small retailer'));
  expect((await change(other, data('Energy utility'))).statusCode).toBe(409);
  if (saved) await remove(saved);
  await remove(other);
});

test('of two changes of one revision one is saved; the slower one learns who was first, and who deleted it', async () => {
  const one = await added(data('Contested'));
  const answers = await Promise.all([change(one, data('Contested', 2)), change(one, data('Contested', 3), TWO)]);
  expect(sortedStatuses(answers)).toEqual([200, 412]);
  const winner = answers[0].statusCode === 200 ? 'Demo Underwriter' : 'Demo Second Underwriter';
  const slower = answers.find(({ statusCode }) => statusCode === 412)?.json<ProblemDocument>();
  expect(slower?.detail).toBe(`${winner} changed this example.`);
  expect(await lastRefusal('9101/cargo')).toBe('bucket_example_changed: stale');
  const current = (await list()).items.find(({ id }) => id === one.id) ?? one;
  expect((await remove(current, TWO)).statusCode).toBe(200);
  const late = await change(current, data('Contested', 4));
  expect([late.statusCode, late.json<ProblemDocument>().detail]).toEqual([
    412,
    'Demo Second Underwriter deleted this example.',
  ]);
  const unknown = { ...current, id: '00000000-0000-4000-8000-000000000001' };
  expect((await change(unknown, data('Contested'))).statusCode).toBe(404);
});

test('changes since the live version went live are listed, until the next one does', async () => {
  const old = await added(data('Old'));
  const dial = await tester.published({ name: 'Cargo' });
  now = new Date('2026-11-15T11:00:00.000Z');
  await tester.goLive(await tester.get(CARGO), [entryOf(dial)]);
  expect((await list()).changes).toEqual([]);
  now = new Date('2026-11-15T11:10:00.000Z');
  await change(old, data('Old', 2), TWO);
  const fresh = await added(data('New'));
  expect((await list()).changes).toMatchObject([
    {
      id: old.id,
      was: data('Old'),
      became: data('Old', 2),
      by: { name: 'Demo Second Underwriter' },
      at: now.toISOString(),
    },
    { id: fresh.id, was: null, became: data('New') },
  ]);
  const { examples } = await good<Evidence>('GET', `${tester.urlOf(CARGO)}/versions/2/evidence`, {
    who: 'reviewer.one',
  });
  expect(examples.map(({ name, ok, values }) => [name, ok, values.map(({ given }) => given)])).toEqual([
    ['New', false, ['none', 'none']],
    ['Old', false, ['none', 'none']],
  ]);
  now = new Date('2026-11-15T11:20:00.000Z');
  await tester.goLive(await tester.get(CARGO), []);
  expect((await list()).changes).toEqual([]);
});

test('two concurrent adds of the 200th: one is saved, the other is refused because the limit is reached', async () => {
  const { items } = await list();
  const missing = EXAMPLE_LIMITS.perBucket - 1 - items.length;
  await execute(
    server.database.config,
    `insert into bucket_example (id, bucket_id, name, name_key, risk, expected, saved_at, saved_by)
       select gen_random_uuid(), bucket_id, 'Filler ' || n, 'filler ' || n, risk, expected, saved_at, saved_by
       from bucket_example, generate_series(1, ${missing}) n where id = '${items[0]?.id}'`,
  );
  const answers = await Promise.all([add(data('The 200th')), add(data('The 201st'), TWO)]);
  expect(sortedStatuses(answers)).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json<ProblemDocument>();
  expect(refused?.detail).toBe(EXAMPLE_REFUSALS.full);
  expect((await list()).items).toHaveLength(EXAMPLE_LIMITS.perBucket);
});
