import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { CLIENT_FAULTS } from './fault.clients.ts';
import { DATABASE_FAULTS } from './fault.database.ts';
import { PROCESS_FAULTS } from './fault.process.ts';
import { SET_FAULTS } from './fault.set.ts';
import { countChanges, type Ledger, longestSilence } from './ledger.ts';
import { startLoad } from './load.ts';
import { findLosses } from './losses.ts';
import { createWorld, PARTNER, type World } from './world.ts';

/**
 * `npm run drill`, `npm run drill -- --faults kill-server,sigterm --tries 30`: injects real-world faults into its
 * own servers, while people edit, submit, vote and comment. Everything acknowledged must be there afterwards, and the
 * service must recover by itself.
 */
const FAULTS = [...PROCESS_FAULTS, ...SET_FAULTS, ...DATABASE_FAULTS, ...CLIENT_FAULTS];

/** A fault comes after at most this many acknowledged changes, or after this time. */
const MAX_CHANGES_BEFORE = 30;
const MAX_MS_BEFORE = 10_000;
const MOMENT_MS = 20;
const MAX_BACK_MS = 15_000;
/** The timeout for a service that does not recover in time. */
const MAX_WAIT_MS = 45_000;
const MAX_SHOWN = 10;

function readArguments(): { faults: readonly Fault[]; tries: number | undefined } {
  const options = { faults: { type: 'string' }, tries: { type: 'string' } } as const;
  const { values } = parseArgs({ options, allowPositionals: false });
  const chosen = values.faults?.split(',') ?? FAULTS.map(({ name }) => name);
  const unknown = chosen.find((name) => FAULTS.every((fault) => fault.name !== name));
  const tries = values.tries === undefined ? undefined : Number(values.tries);
  if (unknown !== undefined || (tries !== undefined && !(Number.isInteger(tries) && tries > 0))) {
    const names = FAULTS.map(({ name }) => name).join(',');
    console.error(`Use it like this: npm run drill -- --faults ${names} --tries 30`);
    process.exit(1);
  }
  return { faults: FAULTS.filter(({ name }) => chosen.includes(name)), tries };
}

/** Counts changes rather than only time, so that faults come under load on a slow machine, too. */
async function randomMoment(ledger: Ledger): Promise<void> {
  const enough = countChanges(ledger) + 1 + Math.random() * MAX_CHANGES_BEFORE;
  const latest = Date.now() + MAX_MS_BEFORE;
  while (countChanges(ledger) < enough && Date.now() < latest) await pause(Math.random() * MOMENT_MS);
}

/** Waits until every server acknowledges changes again, and returns the longest gap. */
async function timeUntilBack({ victims, ledger }: World, from: number): Promise<number> {
  const struck = Date.now();
  const isBack = ({ url }: { url: string }) => (ledger.acknowledgedAt.get(url)?.at(-1) ?? 0) > struck;
  while (!victims.every(isBack) && Date.now() < struck + MAX_WAIT_MS) await pause(MOMENT_MS);
  return Math.max(...victims.map(({ url }) => longestSilence(ledger, url, from, Date.now())));
}

type Outcome = Readonly<{ backMs: number; problems: readonly string[] }>;

async function attempt(fault: Fault, world: World, number: number): Promise<Outcome> {
  const urls = world.victims.map(({ url }) => url);
  const load = startLoad({ ...world, urls });
  let backMs: number;
  let struck;
  try {
    await randomMoment(world.ledger);
    const start = Date.now();
    struck = await fault.strike(world, number);
    backMs = await timeUntilBack(world, struck.from ?? start);
  } finally {
    await load.stop();
  }
  const ended = world.victims.filter((victim) => victim.hasEnded());
  const problems = [
    ...struck.problems,
    ...ended.map((victim) => `The server ended, saying: ${victim.output().trim().split('\n').slice(-3).join(' / ')}`),
    ...(backMs > MAX_BACK_MS ? [`It was not back within ${MAX_BACK_MS / 1000} s.`] : []),
    ...world.ledger.failures.splice(0),
  ];
  if (ended.length > 0) return { backMs, problems };
  return { backMs, problems: [...problems, ...(await world.query((db) => findLosses(db, world.ledger, PARTNER)))] };
}

async function drill(fault: Fault, tries: number): Promise<Row> {
  const started = Date.now();
  const row = { title: fault.title, tries: 0, changes: 0, losses: 0, backMs: 0 };
  const world = await createWorld(fault.setting);
  const leave = () => void world.close().finally(() => process.exit(1));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    while (row.tries < tries && row.losses === 0) {
      row.tries += 1;
      const { backMs, problems } = await attempt(fault, world, row.tries);
      row.backMs = Math.max(row.backMs, backMs);
      row.losses += problems.length;
      for (const problem of problems.slice(0, MAX_SHOWN)) console.error(`  ${problem.slice(0, 500)}`);
      if (problems.length > MAX_SHOWN) console.error(`  and ${problems.length - MAX_SHOWN} more like these`);
    }
    row.changes = countChanges(world.ledger);
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await world.close();
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${fault.title}: ${row.tries} of ${tries}, ${row.changes} changes, ${row.losses} losses, in ${seconds} s`,
  );
  return row;
}

type Row = Readonly<{ title: string; tries: number; changes: number; losses: number; backMs: number }>;

const HEAD = ['fault', 'tries', 'acknowledged changes', 'losses', 'longest time until back (s)'];

function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ title, tries, changes, losses, backMs }) => [
    title,
    ...[tries, changes, losses].map(String),
    (backMs / 1000).toFixed(1),
  ]);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  console.log(`\n${line(HEAD)}`);
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of cells) console.log(line(row));
}

const { faults, tries } = readArguments();
const rows: Row[] = [];
for (const fault of faults) {
  try {
    rows.push(await drill(fault, tries ?? fault.tries));
  } catch (error) {
    console.error(`${fault.title} could not be tried.`, error);
    rows.push({ title: fault.title, tries: 0, changes: 0, losses: 1, backMs: 0 });
  }
}
printTable(rows);
process.exitCode = rows.every(({ losses }) => losses === 0) ? 0 : 1;
