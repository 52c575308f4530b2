import { beforeAll, describe, expect, test } from 'vitest';
import type { AppetiteMatrix, ChangedAppetiteMatrix } from '#contract/admin.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import { APPETITE_RULE } from '#domain/appetite/appetite.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { openEventStream } from '#server/testing/event-stream.ts';
import { refusalOf, type Sent, sortedStatuses } from '#server/testing/calls.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const tester = bucketTester(server);
const { call, good, lastRefusal, records } = tester;

type AppetiteInput = { partner: number; appetite: number; was: number | null };
const ADMIN = { who: 'administrator' };
const CREATOR = ['admin:view', 'admin:create'];
const add = (cob: string, appetites: readonly AppetiteInput[], sent: Sent = ADMIN) =>
  call('POST', '/api/admin/classes', { body: { cob, appetites }, ...sent });
const added = (cob: string, appetites: readonly AppetiteInput[]) =>
  good<ChangedAppetiteMatrix>('POST', '/api/admin/classes', { ...ADMIN, body: { cob, appetites } });
const set = (changes: readonly (AppetiteInput & { cob: string })[], sent: Sent = ADMIN) =>
  call('PUT', '/api/admin/appetites', { body: { changes }, ...sent });
const matrix = () => good<AppetiteMatrix>('GET', '/api/admin/appetites', ADMIN);
const cellsOf = ({ cells }: AppetiteMatrix, cob: string) =>
  cells.filter((cell) => cell.cob === cob).map(({ partner, appetite }) => [partner, appetite]);
const history = (partner: number, cob: string, query = '') =>
  good<{
    items: { was: number | null; became: number; by: { name: string } | null; at: string }[];
    next: string | null;
  }>('GET', `/api/admin/appetites/${partner}/${cob}/history${query}`, ADMIN);
const bucketOf = (partner: number, cob: string) => good<Bucket>('GET', `/api/buckets/${partner}/${cob}`, ADMIN);

test('adding a class gives each partner with an appetite an empty live bucket', async () => {
  const after = await added('cargo', [
    { partner: 9112, appetite: 2.25, was: null },
    { partner: 9101, appetite: 0, was: null },
  ]);
  expect(cellsOf(after, 'cargo')).toEqual([
    [9101, 0],
    [9112, 2.25],
  ]);
  expect(after.cells[0]).toEqual({ partner: 9101, cob: 'cargo', appetite: 0, dials: 0, raise: null });
  expect(after.partners[0]).toEqual({ number: 9101, name: 'Alder', revision: '1' });
  const bucket = await bucketOf(9112, 'cargo');
  expect(bucket).toMatchObject({ status: 'active', appetite: 2.25, revision: '1', live: { number: 1, entries: [] } });
  expect({ ...(await matrix()), lowered: 0, raised: 0 }).toEqual(after);
  expect(await records('9112/cargo')).toEqual([
    { action: 'bucket_added', by: 'demo|administrator', detail: { appetite: 2.25 } },
  ]);
});

test.each([9.99, 1, 0.01, 0])('an appetite of %d can be set', async (appetite) => {
  const was = cellsOf(await matrix(), 'flood')[0]?.[1] ?? null;
  const after = await added('flood', [{ partner: 9101, appetite, was }]);
  expect(cellsOf(after, 'flood')).toEqual([[9101, appetite]]);
});

test.each([10, 9.999, -0.01, 0.005, 1e-9])('an appetite of %d cannot be set', async (appetite) => {
  const before = await matrix();
  const answer = await add('flood', [{ partner: 9112, appetite, was: null }]);
  expect(answer.statusCode).toBe(400);
  const errors = [{ path: 'appetites.0.appetite', message: APPETITE_RULE }];
  expect(answer.json<ProblemDocument>()).toMatchObject({ errors });
  expect(await matrix()).toEqual(before);
});

test('adding a class to an existing bucket keeps its dials and sets the appetite', async () => {
  const dial = await tester.published({ name: 'One' });
  await added('hull', [{ partner: 9101, appetite: 1, was: null }]);
  const live = await tester.goLive(await bucketOf(9101, 'hull'), [entryOf(dial)]);
  const after = await added('hull', [
    { partner: 9101, appetite: 0.5, was: 1 },
    { partner: 9112, appetite: 4, was: null },
  ]);
  expect(after.cells.find(({ cob, partner }) => cob === 'hull' && partner === 9101)).toMatchObject({
    appetite: 0.5,
    dials: 1,
  });
  const bucket = await bucketOf(9101, 'hull');
  expect(bucket.live).toEqual(live.live);
  // Editors of the bucket are not affected.
  expect(bucket.revision).toBe(live.revision);
  expect((await records('9101/hull')).at(-1)).toEqual({
    action: 'bucket_appetite_changed',
    by: 'demo|administrator',
    detail: { was: 1, became: 0.5 },
  });
});

