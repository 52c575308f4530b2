import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { start, waitForOutput } from './process.ts';

/** A screen in memory with a mouse and a keyboard, so that browsers get real input: drags and the clipboard included. */
export type Display = Readonly<{
  env: Record<string, string>;
  /** Runs commands of xdotool. */
  input: (...commands: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
}>;

export async function startDisplay(): Promise<Display> {
  const { child, stop } = start('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1600x1200x24']);
  const env = { DISPLAY: `:${await waitForOutput(child, /^\d+(?=\n)/m)}` };
  return {
    env,
    input: async (...commands) =>
      void (await promisify(execFile)('xdotool', commands, { env: { ...process.env, ...env } })),
    stop,
  };
}
