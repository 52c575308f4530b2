import { expect, test } from 'vitest';
import type { UserProfile } from '#contract/user.ts';
import { createOwnApp, useTestApp } from '#server/testing/app.ts';
import { peopleTester, type Refusal } from '#server/testing/people.ts';
import { reviewTester } from '#server/testing/reviews.ts';
import { refusalOf, sortedStatuses } from '#server/testing/calls.ts';
import { auditRecords } from '#server/testing/records.ts';

const server = useTestApp({ now: () => now });
let now = new Date('2027-03-01T09:00:00.000Z');

const MANAGE_USERS = ['user:view', 'user:edit'];
const { add, call, deactivate, get, grant, lastRefusal, records, urlOf } = peopleTester(server);
/** As someone other than the demo people. */
const callAs = (who: UserProfile, method: 'PUT' | 'POST', url: string, ifMatch: string, body?: object) =>
  call(method, url, { who, ifMatch, ...(body && { body }) });
const managers = () =>
  server.database.db
    .selectFrom('person')
    .select('id')
    .where('deactivated_at', 'is', null)
    .where(
      (row) => row.val('user:edit'),
      '=',
      (row) => row.fn.any('permissions'),
    )
    .execute();

test('an added person exists at once, with their permissions and one record', async () => {
  const { user, invitation } = await add(['dials:edit', 'dials:view']);
  expect(invitation).toBeNull();
  expect(user).toMatchObject({
    id: expect.stringMatching(/^embedded\|[0-9a-f-]{36}$/),
    name: 'Pat Number 1',
    permissions: ['dials:view', 'dials:edit'],
    state: 'active',
    revision: '1',
    created_at: now.toISOString(),
    last_seen_at: null,
    claims: null,
    invitation: null,
    waiting: { reviews: 0, dial_drafts: 0, bucket_drafts: 0 },
  });
  expect(await records(user.id)).toEqual([
    {
      action: 'person_added',
      by: 'demo|administrator',
      detail: { became: { name: user.name, email: user.email, permissions: user.permissions } },
    },
  ]);
});

test('an e-mail belongs to one person, ignoring case, even if deactivated', async () => {
  const { user } = await add([], { email: 'One.Only@example.test' });
  const body = { given_name: 'X', family_name: 'Y', email: 'one.only@EXAMPLE.test', permissions: [] };
  const refused = await call('POST', '/api/users', { body });
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Refusal>().errors).toEqual([{ path: 'email', message: `${user.name} has this e-mail already` }]);
  await deactivate(user.id, user.revision);
  const again = await call('POST', '/api/users', { body });
  expect(again.json<Refusal>().detail).toContain('reactivate them instead');
});

test('of two people added concurrently with one e-mail one is added', async () => {
  const body = { given_name: 'X', family_name: 'Y', email: 'race@example.test', permissions: [] };
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/api/users', { body })));
  expect(sortedStatuses(answers)).toEqual([200, 409, 409]);
});

test('adding a person accepts only the fields of the form', async () => {
  const body = { given_name: 'X', family_name: 'Y', email: 'more@example.test', permissions: [] };
  for (const more of [{ id: 'demo|administrator' }, { created_by: 'x' }, { deactivated_at: null }, { directory: 'x' }])
    expect((await call('POST', '/api/users', { body: { ...body, ...more } })).statusCode).toBe(400);
  expect((await call('POST', '/api/users', { body: { ...body, permissions: ['root:all'] } })).statusCode).toBe(400);
  expect((await call('POST', '/api/users', { body: { ...body, email: 'nobody' } })).statusCode).toBe(400);
});

test('changing permissions leaves one record with before and after; repeating it changes nothing', async () => {
  const { user } = await add(['dials:view']);
  const changed = (await grant(user.id, user.revision, ['review:view', 'dials:view'])).json<UserProfile>();
  expect(changed).toMatchObject({ permissions: ['dials:view', 'review:view'], revision: '2' });
  const same = (await grant(user.id, '2', ['review:view', 'dials:view'])).json<UserProfile>();
  expect(same.revision).toBe('2');
  expect((await records(user.id)).slice(1)).toEqual([
    {
      action: 'person_permissions_changed',
      by: 'demo|administrator',
      detail: { was: ['dials:view'], became: ['dials:view', 'review:view'] },
    },
  ]);
});

