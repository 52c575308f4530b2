import { expect, test } from 'vitest';
import type { AuditRow } from '#contract/audit.ts';
import type { Page } from '#contract/page.ts';
import type { PeopleDirectory, User } from '#contract/user.ts';
import { createOwnApp, useTestApp } from '#server/testing/app.ts';
import { peopleTester } from '#server/testing/people.ts';
import { reviewTester } from '#server/testing/reviews.ts';
import { startTenant } from '#server/testing/tenant.ts';

const server = useTestApp();

type Listed = Page<User> & { directory: PeopleDirectory; counts: { present: number; deactivated: number } };
const { add, call, deactivate, get, good, urlOf } = peopleTester(server);
const list = (query: string) => good<Listed>('GET', `/api/users?${query}`);
const names = async (query: string) => (await list(query)).items.map(({ name }) => name);

test('the list of people searches name and e-mail, ignoring case, and takes special characters literally', async () => {
  const { user } = await add([], { family_name: 'Ångström 100%', email: 'Unit_Test@Example.test' });
  expect(await names('q=ång')).toEqual([user.name]);
  expect(await names('q=UNIT_TEST@')).toEqual([user.name]);
  expect(await names(`q=${encodeURIComponent('100%')}`)).toEqual([user.name]);
  expect(await names('q=unit-test')).toEqual([]);
  expect(await names('q=reviewer')).toEqual(['Demo Reviewer One', 'Demo Reviewer Two']);
  expect(await names(`q=${encodeURIComponent('demo|')}`)).toEqual([]);
});

test('deactivated people have their own list, and both lists are counted', async () => {
  const { user } = await add([], { family_name: 'Gone' });
  const before = await list('q=gone');
  expect(before.counts).toEqual({ present: 1, deactivated: 0 });
  await deactivate(user.id, user.revision);
  const { items, counts } = await list('q=gone');
  expect([items, counts]).toEqual([[], { present: 0, deactivated: 1 }]);
  expect((await list('q=gone&state=deactivated')).items).toMatchObject([{ id: user.id, state: 'deactivated' }]);
  expect((await list('')).counts.deactivated).toBeGreaterThanOrEqual(1);
});

test('searched people are paged by cursor, too', async () => {
  const people = [];
  for (let one = 0; one < 5; one += 1) people.push((await add([], { family_name: `Pager ${one}` })).user.id);
  const first = await list('q=pager&limit=2');
  const second = await list(`q=pager&limit=2&cursor=${first.next}`);
  const third = await list(`q=pager&limit=2&cursor=${second.next}`);
  expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(people);
  expect(third.next).toBeNull();
  expect(first.counts).toEqual({ present: 5, deactivated: 0 });
});

test('the list of people says which directory they belong to', async () => {
  expect((await list('')).directory).toEqual({
    kind: 'embedded',
    sign_in: 'demo',
    change_at: null,
    mails_links: false,
  });
});

test('one person has the claims of the last identity token, standard ones separately', async () => {
  expect((await get('demo|viewer')).claims).toBeNull();
  const idToken = await server.idTokenOf('viewer', { locale: 'en-GB', desk: { floor: 3 }, nonce: 'n', at_hash: 'h' });
  const headers = await server.as('viewer');
  await server.app.inject({ method: 'PUT', url: '/api/me', headers, payload: { idToken } });
  const { claims, state, last_seen_at, revision } = await get('demo|viewer');
  expect(claims).toEqual({
    standard: {
      sub: 'demo|viewer',
      name: 'Demo Viewer',
      given_name: 'Demo',
      family_name: 'Viewer',
      email: 'viewer@demo.lineslip.example',
      locale: 'en-GB',
    },
    custom: { desk: { floor: 3 } },
  });
  expect([state, revision]).toEqual(['active', '1']);
  expect(last_seen_at).not.toBeNull();
});

test('one person is not found by another id', async () => {
  for (const rest of ['', '/activity']) expect((await call('GET', urlOf('nobody', rest))).statusCode).toBe(404);
});

