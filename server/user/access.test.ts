import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Notification } from '#contract/notification.ts';
import type { MyAccess, User } from '#contract/user.ts';
import { MAX_REQUESTS_A_DAY } from '#domain/user/access-request.ts';
import { permissionsOf } from '#domain/user/role.ts';
import { printPermissions } from '#domain/user/permission.ts';
import { useTestApp } from '#server/testing/app.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startMailServer } from '#server/testing/mail-server.ts';
import { peopleTester } from '#server/testing/people.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let now = new Date('2027-03-01T09:00:00.000Z');
afterAll(() => mail.stop());
const server = useTestApp(async () => {
  mail = await startMailServer();
  return { now: () => now, environment: { SMTP_URL: mail.url, MAIL_FROM: 'lineslip@example.test' } };
});
const { add, call, deactivate, get, good, grant, records, urlOf } = peopleTester(server);
beforeEach(() => {
  mail.letters.length = 0;
});

const DAY_MS = 24 * 60 * 60_000;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const ask = (who: User, role = 'Underwriter', reason = '') =>
  call('PUT', '/api/me/access', { who, body: { role, reason } });
const accessOf = (who: User) => good<MyAccess>('GET', '/api/me/access', { who });
const notificationsFor = async (who?: User) =>
  (await good<{ items: Notification[] }>('GET', '/api/notifications?limit=200', { ...(who && { who }) })).items;
/** What the administrator reads about a person. */
const requestsOf = async ({ id }: User) =>
  (await notificationsFor()).filter(({ kind, by }) => kind === 'person_access_requested' && by?.id === id);
const UNDERWRITER = printPermissions(permissionsOf('Underwriter'));

test('a newcomer asks once: those who may grant it read it in the bell and by e-mail, and in the list of people', async () => {
  const { user } = await add();
  expect(await accessOf(user)).toMatchObject({ takes_requests: true, by_mail: true, request: null });
  const answer = await ask(user, 'Underwriter', ' I take over Marine War. ');
  const request = { role: 'Underwriter', reason: 'I take over Marine War.', at: now.toISOString() };
  const again_at = new Date(now.getTime() + DAY_MS).toISOString();
  expect(answer.json<MyAccess>().request).toEqual({ ...request, again_at, declined: null });
  expect(await requestsOf(user)).toMatchObject([
    { by: { name: user.name }, role: 'Underwriter', text: 'I take over Marine War.', bucket: null, read: false },
  ]);
  expect((await get(user.id)).access_request).toEqual(request);
  const listed = await good<{ items: User[] }>('GET', `/api/users?q=${user.email}`);
  expect(listed.items.map((one) => one.access_request)).toEqual([request]);
  await eventually(async () =>
    expect(mail.letters.map(({ to }) => to)).toEqual([['administrator@demo.lineslip.example']]),
  );
  expect(mail.letters[0]?.text).toContain(`${user.name} (${user.email}) asks for access to Lineslip as Underwriter.`);
  expect(mail.letters[0]?.text).toContain(`/users/${encodeURIComponent(user.id)}`);
  expect((await records(user.id)).at(-1)).toEqual({
    action: 'person_access_requested',
    by: user.id,
    detail: { role: 'Underwriter', reason: 'I take over Marine War.', recipients: ['demo|administrator'] },
  });
});

test('a changed request replaces the unread one without another e-mail; after a day the same may be asked again', async () => {
  const { user } = await add();
  await ask(user, 'Viewer');
  await eventually(async () => expect(mail.letters).toHaveLength(1));
  await ask(user, 'Viewer');
  // To change it half a day later does not put off the day after which people are written to again.
  pass(DAY_MS / 2);
  await ask(user, 'Reviewer', 'For the audit');
  expect(await requestsOf(user)).toMatchObject([{ role: 'Reviewer', text: 'For the audit' }]);
  expect((await records(user.id)).map(({ action }) => action)).toEqual([
    'person_added',
    'person_access_requested',
    'person_access_requested',
  ]);
  expect((await accessOf(user)).request?.again_at).toBe(new Date(now.getTime() + DAY_MS / 2).toISOString());
  pass(DAY_MS / 2 - 1);
  await ask(user, 'Reviewer', 'For the audit');
  expect(await requestsOf(user)).toHaveLength(1);
  expect((await records(user.id)).filter(({ action }) => action === 'person_access_requested')).toHaveLength(2);
  pass(1);
  await ask(user, 'Reviewer', 'For the audit');
  await eventually(async () => expect(mail.letters).toHaveLength(2));
});

