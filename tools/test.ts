import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { newestSystemEngine } from '#server/testing/test-binaries.ts';
import { runChecks, type Result } from './checks.ts';
import { listTestDays, moveClock } from './days.ts';
import { root, run } from './run.ts';

/**
 * `npm test`: everything, with the totals on the last line. `npm run test:long` runs what takes too long for every commit.
 * Words after `--` choose stages by their labels: `npm run test:long -- drill sheets`.
 */
const reports = join(root, '.build/results');
mkdirSync(reports, { recursive: true });

type VitestReport = {
  numPassedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};
type Suite = { specs?: { ok: boolean; file: string; title: string }[]; suites?: Suite[] };
type PlaywrightReport = { stats: { expected: number }; suites: Suite[] };

/** Parts of file names: tests that could differ between PostgreSQL versions. The long run has the rest of them. */
const ENGINE_DEPENDENT = ['server/db/'];
const ENGINE_DEPENDENT_LONG = [
  '.race.test.ts',
  '.frozen.test.ts',
  'server/audit/',
  'server/backup/',
  '.scale.test.ts',
  '.list.test.ts',
  '.read.test.ts',
];

/** The product only starts its own engine. */
const ENGINE_INDEPENDENT = ['server/db/engine/*'];

/** In a file or a log neither colours nor a dot for each test, but what failed. */
const isTerminal = process.stdout.isTTY;
/** Compiled code is cached across all processes. */
const COMMON = {
  NODE_COMPILE_CACHE: join(root, '.build/compile-cache'),
  ...(!isTerminal && { NO_COLOR: '1', FORCE_COLOR: '0' }),
};

type VitestRun = Readonly<{
  projects: readonly string[];
  files?: readonly string[];
  without?: readonly string[];
  /** More than there are cores, where tests wait for servers and engines to start and stop. */
  workers?: number;
  env?: Record<string, string>;
}>;

function vitest({ projects, files = [], without = [], workers = 2, env = {} }: VitestRun): Result {
  const file = resultFile(`${projects.join('-')}${env['TEST_ENGINE'] ?? ''}`);
  const chosen = projects.map((project) => `--project=${project}`);
  const good = run(
    'vitest',
    [
      'run',
      ...files,
      ...chosen,
      ...without.map((path) => `--exclude=${path}`),
      `--maxWorkers=${workers}`,
      `--reporter=${isTerminal ? 'dot' : 'minimal'}`,
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { ...COMMON, ...env },
  );
  return read(good, () => {
    const { numPassedTests, testResults } = readResult(file) as VitestReport;
    const failed = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
    );
    return { passed: numPassedTests, failed };
  });
}

function journeys(env: Record<string, string> = {}, folder = 'e2e'): Result {
  const file = resultFile('journeys');
  const good = run('playwright', ['test', `--config=${folder}/playwright.config.ts`], {
    ...COMMON,
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return read(good, () => {
    const { stats, suites } = readResult(file) as PlaywrightReport;
    return { passed: stats.expected, failed: suites.flatMap(failedIn).map((name) => `${folder}/${name}`) };
  });
}

const failedIn = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(failedIn),
];

/** Where Debian's packages cannot be installed, this part alone fails. */
const withPackages = (flag: string, part: string, work: () => Result): Result =>
  run('node', ['tools/setup.mjs', '--no-build', flag])
    ? work()
    : { passed: 0, failed: [`${part}: what these tests need is missing, see above.`] };

const otherBrowsers = (): Result => withPackages('--browsers', 'e2e/browsers', () => journeys({}, 'e2e/browsers'));

const sheets = (): Result =>
  withPackages('--office', 'web/sheet', () => vitest({ projects: ['web'], files: ['web/sheet/'], env: LONG_TESTS }));

const engines = (): Result =>
  withPackages('--containers', 'server', () =>
    vitest({ projects: ['server'], files: ['.long.test.ts'], workers: 3, env: LONG_TESTS }),
  );

const otherDays = (): Result => withPackages('--clock', 'Other days', testOtherDays);

/** Domain, web, server and screens on each day of `listTestDays`. */
function testOtherDays(): Result {
  const results = listTestDays(new Date()).flatMap((at) => {
    console.log(`\n— ${at.day}, ${at.zone}`);
    const env = moveClock(at);
    return [
      vitest({ projects: ['domain', 'web', 'web-alone'], env }),
      vitest({ projects: ['server'], workers: 3, env }),
      vitest({ projects: ['screens'], env: { SCREEN_DAY: at.day, SCREEN_ZONE: at.zone } }),
    ].map(({ passed, failed }) => ({ passed, failed: failed.map((name) => `${at.day}, ${at.zone}: ${name}`) }));
  });
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
  };
}

