import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type Caller, useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';

/** Fields that only the server writes. No call accepts them, except the two about permissions. */
const OURS = new Set([
  'id',
  'status',
  'state',
  'outcome',
  'votes',
  'approvals',
  'created_by',
  'saved_by',
  'submitted_by',
  'person_id',
  'voted_at',
  'content_hash',
  'revision',
  'appetite',
  'permissions',
  'deactivated_at',
]);
const TAKES: Readonly<Record<string, readonly string[]>> = {
  addUser: ['permissions'],
  setUserPermissions: ['permissions'],
  addClass: ['appetite'],
  setAppetites: ['appetite'],
  // The rule or the deputy that it changes or ends.
  proposeAuthority: ['id'],
  // On, off or by e-mail: what an administrator chooses.
  changeFlag: ['state'],
  // Identifies the dial of a row; its permission is checked as for any dial.
  previewImport: ['id'],
  importDials: ['id'],
  // The revision of each bucket that a change is based on; compared, never written.
  saveDrafts: ['revision'],
  discardDrafts: ['revision'],
  // Which example is meant, and its revision.
  importExamples: ['id', 'revision'],
};
/** Free forms: the context of a flag, a row of a file that the domain reads field by field. */
const OPEN_FORMS = new Set(['evaluateFlags.context', 'previewImport.rows[].data', 'importDials.rows[].data']);

type Shape = Readonly<{
  type?: string;
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape;
  anyOf?: Shape[];
  $defs?: Record<string, Shape>;
}>;
type ShapePart = Readonly<{ at: string; keys: readonly string[]; open: boolean }>;

