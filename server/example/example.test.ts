import { beforeAll, describe, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Example } from '#contract/example.ts';
import type { Evidence } from '#contract/evidence.ts';
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

describe('an import', () => {
  const CYBER = { partner: 9101, cob: 'cyber-privacy-and-tech' };
  const at = `/api/buckets/${CYBER.partner}/${CYBER.cob}`;
  const send = (body: object, sent: Sent = {}) => call('POST', `${at}/example-import`, { body, ...sent });
  const items = async () => (await good<{ items: Example[] }>('GET', `${at}/examples`)).items;
  const basis = ({ id, revision }: Example) => ({ id, revision });
  const namesOf = (list: readonly Example[]) => list.map(({ name, expected }) => [name, expected.max_line]);
  beforeAll(() => tester.add(CYBER.partner, CYBER.cob));

  test('adds, changes and deletes in one transaction, with a record for each; names may be exchanged', async () => {
    const first = await send({ add: [data('One', 1), data('Two', 2), data('Three', 3)] });
    const [one, three, two] = first.json<{ items: [Example, Example, Example] }>().items;
    expect(namesOf([one, three, two])).toEqual([
      ['One', 1],
      ['Three', 3],
      ['Two', 2],
    ]);
    const body = {
      change: [
        { ...basis(one), example: data('Two', 1) },
        { ...basis(two), example: data('One', 2) },
      ],
      delete: [basis(three)],
      add: [data('three', 4)],
    };
    const answer = await send(body, TWO);
    expect(namesOf(answer.json<{ items: Example[] }>().items)).toEqual([
      ['One', 2],
      ['three', 4],
      ['Two', 1],
    ]);
    const found = (await records('9101/cyber-privacy-and-tech')).filter(({ by }) => by === 'demo|underwriter.two');
    expect(found.map(({ action }) => action)).toEqual([
      'bucket_example_deleted',
      'bucket_example_changed',
      'bucket_example_changed',
      'bucket_example_added',
    ]);
  });

  test('saves nothing if any part is refused', async () => {
    const [one, three] = (await items()) as [Example, Example];
    const before = await items();
    const add = [data('New')];
    const stale = { ...basis(three), revision: '99' };
    const gone = { id: '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70', revision: '1' };
    const full = Array.from({ length: EXAMPLE_LIMITS.perBucket }, (_, index) => data(`Many ${index}`));
    const answers = [
      await send({ add, change: [{ ...stale, example: data('Changed') }] }),
      await send({ add, delete: [basis(one), stale] }),
      await send({ add, delete: [basis(one), gone] }),
      await send({ add: [...add, data(' NEW ')], delete: [basis(one)] }),
      await send({ add: [data('two')], delete: [basis(one)] }),
      await send({ add: full }),
      await send({ add: [...add, data(' ')] }),
      await send({ add, change: [{ ...basis(one), example: data('X') }], delete: [basis(one)] }),
      await send({ add }, { who: ['bucket:view'] }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([412, 412, 404, 409, 409, 409, 400, 400, 403]);
    expect(answers[3]?.json<ProblemDocument>().detail).toBe(EXAMPLE_REFUSALS.twice('NEW'));
    const paths = answers.map((answer) => answer.json<ProblemDocument>().errors?.map(({ path }) => path));
    expect([paths[6], paths[7]]).toEqual([['add.1.name'], ['delete.0.id']]);
    expect(await items()).toEqual(before);
  });
});
