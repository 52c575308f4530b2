import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keysCommand } from '#domain/feed/client.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Engine, NewEngineToken } from '#contract/engine.ts';
import { query } from '../e2e/database.ts';
import { freePort, type Lineslip as Product, startLineslip } from '../e2e/server.ts';
import { feed } from '../tools/feed.ts';
import { token } from '../tools/token.ts';
import { buildPackage } from './build.ts';
import type * as client from './index.ts';
import { type Proxy, startProxy } from './testing/proxy.ts';
import { requireCryptography, runPython } from './testing/python.ts';
import type { Distortion } from './testing/server.ts';
import type { Lineslip, LineslipOptions } from './types.ts';

const NAME = 'London 1';
const ADMINISTRATOR = 'administrator@demo.lineslip.example';

/** The package against the real server, which is killed, and behind a proxy that lies. */
let product: Product;
let proxy: Proxy;
let folder: string;
let options: LineslipOptions;
let environment: Record<string, string>;
let openLineslip: typeof client.openLineslip;
/** Every bucket of the demo. */
let buckets: readonly Readonly<{ partner: number; cob: string }>[];
let evaluations = 0;
/** What the engine of the demo counted before it was stopped. */
let countedBefore = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineslip-product-'));
  const dist = await buildPackage(join(import.meta.dirname, '../.build/client-product'));
  await requireCryptography();
  ({ openLineslip } = (await import(join(dist, 'index.js'))) as typeof client);
  environment = { PORT: String(await freePort()) };
  product = await startLineslip(environment);
  environment = { ...environment, DATA_DIR: product.dataDir };
  proxy = await startProxy(product.url);
  // As the documents say it, with what npm prints around it.
  const pinned = join(folder, 'pinned.json');
  const place = { cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...environment } };
  await promisify(execFile)('sh', ['-c', keysCommand(pinned)], place);
  const keys = JSON.parse(await readFile(pinned, 'utf8')) as LineslipOptions['keys'];
  const { token: engineToken } = (await call('POST', '/api/engines', {
    name: NAME,
    channel: 'production',
    expires_on: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  })) as NewEngineToken;
  options = { url: proxy.url, token: engineToken, keys, directory: join(folder, 'engine'), startTimeoutMs: 60_000 };
  await stopDemoEngine();
  countedBefore = await sumDecisions();
});
afterAll(async () => {
  proxy.close();
  await product.stop();
  await rm(folder, { recursive: true });
});

