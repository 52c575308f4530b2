import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from './client.ts';
import { DISK, type Files } from './store.ts';
import { type Answers, askAll, checkAnswers, QUERIES } from './testing/ask.ts';
import { flipBit, type Lie, LIES, truncate } from './testing/lies.ts';
import { openPython, requireCryptography } from './testing/python.ts';
import { createStage, type Stage } from './testing/stage.ts';
import type { LineslipOptions } from './types.ts';

/**
 * `npm run feed:faults`: injects 1,000 faults into engines that evaluate all the time, in both languages, and
 * prints what they answered. Exits with an error if any answer was wrong or missing, or if an engine did not recover by itself.
 */
const RECOVERY_LIMIT_MS = 60_000;
/** A fault lasts until the client noticed it, or this long. */
const FAULT_MS = 3000;
/** How long an answer may take: one byte at a time would otherwise cost a quarter of a minute. */
const REQUEST_MS = 500;
const RELEASE = 'production.jws';

/** `noticed`: how often the fault had an effect: an error, a refused snapshot, a release that was not stored yet. */
export type FaultRow = Readonly<{
  client: 'package' | 'python';
  fault: string;
  tries: number;
  noticed: number;
  wrong: number;
  empty: number;
  /** To recover, at most. */
  seconds: number;
}>;
export type FaultReport = Readonly<{
  rows: readonly FaultRow[];
  asked: number;
  /** Counter batches on the disk of a killed engine, and those of them that never arrived. */
  spooled: number;
  lost: number;
}>;

/** `tries`: of each lie of the table; `more`: of each fault of a disk and of each kill. */
export async function runFaults(tries: number, more = 4 * tries, random = Math.random): Promise<FaultReport> {
  const stage = await createStage(random);
  const folder = mkdtempSync(join(tmpdir(), 'lineslip-faults-'));
  const optionsOf = (name: string): LineslipOptions => ({ ...stage.options, directory: join(folder, name) });
  const world: World = { ...stage, optionsOf, isDiskFull: false, asked: 0 };
  const rows: FaultRow[] = [];
  const batches = { spooled: 0, lost: 0 };
  const add = async (client: FaultRow['client'], fault: string, tally: Promise<Tally>) => {
    rows.push({ client, fault, ...(await tally) });
  };
  try {
    for (let count = 0; count < 3; count += 1) await world.publish();
    for (const [fault, lie] of Object.entries(LIES)) await add('package', fault, runLie(world, lie, tries));
    await add('package', 'full disk', runFullDisk(world, more));
    await add('package', 'corrupted snapshot', runCorruptions(world, more));
    await add('package', 'kill -9', runKills(world, more, batches));
    await runPythonLies(world, tries, add);
    if (world.trap.requests.length > 0) throw new Error('A token was sent to another server.');
  } finally {
    await world.close();
    rmSync(folder, { recursive: true });
  }
  return { rows, asked: world.asked, ...batches };
}

type World = Stage & {
  readonly optionsOf: (name: string) => LineslipOptions;
  isDiskFull: boolean;
  asked: number;
};

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];

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

/** One engine, and what it does about faults that begin and end while it runs. */
async function runEngine(
  world: World,
  name: string,
  tries: number,
  fault: Readonly<{ begin: () => Promise<unknown>; end: () => void }>,
) {
  const files: Files = {
    ...DISK,
    write: (path, bytes) =>
      world.isDiskFull ? Promise.reject(new Error('ENOSPC: no space left on device, write')) : DISK.write(path, bytes),
  };
  const lineslip = await openClient(world.optionsOf(name), { files, requestTimeoutMs: REQUEST_MS, waitSeconds: 1 });
  const tally = createTally();
  const check = createWitness(world, tally);
  const isCurrent = () => check(askAll(lineslip)) === world.releases.length && lineslip.status().lastError === null;
  await askUntil(isCurrent);
  for (let count = 0; count < tries; count += 1) {
    await fault.begin();
    await askUntil(() => check(askAll(lineslip)) < 0 || lineslip.status().lastError !== null, FAULT_MS);
    if (lineslip.status().lastError !== null) tally.noticed += 1;
    fault.end();
    addTry(tally, await askUntil(isCurrent));
  }
  await lineslip.close();
  return tally;
}

