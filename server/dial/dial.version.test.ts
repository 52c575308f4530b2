import { beforeEach, expect, test } from 'vitest';
import type { Dial } from '#contract/dial.ts';
import { useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { dialTester } from '#server/testing/dials.ts';
import { refusalOf } from '#server/testing/calls.ts';

const START = new Date('2026-11-15T10:58:00.000Z');
let now = START;
const server = useTestApp({ now: () => now });
beforeEach(() => {
  now = START;
});
const tester = dialTester(server);
const { call, good, create, save, publish, published, lastRefusal, records } = tester;
const later = (minutes: number) => (now = new Date(START.getTime() + minutes * 60_000));

test('publishing freezes the version: it is in force, and no draft is open', async () => {
  const draft = await create({ active_from: '2026-12-01', reason: 'First' });
  later(1);
  const dial = await publish(draft);
  expect(dial).toMatchObject({
    version: 1,
    state: 'published',
    status: 'upcoming',
    saved_at: now.toISOString(),
    abilities: { edit: true, publish: false, duplicate: true, delete: true },
  });
  expect(dial.versions).toMatchObject([{ version: 1, state: 'published', status: 'upcoming', reason: 'First' }]);
  expect(await refusalOf(call('POST', `/api/dials/${dial.id}/draft/publish`, { ifMatch: dial.revision }))).toBe(
    '409 This dial has no open draft. Please start a new version first.',
  );
  expect((await records(dial.id)).slice(1)).toMatchObject([
    { action: 'dial_published', detail: { version: 1, name: 'Cyber excess', reason: 'First' } },
    { action: 'dial_change_refused', detail: { attempt: 'dial_published', because: 'conflict' } },
  ]);
});

test('publishing checks every rule again on that day: valid data may have become invalid', async () => {
  const draft = await create({ active_from: '2026-11-15', active_until: '2026-11-16' });
  now = new Date('2026-11-17T00:00:00.000Z');
  const refused = await call('POST', `/api/dials/${draft.id}/draft/publish`, { ifMatch: draft.revision });
  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ errors: object[] }>().errors).toEqual([
    { path: 'active_from', message: 'Date must be today or later' },
    { path: 'active_until', message: 'Date must be today or later' },
  ]);
  expect(await lastRefusal(draft.id)).toBe('dial_published: invalid-input');
  expect((await good('GET', `/api/dials/${draft.id}`)).state).toBe('draft');
});

test('the database itself refuses to change published data, or to delete a dial', async () => {
  const { id } = await published();
  const { config } = server.database;
  await expect(execute(config, `update dial_version set data = '{}' where dial_id = '${id}'`)).rejects.toThrow(
    'A published version of a dial cannot change.',
  );
  await expect(execute(config, `delete from dial_version where dial_id = '${id}'`)).rejects.toThrow(
    'A published version of a dial cannot change.',
  );
  await expect(execute(config, `delete from dial where id = '${id}'`)).rejects.toThrow('their history stays');
});

test('the first save of a published dial starts the next version, in the same transaction, and nothing before it does', async () => {
  const dial = await published({ reason: 'First', tags: ['a'] });
  later(5);
  const who = 'underwriter.two';
  await good('GET', `/api/dials/${dial.id}?draft=yes`, { who });
  expect((await save(dial, { description: 'x', reason: '' }, { who })).statusCode).toBe(400);
  expect(await good('GET', `/api/dials/${dial.id}?draft=yes`)).toEqual(dial);
  const draft = (await save(dial, { description: 'x', reason: 'More' }, { who })).json<Dial>();
  expect(draft).toMatchObject({ version: 2, state: 'draft', created_by: { name: 'Demo Second Underwriter' } });
  expect(await good('GET', `/api/dials/${dial.id}?draft=yes`, { who })).toEqual(draft);
  expect(draft.data).toEqual({ ...dial.data, description: 'x', reason: 'More' });
  expect(await good('GET', `/api/dials/${dial.id}`)).toMatchObject({
    version: 1,
    state: 'published',
    data: dial.data,
  });
  expect((await records(dial.id)).slice(2)).toMatchObject([
    { action: 'dial_version_started', detail: { version: 2, from: 1 } },
    { action: 'dial_saved', detail: { version: 2, changes: [{ field: 'description' }, { field: 'reason' }] } },
  ]);
});

