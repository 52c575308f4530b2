import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from './client.ts';
import { DISK, type Files } from './store.ts';
import { type Answers, askAll } from './testing/ask.ts';
import { createFeed, createSigner, createToken, type Signer } from './testing/feed.ts';
import { type Distortion, type FeedServer, startFeedServer } from './testing/server.ts';
import type { LineslipOptions } from './types.ts';

/**
 * `npm run feed:faults`: injects 1,000 faults into engines that evaluate all the time, and prints what they answered.
 * Exits with an error if any answer was wrong or missing, or if an engine did not recover by itself.
 */
const RECOVERY_LIMIT_MS = 60_000;
/** A fault lasts until the client noticed it, or this long. */
const FAULT_MS = 150;

/** `noticed`: how often the fault had an effect: an error, a refused snapshot, a release that was not stored yet. */
export type FaultRow = Readonly<{
  fault: string;
  tries: number;
  noticed: number;
  wrong: number;
  empty: number;
  seconds: number;
}>;
export type FaultReport = Readonly<{
  rows: readonly FaultRow[];
  asked: number;
  /** Counter batches on the disk of a killed engine, and those of them that never arrived. */
  spooled: number;
  lost: number;
}>;

export async function runFaults(triesPerFault: number, random = Math.random): Promise<FaultReport> {
  const server = await startFeedServer();
  const folder = mkdtempSync(join(tmpdir(), 'lineslip-faults-'));
  const [signer, stranger] = [await createSigner(), await createSigner()];
  const options = (name: string): LineslipOptions => ({
    url: server.url,
    token: createToken(),
    keys: { keys: [signer.key] },
    directory: join(folder, name),
  });
  const world: World = { server, signer, stranger, random, options, releases: [], isDiskFull: false, asked: 0 };
  const rows: FaultRow[] = [];
  const batches = { spooled: 0, lost: 0 };
  try {
    for (let count = 0; count < 3; count += 1) await publish(world);
    for (const [name, fault] of Object.entries(FAULTS))
      rows.push({ fault: name, ...(await runFault(world, name, fault, triesPerFault)) });
    rows.push({ fault: 'corrupted snapshot', ...(await runCorruptions(world, triesPerFault)) });
    rows.push({ fault: 'kill -9', ...(await runKills(world, triesPerFault, batches)) });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
  return { rows, asked: world.asked, ...batches };
}

type World = {
  readonly server: FeedServer;
  readonly signer: Signer;
  readonly stranger: Signer;
  readonly random: () => number;
  readonly options: (name: string) => LineslipOptions;
  /** Every true release so far: the first has the sequence 1. */
  readonly releases: string[];
  isDiskFull: boolean;
  asked: number;
};

/** The true next release, or a lie in its place. */
async function publish(world: World, lie?: string): Promise<void> {
  const { server, signer, releases } = world;
  const feed = createFeed({ sequence: releases.length + 1 });
  for (const [hash, text] of feed.documents) server.put(`documents/${hash}`, text);
  releases.push(await signer.sign(JSON.stringify(feed.release)));
  server.put(RELEASE, lie ?? releases.at(-1) ?? '');
}
const RELEASE = 'production.jws';

/** Changes every release and document on its way. */
const distort =
  (change: (body: Buffer, random: () => number) => ReturnType<Distortion>) =>
  ({ server, random }: World): undefined => {
    server.distort((path, body) => (/^(production|documents)/.test(path) ? change(body, random) : { body }));
  };

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];

function flipBit(bytes: Uint8Array, random: () => number): Buffer {
  const at = Math.floor(random() * bytes.length);
  return Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ (1 << Math.floor(random() * 8)) : byte)));
}
const truncate = (bytes: Uint8Array, random: () => number): Buffer =>
  Buffer.from(bytes.subarray(0, Math.floor(random() * bytes.length)));