test('adding a class that changes existing buckets needs edit as well; adding alone does not', async () => {
  await added('specie', [{ partner: 9101, appetite: 1, was: null }]);
  const both = [
    { partner: 9101, appetite: 2, was: 1 },
    { partner: 9112, appetite: 2, was: null },
  ];
  expect(await refusalOf(add('specie', both, { who: CREATOR }))).toBe('403 This needs edit on admin.');
  expect(cellsOf(await matrix(), 'specie')).toEqual([[9101, 1]]);
  expect(await lastRefusal('9101/specie')).toBe('bucket_appetite_changed: not-allowed');
  const same = both.map((one) => (one.was === null ? one : { ...one, appetite: 1 }));
  expect((await add('specie', same, { who: CREATOR })).statusCode).toBe(200);
  expect((await add('specie', both, { who: ['admin:edit', 'admin:view'] })).statusCode).toBe(403);
});

test('every error in an added class is named at once, and nothing is saved', async () => {
  const answer = await add('terrorism', [
    { partner: 9101, appetite: 1, was: null },
    { partner: 4711, appetite: 1, was: null },
    { partner: 9101, appetite: 2, was: null },
  ]);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<ProblemDocument>().errors).toEqual([
    { path: 'appetites.1.partner', message: 'There is no partner 4711' },
    { path: 'appetites.2.partner', message: '9101 is named twice for this class' },
  ]);
  expect(cellsOf(await matrix(), 'terrorism')).toEqual([]);
  expect((await add('terrorism', [])).statusCode).toBe(400);
  expect((await add('no-such-class', [{ partner: 9101, appetite: 1, was: null }])).statusCode).toBe(400);
});

test('adding a class that someone else added meanwhile is stale, and says who and when', async () => {
  await added('fi-pi', [{ partner: 9101, appetite: 2, was: null }]);
  now = new Date('2026-11-15T11:02:00.000Z');
  const answer = await add('fi-pi', [
    { partner: 9112, appetite: 1, was: null },
    { partner: 9101, appetite: 1, was: null },
  ]);
  expect(answer.statusCode).toBe(412);
  expect(answer.json<ProblemDocument>()).toMatchObject({
    detail: 'Demo Administrator set the appetite of FI PI, 9101 Alder to 2.00.',
    changed: { by: 'Demo Administrator', at: '2026-11-15T10:58:00.000Z' },
    errors: [{ path: 'appetites.1.appetite', message: 'This is 2.00 now' }],
  });
  expect(cellsOf(await matrix(), 'fi-pi')).toEqual([[9101, 2]]);
  expect(await lastRefusal('9101/fi-pi')).toBe('bucket_appetite_changed: stale');
});

test('of many concurrent calls that add one class one succeeds, and the others are refused', async () => {
  const one = [{ partner: 9101, appetite: 1, was: null }];
  const answers = await Promise.all(Array.from({ length: 6 }, () => add('marine-liability', one)));
  expect(sortedStatuses(answers)).toEqual([200, 412, 412, 412, 412, 412]);
  const actions = (await records('9101/marine-liability')).map(({ action }) => action);
  expect(actions.filter((action) => action === 'bucket_added')).toHaveLength(1);
  expect(actions.filter((action) => action === 'bucket_change_refused')).toHaveLength(5);
});

