import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { root } from './run.ts';

/**
 * `npm run dev`: the server restarts when its code changes, the screens change in place. One address for both.
 * `npm run dev -- --dials 10000` also adds that many dials, to see long lists.
 */
const { values } = parseArgs({ options: { dials: { type: 'string' } } });
const port = process.env['PORT'] ?? String(await freePort(3000));
const screens = String(await freePort(5173));
const env = {
  ...process.env,
  PORT: port,
  SCREENS_PORT: screens,
  PUBLIC_URL: `http://localhost:${screens}`,
  SERVER_URL: `http://localhost:${port}`,
};

const server = spawn('node', ['--watch-preserve-output', '--watch', 'server/main.ts'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
const vite = spawn('vite', [], { cwd: root, env, stdio: 'inherit' });

const stop = () => {
  server.kill('SIGTERM');
  vite.kill('SIGTERM');
};
process.on('SIGINT', stop).on('SIGTERM', stop);
server.once('exit', stop);
vite.once('exit', stop);
if (values.dials !== undefined) await addDials(Number(values.dials));

/** The usual port, or another one if it is taken. */
function freePort(usual: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => void freePort(0).then(resolve, reject));
    probe.listen(usual, 'localhost', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}

async function addDials(count: number): Promise<void> {
  const isUp = () =>
    fetch(`${env.SERVER_URL}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await pause(200);
  const database = await borrowDatabase(readConfig(env, root), () => undefined);
  const db = connect(database.config);
  const by = DEMO_PEOPLE[0]?.id ?? '';
  await addManyDials(db, { count, by, at: new Date() });
  await db.destroy();
  await database.close();
  console.log(`Added ${count} dials.`);
}
