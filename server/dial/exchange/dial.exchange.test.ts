import pg from 'pg';
import { expect, test } from 'vitest';
import type { ImportOutcome } from '#contract/dial-exchange.ts';
import type { ExchangedDial } from '#domain/dial/exchange.ts';
import { recordOnly } from '#server/change/publish.ts';
import { createTestApp, useTestApp } from '#server/testing/app.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { dialTester } from '#server/testing/dials.ts';
import { recorder } from '#server/testing/recorder.ts';
import { untilWaiting } from '#server/testing/eventually.ts';
import { dialExchangeService } from './dial.exchange.service.ts';
import { splitRows } from './import.plan.ts';
import { refusalOf, sortedStatuses } from '#server/testing/calls.ts';

type Preview = { outcomes: ImportOutcome[]; fingerprint: string };
type Row = { id?: string; data: Record<string, unknown> };
const at = new Date('2026-11-15T10:00:00.000Z');
const server = useTestApp({ now: () => at });
const tester = dialTester(server);
const { call, good, create, published, save, records } = tester;
const preview = (rows: Row[], who?: string | string[]) =>
  good<Preview>('POST', '/api/dial-import/preview', { body: { rows }, ...(who && { who }) });
const bring = (rows: Row[], fingerprint: string, who?: string | string[]) =>
  call('POST', '/api/dial-import', { body: { rows, fingerprint }, ...(who && { who }) });
const exported = async (query = '') =>
  (await good<{ dials: ExchangedDial[] }>('GET', `/api/dial-export?${query}`)).dials;
const ID = '6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11';

test('export returns the whole filtered list in order; importing it again changes nothing', async () => {
  await published({ name: 'Export b', tags: ['Export'], dimensions: { revenue_ranges: '[1,2] [2,3]' } });
  const first = await published({ name: 'Export a', tags: ['Export'], reason: 'First', active_from: '2026-11-15' });
  const draft = await good('POST', `/api/dials/${first.id}/draft`);
  await save(draft, { name: 'Export a two', reason: 'Second' });
  await create({ name: 'Export c', tags: ['Export'], values: { max_line: 5 } });
  const dials = await exported('tag=Export');
  expect(dials.map(({ version, data }) => [data.name, version])).toEqual([
    ['Export a', 1],
    ['Export b', 1],
    ['Export c', 1],
  ]);
  expect(dials[0]).toEqual({ id: first.id, version: 1, data: first.data });
  expect(dials[0]?.data).toMatchObject({ dial_id: first.id });
  expect((await exported('tag=Export&status=draft')).map(({ data }) => data.name)).toEqual(['Export a', 'Export c']);
  expect((await exported('tag=Export&status=ready')).map(({ data }) => data.name)).toEqual(['Export a', 'Export b']);
  expect(await exported('tag=Export&q=export&sort=saved')).toHaveLength(3);
  const rows = dials.map(({ id, data }) => ({ id, data }));
  const { outcomes, fingerprint } = await preview(rows);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same']);
  expect((await bring(rows, fingerprint)).json()).toMatchObject({ created: 0, changed: 0 });
  const [unnamed, contrary] = (await preview([{ data: first.data }, { id: ID, data: first.data }])).outcomes;
  expect(unnamed).toEqual({ outcome: 'same', id: first.id, name: 'Export a' });
  expect(contrary).toMatchObject({ outcome: 'wrong' });
  expect(await exported('tag=Export')).toEqual(dials);
});

test('exported dials import elsewhere as the same dials, with their ids', async () => {
  const other = await createTestApp({ now: () => at });
  const there = dialTester(other);
  const rows = (await exported('tag=Export')).map(({ id, data }) => ({ id, data }));
  const { fingerprint, outcomes } = await there.good<Preview>('POST', '/api/dial-import/preview', { body: { rows } });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new']);
  const done = await there.call('POST', '/api/dial-import', { body: { rows, fingerprint } });
  expect(done.json()).toMatchObject({ created: 3, changed: 0 });
  const again = await there.good<{ dials: ExchangedDial[] }>('GET', '/api/dial-export');
  expect(again.dials.map(({ id, data }) => ({ id, data }))).toEqual(rows);
  await other.close();
});