describe('changing appetites', () => {
  beforeAll(() =>
    added('property-uk', [
      { partner: 9101, appetite: 9, was: null },
      { partner: 9112, appetite: 9, was: null },
      { partner: 9120, appetite: 9, was: null },
    ]),
  );
  const cell = (partner: number, appetite: number, was: number | null) => ({
    cob: 'property-uk',
    partner,
    appetite,
    was,
  });

  test('is all or nothing, with one record per change', async () => {
    const before = await bucketOf(9120, 'property-uk');
    const answer = await set([cell(9101, 8.5, 9), cell(9112, 7.5, 9), cell(9120, 9, 9)]);
    expect(answer.statusCode).toBe(200);
    expect(cellsOf(answer.json(), 'property-uk')).toEqual([
      [9101, 8.5],
      [9112, 7.5],
      [9120, 9],
    ]);
    expect((await records('9101/property-uk')).slice(1)).toEqual([
      { action: 'bucket_appetite_changed', by: 'demo|administrator', detail: { was: 9, became: 8.5 } },
    ]);
    expect(await records('9120/property-uk')).toHaveLength(1);
    expect((await bucketOf(9120, 'property-uk')).revision).toBe(before.revision);
    const half = await set([cell(9101, 8, 8.5), cell(9112, 7, 9)]);
    expect(half.statusCode).toBe(412);
    expect(cellsOf(await matrix(), 'property-uk')[0]).toEqual([9101, 8.5]);
  });

  test('without a bucket is a conflict; an unknown or repeated partner is invalid', async () => {
    expect(await refusalOf(set([cell(9133, 1, null)]))).toBe(
      '409 There is no bucket for Property UK, 9133 Drumlin yet. Please add the class first.',
    );
    const wrong = await set([cell(1, 1, 1), cell(9101, 1, 8.5), cell(9101, 2, 8.5)]);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json<ProblemDocument>().errors?.map(({ path }) => path)).toEqual([
      'changes.0.partner',
      'changes.2.partner',
    ]);
  });

  test('of two concurrent changes of one appetite one wins', async () => {
    const was = (cellsOf(await matrix(), 'property-uk').find(([partner]) => partner === 9120) ?? [])[1] ?? 0;
    const answers = await Promise.all([4, 5, 6, 7].map((appetite) => set([cell(9120, appetite, was)])));
    expect(sortedStatuses(answers)).toEqual([200, 412, 412, 412]);
    const won = answers.findIndex(({ statusCode }) => statusCode === 200) + 4;
    expect((await history(9120, 'property-uk')).items.map(({ was, became }) => [was, became])).toEqual([
      [9, won],
      [null, 9],
    ]);
  });

  test('in different orders at the same time never deadlocks', async () => {
    const [first, second] = cellsOf(await matrix(), 'property-uk').map(([, appetite]) => appetite ?? 0);
    const one = cell(9101, 3, first ?? 0);
    const two = cell(9112, 3, second ?? 0);
    const answers = await Promise.all([set([one, two]), set([two, one]), set([one, two]), set([two, one])]);
    expect(sortedStatuses(answers)).toEqual([200, 412, 412, 412]);
  });

  test('does not affect editors of the bucket', async () => {
    const before = await bucketOf(9101, 'property-uk');
    await set([cell(9101, 2, before.appetite)]);
    const save = await tester.save(before, []);
    expect([save.statusCode, save.json<Bucket>().appetite]).toEqual([200, 2]);
  });

  test('needs edit on admin, in the token and, if the directory is ours, still in the directory', async () => {
    expect((await set([cell(9101, 1, 2)], { who: CREATOR })).statusCode).toBe(403);
    const { db } = server.database;
    const person = db.updateTable('person').where('id', '=', 'demo|administrator');
    const { permissions } = await db
      .selectFrom('person')
      .select('permissions')
      .where('id', '=', 'demo|administrator')
      .executeTakeFirstOrThrow();
    await person.set({ permissions: permissions.filter((entry) => entry !== 'admin:edit') }).execute();
    const answer = await set([cell(9101, 1, 2)]);
    await person.set({ permissions }).execute();
    expect([answer.statusCode, answer.json<ProblemDocument>().detail]).toEqual([
      403,
      'This needs edit on admin, which you no longer have.',
    ]);
  });
});

test('the history of an appetite lists every value, newest first, page by page', async () => {
  await added('transportation', [{ partner: 9101, appetite: 4, was: null }]);
  for (const appetite of [3, 2, 1]) await set([{ cob: 'transportation', partner: 9101, appetite, was: appetite + 1 }]);
  const first = await history(9101, 'transportation', '?limit=3');
  expect(first.items.map(({ was, became, by }) => [was, became, by?.name])).toEqual([
    [2, 1, 'Demo Administrator'],
    [3, 2, 'Demo Administrator'],
    [4, 3, 'Demo Administrator'],
  ]);
  const second = await history(9101, 'transportation', `?limit=3&cursor=${first.next}`);
  expect([second.items.map(({ was, became }) => [was, became]), second.next]).toEqual([[[null, 4]], null]);
});

test('a bucket that does not exist has no appetite history', async () => {
  expect((await call('GET', '/api/admin/appetites/9214/transportation/history', ADMIN)).statusCode).toBe(404);
});

test('a live stream of a bucket reports that its appetite was set', async () => {
  const address = await server.app.listen({ host: 'localhost', port: 0 });
  const stream = await openEventStream(address, await server.tokenOf('viewer'));
  const by = { id: 'demo|administrator', name: 'Demo Administrator' };
  const event = {
    kind: 'bucket_appetite_changed',
    partner: 9101,
    cob: 'personal-accident',
    by,
    at: now.toISOString(),
  };
  await added('personal-accident', [{ partner: 9101, appetite: 3, was: null }]);
  expect(await stream.next()).toEqual({ ...event, kind: 'bucket_added', revision: '1' });
  await added('personal-accident', [{ partner: 9101, appetite: 3, was: 3 }]);
  await set([{ cob: 'personal-accident', partner: 9101, appetite: 2, was: 3 }]);
  expect(await stream.next()).toEqual({ ...event, revision: '1' });
  await stream.close();
});
