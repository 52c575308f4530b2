import { beforeEach, expect, test } from 'vitest';
import type { AdminFlag } from '#contract/admin-lists.ts';
import type { AuditRow } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { defineFlags } from './flag.service.ts';
import { type Sent, sortedStatuses } from '#server/testing/calls.ts';
import { auditRecords } from '#server/testing/records.ts';

const KEY = 'keyboard-navigation';
let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const { call, good } = dialTester(server);
beforeEach(async () => {
  await server.database.db.deleteFrom('flag').execute();
  await defineFlags(server.database.db, now);
});

const ADMIN = { who: 'administrator' };
const ON_OFF = { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'on' };
type Setting = { enabled: boolean; value: boolean; rules: { emails: string[]; value: boolean }[] };
const SETTING: Setting = { enabled: true, value: true, rules: [] };

const flagOf = async (key = KEY): Promise<AdminFlag> => {
  const { flags } = await good<{ flags: AdminFlag[] }>('GET', '/api/admin/flags', ADMIN);
  const found = flags.find((flag) => flag.key === key);
  if (found === undefined) throw new Error(`There is no flag ${key}.`);
  return found;
};
const change = async (setting: Partial<Setting>, sent: Sent = {}) =>
  call('PUT', `/api/admin/flags/${KEY}`, {
    ifMatch: (await flagOf()).revision,
    body: { ...SETTING, ...setting },
    ...ADMIN,
    ...sent,
  });
const write = async (definition: object): Promise<void> => {
  const text = JSON.stringify(definition);
  await server.database.db.updateTable('flag').set({ definition: text }).where('key', '=', KEY).execute();
};
const definition = async () =>
  (await server.database.db.selectFrom('flag').select('definition').where('key', '=', KEY).executeTakeFirstOrThrow())
    .definition;
/** The value in the browser of a person. */
const valueFor = async (targetingKey: string) => {
  const answer = await good<{ flags: { key: string; value: unknown }[] }>('POST', '/api/ofrep/v1/evaluate/flags', {
    body: { context: { targetingKey } },
  });
  return answer.flags.find(({ key }) => key === KEY)?.value;
};
const changes = () => auditRecords(server.database.db, { action: 'flag_changed' });

test('the flags of the product are listed with their purpose and state', async () => {
  expect(await flagOf()).toEqual({
    key: KEY,
    description: 'Single keys: g followed by a letter moves between areas, n creates a dial, ? shows the keys.',
    fallback: true,
    enabled: true,
    value: true,
    rules: [],
    other_targeting: null,
    revision: expect.stringMatching(/^[0-9a-f]{16}$/),
    changed_at: null,
    changed_by: null,
  });
});

test('a changed flag takes effect at the next request, with one record and who did it', async () => {
  expect(await valueFor('ada@example.test')).toBe(true);
  const before = (await changes()).length;
  expect((await change({ value: false })).statusCode).toBe(200);
  expect(await valueFor('ada@example.test')).toBe(false);
  const all = await changes();
  expect(all).toHaveLength(before + 1);
  expect(all.at(-1)).toEqual({
    action: 'flag_changed',
    by: 'demo|administrator',
    detail: { was: ON_OFF, became: { ...ON_OFF, defaultVariant: 'off' } },
  });
  expect(await flagOf()).toMatchObject({
    value: false,
    changed_at: now.toISOString(),
    changed_by: { id: 'demo|administrator', name: 'Demo Administrator' },
  });
});

test('a disabled flag is left to the fallback', async () => {
  await change({ enabled: false, value: false });
  expect(await valueFor('ada@example.test')).toBeUndefined();
  expect(await flagOf()).toMatchObject({ enabled: false, value: false, fallback: true });
});

test('setting a flag to its current state changes nothing and leaves no record', async () => {
  const before = await changes();
  expect((await change({})).statusCode).toBe(200);
  expect(await changes()).toEqual(before);
});

const rules = [
  { emails: ['Ada@Example.test', 'bo@example.test', 'ADA@example.test'], value: false },
  { emails: ['ada@example.test', 'cy@example.test'], value: true },
];

test('rules by e-mail apply to those people, first match wins, ignoring case', async () => {
  await change({ value: false, rules: rules.map((rule) => ({ ...rule, value: !rule.value })) });
  expect(await valueFor('ada@example.test')).toBe(true);
  expect(await valueFor('BO@EXAMPLE.TEST')).toBe(true);
  expect(await valueFor('cy@example.test')).toBe(false);
  expect(await valueFor('dee@example.test')).toBe(false);
  expect(await valueFor('da@example.test')).toBe(false);
});

