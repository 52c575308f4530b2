import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ClientOptions, createClient, urlOf } from './client.ts';
import { Problem, PROBLEMS, type ProblemName } from './problem.ts';
import { route } from './route.ts';

const sample = {
  getThing: route('GET /api/things/:id/parts/:part', {
    summary: '',
    access: 'dials:view',
    params: z.object({ id: z.string(), part: z.string() }),
    query: z.object({ limit: z.coerce.number().optional(), q: z.string().optional(), all: z.stringbool().optional() }),
    answer: z.object({ id: z.string() }),
  }),
  saveThing: route('PUT /api/things', {
    summary: '',
    access: 'signed-in',
    body: z.object({ name: z.string() }),
    answer: z.unknown(),
  }),
  open: route('GET /api/open', {
    summary: '',
    access: 'public',
    answer: z.object({ ok: z.boolean() }),
  }),
  getFile: route('GET /api/file', { summary: '', access: 'public', mediaType: 'text/csv', answer: z.string() }),
} as const;

/** A stub server that records requests. */
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    answer(response);
  });
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

let tokensAsked = 0;
const client = (more: Partial<ClientOptions> = {}) =>
  createClient<typeof sample>(sample, {
    baseUrl,
    token: async () => {
      tokensAsked += 1;
      return `token-${tokensAsked}`;
    },
    ...more,
  });
const answerWith = (status: number, body: unknown, type = 'application/json') => {
  answer = (response) =>
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
};
beforeEach(() => {
  requests = [];
  tokensAsked = 0;
  answerWith(200, { ok: true });
});

