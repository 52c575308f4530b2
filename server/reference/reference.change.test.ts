import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AdminOption } from '#contract/admin-lists.ts';
import type { Dial } from '#contract/dial.ts';
import type { Page } from '#contract/page.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { transaction } from '#server/db/transaction.ts';
import { createDraft } from '#server/dial/dial.change.ts';
import { readOptionUses, refreshNamingDials } from '#server/dial/dial.option.service.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { planOf, recorder } from '#server/testing/recorder.ts';
import { refusalOf, type Sent, sortedStatuses } from '#server/testing/calls.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { eventually, untilWaiting } from '#server/testing/eventually.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const { call, good, records, create, published, publish, save } = dialTester(server);

const ADMIN = { who: 'administrator' };
type Content = { label: string; group: string | null; retired: boolean; classes: string[] };
const url = (list: string, code?: string) =>
  `/api/admin/lists/${list}${code === undefined ? '' : `/${encodeURIComponent(code)}`}`;
const read = async (list: string) => (await good<{ options: AdminOption[] }>('GET', url(list), ADMIN)).options;
const optionOf = async (list: string, code: string) => (await read(list)).find((option) => option.code === code);
const add = (list: string, body: unknown, sent: Sent = ADMIN) => call('POST', url(list), { body, ...sent });
const added = async (list: string, code: string, label = code): Promise<void> => {
  expect((await add(list, { code, label })).statusCode).toBe(200);
};
const change = async (list: string, code: string, body: Partial<Content>, sent: Sent = {}) => {
  const now = await optionOf(list, code);
  const content = { label: now?.label ?? '', group: now?.group ?? null, retired: now?.retired ?? false };
  const ifMatch = now?.revision ?? '1';
  return call('PUT', url(list, code), { ifMatch, body: { ...content, ...body }, ...ADMIN, ...sent });
};
const remove = async (list: string, code: string, sent: Sent = {}) =>
  call('DELETE', url(list, code), { ifMatch: (await optionOf(list, code))?.revision ?? '1', ...ADMIN, ...sent });
