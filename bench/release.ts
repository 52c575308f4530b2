import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { startWithPortfolio } from '../e2e/database.ts';
import type { Lineslip } from '../e2e/server.ts';
import type { AppetiteMatrix } from '#contract/admin.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { NewEngineToken } from '#contract/engine.ts';
import type { Review } from '#contract/review.ts';
import { type BucketAddress, bucketEvent } from '#domain/event/event.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { transaction } from '#server/db/transaction.ts';
import { feedSigners } from '#server/feed/feed.key.ts';
import { releaseWriter } from '#server/feed/feed.release.ts';
import { forgetState } from '#server/feed/feed.store.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { openLineslip } from '../sdk/index.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { cpuOf } from './cpu.ts';
import { shown } from './measure.ts';

/**
 * `npm run bench -- release`: the processor time of writing a release of the demo's buckets, beside the bare insert of its
 * bytes; what 100 engines that wait cost a server; and how soon after the deciding vote ten engines run what it made live.
 */
const RELEASES = 100;
const WAITING = 100;
const ENGINES = 10;
const ACTS = 40;
const QUIET_MS = 10_000;
const LIMITS = { writeMs: 5, megabytes: 50, cpuShare: 0.01, appliedMs: 2000 };

type Matrix = Readonly<{ cells: readonly (BucketAddress & Readonly<{ dials: number; status: string }>)[] }>;
type Send = (method: string, path: string, body?: unknown, who?: string) => Promise<unknown>;

/** The resident memory of this process, in megabytes. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function measure(lineslip: Lineslip): Promise<boolean> {
  const config = readConfig({ DATA_DIR: lineslip.dataDir, PORT: new URL(lineslip.url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  try {
    const keys = await loadKeys(db);
    const tokens = new Map<string, string>();
    for (const person of DEMO_PEOPLE)
      tokens.set(person.id, await issueAccessToken({ ...config.auth, keys, person, seconds: 3600 }));
    const send = sender(lineslip.url, tokens);
    const signers = feedSigners(config);
    const trusted = { keys: Object.values(await signers()).map(({ key }) => key) };
    const results = [
      await measureWrites(db, signers),
      await measureWaiting(send, lineslip),
      await measureDelivery(send, lineslip.url, trusted),
    ];
    return results.every(Boolean);
  } finally {
    await db.destroy();
    await database.close();
  }
}

const sender =
  (url: string, tokens: ReadonlyMap<string, string>): Send =>
  async (method, path, body, who = 'demo|administrator') => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(who)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };

function print(what: string, value: number, unit: string, limit: number): boolean {
  const isGood = value <= limit;
  console.log(`${what.padEnd(52)}${shown(value)} ${unit}   at most ${limit}${isGood ? '' : '   OVER'}`);
  return isGood;
}

async function measureWrites(db: Db, signers: ReturnType<typeof feedSigners>): Promise<boolean> {
  const writer = releaseWriter({ signers, alarmSeconds: 3600 });
  const bucket = await db.selectFrom('bucket').select(['partner_number', 'cob']).executeTakeFirstOrThrow();
  const address = { partner: bucket.partner_number, cob: bucket.cob };
  const event = bucketEvent('bucket_appetite_changed', address, { was: 1, became: 0.9 });
  // As after a change of one bucket, in both channels.
  const write = () =>
    transaction(db, async (trx) => {
      await forgetState(trx);
      await writer.afterEvents(trx, [event], new Date());
    });
  await write();
  const newest = await db
    .selectFrom('feed_release')
    .select(['jws', 'sequence'])
    .where('channel', '=', 'production')
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow();
  await db.schema.createTable('bench_release').addColumn('sequence', 'integer').addColumn('jws', 'text').execute();
  // This process and its connection: the server beside them reacts to every release, which is not writing it.
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + cpuOf([rows[0]?.pid ?? 0]);
  };
  const cost = async (work: () => Promise<unknown>): Promise<number> => {
    const before = used();
    for (let round = 0; round < RELEASES; round += 1) await work();
    return (used() - before) / RELEASES;
  };
  const bare = await cost(() =>
    db
      .insertInto('bench_release' as never)
      .values({ sequence: 1, jws: newest.jws })
      .execute(),
  );
  const both = await cost(write);
  console.log(`\nA release has ${Math.round((newest.jws?.length ?? 0) / 1024)} KB.`);
  console.log(`${'the bare insert of its bytes'.padEnd(52)}${shown(bare)} ms`);
  return print('a release, Node and PostgreSQL', both / 2, 'ms of processor', LIMITS.writeMs);
}

const addEngine = (send: Send, name: string): Promise<NewEngineToken> => {
  const expires_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return send('POST', '/api/engines', { name, channel: 'production', expires_on }) as Promise<NewEngineToken>;
};

/** The ETag of the newest release, as soon as it is another one. */
function poll(url: string, token: string, etag: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': etag, prefer: 'wait=60' };
    request(`${url}/feed/v1/production`, { headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers.etag ?? ''));
    })
      .on('error', reject)
      .end();
  });
}