test('a file keeps its bytes, the byte order mark included', async () => {
  answerWith(200, '\uFEFFa,b', 'text/csv; charset=utf-8');
  const file = await client().getFile();
  expect((await file.bytes()).slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  expect(requests[0]?.headers.accept).toBe('text/csv');
});

describe('what the client sends', () => {
  test.each([
    ['/api/a/:id', { params: { id: 'x' } }, '/api/a/x'],
    ['/api/a/:id', { params: { id: 'a/b ?#%ü' } }, '/api/a/a%2Fb%20%3F%23%25%C3%BC'],
    ['/api/a/:id/b/:other', { params: { id: '1', other: '2' } }, '/api/a/1/b/2'],
    ['/api/a', { query: { q: 'a b&c=d', limit: 5, all: false } }, '/api/a?q=a+b%26c%3Dd&limit=5&all=false'],
    ['/api/a', { query: { q: undefined } }, '/api/a'],
    ['/api/a', { query: { q: '' } }, '/api/a?q='],
    ['/api/a', {}, '/api/a'],
  ])('%s with %j goes to %s', (path, input, expected) => {
    expect(urlOf(path, input)).toBe(expected);
  });

  test('method, address, token and no body for a question', async () => {
    await client().getThing({ params: { id: '7', part: 'a b' }, query: { limit: 10 } });
    expect(requests).toEqual([
      expect.objectContaining({ method: 'GET', url: '/api/things/7/parts/a%20b?limit=10', body: '' }),
    ]);
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer token-1', accept: 'application/json' });
    expect(requests[0]?.headers).not.toHaveProperty('content-type');
  });

  test('the body as JSON, and the revision it is based on', async () => {
    await client().saveThing({ body: { name: 'ü' } }, { ifMatch: 'r1' });
    expect(requests[0]).toMatchObject({ method: 'PUT', url: '/api/things', body: '{"name":"ü"}' });
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'if-match': '"r1"' });
  });

  test('no token on a public route, and does not request one', async () => {
    expect(await client().open()).toEqual({ ok: true });
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(tokensAsked).toBe(0);
  });

  test('a fresh token for every call; without one, nothing is sent', async () => {
    const calls = client();
    await calls.saveThing({ body: { name: 'a' } });
    await calls.saveThing({ body: { name: 'b' } });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
    const signedOut = createClient<typeof sample>(sample, {
      baseUrl,
      token: () => Promise.reject(new Error('login_required')),
    });
    await expect(signedOut.saveThing({ body: { name: 'c' } })).rejects.toThrow('login_required');
    expect(requests).toHaveLength(2);
  });

  test('retries a refused token once with a new one, then gives up', async () => {
    const given: boolean[] = [];
    const refusal = {
      renew: () => Promise.resolve('new'),
      giveUp: (isRead: boolean) => (given.push(isRead), undefined),
    };
    const refuse = (response: ServerResponse) => response.writeHead(401).end();
    answer = (response) => (requests.length === 1 ? refuse(response) : response.end('{}'));
    await client({ refusal }).saveThing({ body: { name: 'a' } });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer new']);
    expect(requests[1]?.body).toBe('{"name":"a"}');
    answer = refuse;
    await expect(client({ refusal }).saveThing({ body: { name: 'b' } })).rejects.toThrow('The server answered 401');
    expect(requests).toHaveLength(4);
    expect(given).toEqual([false]);
  });

  test('nothing after it is aborted', async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const call = client().open({}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('what the client gives back', () => {
  test('nothing, for an answer without content', async () => {
    answer = (response) => response.writeHead(204).end();
    expect(await client().saveThing({ body: { name: 'a' } })).toBeUndefined();
  });

  const names = Object.keys(PROBLEMS) as ProblemName[];
  test.each(names)('returns the problem %s as the server sent it', async (kind) => {
    const errors = [{ path: 'name', message: 'Required' }];
    const { document } = new Problem(kind, 'What is wrong.', { errors, reference: 'abc' });
    answerWith(document.status, document, 'application/problem+json; charset=utf-8');
    const problem = await client()
      .open()
      .catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ kind, message: 'What is wrong.', document });
  });

  test('a concurrent change with its time formatted for the reader, not in UTC', async () => {
    const changed = { by: 'Ann', did: 'saved this draft', at: '2026-11-15T10:58:00.000Z' };
    const { document } = new Problem('stale', 'Ann saved this draft.', { changed });
    answerWith(412, document, 'application/problem+json');
    const writeTime = (at: string) => `at ${new Date(Date.parse(at) + 3_600_000).toISOString().slice(11, 16)}`;
    await expect(client({ writeTime }).open()).rejects.toMatchObject({ message: 'Ann saved this draft at 11:58.' });
  });

  test.each([
    ['4', 4],
    ['Wed, 18 Nov 2026 12:00:00 GMT', undefined],
  ])('how long a busy server asks to wait: %s', async (header, retryAfterSeconds) => {
    const { document } = new Problem('unavailable', 'The server is busy.');
    for (const [type, body] of [
      ['application/problem+json', JSON.stringify(document)],
      ['text/html', '<html>Busy</html>'],
    ] as const) {
      answer = (response) => response.writeHead(503, { 'content-type': type, 'retry-after': header }).end(body);
      await expect(client().open()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds });
    }
  });

  test('an unknown problem of a newer server as unexpected', async () => {
    answerWith(
      418,
      { type: 'urn:lineslip:problem:teapot', title: 't', status: 418, detail: 'Short and stout.' },
      'application/problem+json',
    );
    await expect(client().open()).rejects.toMatchObject({ kind: 'unexpected', message: 'Short and stout.' });
  });

  test.each([
    ['a page of a proxy', 502, '<html>Bad Gateway</html>', 'text/html'],
    ['an empty answer', 504, '', 'text/plain'],
    ['half a problem', 500, '{"type":', 'application/problem+json'],
    ['JSON that is no problem', 500, 'null', 'application/problem+json'],
  ])('%s as a server that cannot be reached', async (_what, status, body, type) => {
    answerWith(status, body, type);
    await expect(client().open()).rejects.toMatchObject({
      name: 'Problem',
      kind: 'unavailable',
      message: `The server answered ${status}. Please try again in a moment.`,
    });
  });
});
