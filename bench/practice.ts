import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startWithPortfolio } from '../e2e/database.ts';
import type { Lineslip } from '../e2e/server.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { NewEngineToken } from '#contract/engine.ts';
import type { BucketCount } from '#domain/feed/counters.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { findPostmaster } from '#server/db/engine/postmaster.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { cpuOf } from './cpu.ts';
import { median, shown } from './measure.ts';

/**
 * `npm run bench -- practice`: the processor time of a live bucket's page with a year of counters, beside the page without
 * any; of a batch of counters; and the disk that three years of them take.
 */
const ROUNDS = 5;
const PAGES = 100;
const BATCHES = 300;
const ENGINES = 10;
/** Bucket versions in a batch: what an engine decided in a minute. */
const BUCKETS_PER_BATCH = 10;
const LIMITS = { pageTimes: 1.3, coreShare: 0.02, gigabytes: 1 };
const [BUCKETS, DIALS, HOUR_DAYS, DAYS] = [420, 25, 90, 3 * 365];
const BATCHES_PER_HOUR = 10_000;

type Send = (method: string, path: string, body?: unknown, token?: string) => Promise<unknown>;

function print(what: string, value: number, unit: string, limit?: number): boolean {
  const isGood = limit === undefined || value <= limit;
  const most = limit === undefined ? '' : `   at most ${limit}${isGood ? '' : '   OVER'}`;
  console.log(`${what.padEnd(52)}${shown(value)} ${unit}${most}`);
  return isGood;
}