test('the import preview says what each row would do, and writes nothing', async () => {
  const existing = await published({ name: 'Known', values: { max_line: 1 } });
  const rows: Row[] = [
    { data: { name: ' New one ' } },
    { id: ID, data: { name: 'New with an id' } },
    { id: existing.id, data: { ...existing.data, values: { max_line: 2 }, reason: 'More' } },
    { data: { name: '', dimensions: { risk_codes: ['XX'] } } },
    { data: { name: 'Odd', values: { max_line: 'much' }, colour: 'red' } },
    { id: existing.id, data: { name: 'Twice' } },
    { id: crypto.randomUUID(), data: { name: 'Past', active_from: '2020-01-01' } },
  ];
  const before = (await good<{ counts: object }>('GET', '/api/dials')).counts;
  const { outcomes } = await preview(rows);
  expect(outcomes).toEqual([
    { outcome: 'new', name: 'New one' },
    { outcome: 'new', name: 'New with an id' },
    {
      outcome: 'changed',
      id: existing.id,
      name: 'Known',
      changes: [{ kind: 'value', value: 'max_line', before: 1, after: 2 }],
    },
    {
      outcome: 'wrong',
      name: '',
      errors: [
        { path: 'name', message: 'Required' },
        { path: 'dimensions.risk_codes', message: 'XX is not one of the risk codes' },
      ],
    },
    {
      outcome: 'wrong',
      name: 'Odd',
      errors: [
        { path: 'values.max_line', message: 'Write a number' },
        { path: 'colour', message: 'There is no such field' },
      ],
    },
    { outcome: 'wrong', name: 'Twice', errors: [{ path: 'id', message: 'Row 3 is the same dial' }] },
    { outcome: 'wrong', name: 'Past', errors: [{ path: 'active_from', message: 'Date must be today or later' }] },
  ]);
  expect((await good<{ counts: object }>('GET', '/api/dials')).counts).toEqual(before);
  expect(await records(existing.id)).toHaveLength(2);
});

test('import turns rows into drafts: new ones, the next version of a published one, and an open draft', async () => {
  const ready = await published({ name: 'Ready' });
  const open = await create({ name: 'Open' });
  const rows: Row[] = [
    { id: ID, data: { name: 'Brought', tags: ['Brought'] } },
    { id: ready.id, data: { ...ready.data, description: 'x', reason: 'Brought' } },
    { id: open.id, data: { ...open.data, description: 'y' } },
  ];
  const done = await bring(rows, (await preview(rows)).fingerprint);
  expect(done.json()).toEqual({ created: 1, changed: 2, drafts: [ID, ready.id, open.id] });
  expect(await good('GET', `/api/dials/${ID}`)).toMatchObject({
    version: 1,
    state: 'draft',
    data: { name: 'Brought' },
  });
  expect(await good('GET', `/api/dials/${ready.id}`)).toMatchObject({ version: 1, state: 'published' });
  expect(await good('GET', `/api/dials/${ready.id}?draft=yes`)).toMatchObject({
    version: 2,
    data: { description: 'x' },
  });
  expect(await good('GET', `/api/dials/${open.id}`)).toMatchObject({ version: 1, data: { description: 'y' } });
  expect(await records(ID)).toMatchObject([
    { action: 'dial_imported', by: 'demo|underwriter', detail: { version: 1 } },
  ]);
  expect((await records(ready.id)).at(-1)).toMatchObject({
    action: 'dial_imported',
    detail: { version: 2, changes: [{}] },
  });
  expect(await good('GET', '/api/dials?q=brought')).toMatchObject({ items: [{ name: 'Brought' }] });
});

test('import is all or nothing: one wrong row, and nothing is written', async () => {
  const rows: Row[] = [{ data: { name: 'Zephyr' } }, { data: { name: 'Bad', values: { max_line: -1 } } }];
  const refused = await bring(rows, (await preview(rows)).fingerprint);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    errors: [{ path: 'rows.1.values.max_line', message: 'Value must be positive' }],
  });
  expect(await exported('q=zephyr')).toEqual([]);
});

