import { beforeEach, expect, test } from 'vitest';
import type { AdminFlag } from '#contract/admin-lists.ts';
import type { AuditRow } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import { FLAG_KEYS, type FlagSetting } from '#domain/flag/flag.ts';
import { useTestApp } from '#server/testing/app.ts';
import { type Sent, sortedStatuses } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { auditRecords } from '#server/testing/records.ts';
import { defineFlags } from './flag.service.ts';

const KEY = 'keyboard-navigation';
const ON: FlagSetting = { state: 'on', emails: [] };
const OFF: FlagSetting = { state: 'off', emails: [] };
let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const { call, good } = dialTester(server);
beforeEach(async () => {
  await server.database.db.deleteFrom('flag').execute();
  await defineFlags(server.database.db, now);
});

const ADMIN = { who: 'administrator' };
const flagOf = async (): Promise<AdminFlag> => {
  const { flags } = await good<{ flags: AdminFlag[] }>('GET', '/api/admin/flags', ADMIN);
  expect(flags.map(({ key }) => key).toSorted()).toEqual([...FLAG_KEYS].toSorted());
  return flags.find(({ key }) => key === KEY) as AdminFlag;
};
const change = async (setting: object, sent: Sent = {}) =>
  call('PUT', `/api/admin/flags/${KEY}`, {
    ifMatch: (await flagOf()).revision,
    body: { ...ON, ...setting },
    ...ADMIN,
    ...sent,
  });
/** The value in the browser of a person. */
const valueFor = async (targetingKey: string) => {
  const { flags } = await good<{ flags: { key: string; value: unknown }[] }>('POST', '/api/ofrep/v1/evaluate/flags', {
    body: { context: { targetingKey } },
  });
  return flags.find(({ key }) => key === KEY)?.value;
};
const changes = () => auditRecords(server.database.db, { action: 'flag_changed' });

test('every flag comes with key, value, variant and reason; a context without a person is refused', async () => {
  const ask = (context: object) => call('POST', '/api/ofrep/v1/evaluate/flags', { who: 'newcomer', body: { context } });
  const { flags } = (await ask({ targetingKey: 'ada@example.test' })).json<{ flags: { key: string }[] }>();
  expect(flags).toEqual(
    [...FLAG_KEYS].toSorted().map((key) => ({ key, value: true, variant: 'on', reason: 'STATIC' })),
  );
  expect((await ask({ name: 'x' })).statusCode).toBe(400);
});

test('a changed flag takes effect at the next request, with one record and who did it', async () => {
  expect(await flagOf()).toEqual({
    key: KEY,
    description: expect.stringContaining('Single keys'),
    ...ON,
    revision: expect.stringMatching(/^[0-9a-f]{16}$/),
    changed_at: null,
    changed_by: null,
  });
  expect(await valueFor('ada@example.test')).toBe(true);
  expect((await change(OFF)).statusCode).toBe(200);
  expect(await valueFor('ada@example.test')).toBe(false);
  expect(await changes()).toEqual([
    { action: 'flag_changed', by: 'demo|administrator', detail: { was: ON, became: OFF } },
  ]);
  expect(await flagOf()).toMatchObject({
    ...OFF,
    changed_at: now.toISOString(),
    changed_by: { id: 'demo|administrator', name: 'Demo Administrator' },
  });
});

test('by e-mail it is on for those people alone, ignoring case, and each is stored once', async () => {
  const emails = ['Ada@Example.test', 'bo@example.test', 'ADA@example.test'];
  expect((await change({ state: 'by-email', emails })).statusCode).toBe(200);
  const people = ['ada@example.test', 'BO@EXAMPLE.TEST', 'cy@example.test', 'da@example.test'];
  expect(await Promise.all(people.map(valueFor))).toEqual([true, true, false, false]);
  expect(await flagOf()).toMatchObject({ state: 'by-email', emails: ['ada@example.test', 'bo@example.test'] });
});

test('setting a flag to its current state changes nothing and leaves no record', async () => {
  const before = await changes();
  expect((await change({})).statusCode).toBe(200);
  expect(await changes()).toEqual(before);
});

test.each([
  ['nobody', []],
  ['an invalid address', ['ada']],
  ['too many people', Array.from({ length: 201 }, (_, index) => `a${index}@example.test`)],
])('by e-mail for %s is refused', async (_what, emails) => {
  expect((await change({ state: 'by-email', emails })).statusCode).toBe(400);
  expect(await flagOf()).toMatchObject(ON);
});

test('a flag change with a stale revision is refused with who and when', async () => {
  const { revision } = await flagOf();
  await change(OFF);
  now = new Date('2026-11-15T11:30:00.000Z');
  const answer = await change(ON, { ifMatch: revision });
  expect([answer.statusCode, answer.json<ProblemDocument>().changed]).toEqual([
    412,
    { by: 'Demo Administrator', did: 'changed this flag', at: '2026-11-15T10:58:00.000Z' },
  ]);
  expect(await valueFor('x@example.test')).toBe(false);
  const last = await good<Page<AuditRow>>('GET', '/api/audit?action=flag_change_refused&limit=1', ADMIN);
  expect(last.items).toMatchObject([
    { about: KEY, refused: true, detail: { attempt: 'flag_changed', because: 'stale' } },
  ]);
});

test('of two concurrent flag changes one wins', async () => {
  const { revision } = await flagOf();
  const settings = [OFF, { state: 'by-email', emails: ['a@example.test'] }];
  const answers = await Promise.all(settings.map((setting) => change(setting, { ifMatch: revision })));
  expect(sortedStatuses(answers)).toEqual([200, 412]);
});

test('a flag change needs edit on admin, and a flag of the product', async () => {
  expect((await change({}, { who: ['admin:view', 'admin:create'] })).statusCode).toBe(403);
  expect((await change(OFF, { who: ['admin:edit'] })).statusCode).toBe(200);
  const { revision } = await flagOf();
  const put = (key: string) => call('PUT', `/api/admin/flags/${key}`, { ...ADMIN, ifMatch: revision, body: ON });
  expect((await put('other')).statusCode).toBe(400);
  await server.database.db.deleteFrom('flag').execute();
  expect((await put(KEY)).statusCode).toBe(404);
});

test('defining flags at the start keeps existing settings, adds missing ones, and records only those', async () => {
  const { db } = server.database;
  const records = async () => (await auditRecords(db, { action: 'flag_defined' })).length;
  await change(OFF);
  await db.deleteFrom('flag').where('key', '=', 'usage-analytics').execute();
  const before = await records();
  for (const _ of [1, 2]) await defineFlags(db, new Date());
  expect(await flagOf()).toMatchObject(OFF);
  expect(await records()).toBe(before + 1);
});