/** What happens while the next release is published. It may give a lie to publish instead. */
const FAULTS: Readonly<Record<string, (world: World) => undefined | string | Promise<string>>> = {
  'connection cut': distort(() => undefined),
  'truncated bytes': distort((body, random) => ({ body: truncate(body, random) })),
  'flipped byte': distort((body, random) => ({ body: flipBit(body, random) })),
  'replayed release': ({ releases, random }) => pick(releases.slice(0, -1), random),
  'older release, signed again': ({ signer, releases, random }) =>
    signer.sign(
      JSON.stringify(createFeed({ sequence: Math.floor(random() * releases.length), alarm_after_seconds: 1 }).release),
    ),
  'wrong key': ({ stranger, releases }) =>
    stranger.sign(JSON.stringify(createFeed({ sequence: releases.length + 9 }).release)),
  'expired token': ({ server }) => {
    server.distort(() => ({ status: 401, body: Buffer.from('{"title":"The token has expired"}') }));
    return undefined;
  },
  'full disk': (world) => {
    world.isDiskFull = true;
    return undefined;
  },
};

type Tally = { tries: number; noticed: number; wrong: number; empty: number; seconds: number };
const createTally = (): Tally => ({ tries: 0, noticed: 0, wrong: 0, empty: 0, seconds: 0 });

/** Counts wrong answers, among them those of a release that is older than one before, or not published. */
function createWitness(world: World, tally: Tally, oldest = 0) {
  let newest = oldest;
  return ({ sequence, asked, wrong, empty }: Answers): number => {
    world.asked += asked;
    tally.wrong += sequence < newest || sequence > world.releases.length ? asked : wrong;
    tally.empty += empty;
    newest = Math.max(newest, sequence);
    return sequence;
  };
}

/** Asks again and again. Returns after how many seconds it holds. */
async function askUntil(holds: () => boolean, limitMs = RECOVERY_LIMIT_MS): Promise<number> {
  const start = performance.now();
  while (!holds() && performance.now() - start < limitMs) await wait(1);
  return (performance.now() - start) / 1000;
}

function addTry(tally: Tally, seconds: number): void {
  tally.tries += 1;
  tally.seconds = Math.max(tally.seconds, seconds);
}

async function runFault(world: World, name: string, inject: (typeof FAULTS)[string], tries: number): Promise<Tally> {
  const files: Files = {
    ...DISK,
    write: (path, bytes) =>
      world.isDiskFull ? Promise.reject(new Error('ENOSPC: no space left on device, write')) : DISK.write(path, bytes),
  };
  const lineslip = await openClient(world.options(name), { files });
  const tally = createTally();
  const check = createWitness(world, tally);
  const isCurrent = () => check(askAll(lineslip)) === world.releases.length && lineslip.status().lastError === null;
  await askUntil(isCurrent);
  for (let count = 0; count < tries; count += 1) {
    await publish(world, await inject(world));
    await askUntil(() => check(askAll(lineslip)) < 0 || lineslip.status().lastError !== null, FAULT_MS);
    if (lineslip.status().lastError !== null) tally.noticed += 1;
    world.server.distort(undefined);
    world.isDiskFull = false;
    world.server.put(RELEASE, world.releases.at(-1) ?? '');
    addTry(tally, await askUntil(isCurrent));
  }
  await lineslip.close();
  return tally;
}

