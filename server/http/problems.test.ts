import { fastify } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contract } from '#contract/contract.ts';
import { userSchema } from '#contract/user.ts';
import { useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { answerProblems } from './problem-reply.ts';
import { registerContract } from './register.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';

const server = useTestApp();

type Sent = Readonly<{ payload?: string; type?: string; who?: string }>;
async function call(
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  { payload, type, who = 'administrator' }: Sent = {},
) {
  const headers = { ...(who && (await server.as(who))), ...(type && { 'content-type': type }) };
  return server.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
}
const json = 'application/json';

function expectProblem(
  answer: Awaited<ReturnType<typeof call>>,
  status: number,
  kind: string,
): Record<string, unknown> {
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const document = answer.json<Record<string, unknown>>();
  expect(document).toMatchObject({
    type: `urn:lineslip:problem:${kind}`,
    title: expect.stringMatching(/^[A-Z].+/),
    status,
    detail: expect.stringMatching(/^.+[^\s]$/),
  });
  return document;
}

test.each([
  ['broken JSON', '{"idToken":'],
  ['an empty body', ''],
  ['a key that would change every object', '{"__proto__":{"admin":true},"idToken":"x"}'],
])('the answer is 400 for %s', async (_what, payload) => {
  const document = expectProblem(await call('PUT', '/api/me', { payload, type: json }), 400, 'invalid-input');
  expect(document['detail']).toBe('The body could not be read. Please send valid JSON.');
});

test('a 400 response names every wrong field at once', async () => {
  const answer = await call('GET', `/api/users?limit=many&cursor=${'c'.repeat(1001)}`);
  const { errors } = expectProblem(answer, 400, 'invalid-input') as { errors: { path: string; message: string }[] };
  expect(errors.map(({ path }) => path).toSorted()).toEqual(['cursor', 'limit']);
  expect(errors.every(({ message }) => message.length > 0)).toBe(true);
});

test.each([
  [
    'a nested field, by its path',
    'POST',
    '/api/ofrep/v1/evaluate/flags',
    '{"context":{"targetingKey":7}}',
    'context.targetingKey',
  ],
  ['a missing field', 'PUT', '/api/me', '{}', 'idToken'],
  ['a field of a body that is null', 'PUT', '/api/me', 'null', 'idToken'],
  ['a body that is no object', 'PUT', '/api/me', '[1]', ''],
] as const)('an answer of 400 names %s', async (_what, method, url, payload, path) => {
  const document = expectProblem(await call(method, url, { payload, type: json }), 400, 'invalid-input');
  expect(document['errors']).toEqual([{ path, message: expect.any(String) }]);
});

test.each([
  [
    'a day',
    'POST',
    '/api/buckets/9101/cargo/draft/put-off',
    { day: '1 Jan', reason: 'x' },
    /^day: Write a day like \d{4}-01-01$/,
  ],
  [
    'a choice',
    'POST',
    '/api/bucket-stops',
    { scope: { kind: 'bucket' }, reason: 'x' },
    'scope.kind: Choose one of: buckets, class, partner, everything',
  ],
] as const)('the message for %s says what to send', async (_what, method, url, body, message) => {
  const answer = await call(method, url, { payload: JSON.stringify(body), type: json });
  const errors = expectProblem(answer, 400, 'invalid-input')['errors'] as { path: string; message: string }[];
  expect(errors.map((error) => `${error.path}: ${error.message}`)).toContainEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
});

test('a field that does not exist is listed with all other faults', async () => {
  const payload = JSON.stringify({ name: 7, foo: 1, bar: 2, values: { max_line: 'much', most: 3 } });
  const document = expectProblem(await call('POST', '/api/dials', { payload, type: json }), 400, 'invalid-input');
  const errors = document['errors'] as { path: string; message: string }[];
  expect(errors.map(({ path }) => path).toSorted()).toEqual(
    expect.arrayContaining(['bar', 'foo', 'name', 'values.max_line', 'values.most']),
  );
  expect(errors).toContainEqual({ path: 'values.most', message: 'There is no such field' });
});

const cursors = {
  'no base64': '%%%'.replaceAll('%', '%25'),
  'no JSON': Buffer.from('nonsense').toString('base64url'),
  'another shape': Buffer.from('{"name":1}').toString('base64url'),
  'a text the database cannot hold': Buffer.from('{"name":"\\u0000","id":"x"}').toString('base64url'),
};
test.each(Object.entries(cursors))('the response is 400 for a cursor that is %s', async (_what, cursor) => {
  const document = expectProblem(await call('GET', `/api/users?cursor=${cursor}`), 400, 'invalid-input');
  expect(document['errors']).toEqual([{ path: 'cursor', message: 'Not a cursor of this list' }]);
});

test('the response is 400 for an address that cannot be decoded', async () => {
  expectProblem(await call('GET', '/api/%E0%A4%A'), 400, 'invalid-input');
});

test('the response is 401 without a token', async () => {
  const document = expectProblem(await call('GET', '/api/users', { who: '' }), 401, 'not-signed-in');
  expect(document['detail']).toBe('User is unauthenticated');
});

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/nope?token=secret'],
] as const)('the answer is 404 for %s %s', async (method, url) => {
  const document = expectProblem(await call(method, url, { who: '' }), 404, 'not-found');
  expect(document['detail']).toBe(`Nothing answers ${method} ${url.split('?')[0]}.`);
});

