import { expect, test } from 'vitest';
import { createOwnApp, useTestApp } from '#server/testing/app.ts';
import { createOwnDatabase } from '#server/testing/database.ts';
import { startTenant } from '#server/testing/tenant.ts';
import { addDemoPeople } from './user.service.ts';
import { auditRecords, insertPeople } from '#server/testing/records.ts';

const server = useTestApp({ now: () => now });
let now = new Date('2027-03-01T09:00:00.000Z');

async function report(mailbox: string, idToken: string) {
  const headers = await server.as(mailbox);
  return server.app.inject({ method: 'PUT', url: '/api/me', headers, payload: { idToken } });
}
const personRow = (id: string) =>
  server.database.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function traces(id: string): Promise<{ signIns: number; records: number }> {
  const { db } = server.database;
  const signIns = await db.selectFrom('sign_in').select('at').where('person_id', '=', id).execute();
  const records = await auditRecords(db, { action: 'signed_in', object: id });
  expect(records.every(({ by }) => by === id)).toBe(true);
  return { signIns: signIns.length, records: records.length };
}

test('the claims of the identity token become the profile', async () => {
  const changed = {
    name: 'Vera Viewer',
    given_name: 'Vera',
    family_name: 'Viewer',
    email: 'vera@demo.lineslip.example',
  };
  const answer = await report('viewer', await server.idTokenOf('viewer', { ...changed, locale: 'en-GB' }));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    id: 'demo|viewer',
    name: 'Vera Viewer',
    email: 'vera@demo.lineslip.example',
    given_name: 'Vera',
    family_name: 'Viewer',
    permissions: ['dials:view', 'bucket:view'],
    last_seen_at: '2027-03-01T09:00:00.000Z',
    state: 'active',
    verification: { method: 'demo', at: expect.any(String), by: null },
    unverified_because: null,
    unconfirmed_because: null,
    introduced_by: [],
    same_mailbox: [],
    access_request: null,
  });
  expect(await personRow('demo|viewer')).toMatchObject({
    name: 'Vera Viewer',
    directory: 'embedded',
    claims: { ...changed, sub: 'demo|viewer', locale: 'en-GB' },
  });
});

test('signing in again updates the time, and the directory’s own permissions stay', async () => {
  const idToken = await server.idTokenOf('underwriter');
  await report('underwriter', idToken);
  now = new Date('2027-03-01T10:30:00.000Z');
  const headers = await server.as(['user:view']);
  const elevated = await server.idTokenOf('administrator');
  const payload = { idToken: elevated };
  expect((await report('underwriter', idToken)).json()).toMatchObject({ last_seen_at: now.toISOString() });
  const answer = await server.app.inject({ method: 'PUT', url: '/api/me', headers, payload });
  expect(answer.json<{ permissions: string[] }>().permissions).toHaveLength(20);
});

test('one session leaves one trace, however often it is reported; the next leaves another', async () => {
  const first = await server.idTokenOf('reviewer.one', { sid: 'session-1' });
  for (let time = 0; time < 3; time += 1) expect((await report('reviewer.one', first)).statusCode).toBe(200);
  expect(await traces('demo|reviewer.one')).toEqual({ signIns: 1, records: 1 });
  await report('reviewer.one', await server.idTokenOf('reviewer.one', { sid: 'session-1', auth_time: 5 }));
  expect(await traces('demo|reviewer.one')).toEqual({ signIns: 1, records: 1 });
  await report('reviewer.one', await server.idTokenOf('reviewer.one', { sid: 'session-2' }));
  expect(await traces('demo|reviewer.one')).toEqual({ signIns: 2, records: 2 });
});

