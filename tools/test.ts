import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newestSystemEngine } from '#server/testing/test-binaries.ts';
import { type Count, runChecks } from './checks.ts';
import { root, run } from './run.ts';

/** `npm test`: everything, and the sum of it on the last line. */
const results = join(root, '.build/results');
mkdirSync(results, { recursive: true });

type VitestReport = { numPassedTests: number; numFailedTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

/** Long, and run on the embedded engine alone. The other has the races and all other tests of the review. */
const ONCE = ['server/review/review.model.test.ts'];

function vitest(label: string, projects: readonly string[], env: Record<string, string> = {}): Count {
  console.log(`\n— ${label}`);
  const file = resultFile(`${projects.join('-')}${env['TEST_ENGINE'] ?? ''}`);
  const chosen = projects.map((project) => `--project=${project}`);
  const left = env['TEST_ENGINE'] === undefined ? [] : ONCE.map((once) => `--exclude=${once}`);
  const good = run(
    'vitest',
    ['run', ...chosen, ...left, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    env,
  );
  return count(good, () => {
    const { numPassedTests, numFailedTests } = readResult(file) as VitestReport;
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

function journeys(): Count {
  console.log('\n— Journeys in Chromium');
  const file = resultFile('journeys');
  const good = run('playwright', ['test', '--config=e2e/playwright.config.ts'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return count(good, () => {
    const { expected, unexpected, flaky } = (readResult(file) as PlaywrightReport).stats;
    return { passed: expected, failed: unexpected + flaky };
  });
}

function resultFile(name: string): string {
  const file = join(results, `${name}.json`);
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

console.log('— Types, lint, format');
const counts = [
  runChecks(),
  vitest('Domain, contract, tools, and the logic of the web', ['domain', 'web']),
  vitest('Server on the embedded PostgreSQL', ['server']),
  ...((await newestSystemEngine())
    ? [vitest('Server on the system’s PostgreSQL', ['server'], { TEST_ENGINE: 'system' })]
    : []),
  vitest('Screens in Chromium', ['screens']),
  journeys(),
];
const sum = (key: keyof Count) => counts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