const runLie = (world: World, lie: Lie, tries: number): Promise<Tally> =>
  runEngine(world, 'lies', tries, { begin: () => world.tell(lie), end: world.repent });

const runFullDisk = (world: World, tries: number): Promise<Tally> =>
  runEngine(world, 'full', tries, {
    begin: () => {
      world.isDiskFull = true;
      return world.publish();
    },
    end: () => void (world.isDiskFull = false),
  });

/** The same table for Python, whose refreshes are calls: none may raise or change an answer. */
async function runPythonLies(
  world: World,
  tries: number,
  add: (client: 'python', fault: string, tally: Promise<Tally>) => Promise<void>,
): Promise<void> {
  await requireCryptography();
  const python = await openPython({ ...world.optionsOf('python'), timeout: REQUEST_MS / 1000 }, QUERIES);
  const runOne = async (lie: Lie): Promise<Tally> => {
    const tally = createTally();
    const check = createWitness(world, tally);
    const refresh = async () => {
      const { raised, error, answers } = await python.refresh();
      if (raised !== null) throw new Error(`Python raised ${raised}.`);
      check(checkAnswers(answers[0]?.sequence ?? 0, answers));
      return error;
    };
    await refresh();
    for (let count = 0; count < tries; count += 1) {
      await world.tell(lie);
      if ((await refresh()) !== null) tally.noticed += 1;
      world.repent();
      const start = performance.now();
      const error = await refresh();
      addTry(tally, error === null ? (performance.now() - start) / 1000 : Infinity);
    }
    return tally;
  };
  for (const [fault, lie] of Object.entries(LIES)) await add('python', fault, runOne(lie));
  await python.close();
}

/** Damages a file of a stopped engine. With the server down it may refuse to start, and must not answer wrongly. */
async function runCorruptions(world: World, tries: number): Promise<Tally> {
  const tally = createTally();
  const options = world.optionsOf('corrupted');
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
    await world.publish();
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
  const options = world.optionsOf('killed');
  const settings = `${options.directory}.json`;
  writeFileSync(settings, JSON.stringify(options));
  await (await openClient(options)).close();
  let check = createWitness(world, tally);
  const stored = new Set<string>();
  let child = startChild(settings);
  for (let count = 0; count < tries; count += 1) {
    await askUntil(() => child.take(check) === world.releases.length);
    await world.publish();
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
  const cells = rows.map(({ client, fault, tries, noticed, wrong, empty, seconds }) => [
    client,
    fault,
    tries,
    noticed,
    wrong,
    empty,
    seconds.toFixed(2),
  ]);
  const head = ['client', 'fault', 'tries', 'noticed', 'wrong', 'empty', 'seconds'];
  const lines = [head, ...cells].map(([client, fault, ...numbers]) =>
    [String(client).padEnd(9), String(fault).padEnd(46), ...numbers.map((number) => String(number).padStart(9))].join(
      '',
    ),
  );
  const tries = rows.reduce((sum, row) => sum + row.tries, 0);
  return [
    ...lines,
    `${tries} faults, ${asked.toLocaleString('en')} answers. seconds: to recover, at most.`,
    `Counter batches at a kill: ${spooled}, lost: ${lost}.`,
  ].join('\n');
}

export const isSound = ({ rows, lost }: FaultReport): boolean =>
  lost === 0 && rows.every(({ wrong, empty, seconds }) => wrong + empty === 0 && seconds * 1000 < RECOVERY_LIMIT_MS);

if (import.meta.main) {
  const report = await runFaults(Number(process.argv[2] ?? 7));
  console.log(describeReport(report));
  process.exitCode = isSound(report) ? 0 : 1;
}
