import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { defineFlags } from './flag.service.ts';
import { FLAG_KEYS } from '#domain/flag/flag.ts';
import { auditRecords } from '#server/testing/records.ts';

const server = useTestApp();
beforeEach(async () => {
  await server.database.db.deleteFrom('flag').execute();
  await defineFlags(server.database.db, new Date());
});

const ON_OFF = { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'on' };
type Flag = { key: string; value: unknown; variant?: string; reason?: string };

async function ask(context: object = { targetingKey: 'ada@example.test' }, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: '/api/ofrep/v1/evaluate/flags',
    headers: { ...(await server.as('newcomer')), ...headers },
    payload: { context },
  });
}
const flagsFor = async (context?: object) => {
  const answer = await ask(context);
  expect(answer.statusCode).toBe(200);
  return new Map(answer.json<{ flags: Flag[] }>().flags.map((flag) => [flag.key, flag]));
};
async function write(key: string, definition: object): Promise<void> {
  const text = JSON.stringify(definition);
  await server.database.db
    .insertInto('flag')
    .values({ key, definition: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ definition: text }))
    .execute();
}

test('every flag of the product comes with key, value, variant and reason', async () => {
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const { flags } = answer.json<{ flags: Flag[] }>();
  expect(flags.map(({ key }) => key).toSorted()).toEqual([...FLAG_KEYS].toSorted());
  for (const flag of flags) expect(flag).toEqual({ key: flag.key, value: true, variant: 'on', reason: 'STATIC' });
});

test('an unchanged response about flags is 304', async () => {
  const first = await ask();
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const second = await ask(undefined, { 'if-none-match': etag });
  expect([second.statusCode, second.body, second.headers['etag']]).toEqual([304, '', etag]);
  await write('usage-analytics', { ...ON_OFF, defaultVariant: 'off' });
  const third = await ask(undefined, { 'if-none-match': etag });
  expect(third.statusCode).toBe(200);
  expect(third.headers['etag']).not.toBe(etag);
});

test('a rule can target any part of the context', async () => {
  const targeting = { if: [{ starts_with: [{ var: 'name' }, 'Demo '] }, 'off'] };
  await write('keyboard-navigation', { ...ON_OFF, targeting });
  const context = { targetingKey: 'x', name: 'Demo Viewer' };
  const aimed = { value: false, variant: 'off', reason: 'TARGETING_MATCH' };
  expect((await flagsFor(context)).get('keyboard-navigation')).toMatchObject(aimed);
  expect((await flagsFor({ targetingKey: 'x', name: 'Ada' })).get('keyboard-navigation')?.value).toBe(true);
});

test('a disabled flag is left out, and the browser falls back; texts, numbers and objects are returned as they are', async () => {
  await write('usage-analytics', { ...ON_OFF, state: 'DISABLED' });
  await write('words', { state: 'ENABLED', variants: { a: 'A', b: 'B' }, defaultVariant: 'b' });
  await write('count', { state: 'ENABLED', variants: { few: 3 }, defaultVariant: 'few' });
  await write('shape', { state: 'ENABLED', variants: { one: { depth: { of: [1] } } }, defaultVariant: 'one' });
  const flags = await flagsFor();
  expect([...flags.keys()].toSorted()).toEqual(['count', 'keyboard-navigation', 'shape', 'words']);
  expect(['words', 'count', 'shape'].map((key) => flags.get(key)?.value)).toEqual(['B', 3, { depth: { of: [1] } }]);
});

test('a context without a person is refused', async () => {
  expect((await ask({ name: 'x' })).statusCode).toBe(400);
});

test.each([
  ['a state that there is none of', { ...ON_OFF, state: 'PERHAPS' }],
  ['no variants', { state: 'ENABLED', defaultVariant: 'on' }],
  ['a default that is no variant', { ...ON_OFF, defaultVariant: 'other' }],
  ['a rule that nobody knows', { ...ON_OFF, targeting: { if: [{ nope: [1] }, 'off', 'on'] } }],
  ['a list instead of a definition', []],
])('a definition with %s is reported, and the one before keeps answering', async (_what, broken) => {
  await write('usage-analytics', { ...ON_OFF, defaultVariant: 'off' });
  await flagsFor();
  const logged = vi.spyOn(server.app.log, 'error');
  onTestFinished(() => logged.mockRestore());
  await write('usage-analytics', broken);
  await write('keyboard-navigation', { ...ON_OFF, defaultVariant: 'off' });
  const flags = await flagsFor();
  expect(flags.get('usage-analytics')).toMatchObject({ value: false, variant: 'off' });
  expect(flags.get('keyboard-navigation')).toMatchObject({ value: false });
  await flagsFor();
  expect(logged.mock.calls).toEqual([
    [{ err: expect.any(Error) }, 'The flag usage-analytics is defined in a way that cannot be used.'],
  ]);
  await write('usage-analytics', ON_OFF);
  expect((await flagsFor()).get('usage-analytics')).toMatchObject({ value: true });
});

test('a removed flag is no longer evaluated', async () => {
  await flagsFor();
  await server.database.db.deleteFrom('flag').where('key', '=', 'usage-analytics').execute();
  expect([...(await flagsFor()).keys()]).toEqual(['keyboard-navigation']);
});

const definitions = async () => {
  const rows = await server.database.db.selectFrom('flag').select(['key', 'definition']).execute();
  return Object.fromEntries(rows.map(({ key, definition }) => [key, definition]));
};
const records = async () => (await auditRecords(server.database.db, { action: 'flag_defined' })).length;

test('defining flags at the start keeps existing settings, adds missing ones, and records only those', async () => {
  const mine = { ...ON_OFF, defaultVariant: 'off' };
  await write('usage-analytics', mine);
  await server.database.db.deleteFrom('flag').where('key', '=', 'keyboard-navigation').execute();
  const before = await records();
  await defineFlags(server.database.db, new Date());
  await defineFlags(server.database.db, new Date());
  expect(await definitions()).toEqual({ 'usage-analytics': mine, 'keyboard-navigation': ON_OFF });
  expect(await records()).toBe(before + 1);
});
