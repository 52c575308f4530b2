import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findPostmaster } from '#server/db/engine.pidfile.ts';
import { root } from './run.ts';

export type Victim = Readonly<{
  url: string;
  /** Ends the server at once, and the processes of its database with it where that is wanted. */
  kill: (withDatabase: boolean) => Promise<void>;
  stop: () => Promise<void>;
}>;

/** The server as `npm start` runs it, on a data folder and a port of its own. */
export async function startVictim(dataDir: string, port: number): Promise<Victim> {
  const { PATH = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { PATH, ...(TMPDIR && { TMPDIR }), PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  await ready(child, exited);
  return {
    url: `http://localhost:${port}`,
    kill: async (withDatabase) => {
      const database = withDatabase ? databaseOf(dataDir) : [];
      child.kill('SIGKILL');
      for (const pid of database) end(pid);
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function ready(child: ChildProcess, exited: Promise<void>): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Lineslip is ready')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void exited.then(() => reject(new Error(`The server did not start, saying:\n${said}`)));
  });
}

/** The postmaster and its children. */
function databaseOf(dataDir: string): number[] {
  const postmaster = findPostmaster(join(dataDir, 'postgres/cluster'));
  if (postmaster === undefined) throw new Error('The database of the drill is not running.');
  const { pid } = postmaster;
  return [pid, ...childrenOf(pid)];
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // They see that their parent is gone, and end by themselves.
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
