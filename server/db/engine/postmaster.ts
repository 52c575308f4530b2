import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf } from '#server/db/error-code.ts';
import { readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '#server/start-error.ts';
import { isAlive, PLAIN_ENVIRONMENT, reasonIn } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Home } from './data-folder.ts';
import pg from 'pg';
import { withClient } from '#server/db/connect.ts';
import { isDatabaseUnavailable } from '#server/db/unavailable.ts';

/** `socket` is missing while it starts. */
export type Postmaster = Readonly<{ pid: number; socket: string | undefined }>;

/**
 * The running postmaster of this cluster, if any. Removes a pid file whose number belongs to another program, because
 * PostgreSQL would take it for a running server. If the process is gone, PostgreSQL clears the file itself, after
 * checking for children of the old server.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (isPostmaster(pid, cluster)) return { pid, socket: lines[4]?.trim() || undefined };
  if (isAlive(pid)) rmSync(file, { force: true });
  return undefined;
}

/** Also false for a zombie. */
export function isPostmaster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
      return basename(program) === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    }
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(cluster);
  } catch {
    return false;
  }
}

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

/**
 * Waits until the server accepts our password, which also proves that it is ours. False if it is gone. There is no
 * timeout while it runs: recovery after a power failure can take long.
 */
export async function waitUntilReady(
  config: pg.PoolConfig,
  isThere: () => boolean,
  report: (line: string) => void,
): Promise<boolean> {
  const quietUntil = Date.now() + 5_000;
  let isReported = false;
  for (;;) {
    const there = isThere();
    if (await canConnect(config)) return true;
    if (!there) return false;
    if (!isReported && Date.now() > quietUntil) {
      report('The database is still getting ready; after a crash it first recovers what was written.');
      isReported = true;
    }
    await pause(20);
  }
}

async function canConnect(config: pg.PoolConfig): Promise<boolean> {
  try {
    return await withClient({ ...config, connectionTimeoutMillis: 5_000 }, async () => true);
  } catch (error) {
    // Not there yet, starting up, shutting down or recovering.
    if (isDatabaseUnavailable(error)) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database that runs in the data folder does not accept this server (${reason}). ` +
        'Stop it, or set DATA_DIR to another folder.',
    );
  }
}

/** Two servers may try at the same time; either way it exists afterwards. */
export async function ensureDatabase(config: pg.PoolConfig, name: string): Promise<void> {
  await withClient(config, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  }).catch((error: unknown) => {
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  });
}
