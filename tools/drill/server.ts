import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findPostmaster } from '#server/db/engine/postmaster.ts';
import { root } from '../run.ts';

export type Victim = Readonly<{
  url: string;
  pid: number;
  hasEnded: () => boolean;
  output: () => string;
  signal: (name: NodeJS.Signals) => void;
  /** The exit code; null if a signal ended it. */
  ended: Promise<number | null>;
}>;

const CLOCK = join(root, 'tools/clock.ts');

/** The server as `npm start` runs it, with its clock ahead by CLOCK_AHEAD_MS. */
export async function startVictim(environment: Readonly<Record<string, string>>): Promise<Victim> {
  const { PATH = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, ['--import', CLOCK, join(root, 'server/main.ts')], {
    cwd: root,
    env: { PATH, ...(TMPDIR && { TMPDIR }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const victim: Victim = {
    url: `http://127.0.0.1:${environment['PORT']}`,
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => output,
    signal: (name) => void child.kill(name),
    ended,
  };
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-10_000);
      if (output.includes('Lineslip is ready')) resolve();
    };
    collectFrom(child, collect);
    void ended.then(() => reject(new Error(`The server did not start:\n${output}`)));
  });
  return victim;
}

function collectFrom({ stdout, stderr }: ChildProcess, collect: (chunk: Buffer) => void): void {
  stdout?.on('data', collect);
  stderr?.on('data', collect);
}

/** Kills the postmaster of this cluster and all its children, like a power failure. */
export function killDatabase(cluster: string): void {
  const postmaster = findPostmaster(cluster);
  if (postmaster === undefined) throw new Error('The database of the drill is not running.');
  for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) end(pid);
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // They notice that their parent is gone, and exit.
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
