import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startWithPortfolio } from '../e2e/database.ts';
import { freePort, type Lineslip } from '../e2e/server.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { findPostmaster } from '#server/db/engine/postmaster.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { addManyDials, idOf } from '#server/testing/many-dials.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { cpuOf } from './cpu.ts';
import { median, shown } from './measure.ts';

/**
 * `npm run bench -- api`: CPU milliseconds per call, Node and PostgreSQL together, over HTTP with 10,000 dials, compared with
 * a bare server that reads one row, or writes the same rows.
 */
const DIALS = 10_000;
const ROUNDS = Number(process.argv[2] ?? 5);
const WORDS = ['cyber', 'vault', 'specie', 'marine', 'coastal', 'renewal'];

type Send = (path: string, init?: Readonly<{ body: unknown; ifMatch: string }>) => Promise<unknown>;
type Call = (turn: number) => Promise<unknown>;
type Case = Readonly<{ call: Call; calls: number; floor: string; maxTimes?: number }>;

/** About 2 KB of dial data, different each time. */
const dataOf = (turn: number) => ({
  ...EMPTY_DIAL,
  name: 'Measured dial',
  description: `Saved ${turn} times. ${'Capacity for renewals with a clean record, by survey and by referral. '.repeat(20)}`,
  dimensions: { risk_codes: ['CY', 'CZ'], revenue_ranges: '[10000000,50000000)', domicile_countries: ['GB', 'IE'] },
  values: { max_line: 1_000_000 + turn },
});

function casesOf(send: Send, floor: Send, bucket: string): Record<string, Case> {
  const dial = `/api/dials/${idOf(0)}`;
  let last: { revision: string } | undefined;
  const read = { floor: 'the floor, one row read', calls: 200 };
  const write = { floor: 'the floor, the same rows written', calls: 150 };
  return {
    [read.floor]: { ...read, call: (turn) => floor(`/${idOf((turn * 37) % DIALS)}`) },
    [write.floor]: { ...write, call: (turn) => floor('/', { body: dataOf(turn), ifMatch: '' }) },
    'read one dial': { ...read, call: (turn) => send(`/api/dials/${idOf((turn * 37) % DIALS)}`), maxTimes: 5 },
    'read a bucket': { ...read, call: () => send(`/api/buckets/${bucket}`), maxTimes: 9 },
    'list of 50': { ...read, call: () => send('/api/dials?limit=50'), maxTimes: 12 },
    'search of 50': {
      ...read,
      call: (turn) => send(`/api/dials?limit=50&q=${WORDS[turn % WORDS.length]}`),
      maxTimes: 18,
    },
    'matrix of all buckets': { ...read, call: () => send('/api/bucket-matrix'), maxTimes: 14 },
    'save a dial': {
      ...write,
      call: async (turn) => {
        last ??= (await send(`${dial}?draft=yes`)) as { revision: string };
        last = (await send(`${dial}/draft`, { body: dataOf(turn), ifMatch: last.revision })) as { revision: string };
      },
      maxTimes: 4,
    },
  };
}

/** Sequential calls on one connection; any failure ends the run. */
const sender =
  (url: string, token = ''): Send =>
  async (path, init) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(init && { 'if-match': `"${init.ifMatch}"` }),
    };
    const change = init && { method: 'PUT', body: JSON.stringify(init.body) };
    const response = await fetch(`${url}${path}`, { headers, ...change });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`);
    return body;
  };

async function fill(db: Db): Promise<string> {
  await addManyDials(db, { count: DIALS, by: 'demo|underwriter', at: new Date() });
  const { rows } = await sql<{ bucket: string }>`
    select partner_number || '/' || cob as bucket from bucket b join bucket_version v on v.bucket_id = b.id
    join bucket_entry e on e.bucket_version_id = v.id where v.state = 'live'
    group by 1 order by count(*) desc limit 1`.execute(db);
  return rows[0]?.bucket ?? '';
}

async function measure(lineslip: Lineslip): Promise<boolean> {
  const config = readConfig({ DATA_DIR: lineslip.dataDir, PORT: new URL(lineslip.url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  const bucket = await fill(db);
  await sql`vacuum analyze`.execute(db);
  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
  if (person === undefined) throw new Error('There is no underwriter in the demo.');
  const token = await issueAccessToken({ ...config.auth, keys: await loadKeys(db), person, seconds: 3600 });
  await db.destroy();
  const port = await freePort();
  const floor = spawn(process.execPath, [join(import.meta.dirname, 'floor.ts'), String(port), lineslip.dataDir]);
  try {
    await once(floor.stdout, 'data');
    const postmaster = findPostmaster(join(lineslip.dataDir, 'postgres/cluster'));
    if (postmaster === undefined || floor.pid === undefined) throw new Error('Not all of what is measured is running.');
    const processes = [lineslip.pid, floor.pid, postmaster.pid];
    return await report(casesOf(sender(lineslip.url, token), sender(`http://localhost:${port}`), bucket), processes);
  } finally {
    floor.kill();
    await database.close();
  }
}

/** The cases take turns, so that other load on the machine affects all of them. */
async function report(cases: Record<string, Case>, processes: readonly number[]): Promise<boolean> {
  const costs = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, { call, calls }] of Object.entries(cases)) {
      const before = cpuOf(processes);
      for (let turn = 0; turn < calls; turn += 1) await call((round + 1) * calls + turn);
      if (round >= 0) costs.get(name)?.push((cpuOf(processes) - before) / calls);
    }
  const cost = (name: string) => median(costs.get(name) ?? []);
  console.log(
    `\nMilliseconds of processor per call, median of ${ROUNDS} rounds, ${DIALS} dials; times the floor; limits`,
  );
  let isGood = true;
  for (const [name, { floor, maxTimes = Infinity }] of Object.entries(cases)) {
    const [ms, times] = [cost(name), cost(name) / cost(floor)];
    const isWithin = times <= maxTimes;
    isGood &&= isWithin;
    const limit = maxTimes === Infinity ? '' : `   at most ${maxTimes} times`;
    console.log(`${name.padEnd(36)}${shown(ms)}${shown(times)}${limit}${isWithin ? '' : '   OVER'}`);
  }
  return isGood;
}

const lineslip = await startWithPortfolio();
try {
  if (!(await measure(lineslip))) process.exitCode = 1;
} finally {
  await lineslip.stop();
}
