import { runQuietly } from './run.ts';

/** The quick checks, the longest first. One checker of types each: several work out the same types once more. */
const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ...['server', 'web', 'contract', 'e2e', 'domain'].map(
    (floor) => [`types of ${floor}`, 'tsc', ['-p', floor, '--checkers', '1']] as const,
  ),
  ['format', 'oxfmt', ['--check', '.']],
  ['the kernel of evaluation is what its source says', 'node', ['tools/kernel.ts']],
  ['openapi.json is what the contract says', 'node', ['tools/openapi.ts']],
];

/** Both compilers are written in Go: one processor for each, and its memory tidied up less often. */
const COMPILERS = { GOMAXPROCS: '1', GOGC: '400' };

export type Result = Readonly<{ passed: number; failed: readonly string[] }>;

/** Two lanes, as most of them use one processor; what each printed comes out whole. */
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
