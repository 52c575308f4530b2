import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startWithPortfolio } from '../e2e/database.ts';
import type { Lineslip } from '../e2e/server.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { addManyDials, idOf } from '#server/testing/many-dials.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { shown } from './measure.ts';
import type { Order, Outcome } from './overload.order.ts';

/**
 * `npm run bench -- overload`: what one server holds, and how it behaves at ten times that: half of what it holds from
 * people who are signed in, the rest from newcomers, half of them with forged tokens.
 */
const TIMES = 10;
/** So that callers take no time of the server. */
const SERVER_RUNS_ON = 0;
const CALLERS_RUN_ON = 1;
/** Of what the server holds, that people who are signed in ask for meanwhile. */
const PEOPLE_SHARE = 0.25;
const LOAD_SECONDS = 20;
const STEP_SECONDS = 4;
const FIRST_RATE = 25;
const MAX_RATE = 3200;
const PEOPLE = 40;
const DIALS = 1000;
const SAVED_DIALS = 50;
const NORMAL_P95_MS = 250;
const MAX_PEOPLE_P95_MS = 1000;
const MIN_PEOPLE_SHARE = 0.95;
const MAX_MEGABYTES = 768;
const MAX_RECOVERY_SECONDS = 5;
const MEMORY_EVERY_MS = 100;

type World = Readonly<{
  lineslip: Lineslip;
  people: Omit<Order, 'perSecond' | 'seconds'>;
  newcomers: World['people'];
  issueTokens: () => Promise<string[]>;
}>;

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const countAll = ({ served, shed, closed, failures, unsent }: Outcome) =>
  served.length + shed + closed + failures.length + unsent;
