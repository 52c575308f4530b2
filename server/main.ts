import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

// Caches compiled code of everything imported after this.
enableCompileCache(join(root, '.build/compile-cache'));
const { StartError } = await import('./start-error.ts');

/** Problems that a person can fix are printed as a message; anything else is a bug and prints its stack. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  process.exit(1);
}

/**
 * A stop requested during the start takes effect once the server has started: nothing is left running. A second request
 * forces it; npm passes one Ctrl-C on as two, so requests in quick succession count as one.
 */
const stopRequested = new Promise<void>((resolve) => {
  let requestedAt: number | undefined;
  const ask = () => {
    if (requestedAt !== undefined && Date.now() - requestedAt > 1000) process.exit(1);
    requestedAt ??= Date.now();
    resolve();
  };
  process.on('SIGINT', ask).on('SIGTERM', ask).on('SIGHUP', ask);
});

/** Builds the screens if their sources changed. */
async function buildScreens(): Promise<void> {
  const setup = spawn(process.execPath, [join(root, 'tools/setup.mjs')], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = (await once(setup, 'exit')) as [number | null, string | null];
  if (code !== 0) throw new StartError(signal === null ? 'Lineslip has no screens to serve.' : 'Stopped.');
}

try {
  const [{ readConfig }, { startServer }] = await Promise.all([import('./config.ts'), import('./start.ts')]);
  const config = readConfig(process.env, root);
  const screens = process.argv.includes('--build') ? buildScreens() : Promise.resolve();
  // A new database is filled while they are built; an existing one is not updated without them.
  if (config.databaseUrl !== undefined || existsSync(config.dataDir)) await screens;
  const report = (line: string) => console.log(line);
  const server = await startServer(config, { root, screens, report, onFatal: fail });
  stopRequested.then(server.stop).then(() => process.exit(0), fail);
  console.log(`Lineslip is ready at ${config.publicUrl}`);
} catch (error) {
  fail(error);
}
