import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createMeasuring } from '#server/impact/measuring.ts';
import { type EngineAddress, readEngineAddress } from './address.ts';
import { createClickHouseMeasurer } from './measurer.ts';

const PASSWORD = 'open-sesame';

test.each<readonly [string, Partial<EngineAddress> | undefined]>([
  ['clickhouse://u:p%40ss@db.example:9123/risks', { url: 'http://db.example:9123', username: 'u', password: 'p@ss' }],
  ['clickhouse://db.example', { url: 'http://db.example:8123', username: 'default', database: 'default', seconds: 10 }],
  ['clickhouse://db.example?secure=yes&seconds=3', { url: 'https://db.example:8443', seconds: 3 }],
  ['http://db.example:8123', undefined],
  ['clickhouse://', undefined],
  ['clickhouse://db.example?seconds=0', undefined],
  ['clickhouse://db.example?seconds=600', undefined],
  ['clickhouse://db.example?secure=perhaps', undefined],
  ['clickhouse://db.example?sslmode=require', undefined],
  ['clickhouse://db.example/one/two', undefined],
  ['clickhouse://u:%E0%A4%A@db.example', undefined],
])('%s is parsed as an address, or refused', (text, expected) => {
  const read = readEngineAddress(text);
  if (expected === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(expected);
});

/** An engine that behaves like this listener; without one nothing listens. */
async function engineThat(listener: RequestListener | undefined): Promise<EngineAddress> {
  const server = createServer(listener ?? (() => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  if (listener === undefined) await close();
  else onTestFinished(close);
  const url = `http://127.0.0.1:${port}`;
  return { url, username: 'lineslip', password: PASSWORD, database: 'risks', seconds: 0.3 };
}

const refuse =
  (status: number, code: number, message: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'x-clickhouse-exception-code': code }).end(`Code: ${code}. ${message}`);
const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"meta": [], "data": [[', () => response.destroy());
};

const JOB = { wants: 'impact', countries: [], files: ['a-chunk'], before: '[]', after: '[]', day: null } as const;

test.each<readonly [string, RequestListener | undefined, RegExp]>([
  ['is away', undefined, /does not respond\. Everything else works/],
  ['never answers', () => undefined, /takes too long\. Everything else works/],
  ['cuts its answer off', cutOff, /does not respond/],
  ['answers with something else', (_request, response) => void response.end('<html>Hello</html>'), /does not respond/],
  ['is overloaded', refuse(500, 159, 'DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)'), /takes too long/],
  [
    'knows another password',
    refuse(403, 516, `DB::Exception: lineslip: ${PASSWORD} is wrong. (AUTHENTICATION_FAILED)`),
    /rejected this server’s user name or password\. Contact your server administrator\./,
  ],
  [
    'has no such database',
    refuse(404, 81, 'DB::Exception: Database risks does not exist. (UNKNOWN_DATABASE)'),
    /does not have the configured database/,
  ],
  ['allows nothing', refuse(500, 497, 'DB::Exception: Not enough privileges. (ACCESS_DENIED)'), /create or read its/],
  [
    'is an old one',
    refuse(500, 81, 'e.displayText() = DB::Exception: Database risks doesn’t exist'),
    /the configured database/,
  ],
])('an engine that %s is reported, and no message contains its password', async (_name, listener, sentence) => {
  const { measure, close } = createClickHouseMeasurer(await engineThat(listener));
  onTestFinished(close);
  const refused = await measure(JOB).catch((error: unknown) => error);
  expect(refused).toMatchObject({ sentence: expect.stringMatching(sentence) });
  expect(String(refused)).not.toContain(PASSWORD);
});

test('the caller gets the message from the thread, and the log reports the same error once', async () => {
  const errors: unknown[] = [];
  const engine = await engineThat(refuse(403, 516, `DB::Exception: ${PASSWORD} is wrong. (AUTHENTICATION_FAILED)`));
  const { ask, engine: name, clean, close } = createMeasuring({ onError: (error) => errors.push(error), engine });
  onTestFinished(close);
  const expected = { kind: 'unavailable', message: expect.stringContaining('rejected this server’s user name') };
  for (const _ of [1, 2]) await expect(ask(JOB)).rejects.toMatchObject(expected);
  await expect(clean(async () => [])).rejects.toMatchObject(expected);
  expect(errors).toHaveLength(1);
  expect(String(errors)).not.toContain(PASSWORD);
  expect(name).toBe('lineslip 2 on ClickHouse');
});
