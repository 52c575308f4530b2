import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CalendarFeed } from '#contract/calendar.ts';
import { DAYS_WITHOUT_SIGN_IN } from '#domain/calendar/feed.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { type Caller, createOwnApp, useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { peopleTester } from '#server/testing/people.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { scheduleTester } from '#server/testing/schedules.ts';
import { startTenant } from '#server/testing/tenant.ts';

const DAY_MS = 86_400_000;

let clock = Date.parse('2026-11-18T09:00:00.000Z');
const server = useTestApp({ now: () => new Date((clock += 1000)) });
const reviews = useReviews(server);
const { schedule, submitDraft, putOff, callOff } = scheduleTester(reviews);
const dials = dialTester(server);
const { add, call, good, grant, deactivate, get, records } = peopleTester(server);

const create = async (who: Caller): Promise<string> =>
  (await good<CalendarFeed>('PUT', '/api/me/calendar', { who })).address ?? '';
/** Without a token. */
const read = (address: string) => server.app.inject({ url: new URL(address).pathname });
async function eventsOf(address: string): Promise<[string, string][]> {
  const { statusCode, body } = await read(address);
  expect(statusCode, body).toBe(200);
  const lines = body.replaceAll('\r\n ', '').split('\r\n');
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).replaceAll('\\', ''));
  const summaries = valuesOf('SUMMARY:');
  return valuesOf('DTSTART;VALUE=DATE:').map((day, index) => [day, summaries[index] ?? '']);
}
const person = async (...permissions: string[]) => (await add(permissions)).user;

test('[R48] a calendar has go-lives, starts and ends, each by the permission that its owner has now', async () => {
  const approved = await schedule();
  const moved = await schedule();
  expect((await putOff(moved, '2026-12-24')).status).toBe(200);
  const unapproved = reviews.bucket();
  await submitDraft(unapproved, '2027-01-01');
  await submitDraft(reviews.bucket(), null);
  await dials.published({ name: 'Winter', active_from: '2026-12-05', active_until: '2027-03-01' });
  await dials.create({ name: 'Unpublished', active_from: '2026-12-06' });

  const user = await person('bucket:view', 'dials:view');
  const address = await create(user);
  expect(address).toMatch(new RegExp(`^${server.config.publicUrl}/api/calendar/[\\w-]{43}$`));
  const nameOf = async (at: typeof approved) => {
    const { partner, cob } = await reviews.get(at);
    return `${findClass(cob)?.label}, ${partner.number} ${partner.name}`;
  };
  const goLives = [
    ['20261201', `${await nameOf(approved)} goes live`],
    ['20261224', `${await nameOf(moved)} goes live`],
    ['20270101', `${await nameOf(unapproved)} may go live (not approved)`],
  ];
  const days = [
    ['20261205', 'Winter starts'],
    ['20270301', 'Winter ends'],
  ];
  expect(await eventsOf(address)).toEqual([...goLives, ...days].toSorted(([a = ''], [b = '']) => a.localeCompare(b)));
  const { headers, body } = await read(address);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);

  expect(await eventsOf(await create(await person('bucket:view')))).toEqual(goLives);
  expect(await eventsOf(await create(await person('dials:view')))).toEqual(days);
  expect(await eventsOf(await create(await person()))).toEqual([]);
  // A permission that is withdrawn ends it at once, without another sign-in.
  expect((await grant(user.id, (await get(user.id)).revision, ['dials:view'])).statusCode).toBe(200);
  expect(await eventsOf(address)).toEqual(days);

  clock = Date.parse('2026-12-02T09:00:00.000Z');
  await server.runJob('goLive');
  expect((await grant(user.id, (await get(user.id)).revision, ['bucket:view'])).statusCode).toBe(200);
  expect((await eventsOf(address))[0]).toEqual(['20261201', `${await nameOf(approved)} went live`]);
});

test('[R48] a go-live that was called off, or whose review was cancelled, is in no calendar', async () => {
  const day = new Date(clock + 30 * DAY_MS).toISOString().slice(0, 10);
  const address = await create(await person('bucket:view'));
  const before = await eventsOf(address);
  const [off, cancelled] = [await schedule(reviews.bucket(), reviews.entries(0), day), reviews.bucket()];
  await submitDraft(cancelled, day);
  expect(await eventsOf(address)).toHaveLength(before.length + 2);
  expect((await callOff(off)).status).toBe(200);
  const { revision } = await reviews.get(cancelled);
  expect((await reviews.cancel(UNDERWRITER, cancelled, revision)).status).toBe(200);
  expect(await eventsOf(address)).toEqual(before);
  // The same version goes live by a later round without a day.
  const hash = await submitDraft(off, null, reviews.entries(1));
  for (const who of REVIEWERS) await reviews.vote(who, off, hash, 'approve');
  expect((await reviews.review(off)).round?.outcome).toBe('approved');
  expect(await eventsOf(address)).toEqual(before);
});