test.each([
  ['POST', '/api/settings', 'GET, HEAD'],
  ['DELETE', '/api/users?q=x', 'GET, HEAD, POST'],
  ['PATCH', '/api/users/demo%7Cviewer/permissions', 'PUT'],
  ['GET', '/analytics/track/', 'POST'],
] as const)('the answer is 405 for %s %s, with what is allowed', async (method, url, allow) => {
  const answer = await call(method, url, { who: '' });
  const document = expectProblem(answer, 405, 'method-not-allowed');
  expect(answer.headers['allow']).toBe(allow);
  expect(document['detail']).toBe(`${url.split('?')[0]} takes ${allow}, not ${method}.`);
});

test('the response is 413 for a body that is too large', async () => {
  const payload = JSON.stringify({ idToken: 'x'.repeat(5 * 1024 * 1024) });
  expectProblem(await call('PUT', '/api/me', { payload, type: json }), 413, 'too-large');
});

test.each(['application/xml', 'text/plain', 'application/x-www-form-urlencoded'])(
  'the response is 415 for %s',
  async (type) => {
    expectProblem(await call('PUT', '/api/me', { payload: '{"idToken":"x"}', type }), 415, 'unsupported-media');
  },
);

async function withoutPeople(): Promise<void> {
  const { config } = server.database;
  await execute(config, 'alter table person rename to person_elsewhere');
  onTestFinished(async () => void (await execute(config, 'alter table person_elsewhere rename to person')));
}

test('[W10] a 500 response shows a reference and no internals; the log has both', async () => {
  await withoutPeople();
  const logged = vi.spyOn(server.app.log, 'error');
  onTestFinished(() => logged.mockRestore());
  const answer = await call('GET', '/api/users');
  const { reference, ...document } = expectProblem(answer, 500, 'unexpected');
  expect(reference).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.headers['x-request-id']).toBe(reference);
  expect(document).toEqual({
    type: 'urn:lineslip:problem:unexpected',
    title: 'Something went wrong on our side',
    status: 500,
    detail: 'Try again. If it keeps happening, send us the reference.',
  });
  expect(answer.body).not.toMatch(/person|relation|42P01|select|\.ts/);
  expect(logged).toHaveBeenCalledWith({
    err: expect.objectContaining({ message: 'relation "person" does not exist' }),
    reference,
  });
});

test('[W11] every 500 response has its own reference', async () => {
  await withoutPeople();
  const answers = [await call('GET', '/api/users'), await call('GET', '/api/users')];
  expect(new Set(answers.map((answer) => answer.json<{ reference: string }>().reference)).size).toBe(2);
});

test('responses contain only what the contract names', async () => {
  await server.app.inject({
    method: 'PUT',
    url: '/api/me',
    headers: await server.as('viewer'),
    payload: { idToken: await server.idTokenOf('viewer', { phone_number: 'a claim', nickname: 'another' }) },
  });
  const answer = await call('GET', '/api/users');
  expect(answer.statusCode).toBe(200);
  const { items } = answer.json<{ items: object[] }>();
  const known = Object.keys(userSchema.shape).toSorted();
  for (const item of items) expect(Object.keys(item).toSorted()).toEqual(known);
  expect(answer.body).not.toMatch(/a claim|another|nickname|claims/);
});

const user = { id: 'x', name: 'X', email: 'x@example.test', given_name: '', family_name: '', permissions: [] };
const rest = {
  next: null,
  directory: { kind: 'embedded', sign_in: 'demo', change_at: null, mails_links: false },
  counts: { present: 1, deactivated: 0 },
} as const;
async function answerOf(handled: object) {
  const app = fastify();
  onTestFinished(() => app.close());
  answerProblems(app);
  const { listUsers } = contract;
  const handlers = { listUsers: async () => handled as typeof rest & { items: [] } };
  registerContract(app, { listUsers }, handlers, {
    authenticate: async () => ({
      id: 'x',
      permissions: { ...NO_PERMISSIONS, user: 1 },
      expiresAt: new Date(Date.now() + 60_000),
    }),
  });
  return app.inject('/api/users');
}

test('extra fields of a handler’s response are removed, at every depth', async () => {
  const secret = { password: 'secret' };
  const shown = {
    ...user,
    last_seen_at: null,
    state: 'active',
    verification: null,
    unverified_because: 'They have not used a sign-in link yet.',
    unconfirmed_because: null,
    introduced_by: [],
    same_mailbox: [],
    access_request: null,
  };
  const answer = await answerOf({ items: [{ ...shown, ...secret }], ...rest, ...secret });
  expect(answer.json()).toEqual({ items: [shown], ...rest });
});

test('an invalid handler response is our bug, and reveals nothing', async () => {
  const answer = await answerOf({ items: [{ ...user, state: 'active', last_seen_at: 'yesterday' }], ...rest });
  expectProblem(answer, 500, 'unexpected');
  expect(answer.body).not.toMatch(/yesterday|example/);
});

test.each([
  ['NUL', '\\u0000', 'name'],
  ['half a character', '\\ud800', 'name'],
])('400 names the text that holds %s', async (_what, character, path) => {
  const payload = `{"name":"x${character}y","tags":["${character}"],"dimensions":{"revenue_ranges":"${character}"}}`;
  const document = expectProblem(await call('POST', '/api/dials', { payload, type: json }), 400, 'invalid-input');
  const message = 'This text contains a character that cannot be stored';
  const paths = [path, 'tags.0', 'dimensions.revenue_ranges'];
  expect(document['errors']).toEqual(paths.map((of) => ({ path: of, message })));
  expectProblem(await call('GET', '/api/dials?tag=%00'), 400, 'invalid-input');
});

test('400 for a number that the database cannot store', async () => {
  const id = '6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11';
  expectProblem(await call('GET', `/api/dials/${id}/versions/99999999999`), 400, 'invalid-input');
});