async function measureWaiting(send: Send, { url, pid }: Lineslip): Promise<boolean> {
  const { token } = await addEngine(send, 'Waiting');
  const etag = await poll(url, token, '');
  const quiet = async () => {
    const before = cpuOf([pid]);
    await pause(QUIET_MS);
    return (cpuOf([pid]) - before) / QUIET_MS;
  };
  const [idle, memory] = [await quiet(), memoryOf(pid)];
  const polls = Array.from({ length: WAITING }, () => poll(url, token, etag));
  await pause(2000);
  const share = (await quiet()) - idle;
  const used = memoryOf(pid) - memory;
  const isLight = print(`memory of ${WAITING} engines that wait`, used, 'MB', LIMITS.megabytes);
  const isQuiet = print('processor more than without them', share, 'of a core', LIMITS.cpuShare);
  await lower(send);
  await Promise.all(polls);
  return isLight && isQuiet;
}

/** Lowers one appetite, which writes a release. */
async function lower(send: Send): Promise<void> {
  const { cells } = (await send('GET', '/api/admin/appetites')) as AppetiteMatrix;
  const cell = cells.find(({ appetite }) => appetite > 0.5);
  if (cell === undefined) throw new Error('Every appetite is low.');
  const { partner, cob, appetite: was } = cell;
  const changes = [{ partner, cob, was, appetite: Math.round((was - 0.01) * 100) / 100 }];
  await send('PUT', '/api/admin/appetites', { changes });
}

/** Submits one override and approves it once; returns the vote that makes it live. */
async function prepareVote(send: Send, address: BucketAddress, act: number): Promise<() => Promise<unknown>> {
  const path = `/api/buckets/${address.partner}/${address.cob}`;
  const { revision, live } = (await send('GET', path, undefined, 'demo|underwriter')) as Bucket;
  const [first] = live.entries;
  const edit = {
    kind: 'set',
    dial_id: first?.dial_id,
    version: first?.version,
    overrides: { max_line: 1_000_000 + act },
  };
  const body = { buckets: [{ ...address, revision, edits: [edit] }], submit: { description: 'Measured' } };
  await send('PUT', '/api/bucket-drafts', body, 'demo|underwriter');
  const { round } = (await send('GET', `${path}/review`, undefined, 'demo|reviewer.one')) as Review;
  const vote = { choice: 'approve', set: null, buckets: [{ ...address, hash: round?.hash }] };
  await send('PUT', '/api/reviews/votes', vote, 'demo|reviewer.one');
  return () => send('PUT', '/api/reviews/votes', vote, 'demo|reviewer.two');
}

async function measureDelivery(send: Send, url: string, keys: Readonly<{ keys: readonly object[] }>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'lineslip-bench-'));
  const engines: Awaited<ReturnType<typeof openLineslip>>[] = [];
  const { cells } = (await send('GET', '/api/bucket-matrix')) as Matrix;
  // One without examples: a change that breaks one asks for a confirmation.
  const cell = cells.find(({ dials, status, cob }) => dials > 0 && status === 'active' && cob.startsWith('cargo'));
  if (cell === undefined) throw new Error('The demo has no bucket for cargo.');
  const address = { partner: cell.partner, cob: cell.cob };
  for (let index = 0; index < ENGINES; index += 1) {
    const { token } = await addEngine(send, `Engine ${index}`);
    engines.push(await openLineslip({ url, token, keys, directory: join(folder, String(index)) }));
  }
  const newest = () => Math.min(...engines.map((engine) => engine.status().sequence ?? 0));
  const times: number[] = [];
  for (let act = 0; act < ACTS; act += 1) {
    const vote = await prepareVote(send, address, act);
    await pause(100);
    const before = newest();
    const start = performance.now();
    await vote();
    while (newest() === before) await pause(2);
    times.push(performance.now() - start);
  }
  for (const engine of engines) await engine.close();
  await rm(folder, { recursive: true });
  const worst = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  return print(`from the deciding vote until ${ENGINES} engines run it, p99 of ${ACTS}`, worst, 'ms', LIMITS.appliedMs);
}

const lineslip = await startWithPortfolio();
try {
  if (!(await measure(lineslip))) process.exitCode = 1;
} finally {
  await lineslip.stop();
}
