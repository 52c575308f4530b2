import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newestSystemEngine } from '#server/testing/test-binaries.ts';
import { type Count, runChecks } from './checks.ts';
import { root, run } from './run.ts';

/** `npm test`: everything, and the sum of it on the last line. */
const reports = join(root, '.build/results');
mkdirSync(reports, { recursive: true });

type VitestReport = { numPassedTests: number; numFailedTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

/** Parts of file names: what could differ from one PostgreSQL to another. The rest is run on one of them. */
const DEPENDS_ON_THE_ENGINE = [
  'server/db/',
  'server/audit/',
  'server/backup/',
  '.race.test.ts',
  '.scale.test.ts',
  '.list.test.ts',
  '.read.test.ts',
  '.frozen.test.ts',
  'dial.search.test.ts',
  'dial.exchange.test.ts',
  'reference.change.test.ts',
  'start.together.test.ts',
];

/** These start servers of their own, always on the embedded one. */
const ALWAYS_EMBEDDED = ['server/db/engine/engine.watch.test.ts', 'server/db/engine/engine.binaries.test.ts'];

/** What Node compiled once it finds again, in every process of every part. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(root, '.build/compile-cache') };

type VitestRun = Readonly<{
  projects: readonly string[];
  files?: readonly string[];
  without?: readonly string[];
  env?: Record<string, string>;
}>;

function vitest({ projects, files = [], without = [], env = {} }: VitestRun): Count {
  const file = resultFile(`${projects.join('-')}${env['TEST_ENGINE'] ?? ''}`);
  const chosen = projects.map((project) => `--project=${project}`);
  const good = run(
    'vitest',
    [
      'run',
      ...files,
      ...chosen,
      ...without.map((path) => `--exclude=${path}`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { ...COMPILE_CACHE, ...env },
  );
  return count(good, () => {
    const { numPassedTests, numFailedTests } = readResult(file) as VitestReport;
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

function journeys(): Count {
  const file = resultFile('journeys');
  const good = run('playwright', ['test', '--config=e2e/playwright.config.ts'], {
    ...COMPILE_CACHE,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return count(good, () => {
    const { expected, unexpected, flaky } = (readResult(file) as PlaywrightReport).stats;
    return { passed: expected, failed: unexpected + flaky };
  });
}

function resultFile(name: string): string {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

const readResult = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** A runner that died before it could report, or found nothing to run, is a failure too. */
function count(good: boolean, read: () => Count): Count {
  try {
    const { passed, failed } = read();
    const silent = (!good && failed === 0) || passed + failed === 0;
    return { passed, failed: silent ? failed + 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

type Part = Readonly<{ label: string; work: () => Count }>;
const PARTS: readonly Part[] = [
  { label: 'Types, lint, format', work: runChecks },
  {
    label: 'Domain, contract, tools, and the logic of the web',
    work: () => vitest({ projects: ['domain', 'web'] }),
  },
  { label: 'Server on the embedded PostgreSQL', work: () => vitest({ projects: ['server'] }) },
  ...((await newestSystemEngine())
    ? [
        {
          label: 'Server on the system’s PostgreSQL, what depends on it',
          work: () =>
            vitest({
              projects: ['server'],
              files: DEPENDS_ON_THE_ENGINE,
              without: ALWAYS_EMBEDDED,
              env: { TEST_ENGINE: 'system' },
            }),
        },
      ]
    : []),
  { label: 'Screens in Chromium', work: () => vitest({ projects: ['screens'] }) },
  { label: 'Journeys in Chromium', work: journeys },
];

const results = PARTS.map(({ label, work }) => {
  console.log(`\n— ${label}`);
  const start = performance.now();
  return { label, ...work(), seconds: Math.round((performance.now() - start) / 1000) };
});
console.log('\n— What each part took');
for (const { label, seconds, passed, failed } of results)
  console.log(`${String(seconds).padStart(5)} s  ${label}: ${passed} of ${passed + failed}`);
const sum = (key: keyof Count) => results.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