test('only those who may grant access now are asked: nobody who was deactivated, or may not any more', async () => {
  const manages = ['user:view', 'user:edit'];
  const { user } = await add();
  const { user: active } = await add(manages);
  const { user: gone } = await add(manages);
  const { user: former } = await add(manages);
  expect((await deactivate(gone.id, (await get(gone.id)).revision)).statusCode).toBe(200);
  expect((await grant(former.id, (await get(former.id)).revision, [])).statusCode).toBe(200);
  await ask(user);
  await eventually(async () =>
    expect(mail.letters.filter(({ text }) => text.includes('asks for access'))).toHaveLength(2),
  );
  const recipients = mail.letters.filter(({ text }) => text.includes('asks for access')).flatMap(({ to }) => to);
  expect(recipients.toSorted()).toEqual(['administrator@demo.lineslip.example', active.email].toSorted());
  const detail = (await records(user.id)).at(-1)?.detail as { recipients: string[] };
  expect(detail.recipients.toSorted()).toEqual(['demo|administrator', active.id].toSorted());
  expect((await deactivate(active.id, (await get(active.id)).revision)).statusCode).toBe(200);
});

test(`nobody asks more than ${MAX_REQUESTS_A_DAY} times a day, however often they withdraw`, async () => {
  const { user } = await add();
  for (let one = 0; one < MAX_REQUESTS_A_DAY; one += 1) {
    expect((await ask(user)).statusCode).toBe(200);
    await good('DELETE', '/api/me/access', { who: user });
  }
  expect(await requestsOf(user)).toEqual([]);
  expect((await accessOf(user)).request).toBeNull();
  expect(await refusalOf(ask(user))).toBe(`429 You can ask ${MAX_REQUESTS_A_DAY} times a day. Please wait.`);
  pass(DAY_MS + 1);
  expect((await ask(user)).statusCode).toBe(200);
});

test('granting answers the request, and the newcomer is notified', async () => {
  const { user } = await add();
  await ask(user);
  expect((await grant(user.id, user.revision, UNDERWRITER)).statusCode).toBe(200);
  expect((await get(user.id)).access_request).toBeNull();
  expect(await requestsOf(user)).toEqual([]);
  const granted = { kind: 'person_access_granted', role: 'Underwriter', by: { name: 'Demo Administrator' } };
  expect(await notificationsFor({ ...user, permissions: UNDERWRITER })).toMatchObject([granted]);
  expect((await records(user.id)).slice(-2).map(({ action }) => action)).toEqual([
    'person_permissions_changed',
    'person_access_granted',
  ]);
  expect(await refusalOf(ask({ ...user, permissions: UNDERWRITER }))).toMatch(/^409 You have access already/);
});

test('declining needs a reason, which the newcomer reads; they may ask again', async () => {
  const { user } = await add();
  await ask(user);
  const decline = async (reason: string, { id, revision } = user) =>
    call('POST', urlOf(id, '/access/decline'), { ifMatch: revision, body: { reason } });
  expect((await decline(' ')).statusCode).toBe(400);
  expect((await decline('Ask in March')).statusCode).toBe(200);
  expect((await accessOf(user)).request?.declined).toEqual({
    by: 'Demo Administrator',
    at: now.toISOString(),
    reason: 'Ask in March',
  });
  expect(await notificationsFor(user)).toMatchObject([{ kind: 'person_access_declined', text: 'Ask in March' }]);
  expect((await get(user.id)).access_request).toBeNull();
  expect(await refusalOf(decline('No', await get(user.id)))).toBe(`409 ${user.name} asks for no access.`);
  expect((await ask(user, 'Viewer')).json<MyAccess>().request).toMatchObject({ role: 'Viewer', declined: null });
  expect(await requestsOf(user)).toMatchObject([{ role: 'Viewer' }]);
});

test('a request ends with the person; who has no right to manage people neither reads nor declines it', async () => {
  const { user } = await add();
  await ask(user);
  const decline = { who: 'underwriter', ifMatch: user.revision, body: { reason: 'No' } } as const;
  expect((await call('POST', urlOf(user.id, '/access/decline'), decline)).statusCode).toBe(403);
  expect((await call('GET', urlOf(user.id), { who: 'underwriter' })).statusCode).toBe(403);
  await call('POST', urlOf(user.id, '/deactivate'), { ifMatch: user.revision });
  expect(await requestsOf(user)).toEqual([]);
});
