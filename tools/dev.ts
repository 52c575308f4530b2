import { spawn } from 'node:child_process';
import { root } from './run.ts';

/** `npm run dev`: the server restarts when its code changes, the screens change in place. One address for both. */
const port = process.env['PORT'] ?? '3000';
const screens = 'http://localhost:5173';
const env = { ...process.env, PORT: port, PUBLIC_URL: screens, SERVER_URL: `http://localhost:${port}` };

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
