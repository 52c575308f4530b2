import { rmdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '#server/start-error.ts';
import type { DatabaseConfig } from '#server/db/connect.ts';
import {
  type PostmasterProcess,
  ensureDatabase,
  findPostmaster,
  isPostmaster,
  spawnPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts';
import { prepareBinaries } from './binaries.ts';
import {
  type Home,
  SOCKET_PORT,
  SUPERUSER,
  chooseHome,
  prepareApplicationLogin,
  prepareCluster,
  socketFolder,
} from './data-folder.ts';

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

export type EngineWatch = Readonly<{ close: () => Promise<void> }>;

type WatchOptions = Readonly<{
  report: (line: string) => void;
  /** Called when it ended too often; the server cannot continue. */
  onGivenUp: (problem: StartError) => void;
  /** The polling interval. */
  intervalMs?: number;
  /** The delay of the second start in a minute; doubles with each further one. */
  firstPauseMs?: number;
}>;

/** More deaths within a minute have a cause that a restart does not cure. */
const MAX_STARTS_PER_MINUTE = 5;
const MINUTE_MS = 60_000;

/**
 * When to restart an engine that ended: at once the first time, then with exponential backoff from the previous start.
 * Undefined if it was started too often in the last minute. All times in milliseconds.
 */
export function nextStartAt(earlierStarts: readonly number[], now: number, firstPauseMs = 1000): number | undefined {
  const recent = earlierStarts.filter((at) => now - at < MINUTE_MS);
  const last = recent.at(-1);
  if (last === undefined) return now;
  if (recent.length >= MAX_STARTS_PER_MINUTE) return undefined;
  return Math.max(now, last + firstPauseMs * 2 ** (recent.length - 1));
}

/** Restarts the engine when its process ends, unless it keeps ending. */
export function watchEngine(engine: Engine, options: WatchOptions): EngineWatch {
  const { report, onGivenUp, intervalMs = 500, firstPauseMs } = options;
  const starts: number[] = [];
  let closed = false;
  let reason = 'its process ended';
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function check(): Promise<void> {
    if (!engine.isRunning()) {
      const now = Date.now();
      const at = nextStartAt(starts, now, firstPauseMs);
      if (at === undefined) return giveUp();
      if (at <= now) await startAgain(now);
    }
    scheduleCheck();
  }

  async function startAgain(now: number): Promise<void> {
    starts.push(now);
    report('The embedded database ended unexpectedly. Starting it again …');
    try {
      await engine.startAgain();
      report('The embedded database is running again.');
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }

  function giveUp(): void {
    const problem = `The embedded database ended, and ${MAX_STARTS_PER_MINUTE} starts within a minute did not help: `;
    onGivenUp(new StartError(`${problem}${reason.replace(/\.$/, '')}. Its log is in ${engine.location}.`));
  }

  function scheduleCheck(): void {
    if (closed) return;
    timer = setTimeout(() => (work = check()), intervalMs).unref();
  }

  scheduleCheck();
  return {
    /** Waits for a start in progress, so that nothing is left running. */
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await work;
    },
  };
}
