import { beforeEach, expect, test } from 'vitest';
import type { Dial, DialRow } from '#contract/dial.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { refusalOf } from '#server/testing/calls.ts';

const START = new Date('2026-11-15T10:58:00.000Z');
let now = START;
const server = useTestApp({ now: () => now });
beforeEach(() => {
  now = START;
});
const { call, good, create, save, publish, published, lastRefusal, records } = dialTester(server);
const NOBODY = '00000000-0000-4000-8000-000000000000';
const MOMENT = /^2026-11-15T10:5\d:00.000Z$/;
const me = { id: 'demo|underwriter', name: 'Demo Underwriter' };

test('a draft is version 1, with its author, normalised', async () => {
  const dial = await create({
    name: '  Cyber excess ',
    tags: ['Cyber', 'cyber'],
    dimensions: { risk_codes: ['CY', 'CY'], attachment_point_ranges: '[10m, 50m)', brokers: [] },
    values: { max_line: 3_500_000 },
  });
  const moment = START.toISOString();
  expect(dial).toMatchObject({
    version: 1,
    state: 'draft',
    status: 'draft',
    created_at: moment,
    created_by: me,
    saved_at: moment,
    saved_by: me,
    bucket_count: 0,
    abilities: { edit: true, publish: true, discard: false, duplicate: true, delete: true },
  });
  expect(dial.data).toMatchObject({
    name: 'Cyber excess',
    tags: ['Cyber'],
    dimensions: { risk_codes: ['CY'], attachment_point_ranges: '[10000000,50000000)' },
  });
  expect(dial.data.dimensions).not.toHaveProperty('brokers');
  expect(await good('GET', `/api/dials/${dial.id}`)).toEqual(dial);
  const { dial_id, ...became } = dial.data;
  expect(dial_id).toBe(dial.id);
  expect(await records(dial.id)).toEqual([{ action: 'dial_created', by: me.id, detail: { version: 1, became } }]);
});

test('what was read can be sent back unchanged; the data of another dial is refused', async () => {
  const dial = await create({ name: 'Read' });
  const other = await create({ name: 'Other' });
  expect((await save(dial, { description: 'x' })).json<Dial>().data).toEqual({ ...dial.data, description: 'x' });
  const refused = await save(other, { dial_id: dial.id } as object);
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    400,
    'This is the data of another dial.',
  ]);
  const copy = await good('POST', '/api/dials', { body: dial.data });
  expect(copy.data).toEqual({ ...dial.data, dial_id: copy.id });
});

test('an invalid draft is refused with every field’s message at once', async () => {
  const body = {
    name: '',
    active_from: '2026-11-14',
    active_until: '2026-11-20',
    dimensions: { risk_codes: ['CY', 'XX'], revenue_ranges: '[1,2][3,4]', brokers: ['nobody', 'noone'] },
    values: { max_line: 0, lead_share_cap: 101 },
  };
  const answer = await call('POST', '/api/dials', { body });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    type: 'urn:lineslip:problem:invalid-input',
    detail: 'Fix the marked fields and try again.',
    errors: [
      { path: 'name', message: 'Required' },
      { path: 'active_from', message: 'Date must be today or later' },
      {
        path: 'dimensions.revenue_ranges',
        message: 'Invalid interval notation. Multiple notations must be separated by a space.',
      },
      { path: 'values.lead_share_cap', message: 'A share is at most 100 percent' },
      { path: 'values.max_line', message: 'Value must be positive' },
      { path: 'dimensions.risk_codes', message: 'XX is not one of the risk codes' },
      { path: 'dimensions.brokers', message: 'nobody and noone are not among the brokers' },
    ],
  });
});

test('a malformed draft is refused with the path of each error', async () => {
  const body = { name: 'x', dimensions: { is_primary: 'third', unknown: 1 }, values: { max_line: 'much' }, extra: 1 };
  const answer = await call('POST', '/api/dials', { body });
  expect(answer.statusCode).toBe(400);
  const { errors } = answer.json<{ errors: { path: string }[] }>();
  expect(errors.map(({ path }) => path).toSorted()).toEqual([
    'dimensions.is_primary',
    'dimensions.unknown',
    'extra',
    'values.max_line',
  ]);
});

