import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { connect } from '#server/db/connect.ts';
import { type Engine, startEngine } from '#server/db/engine/engine.ts';
import { listen } from '#server/db/listen.ts';
import { migrate } from '#server/db/migrate.ts';
import { oncePerOutage } from '#server/db/unavailable.ts';
import { liveService } from '#server/live/live.service.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { openEventStream } from '#server/testing/event-stream.ts';
import { testBinaries } from '#server/testing/test-binaries.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { eventually } from '#server/testing/eventually.ts';

/** A server with its own engine, which the tests stop and start. */
let engine: Engine;
let folder: string;
let address: string;
afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});
const server = useTestApp(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineslip-restart-'));
  await chmod(folder, 0o755);
  await startAgain();
  const config = engine.config();
  await migrate(config, { report: () => undefined });
  const db = connect({ ...config, max: 10 });
  return { on: { config, db, drop: () => db.destroy() } };
});
beforeAll(async () => {
  address = await server.app.listen({ host: 'localhost', port: 0 });
});
const tester = dialTester(server);

async function startAgain(): Promise<void> {
  const dataDir = join(folder, 'data');
  engine = await startEngine({ dataDir, ...(await testBinaries()), report: () => undefined });
}

/** Adds dials one after the other until it is stopped, and collects the responses. */
function addDials(prefix: string) {
  const statuses = new Set<number>();
  const acknowledged: string[] = [];
  let refused = 0;
  let stopped = false;
  const work = (async () => {
    for (let count = 0; !stopped; count += 1) {
      const name = `${prefix} ${count}`;
      const { statusCode } = await tester.call('POST', '/api/dials', { body: { ...EMPTY_DIAL, name } });
      statuses.add(statusCode);
      if (statusCode === 200) acknowledged.push(name);
      else refused += 1;
    }
  })();
  const stop = async (): Promise<void> => {
    stopped = true;
    await work;
  };
  onTestFinished(stop);
  return { statuses, acknowledged, refused: () => refused, stop };
}

test('[UA20] a restart of PostgreSQL under load loses nothing acknowledged, and the server recovers by itself', async () => {
  const workers = Array.from({ length: 6 }, (_, index) => addDials(`Worker ${index}`));
  const acknowledged = () => workers.flatMap((worker) => worker.acknowledged);
  await eventually(() => expect(acknowledged().length).toBeGreaterThan(20));
  await engine.stop();
  await eventually(() => expect(workers.every((worker) => worker.refused() > 0)).toBe(true));
  const before = acknowledged().length;
  await startAgain();
  await eventually(() => expect(acknowledged().length).toBeGreaterThan(before + 20));
  for (const worker of workers) await worker.stop();

  expect(new Set(workers.flatMap(({ statuses }) => [...statuses]))).toEqual(new Set([200, 503]));
  const stored = await server.database.db.selectFrom('dial').select('name').execute();
  expect(acknowledged().filter((name) => stored.every((row) => row.name !== name))).toEqual([]);
  expect(await verifyChain(server.database.db)).toMatchObject({ whole: true });
});

test('[UA21] while PostgreSQL is stopped reads, health and the sign-in answer 503, and work again afterwards', async () => {
  const { auth } = server.config;
  const authorize = `/idp/authorize?client_id=${auth.clientId}&response_type=code&scope=openid&code_challenge_method=S256&code_challenge=${'x'.repeat(43)}&redirect_uri=${encodeURIComponent('http://localhost:3000/auth/callback')}`;
  const call = (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, { redirect: 'manual', ...init });
  const asViewer = { headers: { authorization: `Bearer ${await server.tokenOf('viewer')}` } };
  const page = { headers: { accept: 'text/html' } };
  const token = {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: auth.clientId,
      refresh_token: 'a'.repeat(43),
    }),
  };
  const statuses = async () => [
    (await call('/api/dials', asViewer)).status,
    (await call('/api/health')).status,
    (await call(authorize, page)).status,
    (await call('/idp/oauth/token', token)).status,
  ];
  expect(await statuses()).toEqual([200, 200, 303, 400]);
  await engine.stop();
  for (const [path, init, sentence] of [
    ['/api/dials', asViewer, /The database is not available at the moment\. Please try again shortly\./],
    ['/api/health', {}, /The database does not answer\./],
    [authorize, page, /<h1>Sign-in is not possible right now<\/h1>/],
    ['/idp/oauth/token', token, /^\{"error":"temporarily_unavailable","error_description":"The database is not/],
  ] as const) {
    const answer = await call(path, init);
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
    const body = await answer.text();
    expect(body).toMatch(sentence);
    expect(body).not.toMatch(/ECONN|ENOENT|\.ts|node_modules/);
  }
  await startAgain();
  expect(await statuses()).toEqual([200, 200, 303, 400]);
});

test('live streams get a resync after PostgreSQL was down, and the outage is logged once', async () => {
  const lost: unknown[] = [];
  let attempts = 0;
  const report = oncePerOutage((error: unknown) => lost.push(error));
  const listener = listen(server.database.config, {
    subscriptions: [liveService().subscription],
    onLost: (error) => {
      attempts += 1;
      report(error);
    },
  });
  await listener.started;
  onTestFinished(() => listener.close());
  const stream = await openEventStream(address, await server.tokenOf('viewer'));
  await engine.stop();
  await eventually(() => expect(attempts).toBeGreaterThan(3));
  await startAgain();
  expect(await stream.next()).toEqual({ kind: 'resync' });
  expect(lost).toHaveLength(1);
});
