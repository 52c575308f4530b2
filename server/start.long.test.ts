import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { connect, type Db } from './db/connect.ts';
import { findPostmaster } from './db/engine/postmaster.ts';
import { borrowDatabase } from './db/open.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase } from './testing/database.ts';
import { childEnvironment, type ChildServer, freePort, spawnServer } from './testing/child-server.ts';
import { clusterOf, copiedDataFolder, newDataFolder, startOn, temporaryFolder } from './testing/data-folder.ts';
import { insertPeople } from './testing/records.ts';
import { DEMO_PEOPLE } from './user/demo-people.ts';

const USERS = join(import.meta.dirname, '../tools/users.ts');

/** Queries the database of a data folder while its server runs. */
async function look<T>(dataDir: string, ask: (db: Db) => Promise<T>): Promise<T> {
  const database = await borrowDatabase(readConfig({ DATA_DIR: dataDir }, '/'), () => undefined);
  const db = connect(database.config);
  try {
    return await ask(db);
  } finally {
    await db.destroy();
    await database.close();
  }
}
async function content(db: Db) {
  const people = await db.selectFrom('person').select(['id', 'created_at']).orderBy('id').execute();
  const records = await db
    .selectFrom('audit_event')
    .select(['hash', 'at'])
    // Written in the background, by jobs.
    .where('object_type', '<>', 'portfolio')
    .where('action', '<>', 'bucket_impact_measured')
    .orderBy('seq')
    .execute();
  const keys = await db.selectFrom('identity_key').select(['purpose', 'material']).orderBy('purpose').execute();
  const flags = await db.selectFrom('flag').select(['key', 'definition']).orderBy('key').execute();
  return { people, records, keys, flags };
}

/** A problem that a person can fix ends the start with one message. */
async function expectMessage(server: ChildServer, sentence: RegExp): Promise<void> {
  expect(await server.exited).toBe(1);
  const output = server.stderr();
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(sentence);
  expect(output.trim()).toMatch(/\.$/);
  expect(output + server.stdout()).not.toMatch(/^\s+at /m);
  expect(server.stdout()).not.toContain('Lineslip is ready');
}

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
  // On a slow machine a minute has passed, after which the log has more.
  const printed = server.stdout().split('\n');
  expect(printed.filter((line) => !line.startsWith('{')).slice(-2)).toEqual([`Lineslip is ready at ${server.url}`, '']);
  expect(findPostmaster(clusterOf(dataDir))).toBeUndefined();
});

test('a server locks its data folder, allows adding people at the command line, and recovers everything after a stop or kill', async () => {
  const dataDir = await copiedDataFolder('demo');
  const first = await startOn(dataDir);
  await expectMessage(
    spawnServer({ PORT: String(await freePort()), DATA_DIR: dataDir }),
    /^\nAnother Lineslip server is already using the data folder .*\. Stop it first/,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [USERS, 'add', 'ada@example.test', 'Ada Lovelace'], {
    env: childEnvironment({ DATA_DIR: dataDir }),
  });
  expect(stdout).toContain('Added Ada Lovelace <ada@example.test>');
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  const before = await look(dataDir, content);
  expect([before.people.length, before.keys.length, before.flags.length]).toEqual([DEMO_PEOPLE.length + 1, 2, 2]);
  const times = before.records.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  first.signal('SIGINT');
  expect(await first.exited).toBe(0);

  const second = await startOn(dataDir);
  expect(second.stdout()).not.toMatch(/demo content|Updating/);
  expect(await look(dataDir, content)).toEqual(before);
  second.signal('SIGKILL');
  expect(await second.exited).toBeNull();

  const third = await startOn(dataDir);
  expect(await look(dataDir, content)).toEqual(before);
  expect((await fetch(`${third.url}/api/health`)).status).toBe(200);
  third.signal('SIGTERM');
  expect(await third.exited).toBe(0);
  expect(findPostmaster(clusterOf(dataDir))).toBeUndefined();
});