const shareOf = (outcome: Outcome) => outcome.served.length / countAll(outcome);

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function prepare(lineslip: Lineslip): Promise<World> {
  const port = Number(new URL(lineslip.url).port);
  const config = readConfig({ DATA_DIR: lineslip.dataDir, PORT: String(port) }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  await addManyDials(db, { count: DIALS, by: 'demo|underwriter', at: new Date() });
  await sql`vacuum analyze`.execute(db);
  const keys = await loadKeys(db);
  const underwriter = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
  if (underwriter === undefined) throw new Error('There is no underwriter in the demo.');
  const readers = Array.from({ length: PEOPLE }, (_, index) => ({ ...underwriter, id: `bench|${index}` }));
  // Who saves has to be a known person.
  const issueTokens = () =>
    Promise.all(
      [...readers, underwriter].map((person) => issueAccessToken({ ...config.auth, keys, person, seconds: 3600 })),
    );
  const tokens = await issueTokens();
  const { rows } = await sql<{ bucket: string }>`
    select partner_number || '/' || cob as bucket from bucket b join bucket_version v on v.bucket_id = b.id
    join bucket_entry e on e.bucket_version_id = v.id where v.state = 'live'
    group by 1 order by count(*) desc limit 1`.execute(db);
  await db.destroy();
  await database.close();
  const dials: Record<string, string> = {};
  for (let index = 0; index < SAVED_DIALS; index += 1) {
    const headers = { authorization: `Bearer ${tokens.at(-1)}` };
    const answer = await fetch(`${lineslip.url}/api/dials/${idOf(index)}?draft=yes`, { headers });
    dials[idOf(index)] = ((await answer.json()) as { revision: string }).revision;
  }
  const dial = `/api/dials/${idOf(DIALS - 1)}`;
  const paths = ['/api/dials?limit=50', dial, `/api/buckets/${rows[0]?.bucket}`, '/api/bucket-matrix', dial];
  // As somebody who opens the product and is sent to the sign-in page.
  const signIn = new URLSearchParams({
    client_id: config.auth.clientId,
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
    code_challenge: 'x'.repeat(43),
    redirect_uri: `${lineslip.url}/auth/callback`,
  });
  const newcomerPaths = [
    '/',
    '/api/settings',
    `/idp/authorize?${signIn}`,
    '/api/dials?limit=50',
    `/idp/authorize?${signIn}`,
  ];
  return {
    lineslip,
    issueTokens,
    people: { port, callers: 'people', tokens, paths, dials },
    newcomers: { port, callers: 'newcomers', tokens, paths: newcomerPaths, dials: {} },
  };
}

async function order(child: ChildProcess, sent: Order): Promise<Outcome> {
  const answer = once(child, 'message') as Promise<[Outcome]>;
  child.send(sent);
  const [outcome] = await answer;
  Object.assign(sent.dials, outcome.dials);
  return outcome;
}

const isNormal = (outcome: Outcome): boolean =>
  percentile(outcome.served, 0.95) < NORMAL_P95_MS && outcome.served.length === countAll(outcome);

/** The highest rate that is served as usual: doubled while it is, then halfway twice. */
async function findCapacity(child: ChildProcess, { people }: World): Promise<number> {
  const tryRate = async (perSecond: number) => {
    const outcome = await order(child, { ...people, perSecond, seconds: STEP_SECONDS });
    const p95 = percentile(outcome.served, 0.95);
    const failures = [...new Set(outcome.failures)].join(', ');
    console.log(`${shown(perSecond, 0)} a second: p95 ${shown(p95, 0)} ms, ${outcome.shed} refused ${failures}`);
    return isNormal(outcome);
  };
  // Other work on the machine may spoil one attempt.
  const isHeld = async (perSecond: number) => (await tryRate(perSecond)) || tryRate(perSecond);
  // Exclude what first calls load.
  await order(child, { ...people, perSecond: FIRST_RATE, seconds: STEP_SECONDS });
  let [held, tooMuch] = [0, FIRST_RATE];
  while (tooMuch <= MAX_RATE && (await isHeld(tooMuch))) [held, tooMuch] = [tooMuch, tooMuch * 2];
  for (let step = 0; step < 2 && tooMuch <= MAX_RATE; step += 1) {
    const middle = Math.round((held + tooMuch) / 2);
    if (await isHeld(middle)) held = middle;
    else tooMuch = middle;
  }
  return held;
}

/** Seconds until people are served as usual again. */
async function waitForRecovery(child: ChildProcess, { people }: World, perSecond: number): Promise<number> {
  const began = performance.now();
  for (let tries = 0; tries < 2 * MAX_RECOVERY_SECONDS; tries += 1) {
    const before = (performance.now() - began) / 1000;
    // Without saves, which would replace those of the load before they are counted.
    if (isNormal(await order(child, { ...people, dials: {}, perSecond, seconds: 0.5 }))) return before;
  }
  return Infinity;
}

/** Acknowledged saves that are not there. */
async function countLost({ lineslip, people }: World, saved: Readonly<Record<string, string>>): Promise<number> {
  let lost = 0;
  for (const [dial, description] of Object.entries(saved)) {
    const headers = { authorization: `Bearer ${people.tokens.at(-1)}` };
    const answer = await fetch(`${lineslip.url}/api/dials/${dial}?draft=yes`, { headers });
    const { data } = (await answer.json()) as { data: { description: string } };
    if (data.description !== description) lost += 1;
  }
  return lost;
}

type Row = readonly [label: string, value: number, limit: string, isWithin: boolean];
const atMost = (label: string, value: number, max: number): Row => [label, value, `at most ${max}`, value <= max];
const atLeast = (label: string, value: number, min: number): Row => [label, value, `at least ${min}`, value >= min];
const figure = (label: string, value: number): Row => [label, value, '', true];

async function measure(world: World, [first, second]: readonly [ChildProcess, ChildProcess]): Promise<boolean> {
  const { pid } = world.lineslip;
  const held = await findCapacity(first, world);
  if (held === 0) throw new Error(`The server does not hold ${FIRST_RATE} requests a second.`);
  let memory = 0;
  const watch = setInterval(() => (memory = Math.max(memory, memoryOf(pid))), MEMORY_EVERY_MS);
  const rates = { people: held * PEOPLE_SHARE, newcomers: held * (TIMES - PEOPLE_SHARE) };
  const crowd = order(second, { ...world.newcomers, perSecond: rates.newcomers, seconds: LOAD_SECONDS });
  const people = await order(first, { ...world.people, perSecond: rates.people, seconds: LOAD_SECONDS });
  // Newcomers whose connection the operating system did not accept try it again, ever more rarely.
  const recovery = people.drainSeconds + (await waitForRecovery(first, world, rates.people));
  const newcomers = await crowd;
  clearInterval(watch);
  const failures = [...people.failures, ...newcomers.failures];
  const all = [people, newcomers];
  const sum = (count: (outcome: Outcome) => number) => all.reduce((total, outcome) => total + count(outcome), 0);
  const rows: readonly Row[] = [
    figure(`requests a second with p95 below ${NORMAL_P95_MS} ms`, held),
    figure('requests a second sent', (sum(countAll) - sum(({ unsent }) => unsent)) / LOAD_SECONDS),
    figure(
      'not sent, because the callers waited',
      sum(({ unsent }) => unsent),
    ),
    figure('share served', sum(({ served }) => served.length) / sum(countAll)),
    figure(
      'refused with 503',
      sum(({ shed }) => shed),
    ),
    atMost(
      'of them without Retry-After',
      sum(({ shedWithoutRetryAfter }) => shedWithoutRetryAfter),
      0,
    ),
    figure('share closed without an answer', sum(({ closed }) => closed) / sum(countAll)),
    atMost('other failures', failures.length, 0),
    atMost('acknowledged saves that were lost', await countLost(world, people.saved), 0),
    atLeast('share served of people signed in', shareOf(people), MIN_PEOPLE_SHARE),
    figure('share served of newcomers', shareOf(newcomers)),
    atMost('p95 of people signed in, ms', percentile(people.served, 0.95), MAX_PEOPLE_P95_MS),
    atMost('largest memory of the server, MB', memory, MAX_MEGABYTES),
    atMost('seconds until people are served as usual', recovery, MAX_RECOVERY_SECONDS),
    figure('seconds until the last newcomer was answered', newcomers.drainSeconds),
  ];
  const allRows = [...rows, ...(await measureGreedy(world, [first, second]))];
  console.log(`\n${TIMES} times the load that one server holds, for ${LOAD_SECONDS} seconds; limits`);
  for (const [label, value, limit, isWithin] of allRows)
    console.log(`${label.padEnd(52)}${shown(value)}   ${limit}${isWithin ? '' : '   OVER'}`);
  if (failures.length > 0) console.log(`Failures: ${[...new Set(failures)].join(', ')}`);
  return allRows.every(([, , , isWithin]) => isWithin);
}

const GREEDY_CONNECTIONS = [8, 60, 200];
const OTHERS_PER_SECOND = 20;
const GREEDY_SECONDS = 5;
const MAX_OTHERS_P99_MS = 1000;

/** What others notice of one person, or one address, who asks as often as the server answers. */
async function measureGreedy(world: World, [first, second]: readonly [ChildProcess, ChildProcess]): Promise<Row[]> {
  const { people, newcomers, issueTokens } = world;
  const greedy = {
    reads: { tokens: people.tokens.slice(0, 1), paths: ['/api/bucket-matrix'] },
    'heavy reads': { tokens: people.tokens.slice(0, 1), paths: ['/api/dial-export'] },
    'sign-in pages': { tokens: [], paths: newcomers.paths.filter((path) => path.startsWith('/idp')) },
  };
  const rows: Row[] = [];
  for (const [what, calls] of Object.entries(greedy))
    for (const connections of GREEDY_CONNECTIONS) {
      // Tokens that the server has not seen yet, as at a sign-in or a renewal.
      const tokens = await issueTokens();
      const [others] = await Promise.all([
        order(first, { ...people, tokens, dials: {}, perSecond: OTHERS_PER_SECOND, seconds: GREEDY_SECONDS }),
        order(second, {
          ...people,
          ...calls,
          callers: 'greedy',
          connections,
          perSecond: 0,
          dials: {},
          seconds: GREEDY_SECONDS,
        }),
      ]);
      const label = `${connections} connections, ${what}`;
      rows.push(atMost(`${label}: p99 of others, ms`, percentile(others.served, 0.99), MAX_OTHERS_P99_MS));
      rows.push(atMost(`${label}: others not served`, countAll(others) - others.served.length, 0));
    }
  return rows;
}

/** What the server starts, its database among it, runs where it does. */
function pin(pid: number | undefined, processor: number): void {
  if (availableParallelism() > 1)
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${processor}`, `${pid}`]);
}

pin(process.pid, SERVER_RUNS_ON);
const lineslip = await startWithPortfolio();
const startCallers = () => {
  const child = fork(join(import.meta.dirname, 'overload.callers.ts'));
  pin(child.pid, CALLERS_RUN_ON);
  return child;
};
const children = [startCallers(), startCallers()] as const;
try {
  if (!(await measure(await prepare(lineslip), children))) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  await lineslip.stop();
}
