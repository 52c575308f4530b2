import { runQuietly } from './run.ts';

/** The quick checks, longest first. One type checker each, because several would compute the same types twice. */
const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ...['server', 'web', 'contract', 'e2e', 'sdk', 'domain'].map(
    (floor) => [`types of ${floor}`, 'tsc', ['-p', floor, '--checkers', '1']] as const,
  ),
  ['format', 'oxfmt', ['--check', '.']],
  ['the evaluation kernel matches its source', 'node', ['tools/kernel.ts']],
  ['openapi.json and docs/api-changes.md match the contract', 'node', ['tools/openapi.ts']],
];

/** Both compilers are written in Go: limit each to one core, with less garbage collection. */
const COMPILERS = { GOMAXPROCS: '1', GOGC: '400' };

export type Result = Readonly<{ passed: number; failed: readonly string[] }>;

/** Two lanes, since most use one core; each output is printed as a whole. */
export async function runChecks(): Promise<Result> {
  const waiting = [...CHECKS];
  const failed: string[] = [];
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, command, args] = check;
      const { good, printed } = await runQuietly(command, args, COMPILERS);
      console.log(`${printed}${good ? '✓' : '✗'} ${name}`);
      if (!good) failed.push(name);
    }
  };
  await Promise.all([lane(), lane()]);
  return { passed: CHECKS.length - failed.length, failed };
}
