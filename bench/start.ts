import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, shown } from './measure.ts';

/** The first start, from nothing to ready: with the demo's book, against one without content. */
const ROUNDS = 3;
const MAX_TIMES = 5;
const MAIN = join(import.meta.dirname, '../server/main.ts');

/** Milliseconds until the server is ready on a new database, without its end. */
async function startFresh(environment: Record<string, string>): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lineslip-bench-'));
  await chmod(dataDir, 0o711);
  const env = { ...process.env, ...environment, DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Lineslip is ready')) resolve();
    });
  });
  const stopped = gone.then(() => Promise.reject(new Error(`The server stopped:\n${printed}`)));
  await Promise.race([ready, stopped]);
  const taken = performance.now() - start;
  stopped.catch(() => undefined);
  child.kill('SIGTERM');
  await gone;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  return taken;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const CONTESTANTS = { demo: {}, empty: { SIGN_IN: 'password' } } as const;
const times: Record<keyof typeof CONTESTANTS, number[]> = { demo: [], empty: [] };
// Both take turns; the first round fills the caches.
for (let round = 0; round <= ROUNDS; round += 1)
  for (const name of ['demo', 'empty'] as const) {
    const taken = await startFresh(CONTESTANTS[name]);
    if (round > 0) times[name].push(taken);
  }
const [demo, empty] = [median(times.demo), median(times.empty)];
const ratio = demo / empty;
console.log(`a new database without content, ready   ${shown(empty, 0)} ms`);
console.log(
  `the same with the demo's book           ${shown(demo, 0)} ms  ${shown(ratio)} times, at most ${MAX_TIMES}`,
);
process.exitCode = ratio > MAX_TIMES ? 1 : 0;