test('[R48] an address that is unknown, replaced, revoked or of somebody who left gets the same 404', async () => {
  const user = await person('bucket:view');
  const me = { who: user };
  expect(await good('GET', '/api/me/calendar', me)).toEqual({ created_at: null, address: null });
  const first = await create(user);
  expect(await good('GET', '/api/me/calendar', me)).toEqual({ created_at: expect.any(String), address: null });
  const second = await create(user);
  expect((await read(second)).statusCode).toBe(200);

  const unknown = await read(`${server.config.publicUrl}/api/calendar/${'x'.repeat(43)}`);
  expect(unknown.statusCode).toBe(404);
  const isUnknown = async (address: string) => {
    const { statusCode, body } = await read(address);
    expect([statusCode, body]).toEqual([404, unknown.body]);
  };
  await isUnknown(first);
  await isUnknown(`${server.config.publicUrl}/api/calendar/x`);
  expect(await good('DELETE', '/api/me/calendar', me)).toEqual({ created_at: null, address: null });
  await isUnknown(second);
  await good('DELETE', '/api/me/calendar', me);

  const third = await create(user);
  expect((await deactivate(user.id, (await get(user.id)).revision)).statusCode).toBe(200);
  await isUnknown(third);
  expect((await call('PUT', '/api/me/calendar', me)).statusCode).toBe(403);

  const recorded = (await records(user.id)).filter(({ action }) => action.startsWith('person_calendar'));
  expect(recorded.map(({ action }) => action)).toEqual([
    'person_calendar_created',
    'person_calendar_replaced',
    'person_calendar_revoked',
    'person_calendar_created',
  ]);
  expect(recorded.every(({ detail }) => Object.keys(detail as object).length === 0)).toBe(true);
});

test('[R48] the address of somebody whom a tenant removed ends 30 days after they were last here', async () => {
  const tenant = await startTenant();
  let at = Date.parse('2026-11-18T09:00:00.000Z');
  const { app } = await createOwnApp({ environment: tenant.environment, now: () => new Date(at) });
  const send = async (method: 'PUT' | 'GET', url: string, payload?: object) => {
    const authorization = `Bearer ${await tenant.accessToken('tenant|me', ['bucket:view'])}`;
    return app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) });
  };
  const signIn = async () => {
    const idToken = await tenant.idToken({ sub: 'tenant|me', name: 'Me', email: 'me@tenant.example' });
    expect((await send('PUT', '/api/me', { idToken })).statusCode).toBe(200);
  };
  await signIn();
  at += 20 * DAY_MS;
  const url = new URL((await send('PUT', '/api/me/calendar')).json<CalendarFeed>().address ?? '').pathname;
  const statusAfter = async (days: number) => {
    at += days * DAY_MS;
    return (await app.inject({ url })).statusCode;
  };
  // Whoever creates an address is here.
  expect(await statusAfter(DAYS_WITHOUT_SIGN_IN)).toBe(200);
  expect(await statusAfter(1)).toBe(404);
  await signIn();
  expect(await statusAfter(DAYS_WITHOUT_SIGN_IN)).toBe(200);
  expect(await statusAfter(1)).toBe(404);
});

test('[R48] only the hash of the secret is stored', async () => {
  const user = await person('bucket:view');
  const secret = (await create(user)).split('/').at(-1) ?? '';
  const row = await server.database.db
    .selectFrom('calendar_feed')
    .selectAll()
    .where('person_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(row.secret_hash).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(JSON.stringify(row)).not.toContain(secret);
});

test.each([
  { first: '192.0.2.7', same: '::ffff:192.0.2.7', other: '192.0.2.8' },
  { first: '2001:db8:0:7::1', same: '2001:db8:0:7:a::1', other: '2001:db8:0:8::1' },
])('[R48] an address like $first can read 120 times a minute', async ({ first, same, other }) => {
  clock += 60_000;
  const frozen = clock;
  const statuses = [];
  const read = async (remoteAddress: string) => {
    clock = frozen;
    return (await server.app.inject({ url: '/api/calendar/x', remoteAddress })).statusCode;
  };
  for (let call = 0; call < 120; call += 1) statuses.push(await read(first));
  expect(statuses).toEqual(Array.from({ length: 120 }, () => 404));
  expect([await read(same), await read(other)]).toEqual([429, 404]);
});
