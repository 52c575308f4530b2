import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { readConfig } from './config.ts';
import { migrate, readMigrations } from './db/migrate.ts';
import { issueAccessToken } from './identity/issue-token.ts';
import { loadKeys } from './identity/keys.ts';
import { freePort, spawnServer } from './testing/child-server.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase } from './testing/database.ts';
import { DEMO_PEOPLE } from './user/demo-people.ts';

const root = join(import.meta.dirname, '..');
const FOLDER = 'server/db/migrations/';
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The code of a commit in a folder of its own, with the packages of this one. */
async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lineslip-before-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The commit that recorded the last release, and the migrations that it does not have. */
function findVersionBefore(names: readonly string[]) {
  const commit = git('log', '-1', '--format=%H', '--', 'contract/released.json');
  const files = git('ls-tree', '--name-only', commit, FOLDER).split('\n');
  const had = files.map((path) => basename(path, '.sql'));
  expect(had).toEqual(names.slice(0, had.length));
  return { commit, missing: names.slice(had.length) };
}

test('a server of the version before reads and writes beside the new schema, and the new one reads it', async () => {
  const { commit, missing } = findVersionBefore((await readMigrations()).map(({ name }) => name));
  const folder = await checkOut(commit);
  const { config, db } = await createOwnDatabase(createEmptyDatabase);
  const ports = [await freePort(), await freePort()].map(String);
  const PUBLIC_URL = `http://localhost:${ports[0]}`;
  const start = async (PORT: string | undefined, from?: string) => {
    const child = spawnServer({ PORT: PORT ?? '', PUBLIC_URL, DATABASE_URL: addressOf(config) }, from);
    await child.printed('Lineslip is ready');
  };
  await start(ports[0], folder);
  const reported: string[] = [];
  await migrate(config, { report: (line) => reported.push(line) });
  expect(reported).toEqual(missing.map((name) => `Updating the database: ${name}.`));

  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
  if (person === undefined) throw new Error('There is no underwriter.');
  const { auth } = readConfig({ PUBLIC_URL }, '/');
  const token = await issueAccessToken({ ...auth, keys: await loadKeys(db), person, seconds: 600 });
  const call = async (port: string | undefined, method: string, path: string, body?: object) => {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as { id: string; items: unknown[]; data: object } };
  };
  for (const path of ['/api/dials', '/api/buckets', '/api/reviews', '/api/notifications'])
    expect([path, (await call(ports[0], 'GET', path)).status]).toEqual([path, 200]);
  const data = { ...EMPTY_DIAL, name: 'Written by the version before' };
  const created = await call(ports[0], 'POST', '/api/dials', data);
  expect(created.status).toBe(200);

  await start(ports[1]);
  const read = await call(ports[1], 'GET', `/api/dials/${created.body.id}`);
  expect(read.body.data).toMatchObject({ name: data.name });
  expect((await call(ports[1], 'POST', '/api/dials', { ...data, name: 'Written by the new version' })).status).toBe(
    200,
  );
  expect((await call(ports[0], 'GET', `/api/dials/${created.body.id}`)).status).toBe(200);
});