test('permissions without their prerequisites are refused by name, for new and existing people', async () => {
  const lacking = { errors: [{ path: 'permissions', message: '“Delete unused dials” needs “Read dials” too.' }] };
  const body = { given_name: 'X', family_name: 'Y', email: 'half@example.test', permissions: ['dials:delete'] };
  const unadded = await call('POST', '/api/users', { body });
  expect([unadded.statusCode, unadded.json()]).toMatchObject([400, lacking]);
  const { user } = await add(['dials:view', 'dials:delete']);
  const refused = await grant(user.id, user.revision, ['dials:delete']);
  expect([refused.statusCode, refused.json()]).toMatchObject([400, lacking]);
  expect((await get(user.id)).permissions).toEqual(['dials:view', 'dials:delete']);
});

test('a stale change is refused with who and when, recorded, and changes nothing', async () => {
  const { user } = await add([]);
  now = new Date('2027-03-01T10:58:00.000Z');
  await grant(user.id, '1', ['dials:view']);
  now = new Date('2027-03-02T09:00:00.000Z');
  const refused = await grant(user.id, '1', ['dials:edit']);
  expect(refused.statusCode).toBe(412);
  expect(refused.json<Refusal>()).toMatchObject({
    detail: 'Demo Administrator changed these permissions.',
    changed: { at: '2027-03-01T10:58:00.000Z' },
  });
  expect((await get(user.id)).permissions).toEqual(['dials:view']);
  expect(await lastRefusal(user.id)).toBe('person_permissions_changed: stale');
  expect((await call('PUT', urlOf(user.id, '/permissions'), { body: { permissions: [] } })).statusCode).toBe(428);
});

test('[U36] nobody can remove their own permission to undo the change', async () => {
  const { user } = await add([...MANAGE_USERS, 'admin:view', 'dials:view']);
  const url = urlOf(user.id, '/permissions');
  for (const permissions of [['user:view', 'admin:view'], [...MANAGE_USERS]]) {
    const refused = await callAs(user, 'PUT', url, '1', { permissions });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<Refusal>().detail).toContain('Ask another administrator.');
  }
  expect((await callAs(user, 'POST', urlOf(user.id, '/deactivate'), '1')).statusCode).toBe(409);
  const refusals = (await records(user.id)).filter(({ action }) => action === 'person_change_refused');
  expect(refusals.map(({ detail }) => detail['attempt'])).toEqual([
    'person_permissions_changed',
    'person_permissions_changed',
    'person_deactivated',
  ]);
  expect((await callAs(user, 'PUT', url, '1', { permissions: [...MANAGE_USERS, 'admin:view'] })).statusCode).toBe(200);
});

test('nobody grants themselves more permissions, with any token; the refusal is recorded', async () => {
  const { user } = await add(['user:view', 'user:edit', 'admin:view']);
  const wider = { permissions: [...user.permissions, 'review:create'] };
  expect(await refusalOf(callAs(user, 'PUT', urlOf(user.id, '/permissions'), user.revision, wider))).toBe(
    '409 You cannot give yourself more permissions. Ask another administrator.',
  );
  expect((await get(user.id)).permissions).toEqual(user.permissions);
  expect((await records(user.id)).at(-1)).toMatchObject({ action: 'person_change_refused', by: user.id });
});

test('[U37] each change checks the caller’s permission in the directory again', async () => {
  const { user } = await add(MANAGE_USERS);
  const target = (await add()).user;
  await grant(user.id, '1', ['user:view']);
  expect(
    await refusalOf(callAs(user, 'PUT', urlOf(target.id, '/permissions'), '1', { permissions: ['admin:edit'] })),
  ).toBe('403 This needs edit on user, which you no longer have.');
  const body = { given_name: 'X', family_name: 'Y', email: 'friend@example.test', permissions: [] };
  expect((await callAs(user, 'POST', '/api/users', '1', body)).statusCode).toBe(403);
  expect(await lastRefusal(user.id)).toBe('person_added: not-allowed');
  expect((await get(target.id)).permissions).toEqual([]);
});

test('[U38] two people who revoke each other’s permission concurrently do not both succeed', async () => {
  const own = await createOwnApp();
  const people = peopleTester(own);
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [(await people.add(MANAGE_USERS)).user, (await people.add(MANAGE_USERS)).user];
    const takes = (who: UserProfile, from: UserProfile) => people.grant(from.id, '1', ['user:view'], who);
    const answers = await Promise.all([takes(one, two), takes(two, one)]);
    expect(sortedStatuses(answers)).toEqual([200, 403]);
  }
});