/** The demo has an engine of its own, which counts decisions of the same buckets until its token is revoked. */
async function stopDemoEngine(): Promise<void> {
  const find = async () => {
    const { engines } = (await call('GET', '/api/engines')) as Readonly<{ engines: readonly Engine[] }>;
    return engines.find(({ name, state }) => name !== NAME && state !== 'never-seen');
  };
  const engine = await vi.waitUntil(find, { timeout: 120_000, interval: 500 });
  await call('DELETE', `/api/engines/${engine.id}/token`);
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const access = await token([ADMINISTRATOR], environment);
  const headers = { authorization: `Bearer ${access}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

const RISKS = ['V', 'CY', 'Q', 'VL'].map((code) => ({
  date: '2026-12-01',
  journey: 'new_business',
  dimensions: { risk_codes: [code], is_primary: 'primary', revenue_ranges: 40_000_000 },
}));

const askAll = (lineslip: Lineslip) =>
  buckets.flatMap((bucket) =>
    RISKS.map((risk) => {
      evaluations += 1;
      const { sequence: _sequence, ...answer } = lineslip.evaluate({ ...bucket, risk });
      return answer;
    }),
  );

const FAULTS: Readonly<Record<string, Distortion>> = {
  cut: () => undefined,
  truncated: (_path, body) => ({ body: body.subarray(0, body.length / 2) }),
  flipped: (_path, body) => ({ body: Buffer.from(body.map((byte, at) => (at === 500 ? byte ^ 1 : byte))) }),
  refused: () => ({ status: 401, body: Buffer.from('{}') }),
  overloaded: () => ({ status: 503, body: Buffer.from('<html>') }),
};

test('the package answers by what is live through every fault', async () => {
  const lineslip = await openLineslip(options);
  await expect.poll(() => readdir(options.directory), { timeout: 30_000 }).toContain('etag');
  const jws = await readFile(join(options.directory, 'production.jws'), 'utf8');
  const release = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as {
    buckets: typeof buckets;
  };
  ({ buckets } = release);
  expect(buckets.length).toBeGreaterThan(50);
  const first = askAll(lineslip);
  expect(first.filter(({ values }) => values.max_line !== undefined).length).toBeGreaterThan(50);

  let stopped = 0;
  /** What has to be answered while the first `count` buckets are stopped. */
  const checkAnswers = (count: number) => {
    const answers = askAll(lineslip);
    expect(answers.slice(count * RISKS.length)).toEqual(first.slice(count * RISKS.length));
    for (const answer of answers.slice(0, count * RISKS.length)) expect(answer.reason).toBe('stopped');
  };
  const stopNext = async () => {
    const { partner, cob } = buckets[stopped] ?? { partner: 0, cob: '' };
    await call('POST', '/api/bucket-stops', {
      scope: { kind: 'buckets', buckets: [{ partner, cob }] },
      reason: 'A test of the feed',
    });
    stopped += 1;
  };
  const expectUpdate = async () => {
    const { sequence } = (await query(product, `select sequence from feed_head where channel = 'production'`))[0] ?? {};
    await expect.poll(() => lineslip.status().sequence, { timeout: 90_000 }).toBe(Number(sequence));
    checkAnswers(stopped);
  };

  await stopNext();
  await expectUpdate();
  for (const [name, distortion] of Object.entries(FAULTS)) {
    proxy.distort(distortion);
    await stopNext();
    await expect.poll(() => lineslip.status().lastError, { timeout: 90_000, message: name }).not.toBeNull();
    checkAnswers(stopped - 1);
    proxy.distort(undefined);
    await expectUpdate();
  }

  await product.kill();
  checkAnswers(stopped);
  await expect.poll(() => lineslip.status().lastError?.message, { timeout: 90_000 }).toMatch(/reached/);
  checkAnswers(stopped);
  product = await startLineslip(environment);
  await stopNext();
  await expectUpdate();

  await feed(['rotate'], environment);
  await stopNext();
  await expectUpdate();
  const { keys } = JSON.parse(await readFile(join(options.directory, 'keys.json'), 'utf8')) as LineslipOptions['keys'];
  expect(keys).toHaveLength(2);

  await checkPython(askAll(lineslip));
  await checkCounts(lineslip);
});

/** The exported files, read in Python with the keys from before the rotation. */
async function checkPython(answers: readonly object[]): Promise<void> {
  const exported = join(folder, 'export');
  await feed(['export', exported], environment);
  const program = `
import json, sys
from lineslip import open_lineslip
lineslip = open_lineslip(directory=sys.argv[1], keys=sys.argv[2])
print(json.dumps([lineslip.evaluate(one["partner"], one["cob"], risk) for one, risk in json.load(sys.stdin)]))
`;
  const questions = buckets.flatMap((bucket) => RISKS.map((risk) => [bucket, risk]));
  const printed = await runPython(['-c', program, exported, join(folder, 'pinned.json')], JSON.stringify(questions));
  const read = (JSON.parse(printed) as Record<string, unknown>[]).map(({ sequence: _sequence, ...answer }) => answer);
  expect(read).toEqual(JSON.parse(JSON.stringify(answers)));
}

/** The acknowledgement of the last batch is lost, and the next process sends it again. */
async function checkCounts(lineslip: Lineslip): Promise<void> {
  proxy.distort((path, body) => (path === 'decisions' ? undefined : { body }));
  await lineslip.close();
  const spool = join(options.directory, 'spool');
  expect((await readdir(spool)).length).toBeGreaterThan(0);
  proxy.distort(undefined);
  await (await openLineslip(options)).close();
  expect(await readdir(spool)).toEqual([]);
  expect((await sumDecisions()) - countedBefore).toBe(evaluations);
}

/** The stored decisions of all engines. */
async function sumDecisions(): Promise<number> {
  const [row] = await query(product, 'select coalesce(sum(decisions), 0) as total from decision_count');
  return Number(row?.['total']);
}
