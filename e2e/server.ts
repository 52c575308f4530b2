import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databasesFolder } from '#server/testing/memory-folder.ts';

const root = join(import.meta.dirname, '..');

export type Lineslip = Readonly<{
  url: string;
  pid: number;
  dataDir: string;
  /** Stops it and keeps its data folder. */
  halt: () => Promise<void>;
  /** Stops it and removes its data folder. */
  stop: () => Promise<void>;
  /** Kills it like a crash: no cleanup, and the data folder stays. */
  kill: () => Promise<void>;
}>;

/** The data folder that `prepare.ts` filled before the first journey. */
export const FILLED_FOLDER = 'LINESLIP_FILLED_FOLDER';

/**
 * Starts the product like `npm start`, on a free port, and waits for its last line. Its data folder is a copy of the
 * filled one; with another sign-in than the demo's, an empty one. CLOCK_AHEAD_MS moves its clock.
 */
export async function startLineslip(env: Record<string, string> = {}): Promise<Lineslip> {
  const isDemo = env['SIGN_IN'] === undefined && env['AUTH_DOMAIN'] === undefined;
  const dataDir = env['DATA_DIR'] ?? (isDemo ? await filledFolder() : await emptyFolder());
  const port = env['PORT'] ?? String(await freePort());
  const url = `http://localhost:${port}`;
  const clock = env['CLOCK_AHEAD_MS'] === undefined ? [] : ['--import', './tools/clock.ts'];
  const child = spawn(process.execPath, [...clock, 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(child, `Lineslip is ready at ${env['PUBLIC_URL'] ?? url}`);
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => void child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    halt: () => end('SIGTERM'),
    stop: async () => {
      await end('SIGTERM');
      // Child processes may end slightly later than the server itself.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
    kill: () => end('SIGKILL'),
  };
}

/** As root the engine runs as another account, which has to enter the folder. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(databasesFolder, 'lineslip-journey-'));
  await chmod(folder, 0o711);
  return folder;
}

/** A stopped database can be copied file by file, preserving the owner. */
async function filledFolder(): Promise<string> {
  const folder = await emptyFolder();
  const filled = process.env[FILLED_FOLDER];
  if (filled !== undefined) await promisify(execFile)('cp', ['-a', `${filled}/.`, folder]);
  return folder;
}

function ready(child: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const onData = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes(line)) resolve();
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('exit', (code) => reject(new Error(`The server stopped with ${code}:\n${printed}`)));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