test('one session leaves one trace when it is reported ten times concurrently', async () => {
  const idToken = await server.idTokenOf('reviewer.two');
  const answers = await Promise.all(Array.from({ length: 10 }, () => report('reviewer.two', idToken)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await traces('demo|reviewer.two')).toEqual({ signIns: 1, records: 1 });
});

test('without a session id the sign-in time distinguishes sessions', async () => {
  const at = (auth_time: number | undefined) => server.idTokenOf('newcomer', { sid: undefined, auth_time });
  await report('newcomer', await at(1_800_000_000));
  await report('newcomer', await at(1_800_000_000));
  expect(await traces('demo|newcomer')).toEqual({ signIns: 1, records: 1 });
  await report('newcomer', await at(1_800_000_100));
  expect(await traces('demo|newcomer')).toEqual({ signIns: 2, records: 2 });
});

const foreign: [string, () => Promise<string>][] = [
  ['of another person', () => server.idTokenOf('administrator')],
  ['for another client', () => server.idTokenOf('underwriter.two', { aud: 'another-client' })],
  ['of another issuer', () => server.idTokenOf('underwriter.two', { iss: 'https://elsewhere.example/' })],
  ['that has expired', () => server.idTokenOf('underwriter.two', { exp: 1_700_000_000 })],
  ['with claims of the wrong kind', () => server.idTokenOf('underwriter.two', { name: { first: 'x' } })],
  ['that is an access token', () => server.tokenOf('underwriter.two')],
  ['that is nothing of the kind', async () => 'nonsense'],
];
test.each(foreign)('an identity token %s is refused with the field, and leaves no trace', async (_what, make) => {
  const answer = await report('underwriter.two', await make());
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    type: 'urn:lineslip:problem:invalid-input',
    errors: [{ path: 'idToken', message: 'Not an identity token of this person' }],
  });
  expect(await traces('demo|underwriter.two')).toEqual({ signIns: 0, records: 0 });
  expect(await personRow('demo|underwriter.two')).toMatchObject({
    name: 'Demo Second Underwriter',
    last_seen_at: null,
  });
});

test('a person of a hosted tenant is added by their claims, and their permissions follow the token', async () => {
  const tenant = await startTenant();
  const hosted = await createOwnApp({ environment: tenant.environment });
  const signIn = async (sub: string, claims: Record<string, unknown>, permissions: readonly string[]) =>
    hosted.app.inject({
      method: 'PUT',
      url: '/api/me',
      headers: { authorization: `Bearer ${await tenant.accessToken(sub, permissions)}` },
      payload: { idToken: await tenant.idToken({ sub, ...claims }) },
    });
  const ada = { name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.test' };
  const first = await signIn('auth0|ada', ada, ['dials:edit', 'dials:view', 'other:thing']);
  expect(first.json()).toMatchObject({
    id: 'auth0|ada',
    name: 'Ada Lovelace',
    email: 'ada@example.test',
    permissions: ['dials:view', 'dials:edit'],
  });
  expect((await signIn('auth0|ada', ada, ['user:view'])).json()).toMatchObject({ permissions: ['user:view'] });

  // One mailbox, two sign-in methods: the tenant gives each its own subject.
  const twin = await signIn('google-oauth2|1', ada, []);
  expect(twin.statusCode).toBe(200);
  const nameless = await signIn('auth0|machine', {}, []);
  expect(nameless.json()).toMatchObject({ name: 'auth0|machine', email: 'auth0|machine', given_name: '' });

  const people = await hosted.database.db.selectFrom('person').select(['id', 'directory']).orderBy('id').execute();
  expect(people).toEqual([
    { id: 'auth0|ada', directory: 'hosted' },
    { id: 'auth0|machine', directory: 'hosted' },
    { id: 'google-oauth2|1', directory: 'hosted' },
  ]);
});

test('tokens of the embedded provider are invalid in a hosted tenant', async () => {
  const tenant = await startTenant();
  const hosted = await createOwnApp({ environment: tenant.environment });
  const answer = await hosted.app.inject({ url: '/api/users', headers: await hosted.as(['user:view']) });
  expect(answer.statusCode).toBe(401);
  expect((await hosted.app.inject('/idp/.well-known/openid-configuration')).statusCode).toBe(404);
});

test('while the keys of a tenant cannot be fetched nobody is asked to sign in again', async () => {
  const environment = { AUTH_DOMAIN: 'http://localhost:9', AUTH_CLIENT_ID: 'c', AUTH_AUDIENCE: 'a' };
  const hosted = await createOwnApp({ environment });
  const answer = await hosted.app.inject({ url: '/api/users', headers: await hosted.as(['user:view']) });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ type: 'urn:lineslip:problem:unavailable' });
});

type Listed = { items: { id: string; name: string }[]; next: string | null };
async function page(limit: number, cursor?: string): Promise<Listed> {
  const query = { limit: String(limit), ...(cursor && { cursor }) };
  const answer = await server.app.inject({ url: '/api/users', query, headers: await server.as(['user:view']) });
  expect(answer.statusCode).toBe(200);
  return answer.json<Listed>();
}