test('the next version can be started by whoever may edit dials, from the currently published data', async () => {
  const dial = await published();
  const refused = await save(dial, { reason: 'x' }, { who: ['dials:view', 'dials:create'] });
  expect(refused.statusCode).toBe(403);
  expect(refused.body).toContain('Starting a new version of a published dial needs edit on dials.');
  expect(await refusalOf(save({ ...dial, revision: '1' }, { reason: 'x' }))).toBe(
    '412 Demo Underwriter published version 1.',
  );
  expect((await good('GET', `/api/dials/${dial.id}?draft=yes`)).state).toBe('published');
});

test('a double click on the first save starts one draft', async () => {
  const dial = await published();
  const [first, second] = await Promise.all([save(dial, { reason: 'x' }), save(dial, { reason: 'x' })]);
  expect([second.statusCode, second.json()]).toEqual([200, first.json()]);
  expect(await records(dial.id)).toHaveLength(4);
});

test('the next version starts as a draft of the published data with an empty reason; the published version stays', async () => {
  const dial = await published({ reason: 'First', tags: ['a'] });
  later(5);
  const draft = await good('POST', `/api/dials/${dial.id}/draft`, { who: 'underwriter.two' });
  expect(draft).toMatchObject({
    version: 2,
    state: 'draft',
    status: 'draft',
    created_by: { name: 'Demo Second Underwriter' },
    data: { ...dial.data, reason: '' },
  });
  expect(draft.versions.map(({ version, state }) => [version, state])).toEqual([
    [2, 'draft'],
    [1, 'published'],
  ]);
  expect(await good('GET', `/api/dials/${dial.id}`)).toMatchObject({ version: 1, status: 'ready', data: dial.data });
  expect(await good('GET', `/api/dials/${dial.id}?draft=yes`)).toEqual({ ...draft });
  expect(await good('GET', `/api/dials/${dial.id}/versions/2`)).toEqual(draft);
  expect(await refusalOf(call('GET', `/api/dials/${dial.id}/versions/3`))).toBe('404 This dial has no version 3.');
});

test('the next version is returned if it is already open, without a record', async () => {
  const dial = await published();
  const first = await good('POST', `/api/dials/${dial.id}/draft`);
  later(5);
  expect(await good('POST', `/api/dials/${dial.id}/draft`)).toEqual(first);
  expect(await records(dial.id)).toHaveLength(3);
  const refused = await call('POST', `/api/dials/${dial.id}/draft`, { who: ['dials:view', 'dials:create'] });
  expect(refused.statusCode).toBe(403);
});

test('the next version needs a reason; dates of the previous version may stay in the past', async () => {
  const first = await published({ active_from: '2026-11-15' });
  now = new Date('2026-12-24T09:00:00.000Z');
  const draft = await good('POST', `/api/dials/${first.id}/draft`);
  const refused = await save(draft, { description: 'x' });
  expect(refused.json<{ errors: object[] }>().errors).toEqual([{ path: 'reason', message: 'Required' }]);
  const saved = (await save(draft, { reason: 'Because' })).json<Dial>();
  const second = await publish(saved);
  expect(second).toMatchObject({ version: 2, status: 'ready' });
  expect(second.versions.map(({ version, reason }) => [version, reason])).toEqual([
    [2, 'Because'],
    [1, ''],
  ]);
});