test('one person has their own actions, newest first, and nothing done to them', async () => {
  const { user } = await add(['user:view', 'user:edit', 'dials:view']);
  const target = (await add()).user;
  const url = urlOf(target.id, '/permissions');
  for (const [ifMatch, permissions] of [
    ['1', ['dials:view']],
    ['2', []],
    ['2', ['dials:edit']],
  ] as const)
    await call('PUT', url, { who: user, ifMatch, body: { permissions } });
  const first = await good<Page<AuditRow>>('GET', urlOf(user.id, '/activity?limit=2'));
  expect(first.items.map(({ action, refused }) => [action, refused])).toEqual([
    ['person_change_refused', true],
    ['person_permissions_changed', false],
  ]);
  const rest = await good<Page<AuditRow>>('GET', urlOf(user.id, `/activity?limit=2&cursor=${first.next}`));
  expect(rest.items).toMatchObject([{ action: 'person_permissions_changed', object: { id: target.id } }]);
  expect(rest.next).toBeNull();
});

test('one person sees what waits: reviews they may vote on and have not, and drafts they saved last', async () => {
  const reviews = reviewTester(server);
  const [first, second] = await reviews.addBuckets(2, ['cargo']);
  if (first === undefined || second === undefined) throw new Error('There are no buckets.');
  const dial = { name: 'Waits', active_from: null };
  const created = await call('POST', '/api/dials', { who: 'underwriter', body: dial });
  expect(created.statusCode).toBe(200);
  expect((await get('demo|underwriter')).waiting).toEqual({ reviews: 0, dial_drafts: 1, bucket_drafts: 0 });

  const { id } = created.json<{ id: string }>();
  const { db } = server.database;
  await db
    .updateTable('dial_version')
    .set({ state: 'published', published_at: new Date(), published_by: 'demo|underwriter' })
    .where('dial_id', '=', id)
    .execute();
  await db
    .updateTable('dial')
    .set({ draft_version: null, published_version: 1, status: 'ready' })
    .where('id', '=', id)
    .execute();
  const entries = [{ dial_id: id, version: 1, overrides: {} }];
  const hash = await reviews.submitted(first, entries);
  const { revision } = await reviews.get(second);
  expect((await reviews.save('demo|underwriter', second, revision, entries)).status).toBe(200);
  expect((await get('demo|underwriter')).waiting).toEqual({ reviews: 0, dial_drafts: 0, bucket_drafts: 1 });
  expect((await get('demo|reviewer.one')).waiting).toEqual({ reviews: 1, dial_drafts: 0, bucket_drafts: 0 });
  expect((await get('demo|viewer')).waiting.reviews).toBe(0);
  expect((await reviews.vote('demo|reviewer.one', first, hash, 'approve')).status).toBe(200);
  expect((await get('demo|reviewer.one')).waiting.reviews).toBe(0);
  expect((await get('demo|reviewer.two')).waiting.reviews).toBe(1);
});

test('people of a hosted tenant are read here and changed there', async () => {
  const tenant = await startTenant();
  const hosted = await createOwnApp({ environment: tenant.environment });
  const headers = {
    authorization: `Bearer ${await tenant.accessToken('auth0|ada', ['user:view', 'user:edit', 'dials:view'])}`,
    'if-match': '1',
  };
  const idToken = await tenant.idToken({ sub: 'auth0|ada', name: 'Ada', email: 'ada@example.test' });
  await hosted.app.inject({ method: 'PUT', url: '/api/me', headers, payload: { idToken } });
  const place = new URL(tenant.environment.AUTH_DOMAIN).host;
  const { items, directory } = (await hosted.app.inject({ url: '/api/users', headers })).json<Listed>();
  expect(items).toMatchObject([{ id: 'auth0|ada', state: 'active' }]);
  expect(directory).toEqual({ kind: 'hosted', sign_in: 'tenant', change_at: place, mails_links: false });

  const person = { given_name: 'Bo', family_name: 'N', email: 'bo@example.test', permissions: [] };
  const tries = [
    ['POST', '/api/users', person],
    ['PUT', '/api/users/auth0|ada/permissions', { permissions: ['admin:edit'] }],
    ['POST', '/api/users/auth0|ada/invitation', undefined],
    ['POST', '/api/users/auth0|ada/deactivate', undefined],
    ['POST', '/api/users/auth0|ada/reactivate', undefined],
  ] as const;
  for (const [method, url, payload] of tries) {
    const answer = await hosted.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ detail: string }>().detail).toContain(place);
  }
  const [row, ...others] = await hosted.database.db.selectFrom('person').selectAll().execute();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ permissions: ['dials:view', 'user:view', 'user:edit'], deactivated_at: null });
});
