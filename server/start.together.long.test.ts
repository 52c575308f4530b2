import { expect, test } from 'vitest';
import { verifyChain } from './audit/audit.verify.ts';
import { readConfig } from './config.ts';
import { readMigrations } from './db/migrate.ts';
import { issueAccessToken } from './identity/issue-token.ts';
import { loadKeys } from './identity/keys.ts';
import { freePort, spawnServer } from './testing/child-server.ts';
import { addressOf, createEmptyDatabase, createOwnDatabase } from './testing/database.ts';
import { DEMO_PEOPLE } from './user/demo-people.ts';

test(
  'of three servers that start at once on an empty database one sets it up while the others wait, and all serve it',
  { timeout: 180_000 },
  async () => {
    const database = await createOwnDatabase(createEmptyDatabase);
    const ports = [await freePort(), await freePort(), await freePort()].map(String);
    const PUBLIC_URL = `http://localhost:${ports[0]}`;
    const servers = ports.map((PORT) => spawnServer({ PORT, PUBLIC_URL, DATABASE_URL: addressOf(database.config) }));
    await Promise.all(servers.map((server) => server.printed(`Lineslip is ready at ${PUBLIC_URL}\n`)));

    const updates = servers.map((server) => server.stdout().match(/^Updating the database: .*$/gm) ?? []);
    const expected = (await readMigrations()).map(({ name }) => `Updating the database: ${name}.`);
    expect(updates.toSorted((a, b) => b.length - a.length)).toEqual([expected, [], []]);
    const fillers = servers.filter((server) => server.stdout().includes('Added the demo content.'));
    expect(fillers).toHaveLength(1);
    expect(servers.map((server) => server.stderr())).toEqual(['', '', '']);

    const people = await database.db.selectFrom('person').select('id').execute();
    expect(people.map(({ id }) => id).toSorted()).toEqual(DEMO_PEOPLE.map(({ id }) => id).toSorted());
    expect(await verifyChain(database.db)).toMatchObject({ whole: true });

    const [person] = DEMO_PEOPLE;
    if (person === undefined) throw new Error('There are no demo people.');
    const { auth } = readConfig({ PUBLIC_URL }, '/');
    const token = await issueAccessToken({ ...auth, keys: await loadKeys(database.db), person, seconds: 600 });
    const lists = await Promise.all(
      ports.map(async (port) => {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`http://localhost:${port}/api/dials`, { headers });
        return { status: answer.status, body: await answer.text() };
      }),
    );
    expect(lists[0]?.status).toBe(200);
    expect(lists).toEqual([lists[0], lists[0], lists[0]]);

    for (const server of servers) server.signal('SIGTERM');
    expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0, 0]);
  },
);