test('[DX6] import is refused if a dial or the rows changed since the preview', async () => {
  const dial = await create({ name: 'Moving' });
  const rows: Row[] = [{ id: dial.id, data: { ...dial.data, description: 'mine' } }];
  const { fingerprint } = await preview(rows);
  await save(dial, { description: 'theirs' }, { who: 'underwriter.two' });
  expect(await refusalOf(bring(rows, fingerprint))).toBe(
    '409 Dials have changed since the preview. Please look at it again.',
  );
  expect((await good('GET', `/api/dials/${dial.id}`)).data.description).toBe('theirs');
  const { fingerprint: fresh } = await preview(rows);
  expect((await bring([{ ...rows[0], data: { name: 'Other' } }], fresh)).statusCode).toBe(409);
  expect((await records('import')).at(-1)).toMatchObject({
    action: 'dial_import_refused',
    detail: { because: 'conflict', rows: 1 },
  });
  expect((await bring(rows, fresh)).json()).toMatchObject({ created: 0, changed: 1 });
});

test('of two concurrent imports that change one dial, one wins', async () => {
  const dial = await create({ name: 'Raced' });
  const rows = (text: string): Row[] => [{ id: dial.id, data: { ...dial.data, description: text } }];
  const [a, b] = [await preview(rows('a')), await preview(rows('b'))];
  const answers = await Promise.all([bring(rows('a'), a.fingerprint), bring(rows('b'), b.fingerprint)]);
  expect(sortedStatuses(answers)).toEqual([200, 409]);
});

test('[DX15] an import is planned before anything is locked, for as long as its caller waits', async () => {
  const dial = await create({ name: 'Planned' });
  const rows: Row[] = [{ id: dial.id, data: { ...dial.data, description: 'x' } }];
  const { db, during } = recorder(server.database.db);
  const exchange = dialExchangeService({ db, now: () => at, directory: 'embedded', publish: recordOnly });
  const actor = { id: 'demo|underwriter', permissions: parsePermissions(['dials:create', 'dials:edit']) };
  const { fingerprint } = await exchange.preview(actor, rows);
  const locksOf = async (work: () => Promise<unknown>) =>
    (await during(() => work().catch(() => undefined))).filter(({ sql }) => /from "dial".* for update/s.test(sql))
      .length;
  expect(await locksOf(() => exchange.import(actor, { rows, fingerprint: 'stale' }))).toBe(0);
  const gone = AbortSignal.abort();
  await expect(exchange.import(actor, { rows, fingerprint }, gone)).rejects.toThrow('Nobody waits for this any more.');
  expect(await locksOf(() => exchange.import(actor, { rows, fingerprint }))).toBe(1);
  await exchange.close();
});

test('steps have a length, and every row is in one', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    data: { name: `${index}`, description: 'x'.repeat(index) },
  }));
  const steps = splitRows(rows);
  expect(steps.flat()).toEqual(rows);
  expect(steps.length).toBeGreaterThan(1);
  for (const step of steps) expect(JSON.stringify(step).length).toBeLessThan(110_000);
  expect(splitRows([{ data: { name: 'y'.repeat(300_000) } }, ...rows.slice(0, 2)]).map(({ length }) => length)).toEqual(
    [1, 2],
  );
});