test('[U39] somebody who may change people always remains', async () => {
  const { user } = await add(MANAGE_USERS);
  const everyone = await managers();
  for (const { id } of everyone)
    if (id !== user.id) {
      const { revision } = await get(id);
      const url = urlOf(id, '/deactivate');
      expect((await callAs(user, 'POST', url, revision)).statusCode).toBe(200);
    }
  expect(await managers()).toEqual([{ id: user.id }]);
  const { revision } = await get(user.id);
  expect((await callAs(user, 'POST', urlOf(user.id, '/deactivate'), revision)).statusCode).toBe(409);
  expect(await managers()).toEqual([{ id: user.id }]);
  await server.database.db
    .updateTable('person')
    .set({ deactivated_at: null })
    .where('id', '=', 'demo|administrator')
    .execute();
});

test('a deactivated person leaves the directory, keeps their permissions, and can be reactivated', async () => {
  const { user } = await add(['dials:view']);
  const gone = (await deactivate(user.id, '1')).json<UserProfile>();
  expect(gone).toMatchObject({ state: 'deactivated', permissions: ['dials:view'], revision: '2' });
  expect((await deactivate(user.id, '2')).json<Refusal>().detail).toBe(`${user.name} is deactivated already.`);
  const back = await call('POST', urlOf(user.id, '/reactivate'), { ifMatch: '2' });
  expect(back.json<UserProfile>()).toMatchObject({ state: 'active', permissions: ['dials:view'], revision: '3' });
  expect((await call('POST', urlOf(user.id, '/reactivate'), { ifMatch: '3' })).statusCode).toBe(409);
  expect((await records(user.id)).map(({ action }) => action)).toEqual([
    'person_added',
    'person_deactivated',
    'person_change_refused',
    'person_reactivated',
    'person_change_refused',
  ]);
});

test('[U41] the vote of a deactivated person is refused at once and recorded, while their token is still valid', async () => {
  const reviews = reviewTester(server);
  const [address] = await reviews.addBuckets(1, ['cargo']);
  if (address === undefined) throw new Error('There is no bucket.');
  const { user } = await add(['review:view', 'review:create', 'bucket:view', 'bucket:edit']);
  const vote = { choice: 'approve', buckets: [{ ...address, hash: 'a'.repeat(64) }] };
  const before = await callAs(user, 'PUT', '/api/reviews/votes', '', vote);
  expect(before.statusCode).toBe(409);
  await deactivate(user.id, '1');
  const after = await callAs(user, 'PUT', '/api/reviews/votes', '', vote);
  expect(after.statusCode).toBe(403);
  expect(after.json<Refusal>().detail).toContain('You can no longer sign in here');
  const refusals = await auditRecords(server.database.db, { actor: user.id });
  expect(refusals.map(({ detail }) => detail['because'])).toEqual(['conflict', 'not-allowed']);
});

test('a deactivated person’s sign-in is no longer recorded, whatever token they have', async () => {
  const { revision } = await get('demo|newcomer');
  await deactivate('demo|newcomer', revision);
  const payload = { idToken: await server.idTokenOf('newcomer') };
  const headers = await server.as('newcomer');
  const answer = await server.app.inject({ method: 'PUT', url: '/api/me', headers, payload });
  expect(answer.statusCode).toBe(403);
  expect(await get('demo|newcomer')).toMatchObject({ last_seen_at: null, claims: null, state: 'deactivated' });
  expect((await records('demo|newcomer')).map(({ action }) => action)).not.toContain('signed_in');
});

test('view on user alone changes nobody, and ids must match', async () => {
  const { user } = await add([]);
  for (const who of ['viewer', ['user:view'], ['admin:edit', 'admin:create']] as const) {
    expect((await grant(user.id, '1', ['user:edit'], who)).statusCode).toBe(403);
    expect((await deactivate(user.id, '1', who)).statusCode).toBe(403);
  }
  expect((await grant('nobody', '1', [])).statusCode).toBe(404);
  expect((await get(user.id)).revision).toBe('1');
});

test('one-time links exist for password sign-in only', async () => {
  const { user } = await add([]);
  const refused = await call('POST', urlOf(user.id, '/invitation'), { ifMatch: '1' });
  expect(refused.statusCode).toBe(409);
  expect(await lastRefusal(user.id)).toBe('person_invited: conflict');
});
