import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { EventKind } from '#domain/analytics/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { runBehindLock } from '#server/testing/locks.ts';

const NOW = new Date('2026-11-15T10:58:00.000Z');
let now = NOW;
const server = useTestApp({ now: () => now });
beforeEach(async () => {
  now = NOW;
  for (const table of ['analytics_event', 'usage_day', 'usage_person'] as const)
    await server.database.db.deleteFrom(table).execute();
});

type Usage = {
  days: { day: string; people: number; views: number }[];
  pages: { page: string; views: number; people: number }[];
  searches: { page: string; searches: number; nothing: number }[];
  people: number;
};
async function usage(query = '', who: string | readonly string[] = ['admin:view']) {
  return server.app.inject({ url: `/api/admin/usage${query}`, headers: await server.as(who) });
}
async function readOnce(query?: string): Promise<Usage> {
  const answer = await usage(query);
  expect(answer.statusCode).toBe(200);
  return answer.json<Usage>();
}
/** The answer, which is the same before and after the days that ended are counted. */
async function read(query?: string): Promise<Usage> {
  const answer = await readOnce(query);
  await server.runJob('usageDays');
  expect(await readOnce(query)).toEqual(answer);
  return answer;
}
const listCountedDays = async () => {
  const { db } = server.database;
  const rows = await db.selectFrom('usage_day').select('day').where('page', '=', '').orderBy('day').execute();
  return rows.map(({ day }) => day);
};

let number = 0;
async function collect(at: string, who: string, kind: EventKind, properties: object): Promise<void> {
  number += 1;
  await server.database.db
    .insertInto('analytics_event')
    .values({ insert_id: `e${number}`, kind, distinct_id: who, at, properties: JSON.stringify(properties) })
    .execute();
}
const view = (at: string, who: string, page: string) => collect(at, who, 'page view', { page });

test('usage lists every day of the period, oldest first, including those without visitors', async () => {
  const { days } = await read('?days=3');
  expect(days).toEqual([
    { day: '2026-11-13', people: 0, views: 0 },
    { day: '2026-11-14', people: 0, views: 0 },
    { day: '2026-11-15', people: 0, views: 0 },
  ]);
  expect((await read()).days).toHaveLength(30);
});

test('usage counts people once a day, and once in total, by UTC day', async () => {
  await view('2026-11-14T00:00:00Z', 'ada', 'Home');
  await view('2026-11-14T23:59:59.999Z', 'ada', 'Dials');
  await collect('2026-11-14T12:00:00Z', 'bo', 'click', { page: 'Home', control: 'Create Dial' });
  await view('2026-11-15T00:00:00Z', 'ada', 'Home');
  const { days, people } = await read('?days=2');
  expect(days).toEqual([
    { day: '2026-11-14', people: 2, views: 2 },
    { day: '2026-11-15', people: 1, views: 1 },
  ]);
  expect(people).toBe(2);
});

test('usage leaves out earlier events, and those dated later', async () => {
  await view('2026-11-13T23:59:59.999Z', 'ada', 'Home');
  await view('2026-11-16T00:00:00Z', 'bo', 'Home');
  expect(await read('?days=2')).toMatchObject({ pages: [], people: 0 });
  expect(await read('?days=3')).toMatchObject({ pages: [{ page: 'Home', views: 1, people: 1 }], people: 1 });
});

test('usage lists pages by views', async () => {
  for (const who of ['ada', 'ada', 'bo']) await view('2026-11-15T01:00:00Z', who, 'Dials');
  await view('2026-11-15T01:00:00Z', 'ada', 'Buckets');
  await view('2026-11-15T01:00:00Z', 'ada', 'Admin');
  await collect('2026-11-15T01:00:00Z', 'ada', 'page view', {});
  expect((await read()).pages).toEqual([
    { page: 'Dials', views: 3, people: 2 },
    { page: 'Admin', views: 1, people: 1 },
    { page: 'Buckets', views: 1, people: 1 },
  ]);
});

test('usage lists searches by page, and how many found nothing', async () => {
  for (const results of [0, 0, 7, 10])
    await collect('2026-11-15T01:00:00Z', 'ada', 'search', { page: 'Dials', characters: 4, results });
  await collect('2026-11-15T01:00:00Z', 'ada', 'search', { page: 'Users', characters: 4 });
  expect((await read()).searches).toEqual([
    { page: 'Dials', searches: 4, nothing: 2 },
    { page: 'Users', searches: 1, nothing: 0 },
  ]);
});

test('usage covers 1 to 90 days, and needs view on admin', async () => {
  for (const days of ['0', '91', '1.5', 'x']) expect((await usage(`?days=${days}`)).statusCode).toBe(400);
  expect((await read('?days=90')).days[0]?.day).toBe('2026-08-18');
  expect((await usage('', ['admin:edit', 'user:view'])).statusCode).toBe(403);
});

test('usage of days that ended is kept, and today is read from its events', async () => {
  await view('2026-11-13T23:59:59.999Z', 'ada', 'Home');
  await view('2026-11-14T00:00:00Z', 'bo', 'Home');
  await view('2026-11-15T01:00:00Z', 'ada', 'Home');
  await server.runJob('usageDays');
  expect(await listCountedDays()).toEqual(['2026-11-13', '2026-11-14']);
  await view('2026-11-15T02:00:00Z', 'cy', 'Home');
  expect(await read('?days=2')).toMatchObject({ pages: [{ page: 'Home', views: 3, people: 3 }], people: 3 });
  now = new Date('2026-11-16T00:00:00Z');
  await server.runJob('usageDays');
  expect(await listCountedDays()).toEqual(['2026-11-13', '2026-11-14', '2026-11-15']);
  await server.database.db.deleteFrom('analytics_event').execute();
  expect(await readOnce('?days=4')).toMatchObject({ pages: [{ page: 'Home', views: 4, people: 3 }], people: 3 });
});

test('a day whose events arrive late is counted again', async () => {
  await view('2026-11-13T12:00:00Z', 'ada', 'Home');
  await view('2026-11-14T12:00:00Z', 'ada', 'Home');
  await server.runJob('usageDays');
  await view('2026-11-13T13:00:00Z', 'bo', 'Dials');
  expect(await listCountedDays()).toEqual(['2026-11-14']);
  expect((await read('?days=3')).days).toEqual([
    { day: '2026-11-13', people: 2, views: 2 },
    { day: '2026-11-14', people: 1, views: 1 },
    { day: '2026-11-15', people: 0, views: 0 },
  ]);
  expect(await listCountedDays()).toEqual(['2026-11-13', '2026-11-14']);
});

test('usage of a day waits for events that are being stored, and two servers count it once', async () => {
  await view('2026-11-14T12:00:00Z', 'ada', 'Home');
  const count = () => server.runJob('usageDays');
  const late = sql`insert into analytics_event (insert_id, kind, distinct_id, at, properties)
    values ('late', 'page view', 'bo', '2026-11-14T13:00:00Z', '{}')`;
  await runBehindLock(server.database.db, late, () => Promise.all([count(), count()]));
  expect(await listCountedDays()).toEqual(['2026-11-14']);
  expect((await readOnce('?days=2')).days[0]).toEqual({ day: '2026-11-14', people: 2, views: 2 });
});
