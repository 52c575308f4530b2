import { Agent, request } from 'node:http';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { issueAccessToken } from './identity/issue-token.ts';
import { loadKeys } from './identity/keys.ts';
import { type ChildServer, freePort, spawnServer } from './testing/child-server.ts';
import { addressOf, createFilledDatabase, createOwnDatabase, type TestDatabase } from './testing/database.ts';
import { openEventStream } from './testing/event-stream.ts';
import { addManyDials } from './testing/many-dials.ts';
import { DEMO_PEOPLE } from './user/demo-people.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { eventually, untilWaiting } from './testing/eventually.ts';

type Answer = Readonly<{ status: number; connection: string | undefined }>;
type Running = Readonly<{
  server: ChildServer;
  url: string;
  database: TestDatabase;
  token: string;
  /** Adds a dial over a keep-alive connection; fails if the connection is cut before the response. */
  addDial: (name: string) => Promise<Answer>;
  dialNames: () => Promise<string[]>;
}>;

async function startChild(environment: Record<string, string> = {}): Promise<Running> {
  const database = await createOwnDatabase(createFilledDatabase);
  // With an existing dial no demo content is added.
  await addManyDials(database.db, { count: 1, by: 'demo|underwriter', at: new Date() });
  const port = String(await freePort());
  const server = spawnServer({ PORT: port, DATABASE_URL: addressOf(database.config), ...environment });
  const url = `http://localhost:${port}`;
  await server.printed(`Lineslip is ready at ${url}\n`);
  const { auth } = readConfig({ PORT: port }, '/');
  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
  if (person === undefined) throw new Error('There is no demo underwriter.');
  const token = await issueAccessToken({ ...auth, keys: await loadKeys(database.db), person, seconds: 600 });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const names = async () => {
    const rows = await database.db.selectFrom('dial').select('name').where('name', 'like', 'Kept %').execute();
    return rows.map(({ name }) => name).toSorted();
  };
  return {
    server,
    url,
    database,
    token,
    addDial: (name) => post(`${url}/api/dials`, agent, token, { ...EMPTY_DIAL, name: `Kept ${name}` }),
    dialNames: names,
  };
}

function post(url: string, agent: Agent, token: string, body: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }));
    });
    call.once('error', reject);
    call.end(JSON.stringify(body));
  });
}

/** From now on every change blocks inside its transaction until released. */
async function blockChanges({ config }: TestDatabase): Promise<() => Promise<void>> {
  const client = new pg.Client(config);
  await client.connect();
  await client.query('begin; lock table audit_event in exclusive mode');
  const letThrough = async (): Promise<void> => {
    await client.end();
  };
  onTestFinished(letThrough);
  return letThrough;
}

test('[G20] a stopping server answers changes in progress, ends event streams at once, and accepts nothing new', async () => {
  const { server, url, database, token, addDial, dialNames } = await startChild();
  const stream = await openEventStream(url, token);
  const letThrough = await blockChanges(database);
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const answers = Promise.all(names.map((name) => addDial(name)));
  await untilWaiting(database.config, names.length);
  server.signal('SIGTERM');
  expect(await stream.next()).toBeUndefined();
  const late = await fetch(`${url}/api/health`).then(
    async (answer) => [answer.status, answer.headers.get('connection'), answer.headers.get('retry-after')],
    () => 'refused',
  );
  expect(['refused', [503, 'close', '5']]).toContainEqual(late);
  await letThrough();

  expect(await answers).toEqual(names.map(() => ({ status: 200, connection: 'close' })));
  expect(await server.exited).toBe(0);
  expect(await dialNames()).toEqual(names.map((name) => `Kept ${name}`).toSorted());
});

test('[G21] a server stopped under load has answered every change that it committed', async () => {
  const { server, addDial, dialNames } = await startChild();
  const acknowledged: string[] = [];
  const work = Array.from({ length: 12 }, async (_, worker) => {
    for (let count = 0; ; count += 1) {
      const name = `${worker}-${count}`;
      const answer = await addDial(name).catch(() => undefined);
      if (answer?.status !== 200) return answer?.status;
      acknowledged.push(`Kept ${name}`);
    }
  });
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(40));
  server.signal('SIGTERM');
  const ends = await Promise.all(work);
  expect(ends.filter((status) => status !== undefined && status !== 503)).toEqual([]);
  expect(await server.exited).toBe(0);
  expect(await dialNames()).toEqual(acknowledged.toSorted());
});

test('[G22] a stopping server gives up after STOP_GRACE_SECONDS, and what it cut was not committed', async () => {
  const { server, database, addDial, dialNames } = await startChild({ STOP_GRACE_SECONDS: '1' });
  const letThrough = await blockChanges(database);
  const cut = addDial('never').catch((error: unknown) => error);
  await untilWaiting(database.config, 1);
  server.signal('SIGTERM');
  expect(await cut).toBeInstanceOf(Error);
  expect(await server.exited).toBe(0);
  expect(server.stdout()).toContain('1 request was cut off');
  await letThrough();
  await untilWaiting(database.config, 0);
  expect(await dialNames()).toEqual([]);
});

test('a second stop request ends the server at once', async () => {
  const { server, database, addDial } = await startChild({ STOP_GRACE_SECONDS: '300' });
  await blockChanges(database);
  const cut = addDial('never').catch((error: unknown) => error);
  await untilWaiting(database.config, 1);
  const asking = setInterval(() => server.signal('SIGTERM'), 200);
  onTestFinished(() => clearInterval(asking));
  expect(await server.exited).toBe(1);
  expect(await cut).toBeInstanceOf(Error);
});