test('rules by e-mail are stored in flagd’s format, and read back', async () => {
  const answer = await change({ rules });
  expect(answer.statusCode).toBe(200);
  const key = { var: 'targetingKey' };
  expect(await definition()).toEqual({
    ...ON_OFF,
    targeting: {
      if: [
        { in: [key, ['ada@example.test', 'bo@example.test']] },
        'off',
        { in: [key, ['ada@example.test', 'cy@example.test']] },
        'on',
      ],
    },
  });
  expect(await flagOf()).toMatchObject({
    rules: [
      { emails: ['ada@example.test', 'bo@example.test'], value: false },
      { emails: ['ada@example.test', 'cy@example.test'], value: true },
    ],
    other_targeting: null,
  });
  await change({ rules: [] });
  expect(await definition()).toEqual(ON_OFF);
});

test.each([
  ['no address', [{ emails: [], value: true }]],
  ['what is no address', [{ emails: ['ada'], value: true }]],
  ['more than 20 rules', Array.from({ length: 21 }, () => ({ emails: ['a@example.test'], value: true }))],
])('rules by e-mail with %s are refused', async (_what, wrong) => {
  expect((await change({ rules: wrong })).statusCode).toBe(400);
  expect(await definition()).toEqual(ON_OFF);
});

const targeting = { if: [{ starts_with: [{ var: 'name' }, 'Demo '] }, 'off'] };

test.each([
  ['another rule', targeting],
  ['an else', { if: [{ in: [{ var: 'targetingKey' }, ['a@example.test']] }, 'off', 'on'] }],
  ['a text instead of a list', { if: [{ in: [{ var: 'targetingKey' }, 'a@example.test'] }, 'off'] }],
  ['a variant that there is none of', { if: [{ in: [{ var: 'targetingKey' }, ['a@example.test']] }, 'dim'] }],
])('external targeting with %s is shown as it is, and kept', async (_what, written) => {
  await write({ ...ON_OFF, targeting: written, metadata: { team: 'x' } });
  const shown = await flagOf();
  expect(shown.rules).toEqual([]);
  expect(JSON.parse(shown.other_targeting ?? '')).toEqual(written);
  expect((await change({ value: false })).statusCode).toBe(200);
  expect(await definition()).toEqual({
    ...ON_OFF,
    defaultVariant: 'off',
    targeting: written,
    metadata: { team: 'x' },
  });
});

test('external targeting is replaced by rules', async () => {
  await write({ ...ON_OFF, targeting });
  await change({ rules: [{ emails: ['a@example.test'], value: false }] });
  expect(await flagOf()).toMatchObject({
    rules: [{ emails: ['a@example.test'], value: false }],
    other_targeting: null,
  });
});

test('an invalid definition is fixed by the next change', async () => {
  await write({ state: 'PERHAPS', variants: { few: 3 }, defaultVariant: 'many' });
  expect(await flagOf()).toMatchObject({ enabled: false, value: false, rules: [] });
  expect((await change({})).statusCode).toBe(200);
  expect(await definition()).toEqual(ON_OFF);
  expect(await valueFor('ada@example.test')).toBe(true);
});

test('a flag change with a stale revision is refused with who and when', async () => {
  const { revision } = await flagOf();
  await change({ value: false });
  now = new Date('2026-11-15T11:30:00.000Z');
  const answer = await change({ value: true }, { ifMatch: revision });
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

test('a flag change: of two concurrent ones one wins', async () => {
  const { revision } = await flagOf();
  const settings = [{ value: false }, { enabled: false }, { rules: [{ emails: ['a@example.test'], value: false }] }];
  const answers = await Promise.all(settings.map((setting) => change(setting, { ifMatch: revision })));
  expect(sortedStatuses(answers)).toEqual([200, 412, 412]);
});

test('a flag change needs edit on admin, and a flag of the product', async () => {
  expect((await change({}, { who: ['admin:view', 'admin:create'] })).statusCode).toBe(403);
  expect((await change({ value: false }, { who: ['admin:edit'] })).statusCode).toBe(200);
  const other = await call('PUT', '/api/admin/flags/other', { ...ADMIN, ifMatch: '1', body: SETTING });
  expect(other.statusCode).toBe(400);
  const { revision } = await flagOf();
  await server.database.db.deleteFrom('flag').execute();
  expect(
    (await call('PUT', `/api/admin/flags/${KEY}`, { ...ADMIN, ifMatch: revision, body: SETTING })).statusCode,
  ).toBe(404);
});
