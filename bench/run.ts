import { run } from '../tools/run.ts';

/** What a benchmark needs before it runs: nothing but the packages, the built screens, or those and a browser. */
type Setup = 'packages' | 'screens' | 'browser';
type Benchmark = Readonly<{
  file: string;
  setup: Setup;
  measures: string;
  /** A folder with packages of its own: the peers it is compared with. */
  peers?: string;
}>;

/** `npm run bench -- <name>`: every benchmark prints a ratio against a peer, measured in the same run. */
export const BENCHMARKS = {
  dials: {
    file: 'bench/dials.ts',
    setup: 'packages',
    measures: 'list, search and saves on 1,000 to 100,000 dials, against the bare database',
  },
  api: {
    file: 'bench/api.ts',
    setup: 'packages',
    measures: 'the processor time of a call, against a server that does one statement',
  },
  buckets: {
    file: 'bench/buckets.ts',
    setup: 'screens',
    measures: 'the change summary, the edit page and Try a risk with 300 dials',
  },
  parity: {
    file: 'bench/parity.ts',
    setup: 'browser',
    measures: 'one class across 12 partners with 300 dials each, its response and its page',
  },
  web: {
    file: 'bench/web.ts',
    setup: 'browser',
    measures: 'the list of dials in the browser, against a bare page',
  },
  shifts: {
    file: 'bench/shifts.ts',
    setup: 'browser',
    measures: 'how far each page moves while it loads, at three widths, with quick and with late answers',
  },
  jobs: {
    file: 'bench/jobs.ts',
    setup: 'browser',
    measures: 'the clicks and keys of twelve jobs of a working day, at three sizes',
  },
  set: {
    file: 'bench/set.ts',
    setup: 'screens',
    measures: 'a vote that makes 100 buckets live, against the same rows by bare SQL',
  },
  growth: {
    file: 'bench/growth.ts',
    setup: 'screens',
    measures: 'every read of a screen with ten and (--large) a hundred times the demo’s book, against the demo’s',
  },
  start: {
    file: 'bench/start.ts',
    setup: 'screens',
    measures: 'the first start with the demo’s book to ready, against one without content',
  },
  release: {
    file: 'bench/release.ts',
    setup: 'screens',
    measures: 'writing a release, what 100 engines that wait cost, and how soon ten of them have it',
  },
  practice: {
    file: 'bench/practice.ts',
    setup: 'screens',
    measures: 'the page of a live bucket with a year of counters, a batch of counters, and the disk they take',
  },
  overload: {
    file: 'bench/overload.ts',
    setup: 'screens',
    measures: 'what a server holds, and what it serves at ten times that: refusals, memory and recovery',
  },
  streams: { file: 'bench/streams.ts', setup: 'packages', measures: 'what 500 live pages cost a server' },
  feed: {
    file: 'bench/feed.ts',
    setup: 'packages',
    measures: 'the evaluations of an engine while a release arrives every second, against none, and its memory',
  },
  evaluation: {
    file: 'bench/evaluation/bench.ts',
    setup: 'packages',
    measures: 'the evaluation of a million risks, against two rules engines',
    peers: 'bench/evaluation/peers',
  },
  impact: {
    file: 'bench/portfolio/impact.ts',
    setup: 'packages',
    measures: 'the impact of a draft on a million risks, against a plain read and DuckDB',
  },
  verify: {
    file: 'bench/verify.ts',
    setup: 'packages',
    measures: 'the search for findings in 300 dials, against 100 evaluations',
  },
  editing: {
    file: 'bench/portfolio/editing.ts',
    setup: 'packages',
    measures: 'saving and reading while ten people edit with Impact open',
  },
  load: {
    file: 'bench/portfolio/load.ts',
    setup: 'packages',
    measures: 'how quickly a portfolio is loaded, against DuckDB’s own scan of the file',
  },
  sql: {
    file: 'bench/portfolio/sql.ts',
    setup: 'packages',
    measures: 'a bucket as SQL on a million risks, against our own engine',
  },
} as const satisfies Record<string, Benchmark>;

const SETUP_FLAGS = {
  packages: ['--no-build'],
  screens: [],
  browser: ['--browser'],
} as const satisfies Record<Setup, readonly string[]>;

function listBenchmarks(): string {
  const width = Math.max(...Object.keys(BENCHMARKS).map(({ length }) => length));
  const lines = Object.entries<Benchmark>(BENCHMARKS).map(
    ([name, { measures }]) => `  ${name.padEnd(width)}  ${measures}`,
  );
  return ['npm run bench -- <name> [arguments]', ...lines].join('\n');
}

function main([name = '', ...args]: readonly string[]): boolean {
  const benchmark: Benchmark | undefined = Object.hasOwn(BENCHMARKS, name)
    ? BENCHMARKS[name as keyof typeof BENCHMARKS]
    : undefined;
  if (benchmark === undefined) {
    console.error(`${name === '' ? 'Name a benchmark.' : `There is no benchmark ${name}.`}\n\n${listBenchmarks()}`);
    return false;
  }
  const { file, setup, peers } = benchmark;
  return (
    run('node', ['tools/setup.mjs', ...SETUP_FLAGS[setup]]) &&
    (peers === undefined || run('npm', ['ci', '--prefix', peers, '--ignore-scripts', '--loglevel=error'])) &&
    run('node', [file, ...args])
  );
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