function partsOf(shape: Shape, at: string): ShapePart[] {
  const properties = Object.entries(shape.properties ?? {});
  const isObject = shape.type === 'object';
  return [
    ...(isObject ? [{ at, keys: properties.map(([key]) => key), open: shape.additionalProperties !== false }] : []),
    ...properties.flatMap(([key, of]) => partsOf(of, `${at}.${key}`)),
    ...(shape.items ? partsOf(shape.items, `${at}[]`) : []),
    ...(shape.anyOf ?? []).flatMap((of) => partsOf(of, at)),
    ...Object.values(shape.$defs ?? {}).flatMap((of) => partsOf(of, at)),
  ];
}
const BODIES = Object.entries<Route>(contract).flatMap(([name, { body }]): [string, ShapePart[]][] =>
  body ? [[name, partsOf(z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' }) as Shape, name)]] : [],
);

test.each(BODIES)('[Z7] the body of %s names no server-written field, at any depth', (name, parts) => {
  expect(parts.length).toBeGreaterThan(0);
  for (const { at, keys } of parts)
    expect([at, keys.filter((key) => OURS.has(key) && !TAKES[name]?.includes(key))]).toEqual([at, []]);
});

test.each(BODIES)('[Z8] %s strips fields it does not name', (_name, parts) => {
  expect(parts.filter(({ at, open }) => open && !OPEN_FORMS.has(at))).toEqual([]);
});

const server = useTestApp();
const tester = reviewTester(server);
const dials = dialTester(server);

test('[Z9] a dial, a draft and a vote accept only their own fields, and a refusal leaves nothing behind', async () => {
  const planted = { status: 'active', state: 'published', created_by: 'demo|viewer', version: 9 };
  const body = { ...EMPTY_DIAL, name: 'Planted', ...planted };
  expect((await dials.call('POST', '/api/dials', { body })).statusCode).toBe(400);
  const [address] = await tester.addBuckets(1, ['cargo']);
  if (address === undefined) throw new Error('There is no bucket.');
  const dial = await dials.published({ name: 'Honest' });
  const entries = [{ dial_id: dial.id, version: 1, overrides: {} }];
  const { revision } = await tester.get(address);
  const put = (more: object) =>
    tester.call(UNDERWRITER, 'PUT', `${tester.urlOf(address)}/draft`, {
      ifMatch: revision,
      body: { entries, ...more },
    });
  expect((await put({ state: 'live', status: 'active' })).status).toBe(400);
  expect((await put({ saved_by: REVIEWERS[0] })).status).toBe(400);
  const hash = await tester.submitted(address, entries);
  const vote = (more: object) =>
    tester.call(REVIEWERS[0], 'PUT', '/api/reviews/votes', {
      body: { choice: 'approve', buckets: [{ ...address, hash }], ...more },
    });
  expect((await vote({ person_id: REVIEWERS[1] })).status).toBe(400);
  expect((await vote({ votes: [{ choice: 'approve' }], approvals: 2 })).status).toBe(400);
  expect((await tester.review(address)).round).toMatchObject({ votes: [] });
});

test('[Z10] the hash and the revision of one bucket are invalid in another', async () => {
  const [one, other] = await tester.addBuckets(2, ['cargo', 'hull']);
  if (one === undefined || other === undefined) throw new Error('There are no buckets.');
  const dial = await dials.published({ name: 'Swapped' });
  const entries = [{ dial_id: dial.id, version: 1, overrides: {} }];
  const hash = await tester.submitted(one, entries);
  const overridden = [{ ...entries[0], overrides: { max_line: 1 } }] as BucketEntries;
  await tester.submitted(other, overridden);
  expect((await tester.vote(REVIEWERS[0], other, hash, 'approve')).status).toBe(412);
  expect((await tester.cancel(UNDERWRITER, other, '999')).status).toBe(412);
});

test('[Z11] one dial’s revision is invalid for another, and someone else’s draft stays theirs', async () => {
  const mine = await dials.create({ name: 'Mine' });
  const theirs = await dials.save(
    await dials.create({ name: 'Theirs' }, 'underwriter.two'),
    {},
    { who: 'underwriter.two' },
  );
  const { id } = theirs.json<{ id: string }>();
  const body = { ...EMPTY_DIAL, name: 'Taken' };
  const with_ = (who: readonly string[], ifMatch: string) =>
    dials.call('PUT', `/api/dials/${id}/draft`, { who, ifMatch, body });
  expect((await with_(['dials:view', 'dials:create'], theirs.json<{ revision: string }>().revision)).statusCode).toBe(
    403,
  );
  expect((await with_(['dials:view', 'dials:edit'], `${mine.revision}7`)).statusCode).toBe(412);
});

test('[Z12] nobody reads or changes people by naming another id, or themselves', async () => {
  const body = { permissions: ['admin:view', 'user:edit'] };
  const put = (who: Caller, userId: string) =>
    dials.call('PUT', `/api/users/${encodeURIComponent(userId)}/permissions`, { who, ifMatch: '1', body });
  for (const who of ['viewer', 'underwriter', 'reviewer.one', 'newcomer'])
    for (const id of [`demo|${who}`, 'demo|administrator']) expect((await put(who, id)).statusCode).toBe(403);
  // A token that claims more than the directory grants changes nobody.
  const forged = { id: 'demo|viewer', permissions: ['user:edit'] };
  expect((await put(forged, 'demo|viewer')).statusCode).toBe(403);
  const rows = await server.database.db
    .selectFrom('person')
    .select('permissions')
    .where('id', '=', 'demo|viewer')
    .execute();
  expect(rows).toEqual([{ permissions: ['dials:view', 'bucket:view'] }]);
});

test('signing in changes no permission, whatever the identity token claims', async () => {
  const idToken = await server.idTokenOf('viewer', { permissions: ['admin:view'], roles: ['Administrator'] });
  const body = { idToken, permissions: ['admin:view'], state: 'active' };
  const answer = await dials.call('PUT', '/api/me', { who: 'viewer', body });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ permissions: ['dials:view', 'bucket:view'] });
});

test('an unknown field is listed together with errors of meaning', async () => {
  const [address] = await tester.addBuckets(1, ['cargo']);
  if (address === undefined) throw new Error('There is no bucket.');
  const { revision } = await tester.get(address);
  const pathsOf = async (method: 'POST' | 'PUT', url: string, body: object, ifMatch?: string) => {
    const answer = await dials.call(method, url, {
      who: ['dials:create', 'bucket:edit'],
      body,
      ...(ifMatch && { ifMatch }),
    });
    return [
      answer.statusCode,
      answer
        .json<{ errors: { path: string }[] }>()
        .errors.map(({ path }) => path)
        .toSorted(),
    ];
  };
  const dial = { ...EMPTY_DIAL, name: ' ', dimensions: { revenue: '[5,1]' }, values: { max_line: -1 }, colour: 'red' };
  const dialPaths = ['colour', 'dimensions.revenue', 'name', 'values.max_line'];
  expect(await pathsOf('POST', '/api/dials', dial)).toEqual([400, dialPaths]);
  const entry = { dial_id: crypto.randomUUID(), version: 1, overrides: { max_line: -1 }, colour: 'red' };
  const entryPaths = ['entries.0.colour', 'entries.0.overrides.max_line'];
  expect(await pathsOf('PUT', `${tester.urlOf(address)}/draft`, { entries: [entry] }, revision)).toEqual([
    400,
    entryPaths,
  ]);
  const example = { name: '', risk: { date: 'soon', journey: null, dimensions: {} }, expected: {}, colour: 'red' };
  const examplePaths = ['colour', 'expected', 'name', 'risk.date'];
  expect(await pathsOf('POST', `${tester.urlOf(address)}/examples`, example)).toEqual([400, examplePaths]);
});