test('any two versions of a dial are compared both ways', async () => {
  const first = await published({ dimensions: { revenue_ranges: '[0,10)' }, values: { max_line: 1 } });
  const draft = await good('POST', `/api/dials/${first.id}/draft`);
  await save(draft, { reason: 'More', dimensions: { revenue_ranges: '[0,20)' }, values: { max_line: 2 } });
  const url = `/api/dials/${first.id}/difference`;
  expect(await good('GET', `${url}?from=1&to=2`)).toEqual({
    from: 1,
    to: 2,
    changes: [
      {
        kind: 'intervals',
        dimension: 'revenue_ranges',
        before: '[0,10)',
        after: '[0,20)',
        gained: '[10,20)',
        lost: '',
      },
      { kind: 'value', value: 'max_line', before: 1, after: 2 },
    ],
  });
  expect(await good('GET', `${url}?from=2&to=1`)).toMatchObject({ changes: [{ gained: '', lost: '[10,20)' }, {}] });
  expect(await good('GET', `${url}?from=1&to=1`)).toEqual({ from: 1, to: 1, changes: [] });
  expect((await call('GET', `${url}?from=1&to=9`)).statusCode).toBe(404);
  expect((await call('GET', `${url}?from=0&to=1`)).statusCode).toBe(400);
});

test('a save after a publish learns about it', async () => {
  const draft = await create();
  await publish(draft, 'underwriter.two');
  expect(await refusalOf(save(draft, { description: 'x' }))).toBe('412 Demo Second Underwriter published version 1.');
});

test('a duplicate is a new draft of the published data, with another name and no reason', async () => {
  const dial = await published({ reason: 'First', tags: ['a'], values: { max_line: 7 } });
  const copy = await good('POST', `/api/dials/${dial.id}/duplicate`, { who: 'underwriter.two' });
  expect(copy).toMatchObject({
    version: 1,
    state: 'draft',
    created_by: { name: 'Demo Second Underwriter' },
    data: { ...dial.data, name: 'Cyber excess (copy)', reason: '', dial_id: copy.id },
  });
  expect(copy.id).not.toBe(dial.id);
  expect(await records(copy.id)).toMatchObject([
    { action: 'dial_duplicated', detail: { version: 1, of: { id: dial.id, version: 1 } } },
  ]);
});

test('a duplicate of a dial whose window began in the past can be saved and published unchanged', async () => {
  const dial = await published({ active_from: '2026-11-15', active_until: '2027-11-15' });
  now = new Date('2026-12-01T09:00:00.000Z');
  const copy = await good('POST', `/api/dials/${dial.id}/duplicate`);
  expect(copy.data).toMatchObject({ active_from: null, active_until: '2027-11-15' });
  expect((await publish(copy)).status).toBe('ready');
});

test('a draft whose start has passed can be saved; only publishing requires another day', async () => {
  const draft = await create({ active_from: '2026-11-15' });
  now = new Date('2026-12-01T09:00:00.000Z');
  const saved = await save(draft, { description: 'x' });
  expect(saved.statusCode).toBe(200);
  const { id, revision } = saved.json<Dial>();
  expect((await call('POST', `/api/dials/${id}/draft/publish`, { ifMatch: revision })).statusCode).toBe(400);
});

test('each version says whether it runs itself: not by another version, nor by a draft', async () => {
  const first = await published();
  await tester.putIntoBucket(first, 'live', 'cargo', 9101);
  const second = await publish((await save(first, { reason: 'More' })).json<Dial>());
  await tester.putIntoBucket(second, 'draft', 'specie', 9101);
  const third = await publish((await save(second, { reason: 'Still more' })).json<Dial>());
  expect(third).toMatchObject({
    version: 3,
    status: 'active',
    bucket_count: 2,
    use: { live: [{ version: 1, buckets: 1 }], drafts: [{ version: 2, buckets: 1 }] },
  });
  expect(third.versions.map(({ version, status }) => [version, status])).toEqual([
    [3, 'ready'],
    [2, 'superseded'],
    [1, 'active'],
  ]);
  const { items } = await good<{ items: { status: string }[] }>(
    'GET',
    `/api/dials?q=${encodeURIComponent('Cyber excess')}`,
  );
  expect(items.map(({ status }) => status)).toContain('active');
});
