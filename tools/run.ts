import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Runs a command of the project with its output. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (error) console.error(error.message);
  return status === 0;
}

/** Runs concurrently with others: returns its output when it has ended. */
export function runQuietly(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ good: boolean; printed: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
    execFile(command, args, options, (error, out, err) => resolve({ good: error === null, printed: out + err }));
  });
}
