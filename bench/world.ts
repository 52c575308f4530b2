import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { startEngine } from '#server/db/engine/engine.ts';
import { migrate } from '#server/db/migrate.ts';
import { addDemoReference } from '#server/demo/demo.service.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { type Recorder, recorder } from '#server/testing/recorder.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { addDemoPeople } from '#server/user/user.service.ts';

/** A server on a database with that many dials, and a bare connection to the same database. */
export type World = Readonly<{
  size: number;
  app: FastifyInstance;
  db: Db;
  bare: pg.Client;
  recording: Recorder;
  headers: Record<string, string>;
}>;

export async function withWorlds(
  sizes: readonly number[],
  work: (worlds: readonly World[]) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lineslip-bench-'));
  await chmod(dataDir, 0o711);
  const engine = await startEngine({ dataDir, report: () => undefined });
  const worlds: World[] = [];
  try {
    for (const size of sizes) worlds.push(await makeWorld(engine.config, size));
    await work(worlds);
  } finally {
    for (const { app, db, bare } of worlds) {
      await app.close();
      await db.destroy();
      await bare.end();
    }
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function makeWorld(configOf: (database: string) => pg.PoolConfig, size: number): Promise<World> {
  const database = `dials_${size}`;
  const admin = new pg.Client(configOf('postgres'));
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  await migrate(configOf(database), { report: () => undefined });
  const bare = new pg.Client(configOf(database));
  await bare.connect();
  const db = connect(configOf(database));
  const at = new Date();
  const [person] = DEMO_PEOPLE;
  if (person === undefined) throw new Error('There are no demo people.');
  await addDemoPeople(db, at);
  await addDemoReference(db, at);
  await addManyDials(db, { count: size, by: person.id, at });
  await bare.query('vacuum analyze');
  const config = readConfig({ LOG_LEVEL: 'silent' }, '/nowhere');
  const recording = recorder(db);
  const { app } = await compose({ config, db: recording.db, connection: configOf(database), root: '/nowhere' });
  await app.ready();
  const token = await issueAccessToken({ ...config.auth, keys: await loadKeys(db), person, seconds: 3600 });
  return { size, app, db, bare, recording, headers: { authorization: `Bearer ${token}` } };
}