test('the list of people pages by cursor in a stable order, without gaps or repeats, while people are added and removed', async () => {
  const { db } = server.database;
  const names = ['Zoë', 'zara', 'Ångström', 'Ann', 'ann', "O'Hara", 'Ann'];
  const people = Array.from({ length: 120 }, (_, number) => ({
    id: `added|${String(number).padStart(3, '0')}`,
    name: names[number % names.length] ?? '',
  }));
  await insertPeople(db, ...people);
  await db.updateTable('person').set({ deactivated_at: now }).where('id', '=', 'added|119').execute();

  const seen: Listed['items'] = [];
  let cursor: string | null | undefined;
  for (let pages = 0; cursor !== null; pages += 1) {
    const { items, next } = await page(10, cursor);
    expect(items.length).toBe(next === null ? (expected.length + 119) % 10 : 10);
    seen.push(...items);
    cursor = next;
    // A person before the cursor would shift pages that are found by offset.
    await insertPeople(db, { id: `early|${pages}`, name: '!' });
  }
  expect(seen).toHaveLength(expected.length + 119);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(expected.length + 119);
  const inOrder = seen.toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.name + '\0' + a.id), Buffer.from(b.name + '\0' + b.id)),
  );
  expect(seen).toEqual(inOrder);
  expect(seen.some(({ id }) => id === 'added|119')).toBe(false);
});

test('a page that ends exactly at the last person has no next page', async () => {
  const { items, next } = await page(200);
  expect(next).toBeNull();
  expect((await page(items.length)).next).toBeNull();
  expect((await page(items.length - 1)).next).not.toBeNull();
});

const all = (scope: string) => ['view', 'edit', 'create', 'delete'].map((action) => `${scope}:${action}`);
const underwriting = [...all('dials'), 'bucket:view', 'bucket:edit', 'review:view'];
const reviewing = ['dials:view', 'bucket:view', 'review:view', 'review:create'];
const expected: [string, string, string[]][] = [
  ['Demo Administrator', 'administrator', ['admin', 'bucket', 'dials', 'review', 'user'].flatMap(all)],
  [
    'Demo Compliance',
    'compliance',
    ['admin:view', 'admin:edit', 'dials:view', 'bucket:view', 'review:view', 'user:view'],
  ],
  ['Demo Newcomer', 'newcomer', []],
  ['Demo Reviewer One', 'reviewer.one', reviewing],
  ['Demo Reviewer Two', 'reviewer.two', reviewing],
  ['Demo Second Underwriter', 'underwriter.two', underwriting],
  ['Demo Underwriter', 'underwriter', underwriting],
  ['Demo Viewer', 'viewer', ['dials:view', 'bucket:view']],
];

test('someone without permissions learns whom to contact: the configured text, or who may grant them', async () => {
  const askOf = async (app: Pick<typeof server, 'app' | 'as'>) => {
    const headers = await app.as('newcomer');
    return (await app.app.inject({ url: '/api/me/access', headers })).json<unknown>();
  };
  expect(await askOf(server)).toMatchObject({
    text: null,
    people: [{ name: 'Demo Administrator', email: 'administrator@demo.lineslip.example' }],
  });
  const configured = await createOwnApp({ environment: { ASK_FOR_ACCESS: 'Write to the underwriting desk.' } });
  expect(await askOf(configured)).toMatchObject({ text: 'Write to the underwriting desk.' });
});

test('the demo people are exactly these, and are added once', async () => {
  const database = await createOwnDatabase();
  const { db } = database;
  const people = () => db.selectFrom('person').select(['name', 'email', 'permissions']).orderBy('name').execute();
  expect(await addDemoPeople(db, now)).toBe(true);
  const added = await people();
  expect(added.map((person) => ({ ...person, permissions: person.permissions.toSorted() }))).toEqual(
    expected.map(([name, mailbox, permissions]) => ({
      name,
      email: `${mailbox}@demo.lineslip.example`,
      permissions: permissions.toSorted(),
    })),
  );
  const records = () => auditRecords(db, {});
  expect(await records()).toHaveLength(expected.length);
  expect(await addDemoPeople(db, now)).toBe(false);
  expect(await people()).toEqual(added);
  expect(await records()).toHaveLength(expected.length);
});

test('the demo people are not added beside anyone else', async () => {
  const database = await createOwnDatabase();
  const { db } = database;
  await insertPeople(db, { id: 'x', directory: 'hosted' });
  expect(await addDemoPeople(db, now)).toBe(false);
  expect(await db.selectFrom('person').select('id').execute()).toEqual([{ id: 'x' }]);
});
