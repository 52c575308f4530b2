import { rmdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '#server/start-error.ts';
import type { DatabaseConfig } from '#server/db/connect.ts';
import { ensureDatabase, waitUntilReady } from './engine.answer.ts';
import { prepareBinaries } from './engine.binaries.ts';
import { prepareCluster, SUPERUSER } from './engine.cluster.ts';
import { chooseHome, type Home } from './engine.home.ts';
import { prepareApplicationLogin } from './engine.login.ts';
import { findPostmaster, isPostmaster } from './engine.pidfile.ts';
import { type PostmasterProcess, spawnPostmaster, stopPostmaster } from './engine.postmaster.ts';
import { SOCKET_PORT, socketFolder } from './engine.socket.ts';

export type EngineOptions = Readonly<{
  dataDir: string;
  /** The folder with `bin/`; by default the PostgreSQL that comes with Lineslip. */
  binaries?: string;
  /** For root only: where the engine and the data go if another account could not reach them. */
  systemDir?: string;
  /** Overrides of PostgreSQL settings: tests disable waiting for the disk. */
  settings?: Readonly<Record<string, string>>;
  report: (line: string) => void;
}>;

export type Engine = Readonly<{
  /** The connection settings; by default for the application's own database. */
  config: (database?: string) => DatabaseConfig;
  /** The folder with all of the engine's data. */
  location: string;
  /** Whether it was already running, left by a killed server or used by another one. */
  adopted: boolean;
  isRunning: () => boolean;
  /** Starts it after an unexpected end, or adopts the one that another server started meanwhile. */
  startAgain: () => Promise<void>;
  stop: () => Promise<void>;
}>;

type Running = Readonly<{ pid: number; socket: string; adopted: boolean }>;

/** Starts the embedded PostgreSQL on a data folder, or adopts the one running there. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { report, systemDir = '/var/lib/lineslip' } = options;
  const home = await chooseHome({ dataDir: resolve(options.dataDir), systemDir, report });
  const { account, cluster } = home;
  const binaries = await prepareBinaries({ folder: options.binaries, account, systemDir, report });
  const password = await prepareCluster(home, binaries);
  const ownerAt = (host: string, database: string): DatabaseConfig => ({
    host,
    port: SOCKET_PORT,
    user: SUPERUSER,
    password,
    database,
  });
  const spawn = (at: string) => spawnPostmaster(home, binaries, at, options.settings);
  const start = () => startOrAdopt(home, spawn, (at) => ownerAt(at, 'postgres'), report);
  let running = await start();
  const { socket, adopted } = running;
  const maintenance = ownerAt(socket, 'postgres');
  await ensureDatabase(maintenance, 'lineslip');
  const applicationLogin = await prepareApplicationLogin(home, maintenance);
  return {
    config: (database = 'lineslip') => ({ ...ownerAt(socket, database), applicationLogin }),
    location: home.folder,
    adopted,
    isRunning: () => isPostmaster(running.pid, cluster),
    startAgain: async () => {
      running = await start();
      if (running.socket !== socket)
        throw new StartError(`The embedded database in ${home.folder} was started elsewhere, with another socket.`);
    },
    stop: async () => {
      await stopPostmaster(running.pid, cluster);
      if (socket !== cluster) await rmdir(socket).catch(() => undefined);
    },
  };
}

/**
 * Waits for a server that is starting or stopping. After the postmaster was killed, its children hold the shared memory
 * for about a second, and a start fails until they are gone; the same applies if another start was faster.
 */
async function startOrAdopt(
  home: Home,
  spawn: (socket: string) => Promise<PostmasterProcess>,
  configAt: (socket: string) => DatabaseConfig,
  report: (line: string) => void,
): Promise<Running> {
  const socket = await socketFolder(home.cluster, home.account);
  const patience = Date.now() + 15_000;
  for (;;) {
    const found = findPostmaster(home.cluster);
    if (found !== undefined) {
      const at = found.socket ?? socket;
      if (await waitUntilReady(configAt(at), () => isPostmaster(found.pid, home.cluster), report)) {
        return { pid: found.pid, socket: at, adopted: true };
      }
      continue;
    }
    const spawned = await spawn(socket);
    if (await waitUntilReady(configAt(socket), () => !spawned.hasExited(), report)) {
      const actual = findPostmaster(home.cluster);
      return { pid: actual?.pid ?? spawned.pid, socket, adopted: actual !== undefined && actual.pid !== spawned.pid };
    }
    const reason = await spawned.reason();
    if (!/lock file|shared memory block|still in use/.test(reason) || Date.now() > patience) {
      throw new StartError(`The embedded database in ${home.folder} did not start: ${reason}. More is in ${home.log}.`);
    }
    await pause(200);
  }
}