function resultFile(name: string): string {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

const readResult = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** A runner that died before its report, or found nothing to run, is a failure, too. */
function read(good: boolean, report: () => Result): Result {
  try {
    const { passed, failed } = report();
    const silent = failed.length === 0 && (!good || passed === 0);
    return { passed, failed: silent ? ['The runner failed outside of its tests: see above.'] : failed };
  } catch (error) {
    return { passed: 0, failed: [`No report: ${String(error)}`] };
  }
}

type Stage = Readonly<{ label: string; work: () => Result | Promise<Result> }>;
const ORDINARY: readonly Stage[] = [
  { label: 'Types, lint, format', work: runChecks },
  {
    label: 'Domain, contract, tools, and the logic of the web',
    work: () => vitest({ projects: ['domain', 'web', 'web-alone'] }),
  },
  { label: 'Server on the embedded PostgreSQL', work: () => vitest({ projects: ['server'], workers: 3 }) },
  ...((await newestSystemEngine())
    ? [
        {
          label: 'Server on the system’s PostgreSQL, what depends on it',
          work: () => vitest(onSystemEngine(ENGINE_DEPENDENT)),
        },
      ]
    : []),
  { label: 'Screens in Chromium', work: () => vitest({ projects: ['screens'] }) },
  { label: 'Journeys in Chromium', work: () => journeys() },
];

const LONG_TESTS = { LONG_TESTS: 'yes' };
const LONG: readonly Stage[] = [
  {
    label: 'Domain and SQL, with many more random cases',
    work: () => vitest({ projects: ['domain'], files: ['domain/', 'tools/sql/'], env: LONG_TESTS }),
  },
  {
    label: 'The client of the feed: package, Python, 10,000 risks and 1,000 faults',
    work: () => vitest({ projects: ['domain'], files: ['sdk/'], env: LONG_TESTS }),
  },
  {
    label: 'Engines, child servers, commands and the image',
    work: engines,
  },
  ...((await newestSystemEngine())
    ? [
        {
          label: 'Server on the system’s PostgreSQL, the rest of what depends on it',
          work: () => vitest(onSystemEngine(ENGINE_DEPENDENT_LONG)),
        },
      ]
    : []),
  {
    label: 'Reviews, hostile requests and portfolios, with many more cases',
    work: () =>
      vitest({
        projects: ['server'],
        files: ['server/review/', 'server/http/hostile'],
        env: LONG_TESTS,
      }),
  },
  { label: 'Sheets: 10,000 buckets, hostile files, and 200 files saved by LibreOffice', work: sheets },
  {
    label: 'Every screen by axe, light and dark',
    work: () => vitest({ projects: ['screens'], files: ['web/testing/accessibility'], env: LONG_TESTS }),
  },
  { label: 'Screens with other modules in the place of theirs', work: () => vitest({ projects: ['alone'] }) },
  { label: 'Journeys of single screens, of servers of their own, and by keyboard', work: () => journeys(LONG_TESTS) },
  { label: 'One journey in Firefox and WebKit', work: otherBrowsers },
  { label: 'Domain, web, server and screens on other days and in other zones', work: otherDays },
  { label: 'The drill', work: drill },
];

function onSystemEngine(files: readonly string[]): VitestRun {
  return { projects: ['server'], files, without: ENGINE_INDEPENDENT, workers: 3, env: { TEST_ENGINE: 'system' } };
}

/** Faults of every kind while people work; it exits with an error if anything acknowledged was lost. */
function drill(): Result {
  const good = run('node', ['tools/drill/drill.ts']);
  return { passed: Number(good), failed: good ? [] : ['tools/drill: see above.'] };
}

/** All stages, or those whose label has one of the given words. */
function chooseStages(args: readonly string[]): readonly Stage[] {
  const words = args.filter((arg) => !arg.startsWith('--')).map((word) => word.toLowerCase());
  const stages = args.includes('--long') ? LONG : ORDINARY;
  return words.length === 0
    ? stages
    : stages.filter(({ label }) => words.some((word) => label.toLowerCase().includes(word)));
}

const startedAt = performance.now();
const results = [];
for (const { label, work } of chooseStages(process.argv.slice(2))) {
  console.log(`\n— ${label}`);
  const start = performance.now();
  const { passed, failed } = await work();
  results.push({ label, passed, failed, seconds: Math.round((performance.now() - start) / 1000) });
}
console.log('\n— What each part took');
for (const { label, seconds, passed, failed } of results)
  console.log(`${String(seconds).padStart(5)} s  ${label}: ${passed} of ${passed + failed.length}`);
const failed = results.flatMap((part) => part.failed);
if (failed.length > 0) console.log(`\n— What failed\n${failed.join('\n')}`);
const seconds = Math.round((performance.now() - startedAt) / 1000);
const total = results.reduce((sum, { passed }) => sum + passed, 0);
console.log(`\n${Math.floor(seconds / 60)} min ${seconds % 60} s`);
console.log(`${total} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