const find = async (q: string) =>
  (await good<Page<{ id: string }>>('GET', `/api/dials?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id);

/** Saves a dial with that broker, and commits only after the work has begun to wait for it. */
async function whileSaving<T>(code: string, work: () => Promise<T>): Promise<T> {
  const { db } = server.database;
  const { done } = await transaction(db, async (trx) => {
    const actor = { id: 'demo|underwriter', permissions: NO_PERMISSIONS };
    const data = { ...EMPTY_DIAL, name: 'Being saved', dimensions: { brokers: [code] } };
    await createDraft({ trx, actor, at: now }, randomUUID(), data);
    const done = work();
    await untilWaiting(server.database.config);
    return { done };
  });
  return done;
}

test('adding an option appends it to its list, where dials can name it, with one record', async () => {
  await added('brokers', 'NEW', 'New Broking');
  const options = await read('brokers');
  expect(options.at(-1)).toEqual({
    code: 'NEW',
    label: 'New Broking',
    group: null,
    retired: false,
    classes: [],
    used: 0,
    revision: '1',
  });
  await create({ dimensions: { brokers: ['NEW'] } });
  expect((await records('brokers')).at(-1)).toEqual({
    action: 'reference_added',
    by: 'demo|administrator',
    detail: { became: [{ code: 'NEW', label: 'New Broking', group: null }] },
  });
});

test('adding an option whose code is taken, ignoring case, is refused', async () => {
  await added('brokers', 'Taken', 'Taken Ltd');
  const answer = await add('brokers', { code: 'TAKEN', label: 'Other' });
  expect(answer.statusCode).toBe(409);
  expect(answer.json<ProblemDocument>().errors).toEqual([{ path: 'code', message: 'Taken is the code of Taken Ltd' }]);
  expect((await add('cyber_sectors', { code: 'TAKEN', label: 'Other list' })).statusCode).toBe(200);
});

test('adding an option concurrently adds it once', async () => {
  const answers = await Promise.all(['A', 'B', 'C'].map((label) => add('brokers', { code: 'RACE', label })));
  expect(sortedStatuses(answers)).toEqual([200, 409, 409]);
});

test('adding an option needs a code and a label, and an editable list', async () => {
  const wrong = await add('brokers', { code: ' ', label: '' });
  expect(wrong.json<ProblemDocument>().errors?.map(({ path }) => path)).toEqual(['code', 'label']);
  expect((await add('partners', { code: '1', label: 'X' })).statusCode).toBe(400);
  expect((await add('brokers', { code: 'X'.repeat(81), label: 'X' })).statusCode).toBe(400);
});

test('the uses of an option count each dial once, by its draft and published version, without deleted ones', async () => {
  await added('cyber_sectors', 'USED');
  const used = { dimensions: { cyber_sectors: ['USED'] } };
  await create(used);
  const dial = await published(used);
  const next = await good('POST', `/api/dials/${dial.id}/draft`);
  const changed = await save(next, { dimensions: {}, reason: 'Not any more' });
  const gone = await create(used);
  expect((await optionOf('cyber_sectors', 'USED'))?.used).toBe(3);
  await good('DELETE', `/api/dials/${gone.id}`, { who: 'administrator', ifMatch: gone.revision });
  expect((await optionOf('cyber_sectors', 'USED'))?.used).toBe(2);
  await publish(changed.json<Dial>());
  expect((await optionOf('cyber_sectors', 'USED'))?.used).toBe(1);
  // Reads the published version and the draft of each dial, not its history.
  const { db, during } = recorder(server.database.db);
  const queries = await during(() => readOptionUses(db, 'brokers'));
  expect(await planOf(db, queries.at(-1))).toMatch(/Index Scan (using|on) dial_version_pkey/);
  // And reads them once, until one changes.
  expect(await during(() => readOptionUses(db, 'brokers'))).toHaveLength(1);
});

test('renaming an option keeps its code, and leaves one record', async () => {
  await added('brokers', 'REN', 'Before');
  const answer = await change('brokers', 'REN', { label: 'After', group: 'Group' });
  expect(answer.statusCode).toBe(200);
  expect(await optionOf('brokers', 'REN')).toMatchObject({ label: 'After', group: 'Group', revision: '2' });
  const before = (await records('brokers')).length;
  expect((await change('brokers', 'REN', {})).statusCode).toBe(200);
  const all = await records('brokers');
  expect(all).toHaveLength(before);
  expect(all.at(-1)).toMatchObject({
    action: 'reference_changed',
    detail: {
      code: 'REN',
      was: { label: 'Before', group: null, retired: false },
      became: { label: 'After', group: 'Group', retired: false },
    },
  });
});

test('renaming an option makes dials searchable by the new label, published and draft, and no longer by the old', async () => {
  await added('brokers', 'OLD', 'Wagtail Broking');
  const draft = await create({ dimensions: { brokers: ['OLD'] } });
  const dial = await published({ dimensions: { brokers: ['OLD', 'REN'] } });
  const both = [draft.id, dial.id].toSorted();
  expect((await find('wagtail')).toSorted()).toEqual(both);
  await change('brokers', 'OLD', { label: 'Pipit Broking' });
  expect([(await find('pipit')).toSorted(), await find('wagtail')]).toEqual([both, []]);
  expect((await good('GET', `/api/dials/${draft.id}`)).revision).toBe(draft.revision);
});

test('renaming an option while dials are saved leaves no dial with the old label', async () => {
  await added('brokers', 'BUSY', 'Heron');
  const drafts = await Promise.all(Array.from({ length: 4 }, (_, n) => create({ name: `Busy ${n}` })));
  const work = drafts.map((draft) => save(draft, { dimensions: { brokers: ['BUSY'] } }));
  const renamed = change('brokers', 'BUSY', { label: 'Egret' });
  for (const { statusCode } of await Promise.all([...work, renamed])) expect(statusCode).toBe(200);
  expect([(await find('egret')).length, await find('heron')]).toEqual([4, []]);
  await whileSaving('BUSY', () => change('brokers', 'BUSY', { label: 'Bittern' }));
  expect([(await find('bittern')).length, await find('egret')]).toEqual([5, []]);
});

test('renaming an option of many dials blocks none of their saves, and misses none', async () => {
  await added('brokers', 'MANY', 'Kestrel');
  const naming = { dimensions: { brokers: ['MANY'] } };
  const dials = [await create(naming), await create(naming)];
  const [locked, other] = dials.toSorted((a, b) => b.id.localeCompare(a.id));
  const { renamed } = await transaction(server.database.db, async (trx) => {
    await sql`select 1 from dial where id = ${locked?.id} for update`.execute(trx);
    const renamed = change('brokers', 'MANY', { label: 'Merlin' });
    await eventually(async () => expect(await optionOf('brokers', 'MANY')).toMatchObject({ label: 'Merlin' }));
    expect((await save(other as Dial, { description: 'Saved meanwhile' })).statusCode).toBe(200);
    return { renamed };
  });
  expect((await renamed).statusCode).toBe(200);
  expect([(await find('merlin')).length, await find('kestrel')]).toEqual([2, []]);
});

test('renaming an option that a server did not finish is finished by the next call', async () => {
  await added('brokers', 'RUFF', 'Dunlin');
  await create({ dimensions: { brokers: ['RUFF'] } });
  const { db } = server.database;
  await sql`update reference_option set label = 'Ruff' where code = 'RUFF'`.execute(db);
  await sql`insert into search_refresh (list, code) values ('brokers', 'RUFF')`.execute(db);
  await refreshNamingDials(db);
  expect([(await find('ruff')).length, await find('dunlin')]).toEqual([1, []]);
  expect(await db.selectFrom('search_refresh').selectAll().execute()).toEqual([]);
});

test('changing the classes of a risk code updates the dials that name it, with one record', async () => {
  const under = async (cob: string) =>
    (await good<Page<{ id: string }>>('GET', `/api/dials?cob=${cob}&q=Sandpiper`)).items.map(({ id }) => id);
  expect((await add('risk_codes', { code: 'ZZ', label: 'Made up', classes: ['hull', 'cargo'] })).statusCode).toBe(200);
  const { id } = await published({ name: 'Sandpiper', dimensions: { risk_codes: ['ZZ'] } });
  expect([await under('cargo'), await under('specie')]).toEqual([[id], []]);
  expect((await change('risk_codes', 'ZZ', { classes: ['specie'] })).statusCode).toBe(200);
  expect([await under('cargo'), await under('specie')]).toEqual([[], [id]]);
  expect((await records('risk_codes')).at(-1)).toMatchObject({
    action: 'reference_changed',
    detail: { code: 'ZZ', was: { classes: ['cargo', 'hull'] }, became: { label: 'Made up', classes: ['specie'] } },
  });
  // Classes are omitted, so they stay.
  expect((await change('risk_codes', 'ZZ', { label: 'Still made up' })).statusCode).toBe(200);
  expect(await optionOf('risk_codes', 'ZZ')).toMatchObject({ label: 'Still made up', classes: ['specie'] });
  expect((await change('risk_codes', 'ZZ', { classes: ['contingency'] })).statusCode).toBe(400);
  const refused = await add('brokers', { code: 'CLASSED', label: 'Classed', classes: ['specie'] });
  expect(refused.json<ProblemDocument>().errors).toEqual([
    { path: 'classes', message: 'Brokers are not for certain classes of business' },
  ]);
});

test('renaming an option with a stale revision is refused with who changed it and when', async () => {
  await added('brokers', 'STALE', 'One');
  await added('brokers', 'OTHER', 'Other');
  await change('brokers', 'STALE', { label: 'Two' });
  now = new Date('2026-11-15T12:30:00.000Z');
  await change('brokers', 'OTHER', { label: 'Others' });
  expect(await refusalOf(change('brokers', 'STALE', { label: 'Three' }, { ifMatch: '1' }))).toBe(
    '412 Demo Administrator changed Two.',
  );
  expect((await change('brokers', 'NONE', { label: 'X' })).statusCode).toBe(404);
  const none = await call('PUT', url('brokers', 'STALE'), { ...ADMIN, body: { label: 'X', retired: false } });
  expect(none.statusCode).toBe(428);
});

test('renaming an option works for the longest code in any script', async () => {
  const code = 'é/ 条'.repeat(20);
  await added('brokers', code, 'Long');
  expect((await change('brokers', code, { label: 'Longer' })).statusCode).toBe(200);
  expect((await remove('brokers', code)).statusCode).toBe(200);
});

test('a dial with a retired option is opened and saved as before; no other dial can name it', async () => {
  await added('brokers', 'RET', 'Retiring');
  const dial = await published({ dimensions: { brokers: ['RET'] } });
  expect((await change('brokers', 'RET', { retired: true })).statusCode).toBe(200);
  expect(await optionOf('brokers', 'RET')).toMatchObject({ retired: true, used: 1 });
  const next = await good('POST', `/api/dials/${dial.id}/draft`);
  expect(next.data.dimensions).toEqual({ brokers: ['RET'] });
  await publish((await save(next, { reason: 'Still the same' })).json<Dial>());
  const refused = await call('POST', '/api/dials', { body: { ...dial.data, name: 'Another' } });
  expect(refused.json<ProblemDocument>().errors).toEqual([
    { path: 'dimensions.brokers', message: 'RET is not one of the brokers' },
  ]);
  expect((await change('brokers', 'RET', { retired: false })).statusCode).toBe(200);
  await create({ dimensions: { brokers: ['RET'] } });
});

test('deleting an option that no dial ever named leaves a record', async () => {
  await added('brokers', 'OUT', 'Mistake');
  expect((await remove('brokers', 'OUT')).statusCode).toBe(200);
  expect(await optionOf('brokers', 'OUT')).toBeUndefined();
  expect((await records('brokers')).at(-1)).toMatchObject({
    action: 'reference_deleted',
    detail: { code: 'OUT', was: { label: 'Mistake', group: null, retired: false } },
  });
  expect((await remove('brokers', 'OUT')).statusCode).toBe(404);
});

const INSTEAD = 'It can be retired instead: it stays where it is, and is no longer offered.';
test('deleting an option that dials use is refused with their number and an alternative', async () => {
  await added('placing_bases', 'KEEP', 'Kept');
  const used = { dimensions: { placing_bases: ['KEEP'] } };
  const dial = await create(used);
  const refusal = async () => (await remove('placing_bases', 'KEEP')).json<ProblemDocument>();
  expect(await refusal()).toMatchObject({ status: 409, detail: `1 dial uses Kept. ${INSTEAD}` });
  const other = await create(used);
  expect((await refusal()).detail).toBe(`2 dials use Kept. ${INSTEAD}`);
  expect((await records('placing_bases')).at(-1)).toMatchObject({
    action: 'reference_change_refused',
    detail: { attempt: 'reference_deleted', because: 'conflict', message: `2 dials use Kept. ${INSTEAD}` },
  });
  for (const { id, revision } of [dial, other])
    await good('DELETE', `/api/dials/${id}`, { ...ADMIN, ifMatch: revision });
  expect((await refusal()).detail).toBe(`The history of 2 dials that were deleted names Kept. ${INSTEAD}`);
});

test('deleting an option waits for a dial that is being saved with it, and is then refused', async () => {
  await added('brokers', 'LATE', 'Late');
  const { statusCode } = await whileSaving('LATE', () => remove('brokers', 'LATE'));
  expect(statusCode).toBe(409);
  expect(await optionOf('brokers', 'LATE')).toMatchObject({ used: 1 });
});

test('deleting an option with a stale revision is refused', async () => {
  await added('brokers', 'OUT2', 'One');
  await change('brokers', 'OUT2', { label: 'Deleted Two' });
  expect((await remove('brokers', 'OUT2', { ifMatch: '1' })).statusCode).toBe(412);
});

test('create on admin adds options; edit on admin changes and deletes them; view reads them', async () => {
  await added('brokers', 'MAY');
  const [edit, make] = [['admin:edit'], ['admin:create']];
  expect((await call('GET', url('brokers'), { who: make })).statusCode).toBe(403);
  expect((await call('GET', url('brokers'), { who: ['admin:view'] })).statusCode).toBe(200);
  expect((await add('brokers', { code: 'MAY2', label: 'X' }, { who: edit })).statusCode).toBe(403);
  expect((await add('brokers', { code: 'MAY2', label: 'X' }, { who: make })).statusCode).toBe(200);
  expect((await change('brokers', 'MAY', { label: 'Renamed by them' }, { who: make })).statusCode).toBe(403);
  expect((await remove('brokers', 'MAY', { who: make })).statusCode).toBe(403);
  expect((await change('brokers', 'MAY', { label: 'Renamed by them' }, { who: edit })).statusCode).toBe(200);
  expect((await remove('brokers', 'MAY', { who: edit })).statusCode).toBe(200);
});