test('an aborted start leaves nothing running', async () => {
  const dataDir = await copiedDataFolder('empty');
  const server = spawnServer({ PORT: String(await freePort()), DATA_DIR: dataDir, SIGN_IN: 'password' });
  await server.printed('Updating the database');
  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(findPostmaster(clusterOf(dataDir))).toBeUndefined();
});

test('[G13] a start with SIGN_IN=password on an external database adds no people or demo content, and stores only the keys of audit and feed', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  const dataDir = join(await temporaryFolder(), 'unused');
  const environment = { DATABASE_URL: addressOf(database.config) };
  const server = await startOn(dataDir, { ...environment, SIGN_IN: 'password' });
  expect(server.stdout()).toMatch(/^Connecting to the database …\n/);
  expect(server.stdout()).not.toContain('demo');
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect((await content(database.db)).people).toEqual([]);
  const { db } = database;
  for (const table of ['dial', 'bucket', 'partner'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const lists = await db.selectFrom('reference_option').select('list').distinct().orderBy('list').execute();
  expect(lists.map(({ list }) => list)).toEqual(expect.arrayContaining(['countries', 'risk_codes']));
  expect(lists.map(({ list }) => list)).not.toContain('brokers');
  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
  expect((await readdir(dataDir)).toSorted()).toEqual(['audit-key', 'feed-key']);

  // Even without people, a start that lacks the setting does not open the demo.
  await expectMessage(
    spawnServer(environment),
    /^\nThis database is set up for passwords, and the settings ask for the demo sign-in\. Set SIGN_IN=password/,
  );
  expect((await content(db)).people).toEqual([]);
});

test('[G15] SIGN_IN=password is required once a real person exists, even for an older database', async () => {
  const database = await createOwnDatabase();
  await insertPeople(database.db, { id: 'embedded|x' });
  const environment = { PORT: String(await freePort()), DATABASE_URL: addressOf(database.config) };
  await expectMessage(
    spawnServer(environment),
    /^\nThis database has people who are not demo people, .* Set SIGN_IN=password and leave out AUTH_DOMAIN, or /,
  );
  expect((await content(database.db)).people).toHaveLength(1);
  expect(await database.db.selectFrom('setting').selectAll().execute()).toEqual([]);
  const server = spawnServer({ ...environment, SIGN_IN: 'password' });
  await server.printed('Lineslip is ready at');
});

test('a failed start reports that the port is in use, and stops the database again', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve));
  onTestFinished(() => void taken.close());
  const port = (taken.address() as { port: number }).port;
  const dataDir = await copiedDataFolder('demo');
  await expectMessage(
    spawnServer({ PORT: String(port), DATA_DIR: dataDir }),
    new RegExp(`Port ${port} is in use by another program\\. Stop it, or choose another: PORT=\\d+ npm start\\.`),
  );
  expect(findPostmaster(clusterOf(dataDir))).toBeUndefined();
});

test('a failed start reports that the database is unreachable, without the password', async () => {
  const port = await freePort();
  const server = spawnServer({ DATABASE_URL: `postgres://ada:hidden@localhost:${port}/lineslip` });
  await expectMessage(server, /^\nThe database lineslip at localhost:\d+ cannot be reached \(ECONNREFUSED\)\./);
  expect(server.stderr() + server.stdout()).not.toContain('hidden');
});

// Other invalid settings take the same path; config.test.ts covers their messages.
test('[G10] a failed start reports an invalid setting before anything is touched', async () => {
  const dataDir = join(await temporaryFolder(), 'untouched');
  await expectMessage(
    spawnServer({ DATA_DIR: dataDir, HOST: '0.0.0.0' }),
    /^\nHOST is 0\.0\.0\.0, and the demo sign-in lets anyone .* be anyone\./,
  );
  await expect(writeFile(join(dataDir, 'x'), '')).rejects.toThrow('ENOENT');
});

test('a failed start reports that the address does not belong to this machine', async () => {
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: await copiedDataFolder('demo'),
    HOST: '192.0.2.1',
    ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS: 'yes',
  };
  await expectMessage(spawnServer(environment), /^\nHOST is 192\.0\.2\.1, which is no address of this machine\./);
});