async function measure(lineslip: Lineslip): Promise<boolean> {
  const config = readConfig({ DATA_DIR: lineslip.dataDir, PORT: new URL(lineslip.url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  const postmaster = findPostmaster(join(lineslip.dataDir, 'postgres/cluster'));
  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|administrator');
  if (postmaster === undefined || person === undefined) throw new Error('The demo is not running.');
  try {
    const token = await issueAccessToken({ ...config.auth, keys: await loadKeys(db), person, seconds: 3600 });
    const send = sender(lineslip.url, token);
    const processes = [lineslip.pid, postmaster.pid];
    const results = [
      await measurePage(db, send, processes),
      await measureBatches(send, processes),
      await measureDisk(db),
    ];
    return results.every(Boolean);
  } finally {
    await db.destroy();
    await database.close();
  }
}

const sender =
  (url: string, own: string): Send =>
  async (method, path, body, token = own) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };

async function costOf(call: () => Promise<unknown>, calls: number, processes: readonly number[]): Promise<number> {
  const costs: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const before = cpuOf(processes);
    for (let turn = 0; turn < calls; turn += 1) await call();
    if (round >= 0) costs.push((cpuOf(processes) - before) / calls);
  }
  return median(costs);
}

const ADDRESS = { partner: 9101, cob: 'cyber-privacy-and-tech' };

/** What the page asks for. */
async function openPage(send: Send): Promise<void> {
  const path = `/api/buckets/${ADDRESS.partner}/${ADDRESS.cob}`;
  const { live } = (await send('GET', path)) as Bucket;
  const pins = live.entries.map(({ dial_id, version }) => ({ dial_id, version }));
  await Promise.all([
    send('POST', '/api/bucket-dials', { pins }),
    send('GET', `${path}/versions`),
    send('GET', `${path}/practice`),
  ]);
}

async function measurePage(db: Db, send: Send, processes: readonly number[]): Promise<boolean> {
  await sql`delete from decision_day`.execute(db);
  const without = await costOf(() => openPage(send), PAGES, processes);
  await sql`
    insert into decision_day (bucket_id, version, day, decisions, nothing_set, no_max_line, stopped, compared, differs, counts,
      beaten)
    select v.bucket_id, v.number, day, 500, 10, 20, 0, 500, 100,
      array(select (random() * 200)::int from generate_series(1, ${VALUE_KEYS.length + 2} * v.dials)), '{}'
    from bucket_version v, generate_series(current_date - 364, current_date, '1 day') as day
    where v.state = 'live' and v.dials > 0`.execute(db);
  await sql`vacuum analyze decision_day`.execute(db);
  const filled = await costOf(() => openPage(send), PAGES, processes);
  print('a live bucket’s page without counters', without, 'ms of processor');
  print('the page with a year of counters', filled, 'ms of processor');
  return print('times the page without', filled / without, 'times', LIMITS.pageTimes);
}

async function measureBatches(send: Send, processes: readonly number[]): Promise<boolean> {
  const expires_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  // An engine may report twice a second: several take turns.
  const tokens: string[] = [];
  for (let index = 0; index < ENGINES; index += 1) {
    const engine = { name: `Engine ${index}`, channel: 'production', expires_on };
    tokens.push(((await send('POST', '/api/engines', engine)) as NewEngineToken).token);
  }
  const { items } = (await send('GET', '/api/buckets?limit=50')) as {
    items: { cob: string; partner: number; dials: number }[];
  };
  const buckets: BucketCount[] = [];
  for (const { cob, partner } of items.filter(({ dials }) => dials > 0).slice(0, BUCKETS_PER_BATCH)) {
    const { live } = (await send('GET', `/api/buckets/${partner}/${cob}`)) as Bucket;
    const counts = { decisions: 9, nothing_set: 1, no_max_line: 1, stopped: 0, compared: 9, differs: 2 };
    const dials = live.entries.map(({ dial_id, version }) => ({
      dial_id,
      version,
      took_part: 5,
      decided: 3,
      won: { max_line: 2, min_line: 1 },
      beaten_by: null,
    }));
    const hour = new Date().toISOString().slice(0, 13);
    buckets.push({ partner, cob, version: live.number ?? 1, hour, ...counts, dials });
  }
  let turn = 0;
  const post = () =>
    send('POST', '/feed/v1/decisions', { id: randomUUID(), dropped: 0, buckets }, tokens[(turn += 1) % ENGINES]);
  const cost = await costOf(post, BATCHES / ROUNDS, processes);
  print(`a batch of ${buckets.length} buckets`, cost, 'ms of processor');
  const share = (cost * BATCHES_PER_HOUR) / 3_600_000;
  return print(`${BATCHES_PER_HOUR} of them an hour`, share, 'of a core', LIMITS.coreShare);
}

/** Rows with 25 dials each, as three years of 420 buckets have them. */
async function measureDisk(db: Db): Promise<boolean> {
  const sizes: number[] = [];
  for (const [table, blocks] of [
    ['decision_count', 2],
    ['decision_day', VALUE_KEYS.length + 2],
  ] as const) {
    const name = sql.table(`bench_${table}`);
    await sql`create table ${name} (like ${sql.table(table)} including all)`.execute(db);
    const moment = sql.raw(table === 'decision_day' ? 'current_date - n' : "now() - n * interval '1 hour'");
    const beaten = sql.raw(table === 'decision_day' ? ', \'{"7": {"6": 41}}\'::jsonb' : '');
    const columns = sql.raw(table === 'decision_day' ? 'day' : 'hour');
    await sql`insert into ${name} (bucket_id, version, ${columns}, decisions, nothing_set, no_max_line, stopped, compared,
        differs, counts${sql.raw(table === 'decision_day' ? ', beaten' : '')})
      select gen_random_uuid(), 1, ${moment}, 500, 10, 20, 0, 500, 100,
        array(select (random() * 200)::int from generate_series(1, ${blocks * DIALS}))${beaten}
      from generate_series(1, 20000) as n`.execute(db);
    const { rows } = await sql<{ bytes: string }>`
      select pg_total_relation_size(${`bench_${table}`}::regclass) / 20000 as bytes`.execute(db);
    sizes.push(Number(rows[0]?.bytes ?? 0));
    await sql`drop table ${name}`.execute(db);
  }
  const [hour = 0, day = 0] = sizes;
  print('bytes of an hour, and of a day', hour, `and ${day}`);
  const bytes = BUCKETS * (HOUR_DAYS * 24 * hour + DAYS * day);
  return print(`${BUCKETS} buckets, ${DIALS} dials, three years`, bytes / 1e9, 'GB', LIMITS.gigabytes);
}

const lineslip = await startWithPortfolio();
try {
  if (!(await measure(lineslip))) process.exitCode = 1;
} finally {
  await lineslip.stop();
}