test('a draft is saved with its current revision; the record lists the changes', async () => {
  const dial = await create({ values: { max_line: 1 } });
  now = new Date(START.getTime() + 60_000);
  const saved = (await save(dial, { description: 'More', values: { max_line: 2 } })).json<Dial>();
  expect(saved).toMatchObject({
    saved_at: now.toISOString(),
    data: { description: 'More', values: { max_line: 2 } },
  });
  expect(saved.revision).not.toBe(dial.revision);
  expect((await call('GET', `/api/dials/${dial.id}?draft=yes`)).json()).toEqual(saved);
  expect((await records(dial.id)).slice(1)).toEqual([
    {
      action: 'dial_saved',
      by: me.id,
      detail: {
        version: 1,
        changes: [
          { kind: 'text', field: 'description', before: '', after: 'More' },
          { kind: 'value', value: 'max_line', before: 1, after: 2 },
        ],
      },
    },
  ]);
});

test('saving an unchanged draft does nothing: same revision, same time, no record', async () => {
  const dial = await create({ dimensions: { risk_codes: ['CY'], revenue_ranges: '[1,2]' }, tags: ['a'] });
  now = new Date(START.getTime() + 60_000);
  const again = await save(dial, {
    name: ' Cyber excess',
    dimensions: { revenue_ranges: '[1, 2]', risk_codes: ['CY'] },
  });
  expect(again.json()).toEqual(dial);
  expect(await records(dial.id)).toHaveLength(1);
});

test('a draft without a revision is not saved (428), nor with a wildcard', async () => {
  const { id, data } = await create();
  for (const headers of [{}, { 'if-match': '*' }, { 'if-match': '' }, { 'if-match': '"1", "2"' }]) {
    const answer = await server.app.inject({
      method: 'PUT',
      url: `/api/dials/${id}/draft`,
      headers: { ...(await server.as('underwriter')), ...headers },
      payload: data,
    });
    expect(answer.statusCode).toBe(428);
    expect(answer.json()).toMatchObject({
      type: 'urn:lineslip:problem:revision-needed',
      detail: 'Please send the revision this change is based on as If-Match.',
    });
  }
});

test('a draft with a stale revision is refused (412) with who saved and when, and recorded', async () => {
  const dial = await create();
  await save(dial, { description: 'Theirs' }, { who: 'underwriter.two' });
  now = new Date(START.getTime() + 60_000);
  const refused = await save(dial, { description: 'Mine' });
  expect(refused.statusCode).toBe(412);
  expect(refused.json()).toMatchObject({
    type: 'urn:lineslip:problem:stale',
    detail: 'Demo Second Underwriter saved this draft.',
    changed: { by: 'Demo Second Underwriter', did: 'saved this draft', at: expect.stringMatching(MOMENT) },
  });
  now = new Date('2026-11-16T08:00:00.000Z');
  expect((await save(dial, { description: 'Mine' })).json()).toMatchObject({
    changed: { at: expect.stringMatching(MOMENT) },
  });
  expect((await good('GET', `/api/dials/${dial.id}`)).data.description).toBe('Theirs');
  const [, , third, fourth] = await records(dial.id);
  expect([third, fourth]).toMatchObject([
    { action: 'dial_change_refused', by: me.id, detail: { attempt: 'dial_saved', because: 'stale' } },
    { action: 'dial_change_refused', by: me.id, detail: { attempt: 'dial_saved', because: 'stale' } },
  ]);
});

test('changing someone else’s draft needs edit on dials, which is recorded; one’s own needs create', async () => {
  const creator = ['dials:view', 'dials:create'];
  const theirs = await create();
  expect(await refusalOf(save(theirs, { description: 'x' }, { who: creator }))).toBe(
    '403 Changing a draft that someone else started needs edit on dials.',
  );
  expect(await lastRefusal(theirs.id)).toBe('dial_saved: not-allowed');
  const own = await good('POST', '/api/dials', { who: creator, body: { name: 'Own' } });
  expect(own.abilities).toEqual({ edit: true, publish: true, discard: false, duplicate: true, delete: false });
  const { items } = await good<{ items: DialRow[] }>('GET', '/api/dials?limit=200', { who: creator });
  const editable = (id: string) => items.find((row) => row.id === id)?.editable;
  expect([editable(own.id), editable(theirs.id)]).toEqual([true, false]);
  const saved = (await save(own, { description: 'x' }, { who: creator })).json<Dial>();
  expect(
    (await call('POST', `/api/dials/${own.id}/draft/publish`, { who: creator, ifMatch: saved.revision })).statusCode,
  ).toBe(200);
  expect((await save(own, {}, { who: ['dials:view'] })).statusCode).toBe(412);
});

