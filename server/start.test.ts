import { expect, test } from 'vitest';
import { findPostmaster } from './db/engine/postmaster.ts';
import { clusterOf, newDataFolder, startOn } from './testing/data-folder.ts';

test('a first start shows progress, fills the database, and ends with the one line', async () => {
  const dataDir = await newDataFolder();
  const server = await startOn(dataDir);
  const lines = server.stdout().split('\n');
  expect(lines.slice(-2)).toEqual([`Lineslip is ready at ${server.url}`, '']);
  expect(lines.filter((line) => line.startsWith('Lineslip is ready'))).toHaveLength(1);
  expect(lines[0]).toBe(`Starting the database in ${dataDir} …`);
  expect(lines).toContain('Updating the database: 0001-schema.');
  expect(lines).toContain('Added the demo content.');
  expect(server.stderr()).toBe('');
  const health = await fetch(`${server.url}/api/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const provider = (await (await fetch(`${server.url}/idp/.well-known/openid-configuration`)).json()) as object;
  expect(provider).toMatchObject({ issuer: `${server.url}/idp/` });

  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.stdout().split('\n').slice(-2)).toEqual([`Lineslip is ready at ${server.url}`, '']);
  expect(findPostmaster(clusterOf(dataDir))).toBeUndefined();
});