/** Damages a file of a stopped engine. With the server down it may refuse to start, and must not answer wrongly. */
async function runCorruptions(world: World, tries: number): Promise<Tally> {
  const tally = createTally();
  const options = world.options('corrupted');
  await (await openClient(options)).close();
  for (let count = 0; count < tries; count += 1) {
    const check = createWitness(world, tally);
    const file = pick(listFiles(options.directory), world.random) ?? '';
    const damage = pick([flipBit, truncate, () => Buffer.alloc(0)], world.random) ?? flipBit;
    writeFileSync(file, damage(readFileSync(file), world.random));
    world.server.distort(() => undefined);
    const offline = await openClient({ ...options, startTimeoutMs: 20 }).catch(() => null);
    if (offline === null) tally.noticed += 1;
    if (offline !== null) check(askAll(offline));
    await offline?.close();
    world.server.distort(undefined);
    await publish(world);
    const start = performance.now();
    const lineslip = await openClient(options);
    await askUntil(() => check(askAll(lineslip)) === world.releases.length && lineslip.status().lastError === null);
    addTry(tally, (performance.now() - start) / 1000);
    await lineslip.close();
  }
  return tally;
}

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** Kills an engine while it updates, and starts it again, every other time without the server at first. */
async function runKills(world: World, tries: number, batches: { spooled: number; lost: number }): Promise<Tally> {
  const { server, random } = world;
  const tally = createTally();
  const options = world.options('killed');
  const settings = `${options.directory}.json`;
  writeFileSync(settings, JSON.stringify(options));
  await (await openClient(options)).close();
  let check = createWitness(world, tally);
  const stored = new Set<string>();
  let child = startChild(settings);
  for (let count = 0; count < tries; count += 1) {
    await askUntil(() => child.take(check) === world.releases.length);
    await publish(world);
    await wait(random() * KILL_WITHIN_MS);
    await child.kill();
    child.take(check);
    for (const name of readdirSync(join(options.directory, 'spool')))
      if (name.endsWith('.json')) stored.add(name.replace('.json', ''));
    // Killed before the new release was whole on the disk.
    const onDisk = readFileSync(join(options.directory, RELEASE), 'utf8');
    if (onDisk !== world.releases.at(-1)) tally.noticed += 1;
    // A release that ran and was not on the disk yet starts again as the one before it: that is not counted as wrong.
    check = createWitness(world, tally, world.releases.length - 1);
    const start = performance.now();
    if (count % 2 === 0) server.distort(() => undefined);
    child = startChild(settings);
    if (count % 2 === 0) await askUntil(() => child.take(check) > 0);
    server.distort(undefined);
    await askUntil(() => child.take(check) === world.releases.length);
    addTry(tally, (performance.now() - start) / 1000);
  }
  const isLost = (id: string) => !server.batches.some((batch) => batch.id === id);
  await askUntil(() => ![...stored].some(isLost));
  await child.kill();
  batches.spooled = stored.size;
  batches.lost = [...stored].filter(isLost).length;
  return tally;
}
const KILL_WITHIN_MS = 60;

/** `take` gives what the child asked since the last time, and the last release that answered. */
function startChild(settings: string) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'testing/child.ts'), [settings]);
  const reports: Answers[] = [];
  let sequence = 0;
  child.on('message', (report) => reports.push(report as Answers));
  return {
    take: (check: (answers: Answers) => number): number => {
      for (const report of reports.splice(0)) sequence = check(report);
      return sequence;
    },
    kill: async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export function describeReport({ rows, asked, spooled, lost }: FaultReport): string {
  const cells = rows.map(({ fault, tries, noticed, wrong, empty, seconds }) => [
    fault,
    tries,
    noticed,
    wrong,
    empty,
    seconds.toFixed(2),
  ]);
  const lines = [['fault', 'tries', 'noticed', 'wrong', 'empty', ' seconds to recover (max)'], ...cells].map(
    ([fault, ...numbers]) =>
      [String(fault).padEnd(28), ...numbers.map((number) => String(number).padStart(9))].join(''),
  );
  const tries = rows.reduce((sum, row) => sum + row.tries, 0);
  return [
    ...lines,
    `${tries} faults, ${asked.toLocaleString('en')} answers. Counter batches at a kill: ${spooled}, lost: ${lost}.`,
  ].join('\n');
}

export const isSound = ({ rows, lost }: FaultReport): boolean =>
  lost === 0 && rows.every(({ wrong, empty, seconds }) => wrong + empty === 0 && seconds * 1000 < RECOVERY_LIMIT_MS);

if (import.meta.main) {
  const report = await runFaults(Number(process.argv[2] ?? 100));
  console.log(describeReport(report));
  process.exitCode = isSound(report) ? 0 : 1;
}
