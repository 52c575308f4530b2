import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The environment of a child process: only what the test gives, and what speeds up its start. */
export function childEnvironment(given: Record<string, string>): Record<string, string> {
  const { PATH = '', TMPDIR } = process.env;
  const NODE_COMPILE_CACHE = join(root, '.build/compile-cache');
  return { PATH, NODE_COMPILE_CACHE, ...(TMPDIR && { TMPDIR }), ...given };
}

export type ChildServer = Readonly<{
  pid: number;
  stdout: () => string;
  stderr: () => string;
  /** Resolves when the text was printed, rejects if the process ends before. */
  printed: (text: string) => Promise<void>;
  signal: (name: NodeJS.Signals) => void;
  /** The exit code; null if a signal ended it. */
  exited: Promise<number | null>;
}>;

/** Runs `node server/main.ts` in a child process, of this code or of another folder. Ended after the test. */
export function spawnServer(environment: Record<string, string>, folder = root): ChildServer {
  const child = spawn(process.execPath, [join(folder, 'server/main.ts')], {
    cwd: folder,
    env: childEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  // `close` comes after the last output.
  const exited = new Promise<number | null>((resolve) => void child.once('close', resolve));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    // An unresponsive process must not outlive the run.
    const hurry = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await exited;
    clearTimeout(hurry);
  });
  return {
    pid: child.pid ?? 0,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    printed: (text) =>
      waitFor(
        child,
        exited,
        () => output.stdout.includes(text),
        () => output.stdout + output.stderr,
      ),
    signal: (name) => void child.kill(name),
    exited,
  };
}

function waitFor(
  child: ChildProcess,
  exited: Promise<unknown>,
  isThere: () => boolean,
  output: () => string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (isThere()) resolve();
    };
    child.stdout?.on('data', look);
    void exited.then(() =>
      isThere() ? resolve() : reject(new Error(`It ended first, with this output:\n${output()}`)),
    );
    look();
  });
}

/** A port to listen on later, outside the range that the system assigns. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, 'localhost', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
