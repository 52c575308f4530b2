import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { childEnvironment, freePort } from './testing/child-server.ts';
import { createOwnDatabase } from './testing/database.ts';
import { openPort } from './testing/open-port.ts';

const root = join(import.meta.dirname, '..');

test('the steps of the Containerfile give a server that runs from a folder it cannot write to', async () => {
  const folder = join(tmpdir(), `lineslip-image-${process.pid}`);
  const dataDir = `${folder}-data`;
  await mkdir(dataDir);
  if (process.getuid?.() === 0) await chown(dataDir, 1000, 1000);
  const { config } = await createOwnDatabase();
  const port = await freePort();
  const image = spawn(process.execPath, [join(root, 'tools/image.ts'), folder], {
    env: childEnvironment({
      DATABASE_URL: await openPort(config),
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: 'localhost',
      SIGN_IN: 'password',
      PUBLIC_URL: `http://localhost:${port}`,
      // Where npm finds its registry.
      HOME: homedir(),
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  image.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async () => {
    if (image.exitCode === null) image.kill('SIGKILL');
    await Promise.all([folder, dataDir].map((path) => rm(path, { recursive: true, force: true })));
  });
  // Packages are installed and screens built first.
  const ready = vi.waitFor(() => expect(output).toContain('Lineslip is ready'), { timeout: 900_000, interval: 200 });
  const ended = once(image, 'exit').then(() => Promise.reject(new Error('It ended before it was ready.')));
  await Promise.race([ready, ended]);
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  const page = await fetch(`http://localhost:${port}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<!doctype html>');
  // Keys are made in the data folder, by the user of the image.
  const { uid } = await stat(join(dataDir, 'audit-key'));
  expect(uid).toBe(process.getuid?.() === 0 ? 1000 : process.getuid?.());
  image.kill('SIGTERM');
  expect(await once(image, 'exit')).toEqual([0, null]);
});
