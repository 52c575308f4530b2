import { Agent, get, type IncomingMessage } from 'node:http';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startWithPortfolio } from '../e2e/database.ts';
import type { Lineslip } from '../e2e/server.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { cpuOf } from './cpu.ts';
import { shown } from './measure.ts';

/** `npm run bench -- streams`: what 500 live pages cost one server, and how soon all of them receive a save. */
const PAGES = 500;
const PAGES_PER_PERSON = 20;
const QUIET_MS = 10_000;
const [MAX_MEGABYTES, MAX_CPU_SHARE, MAX_RECEIVED_MS] = [100, 0.02, 1000];

/** The resident memory of this process, in megabytes. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function issueTokens({ dataDir, url }: Lineslip): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: new URL(url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  const keys = await loadKeys(db);
  const underwriter = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
  if (underwriter === undefined) throw new Error('There is no underwriter in the demo.');
  // The first one also saves, so it has to be a known person.
  const people = Array.from({ length: PAGES / PAGES_PER_PERSON }, (_, index) =>
    index === 0 ? underwriter : { ...underwriter, id: `bench|${index}` },
  );
  const tokens = people.map((person) => issueAccessToken({ ...config.auth, keys, person, seconds: 3600 }));
  const issued = await Promise.all(tokens);
  await db.destroy();
  await database.close();
  return issued;
}

const agent = new Agent({ maxSockets: Infinity });

function openStream(url: string, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { authorization: `Bearer ${token}` } };
    get(`${url}/api/bucket-events`, options, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`A stream was answered with ${answer.statusCode}.`));
    }).on('error', reject);
  });
}

/** Saves a bucket with its first two dials swapped. */
async function saveBucket(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init?.headers } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json() as Promise<unknown>;
  };
  type Row = { partner: number; cob: string; status: string; dials: number };
  type Bucket = { revision: string; live: { entries: { dial_id: string }[] } };
  const { cells } = (await send('/api/bucket-matrix')) as { cells: Row[] };
  const free = cells.find(({ status, dials }) => status === 'active' && dials > 1);
  if (free === undefined) throw new Error('No bucket of the demo can be edited.');
  const path = `/api/buckets/${free.partner}/${free.cob}`;
  const { revision, live } = (await send(path)) as Bucket;
  const [first, second, ...rest] = live.entries;
  const body = JSON.stringify({ entries: [second, first, ...rest] });
  await send(`${path}/draft`, { method: 'PUT', headers: { 'if-match': `"${revision}"` }, body });
}

async function measure(lineslip: Lineslip): Promise<boolean> {
  const { url, pid } = lineslip;
  const tokens = await issueTokens(lineslip);
  // Exclude what a first call loads.
  const warm = await openStream(url, tokens[0] ?? '');
  warm.destroy();
  await pause(1000);
  const before = memoryOf(pid);
  const streams = await Promise.all(
    Array.from({ length: PAGES }, (_, index) => openStream(url, tokens[Math.floor(index / PAGES_PER_PERSON)] ?? '')),
  );
  await pause(2000);
  const memory = memoryOf(pid) - before;
  const cpu = cpuOf([pid]);
  await pause(QUIET_MS);
  const share = (cpuOf([pid]) - cpu) / QUIET_MS;
  const received = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        stream.on('data', (chunk: Buffer) => chunk.toString().includes('data:') && resolve());
      }),
  );
  const start = performance.now();
  await saveBucket(url, tokens[0] ?? '');
  await Promise.all(received);
  const receivedMs = performance.now() - start;
  for (const stream of streams) stream.destroy();
  console.log(`\n${PAGES} live pages, one server; limits`);
  const lines = [
    ['memory, MB', memory, MAX_MEGABYTES],
    ['share of one processor while nothing happens', share, MAX_CPU_SHARE],
    ['from a save until all have received it, ms', receivedMs, MAX_RECEIVED_MS],
  ] as const;
  for (const [label, value, max] of lines)
    console.log(`${label.padEnd(48)}${shown(value)}   at most ${max}${value <= max ? '' : '   OVER'}`);
  return lines.every(([, value, max]) => value <= max);
}

// All of them use one address here.
const lineslip = await startWithPortfolio({ MAX_CONNECTIONS_PER_ADDRESS: String(2 * PAGES) });
try {
  if (!(await measure(lineslip))) process.exitCode = 1;
} finally {
  agent.destroy();
  await lineslip.stop();
}
