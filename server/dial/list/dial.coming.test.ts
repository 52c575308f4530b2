import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ComingDial } from '#contract/dial.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { dialTester } from '#server/testing/dials.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { recorder } from '#server/testing/recorder.ts';
import { dialListService } from './dial.list.service.ts';

let now = new Date('2026-11-15T10:00:00.000Z');
const server = useTestApp({ now: () => now });
const { good, create, published } = dialTester(server);
const coming = async () => {
  const { items, ...rest } = await good<{ today: string; items: ComingDial[]; more: boolean }>(
    'GET',
    '/api/coming-dials',
  );
  return { ...rest, items: items.map(({ name, kind, day }) => `${name} ${kind} ${day}`) };
};

beforeAll(async () => {
  await published({ name: 'Short', active_from: '2026-11-20', active_until: '2026-12-01' });
  await published({ name: 'Ending', active_until: '2026-11-16' });
  await published({ name: 'Starting', active_from: '2026-12-01' });
  await published({ name: 'Far', active_from: '2026-12-20', active_until: '2027-01-20' });
  await published({ name: 'Always' });
  await create({ name: 'Draft', active_until: '2026-11-18' });
  const gone = await published({ name: 'Gone', active_until: '2026-11-18' });
  await good('DELETE', `/api/dials/${gone.id}`, { who: 'administrator', ifMatch: gone.revision });
});

test('published dials that start or end in the next 30 days are listed by day', async () => {
  expect(await coming()).toEqual({
    today: '2026-11-15',
    more: false,
    items: ['Ending ends 2026-11-16', 'Short starts 2026-11-20', 'Short ends 2026-12-01', 'Starting starts 2026-12-01'],
  });
});

test('with the days past entries disappear and new ones appear', async () => {
  now = new Date('2026-11-22T10:00:00.000Z');
  expect((await coming()).items).toEqual([
    'Short ends 2026-12-01',
    'Starting starts 2026-12-01',
    'Far starts 2026-12-20',
  ]);
});

test('the first 200 are returned, with a flag if there are more', async () => {
  await addManyDials(server.database.db, { count: 4000, by: 'demo|underwriter', at: now });
  await server.runJob('dialStatuses');
  const { db, during } = recorder(server.database.db);
  const service = dialListService({ db, now: () => now });
  const { items, more } = await service.coming();
  expect([items.length, more]).toEqual([200, true]);
  const all = await sql<{ day: string }>`
    select day::date::text as day from dial, unnest(array[active_from, active_until]) as day
    where status <> 'draft' and deleted_at is null and day > ${dayOf(now)}::date order by 1 limit 200`.execute(db);
  expect(items.map(({ day }) => day)).toEqual(all.rows.map(({ day }) => day));
  const queries = await during(() => service.coming());
  expect(queries.map(({ sql: text }) => text).filter((text) => !/ limit /.test(text))).toEqual([]);
});
