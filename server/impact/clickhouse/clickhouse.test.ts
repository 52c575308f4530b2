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
])('%s is read as an address, or refused', (text, wanted) => {
  const read = readEngineAddress(text);
  if (wanted === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(wanted);
});

/** An engine that behaves as this listener does; nothing at all listens without one. */
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

const JOB = { wants: 'impact', files: ['a-chunk'], before: '[]', after: '[]', day: null } as const;

test.each<readonly [string, RequestListener | undefined, RegExp]>([
  ['is away', undefined, /does not answer\. Everything else works/],
  ['never answers', () => undefined, /takes too long\. Everything else works/],
  ['cuts its answer off', cutOff, /does not answer/],
  ['answers with something else', (_request, response) => void response.end('<html>Hello</html>'), /does not answer/],
  ['is overloaded', refuse(500, 159, 'DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)'), /takes too long/],
  [
    'knows another password',
    refuse(403, 516, `DB::Exception: lineslip: ${PASSWORD} is wrong. (AUTHENTICATION_FAILED)`),
    /does not let this server in: user name or password are wrong\. Please tell whoever runs this server\./,
  ],
  [
    'has no such database',
    refuse(404, 81, 'DB::Exception: Database risks does not exist. (UNKNOWN_DATABASE)'),
    /does not have the database/,
  ],
  ['allows nothing', refuse(500, 497, 'DB::Exception: Not enough privileges. (ACCESS_DENIED)'), /make or read its/],
  ['is an old one', refuse(500, 81, 'e.displayText() = DB::Exception: Database risks doesn’t exist'), /the database/],
])('an engine that %s is said to be so, and no message has its password', async (_name, listener, sentence) => {
  const { measure, close } = createClickHouseMeasurer(await engineThat(listener));
  onTestFinished(close);
  const refused = await measure(JOB).catch((error: unknown) => error);
  expect(refused).toMatchObject({ sentence: expect.stringMatching(sentence) });
  expect(String(refused)).not.toContain(PASSWORD);
});

test('whoever waits gets the sentence from the thread, and the log hears of the same trouble once', async () => {
  const told: unknown[] = [];
  const engine = await engineThat(refuse(403, 516, `DB::Exception: ${PASSWORD} is wrong. (AUTHENTICATION_FAILED)`));
  const { ask, engine: name, clean, close } = createMeasuring({ onError: (error) => told.push(error), engine });
  onTestFinished(close);
  const wanted = { kind: 'unavailable', message: expect.stringContaining('does not let this server in') };
  for (const _ of [1, 2]) await expect(ask(JOB)).rejects.toMatchObject(wanted);
  await expect(clean(async () => [])).rejects.toMatchObject(wanted);
  expect(told).toHaveLength(1);
  expect(String(told)).not.toContain(PASSWORD);
  expect(name).toBe('lineslip 1 on ClickHouse');
});
