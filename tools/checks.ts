import { run } from './run.ts';

/** The quick checks: one per floor, then the tree as a whole. */
const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ...['domain', 'contract', 'server', 'web', 'e2e'].map(
    (floor) => [`types of ${floor}`, 'tsc', ['-p', floor]] as const,
  ),
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check', '.']],
  ['openapi.json is what the contract says', 'node', ['tools/openapi.ts']],
];

export type Count = { passed: number; failed: number };

export function runChecks(): Count {
  const count = { passed: 0, failed: 0 };
  for (const [name, command, args] of CHECKS) {
    const good = run(command, args);
    console.log(`${good ? '✓' : '✗'} ${name}`);
    count[good ? 'passed' : 'failed'] += 1;
  }
  return count;
}