test('[DX15] of two imports planned at the same time, the second finds the dial changed', async () => {
  const dial = await create({ name: 'Planned twice' });
  const rows = (text: string): Row[] => [{ id: dial.id, data: { ...dial.data, description: text } }];
  const { db } = server.database;
  const exchange = dialExchangeService({ db, now: () => at, directory: 'embedded', publish: recordOnly });
  const actor = { id: 'demo|underwriter', permissions: parsePermissions(['dials:create', 'dials:edit']) };
  const previews = [await exchange.preview(actor, rows('a')), await exchange.preview(actor, rows('b'))];
  // Both wait for the dial after they are planned.
  const client = new pg.Client(server.database.config);
  await client.connect();
  await client.query('begin; select 1 from dial where id = $1 for update'.replace('$1', `'${dial.id}'`));
  const imports = ['a', 'b'].map((text, index) =>
    exchange.import(actor, { rows: rows(text), fingerprint: previews[index]?.fingerprint ?? '' }),
  );
  const outcomes = Promise.allSettled(imports);
  await untilWaiting(server.database.config, 2);
  await client.end();
  expect((await outcomes).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await exchange.close();
});

test('an import with only create does not change dials of others', async () => {
  const who = ['dials:view', 'dials:create'];
  const [theirs, ready] = [await create({ name: 'Theirs' }), await published({ name: 'In force' })];
  const own = await good('POST', '/api/dials', { who, body: { name: 'Own' } });
  const rows: Row[] = [theirs, ready, own].map(({ id, data }) => ({
    id,
    data: { ...data, description: 'x', reason: 'y' },
  }));
  const { outcomes, fingerprint } = await preview(rows, who);
  const errors = [{ path: '', message: 'Changing this dial needs edit on dials' }];
  expect(outcomes).toMatchObject([{ outcome: 'wrong', errors }, { outcome: 'wrong', errors }, { outcome: 'changed' }]);
  const refused = await bring(rows, fingerprint, who);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ errors: [{ path: 'rows.0' }, { path: 'rows.1' }] });
  const mine = rows.slice(2);
  expect((await bring(mine, (await preview(mine, who)).fingerprint, who)).json()).toMatchObject({
    created: 0,
    changed: 1,
  });
});

test('the id of a deleted dial is not free: the row becomes a new dial', async () => {
  const gone = await create({ name: 'Gone' });
  await good('DELETE', `/api/dials/${gone.id}`, { ifMatch: gone.revision });
  const rows: Row[] = [{ id: gone.id, data: { name: 'Back again' } }];
  const { outcomes, fingerprint } = await preview(rows);
  expect(outcomes).toEqual([{ outcome: 'new', name: 'Back again' }]);
  expect((await bring(rows, fingerprint)).json()).toMatchObject({ created: 1, changed: 0 });
  const [back] = await exported('q=back+again');
  expect(back?.id).not.toBe(gone.id);
});

test('[DX10] import of nothing, or of more rows than allowed, is refused', async () => {
  const many = Array.from({ length: 1001 }, () => ({ data: { name: 'x' } }));
  for (const rows of [[], many])
    expect((await call('POST', '/api/dial-import/preview', { body: { rows } })).statusCode).toBe(400);
});

test('import takes as many statements for two hundred rows as for two', async () => {
  const { db, during } = recorder(server.database.db);
  const service = dialExchangeService({ db, now: () => at, directory: 'embedded', publish: recordOnly });
  const actor = { id: 'demo|underwriter', permissions: parsePermissions(['dials:create', 'dials:edit']) };
  const statements = async (rows: readonly { id?: string; data: Record<string, unknown> }[]) => {
    const { fingerprint } = await service.preview(actor, rows);
    return (await during(() => service.import(actor, { rows, fingerprint }))).length;
  };
  const rowsOf = (count: number, changed: object = {}) =>
    Array.from({ length: count }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      data: { name: `Batch ${n}`, dimensions: { brokers: [] }, ...changed },
    }));
  expect(await statements(rowsOf(200).slice(2))).toBe(await statements(rowsOf(2)));
  expect(await statements(rowsOf(200, { description: 'x' }))).toBe(await statements(rowsOf(2, { description: 'y' })));
  const last = rowsOf(200).at(-1)?.id;
  expect(await good('GET', `/api/dials/${last}`)).toMatchObject({ revision: '2', data: { description: 'x' } });
  expect(await good('GET', '/api/dials?q=batch+199')).toMatchObject({ items: [{ id: last }] });
});

test('an import accepts a thousand rows', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({ data: { name: `Bulk ${index}`, tags: ['Bulk'] } }));
  const { fingerprint } = await preview(rows);
  expect((await bring(rows, fingerprint)).json()).toMatchObject({ created: 1000, changed: 0 });
  expect(await good('GET', '/api/dials?tag=Bulk&limit=1')).toMatchObject({ counts: { all: 101, draft: 101 } });
});
