import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '#server/start-error.ts';
import { PLAIN_ENVIRONMENT } from './engine.account.ts';
import type { Binaries } from './engine.binaries.ts';
import { reasonIn } from './engine.files.ts';
import type { Home } from './engine.home.ts';
import { isPostmaster } from './engine.pidfile.ts';

const LOG_LIMIT = 10 * 1024 * 1024;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

export type PostmasterProcess = Readonly<{ pid: number; hasExited: () => boolean; reason: () => Promise<string> }>;

/** Starts the server in its own session, so that Ctrl-C does not reach it and we may exit first. */
export async function spawnPostmaster(
  home: Home,
  binaries: Binaries,
  socket: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<PostmasterProcess> {
  const size = await rotateLog(home.log);
  const log = openSync(home.log, 'a', 0o600);
  const settings = Object.entries({ ...SETTINGS, ...changed, unix_socket_directories: socket });
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`])], {
    ...home.account,
    cwd: '/',
    env: { ...PLAIN_ENVIRONMENT, ...binaries.env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  const reason = async (): Promise<string> => {
    const text = failure?.message ?? (await readFile(home.log)).subarray(size).toString('utf8');
    return reasonIn(text);
  };
  const hasExited = (): boolean => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  return { pid: child.pid ?? 0, hasExited, reason };
}

async function rotateLog(log: string): Promise<number> {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0;
  if (size <= LOG_LIMIT) return size;
  await rename(log, `${log}.old`);
  return 0;
}

/** A fast shutdown: open transactions are rolled back, committed data is on disk, and the process is gone. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  if (!isPostmaster(pid, cluster)) return;
  process.kill(pid, 'SIGINT');
  const patience = Date.now() + 60_000;
  let hurried = false;
  while (isPostmaster(pid, cluster)) {
    if (!hurried && Date.now() > patience) {
      process.kill(pid, 'SIGQUIT');
      hurried = true;
    } else if (Date.now() > patience + 10_000) {
      throw new StartError(`PostgreSQL (process ${pid}) does not stop. End it by hand before the next start.`);
    }
    await pause(20);
  }
}
