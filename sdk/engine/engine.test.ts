import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lineslip, openLineslip } from '#sdk/index.ts';
import { createToken, LINE, RISK } from '#sdk/testing/feed.ts';
import { type FeedServer, startFeedServer } from '#sdk/testing/server.ts';
import { signer } from '#sdk/testing/world.ts';
import { createEngine, type EngineState } from './engine.ts';

let feed: FeedServer;
let lineslip: Lineslip;
let directory: string;
let url: string;
let state: EngineState = { lineslip: null, reason: 'The server cannot be reached.' };
const engine = createEngine(() => state);
beforeAll(async () => {
  feed = await startFeedServer();
  directory = await mkdtemp(join(tmpdir(), 'lineslip-engine-'));
  await feed.publish(signer, { sequence: 1 });
  lineslip = await openLineslip({ url: feed.url, token: createToken(), keys: { keys: [signer.key] }, directory });
  engine.listen(0);
  await once(engine, 'listening');
  url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
});
afterAll(async () => {
  engine.close();
  engine.closeAllConnections();
  await lineslip.close();
  await feed.close();
  await rm(directory, { recursive: true });
});

const send = async (path: string, body?: string) => {
  const response = await fetch(`${url}${path}`, body === undefined ? {} : { method: 'POST', body });
  return { status: response.status, body: await response.json() };
};
const query = JSON.stringify({ partner: 9101, cob: 'cargo', risk: RISK });

test('an engine without rules lives and is not ready', async () => {
  expect(await send('/livez')).toMatchObject({ status: 200 });
  expect(await send('/readyz')).toMatchObject({ status: 503, body: { reason: 'The server cannot be reached.' } });
  expect(await send('/evaluate', query)).toMatchObject({ status: 503 });
});

test('an engine with rules is ready and answers', async () => {
  state = { lineslip, reason: '' };
  expect(await send('/readyz')).toMatchObject({ status: 200, body: { sequence: 1 } });
  expect(await send('/evaluate', query)).toMatchObject({ status: 200, body: { values: { max_line: LINE + 1 } } });
  expect(await send('/evaluate', '{')).toMatchObject({ status: 400 });
  expect(await send('/evaluate', JSON.stringify({ partner: 9101, cob: 'cargo', risk: {} }))).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'date' }] },
  });
  expect(await send('/other')).toMatchObject({ status: 404 });
});
