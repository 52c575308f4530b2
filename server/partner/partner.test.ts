import { expect, test } from 'vitest';
import type { AppetiteMatrix } from '#contract/admin.ts';
import type { Page } from '#contract/page.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { refusalOf, type Sent, sortedStatuses } from '#server/testing/calls.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const { call, good, records, published } = dialTester(server);

const ADMIN = { who: 'administrator' };
const add = (body: unknown, sent: Sent = ADMIN) => call('POST', '/api/admin/partners', { body, ...sent });
const rename = (number: number, name: string, ifMatch: string, sent: Sent = ADMIN) =>
  call('PUT', `/api/admin/partners/${number}`, { body: { name }, ifMatch, ...sent });
const partnerOf = async (expected: number) =>
  (await good<AppetiteMatrix>('GET', '/api/admin/appetites', ADMIN)).partners.find(({ number }) => number === expected);

test('adding a partner makes it available everywhere, with one record', async () => {
  const answer = await add({ number: 9300, name: '  Marram  ' });
  expect(answer.statusCode).toBe(200);
  expect(await partnerOf(9300)).toEqual({ number: 9300, name: 'Marram', revision: '1' });
  const { items } = await good<{ items: { number: number }[] }>('GET', '/api/partners', ADMIN);
  expect(items.at(-1)).toEqual({ number: 9300, name: 'Marram' });
  const { partners } = await good<{ partners: { code: string }[] }>('GET', '/api/reference', ADMIN);
  expect(partners.map(({ code }) => code)).toContain('9300');
  expect(await records('9300')).toEqual([
    { action: 'partner_added', by: 'demo|administrator', detail: { name: 'Marram' } },
  ]);
});

test('adding a partner whose number is taken is refused with its owner', async () => {
  const answer = await add({ number: 9101, name: 'Other' });
  expect(answer.statusCode).toBe(409);
  expect(answer.json<ProblemDocument>()).toMatchObject({
    detail: 'There is a partner 9101 already: Alder.',
    errors: [{ path: 'number', message: '9101 is the number of Alder' }],
  });
  const message = 'There is a partner 9101 already: Alder.';
  expect(await records('9101')).toEqual([
    {
      action: 'partner_change_refused',
      by: 'demo|administrator',
      detail: { attempt: 'partner_added', because: 'conflict', message: message },
    },
  ]);
});

test('adding a partner concurrently adds it once', async () => {
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => add({ number: 9400, name })));
  expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409]);
  const actions = (await records('9400')).map(({ action }) => action);
  expect(actions.filter((action) => action === 'partner_added')).toHaveLength(1);
  expect(actions.filter((action) => action === 'partner_change_refused')).toHaveLength(3);
});

test.each([
  ['no number', { name: 'X' }],
  ['number 0', { number: 0, name: 'X' }],
  ['a number too long', { number: 100_000, name: 'X' }],
  ['half a number', { number: 1.5, name: 'X' }],
  ['no name', { number: 9500, name: '  ' }],
  ['a long name', { number: 9500, name: 'x'.repeat(81) }],
  ['more than that', { number: 9500, name: 'X', revision: 7 }],
])('adding a partner with %s is refused', async (_what, body) => {
  expect((await add(body)).statusCode).toBe(400);
});

test('renaming a partner keeps its number, and leaves one record', async () => {
  const answer = await rename(9112, 'Beacon & Sons', '1');
  expect(answer.statusCode).toBe(200);
  expect(await partnerOf(9112)).toEqual({ number: 9112, name: 'Beacon & Sons', revision: '2' });
  expect(await records('9112')).toEqual([
    { action: 'partner_renamed', by: 'demo|administrator', detail: { was: 'Beacon', became: 'Beacon & Sons' } },
  ]);
});

test('renaming a partner to the name it has changes nothing', async () => {
  expect((await rename(9120, 'Cormorant', '1')).statusCode).toBe(200);
  expect(await partnerOf(9120)).toMatchObject({ revision: '1' });
  expect(await records('9120')).toEqual([]);
});

test('renaming a partner with a stale revision is refused with who and when; without one it is requested', async () => {
  await rename(9133, 'Drumlin Two', '1');
  now = new Date('2026-11-16T09:00:00.000Z');
  expect(await refusalOf(rename(9133, 'Drumlin Three', '1'))).toBe(
    '412 Demo Administrator renamed this partner to Drumlin Two.',
  );
  const none = await call('PUT', '/api/admin/partners/9133', { ...ADMIN, body: { name: 'X' } });
  expect(none.statusCode).toBe(428);
  expect((await rename(4711, 'X', '1')).statusCode).toBe(404);
});

test('renaming a partner: of two concurrent renames one wins', async () => {
  const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => rename(9147, name, '1')));
  expect(sortedStatuses(answers)).toEqual([200, 412, 412]);
});

test('renaming a partner makes dials that nominate it searchable by the new name, and no longer by the old', async () => {
  const dial = await published({ name: 'Nominated', dimensions: { nominated_syndicate_numbers: ['9158'] } });
  const find = async (q: string) =>
    (await good<Page<{ id: string }>>('GET', `/api/dials?q=${q}`)).items.map(({ id }) => id);
  expect(await find('Fulmar')).toEqual([dial.id]);
  await rename(9158, 'Guillemot', '1');
  expect([await find('Guillemot'), await find('Fulmar'), await find('9158')]).toEqual([[dial.id], [], [dial.id]]);
  expect((await good('GET', `/api/dials/${dial.id}`)).revision).toBe(dial.revision);
});

test('create on admin adds partners, edit on admin renames them', async () => {
  expect((await add({ number: 9600, name: 'X' }, { who: ['admin:view', 'admin:edit'] })).statusCode).toBe(403);
  expect((await rename(9101, 'X', '1', { who: ['admin:view', 'admin:create'] })).statusCode).toBe(403);
  expect((await add({ number: 9600, name: 'X' }, { who: ['admin:create'] })).statusCode).toBe(200);
  expect((await rename(9600, 'Y', '1', { who: ['admin:edit'] })).statusCode).toBe(200);
});