test('a draft is marked read-only for someone without permission', async () => {
  const { id } = await create();
  const seen = await good('GET', `/api/dials/${id}`, { who: 'viewer' });
  expect(seen.abilities).toEqual({ edit: false, publish: false, discard: false, duplicate: false, delete: false });
  const ofCreator = await good('GET', `/api/dials/${id}`, { who: ['dials:view', 'dials:create'] });
  expect(ofCreator.abilities).toEqual({
    edit: false,
    publish: false,
    discard: false,
    duplicate: true,
    delete: false,
  });
});

test('a retired option may stay where it was, but cannot be chosen again', async () => {
  const { db } = server.database;
  const dial = await published({ dimensions: { risk_codes: ['JB'] } });
  await db.updateTable('reference_option').set({ retired_at: START }).where('code', '=', 'JB').execute();
  const draft = await good('POST', `/api/dials/${dial.id}/draft`);
  expect((await save(draft, { reason: 'x', description: 'y' })).statusCode).toBe(200);
  const anew = await call('POST', '/api/dials', { body: { name: 'x', dimensions: { risk_codes: ['JB'] } } });
  expect(anew.json()).toMatchObject({
    errors: [{ path: 'dimensions.risk_codes', message: 'JB is not one of the risk codes' }],
  });
  const { risk_codes } = await good<Record<string, { code: string; retired: boolean }[]>>('GET', '/api/reference');
  expect(risk_codes?.find(({ code }) => code === 'JB')?.retired).toBe(true);
});

test('a draft by an unknown person is refused without a server error', async () => {
  const who = { id: 'demo|stranger', permissions: ['dials:create', 'dials:view'] };
  expect(await refusalOf(call('POST', '/api/dials', { who, body: { name: 'x' } }))).toMatch(
    /^403 .*sign in to Lineslip once/,
  );
});

test('a draft of a dial that does not exist is not found', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/versions/1'],
    ['GET', '/buckets'],
    ['GET', '/difference?from=1&to=1'],
    ['POST', '/draft'],
    ['POST', '/duplicate'],
  ] as const)
    expect((await call(method, `/api/dials/${NOBODY}${path}`)).statusCode, path).toBe(404);
  const body = { name: 'x' };
  expect((await call('PUT', `/api/dials/${NOBODY}/draft`, { ifMatch: '1', body })).statusCode).toBe(404);
  expect((await call('POST', `/api/dials/${NOBODY}/draft/publish`, { ifMatch: '1' })).statusCode).toBe(404);
  expect(await refusalOf(call('DELETE', `/api/dials/${NOBODY}`, { ifMatch: '1' }))).toBe(
    '404 There is no such dial. It may have been deleted.',
  );
});

test('every change left exactly one record, and the audit chain is intact', async () => {
  const dial = await create();
  const saved = (await save(dial, { description: 'x' })).json<Dial>();
  const done = await publish(saved);
  const draft = await good('POST', `/api/dials/${dial.id}/draft`);
  const copy = await good('POST', `/api/dials/${dial.id}/duplicate`);
  await call('DELETE', `/api/dials/${dial.id}`, { ifMatch: draft.revision });
  expect((await records(dial.id)).map(({ action }) => action)).toEqual([
    'dial_created',
    'dial_saved',
    'dial_published',
    'dial_version_started',
    'dial_deleted',
  ]);
  expect((await records(copy.id)).map(({ action }) => action)).toEqual(['dial_duplicated']);
  expect(done.version).toBe(1);
  const chain = await server.database.db
    .selectFrom('audit_event')
    .select(['previous_hash', 'hash'])
    .orderBy('seq')
    .execute();
  for (const [index, { previous_hash }] of chain.entries())
    if (index > 0) expect(previous_hash).toBe(chain[index - 1]?.hash);
});
