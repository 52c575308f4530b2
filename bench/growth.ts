import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { emptyFolder, freePort, type Lineslip, startLineslip } from '../e2e/server.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { addBook } from './growth/book.ts';
import { listReads, type Places } from './growth/calls.ts';
import { findPlaces } from './growth/places.ts';
import { type Size, type SizeName, SIZES } from './growth/sizes.ts';
import { measureJobs, readTogether } from './growth/together.ts';
import { median, shown, time } from './measure.ts';

/**
 * `npm run bench -- growth [--large]`: what every read of a screen costs with the demo's book (S), with one of ten times
 * its dials (M), and with one of a hundred (L). A read may cost as many times as much as it shows times as much.
 */
const ROUNDS = 9;
const MAX_TIMES = 2;
const MAX_TIMES_SHOWN = 1.5;
const MAX_BYTES = 1_000_000;
/** Below it a call's time is that of the call itself, and a ratio of two says nothing. */
const LEAST_MS = 3;
/** Of a light read, while ten people ask for a heavy one. */
const MAX_P99_MS = 1000;
/** How long a job may keep the server from doing anything else. */
const MAX_JOB_MS = 50;
/** So many calls in a row below so much: the server has nothing else to do. */
const [QUIET_CALLS, QUIET_MS] = [30, 150];

type World = Readonly<{ lineslip: Lineslip; metricsUrl: string; token: string; places: Places }>;
type Measured = Readonly<{ ms: number; bytes: number }>;

async function makeBook(dataDir: string, size: Size): Promise<void> {
  const database = await borrowDatabase(readConfig({ DATA_DIR: dataDir }, '/'), () => undefined);
  await addBook(database.config, size);
  await database.close();
}

/** A copy of the demo's folder, with a book of that size. */
async function makeWorld(demo: string, size: Size | undefined): Promise<World> {
  const dataDir = await emptyFolder();
  await promisify(execFile)('cp', ['-a', `${demo}/.`, dataDir]);
  if (size !== undefined) await makeBook(dataDir, size);
  const metricsPort = await freePort();
  const lineslip = await startLineslip({ DATA_DIR: dataDir, METRICS_PORT: String(metricsPort) });
  const config = readConfig({ DATA_DIR: dataDir, PORT: new URL(lineslip.url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|administrator');
  if (person === undefined) throw new Error('There is no administrator in the demo.');
  const token = await issueAccessToken({ ...config.auth, keys: await loadKeys(db), person, seconds: 6 * 3600 });
  const places = await findPlaces(db);
  await db.destroy();
  await database.close();
  return { lineslip, metricsUrl: `http://localhost:${metricsPort}/metrics`, token, places };
}

async function read({ lineslip, token }: World, path: string): Promise<number> {
  const response = await fetch(lineslip.url + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${body.slice(0, 200)}`);
  return Buffer.byteLength(body);
}

/** After its start a server measures open reviews and writes documents: until then calls take turns with that. */
async function settle(world: World): Promise<void> {
  const probe = () => time(() => read(world, '/api/bucket-matrix'));
  let quiet = 0;
  while (quiet < QUIET_CALLS) quiet = (await probe()) < QUIET_MS ? quiet + 1 : 0;
}

async function measure(worlds: ReadonlyMap<string, World>): Promise<boolean> {
  const names = [...worlds.keys()];
  const counts = [...worlds.values()].map(({ places }) => listReads(places));
  let isGood = true;
  console.log(`\nMilliseconds, median of ${ROUNDS}: ${names.join(', ')}; times S, times shown, KB of the largest`);
  for (const [index] of (counts[0] ?? []).entries()) {
    const measured = new Map<string, Measured>();
    for (const [position, [name, world]] of [...worlds].entries()) {
      const path = counts[position]?.[index] ?? '';
      let bytes = 0;
      const times: number[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const taken = await time(async () => void (bytes = await read(world, path)));
        if (round >= 0) times.push(taken);
      }
      measured.set(name, { ms: median(times), bytes });
    }
    isGood = report(counts[0]?.[index] ?? '', measured) && isGood;
  }
  return isGood;
}

function report(path: string, measured: ReadonlyMap<string, Measured>): boolean {
  const { S = { ms: Number.NaN, bytes: 0 }, ...larger } = Object.fromEntries(measured);
  const cells = Object.values(larger).map(({ ms, bytes }) => {
    const [times, moreShown] = [Math.max(ms, LEAST_MS) / Math.max(S.ms, LEAST_MS), bytes / S.bytes];
    const limit = Math.max(MAX_TIMES, MAX_TIMES_SHOWN * moreShown);
    return { text: `${shown(times, 1)} of ${shown(limit, 1)}`, isOver: times > limit, isLong: bytes > MAX_BYTES };
  });
  const kb = Math.max(...[...measured.values()].map(({ bytes }) => bytes)) / 1000;
  const times = [...measured.values()].map(({ ms }) => shown(ms, 1)).join('');
  const marks = [cells.some(({ isOver }) => isOver) && 'OVER', cells.some(({ isLong }) => isLong) && 'LONG'];
  const address = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 60);
  console.log(
    `${address.padEnd(60)}${times}${cells.map(({ text }) => text).join('')}${shown(kb, 0)}  ${marks.filter(Boolean).join(' ')}`,
  );
  return !marks.some(Boolean);
}

async function measureTogether(name: string, world: World): Promise<boolean> {
  const { p99, refused, answers } = await readTogether(
    () => read(world, '/api/bucket-layers'),
    () => read(world, '/api/me/filters'),
  );
  const isGood = p99 <= MAX_P99_MS && refused === 0;
  console.log(`\n${name}: ten people ask for the layers of the matrix (${answers} answers in all)`);
  console.log(`p99 of a light read ${shown(p99, 0)} ms, at most ${MAX_P99_MS}; refused ${refused}, at most 0`);
  return isGood;
}

async function measureQuiet(name: string, { metricsUrl }: World): Promise<boolean> {
  const ms = await measureJobs(metricsUrl);
  console.log(
    `${name}: the longest that a job blocks a server without callers ${shown(ms, 0)} ms, at most ${MAX_JOB_MS}`,
  );
  return ms <= MAX_JOB_MS;
}

const sizes: readonly SizeName[] = process.argv.includes('--large') ? ['M', 'L'] : ['M'];
const demo = await startLineslip({ DATA_DIR: await emptyFolder() });
// A stopped database can be copied.
await demo.halt();
const worlds = new Map<string, World>();
try {
  worlds.set('S', await makeWorld(demo.dataDir, undefined));
  for (const name of sizes) worlds.set(name, await makeWorld(demo.dataDir, SIZES[name]));
  for (const world of worlds.values()) await settle(world);
  const results = [await measure(worlds)];
  for (const [name, world] of worlds) results.push(await measureTogether(name, world));
  results.push(...(await Promise.all([...worlds].map(([name, world]) => measureQuiet(name, world)))));
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  for (const { lineslip } of worlds.values()) await lineslip.stop();
  await rm(demo.dataDir, { recursive: true, force: true, maxRetries: 10 });
}
