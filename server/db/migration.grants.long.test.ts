import pg from 'pg';
import { expect, test } from 'vitest';
import { createOwnedDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { copiedDataFolder, startTestEngine } from '#server/testing/data-folder.ts';
import { untilWaiting } from '#server/testing/eventually.ts';

const report = (): void => undefined;

test('databases of one new installation can be migrated concurrently', async () => {
  const engine = await startTestEngine(await copiedDataFolder('empty'));
  const names = ['a', 'b', 'c', 'd'];
  await execute(engine.config(), 'drop role lineslip_app');
  for (const name of names) await execute(engine.config(), `create database ${name}`);
  await Promise.all(names.map((name) => migrate(engine.config(name), { report })));
  const role = await execute(engine.config(), `select rolcanlogin from pg_roles where rolname = 'lineslip_app'`);
  expect(role).toEqual([{ rolcanlogin: false }]);
});

test('a server that loses the race to create the role continues with the existing one', async () => {
  const engine = await startTestEngine(await copiedDataFolder('empty'));
  await execute(engine.config(), 'drop role lineslip_app');
  await execute(engine.config(), 'create database other');
  const rival = new pg.Client(engine.config('postgres'));
  await rival.connect();
  await rival.query('begin; create role lineslip_app nologin');
  const migrated = migrate(engine.config('other'), { report });
  await untilWaiting(engine.config('other'));
  await rival.query('commit');
  await rival.end();
  await expect(migrated).resolves.toBe(undefined);
});

test('a login that may create roles sets up the application role', async () => {
  const engine = await startTestEngine(await copiedDataFolder('empty'));
  await execute(engine.config(), 'drop role lineslip_app');
  const { config } = await createOwnedDatabase(engine.config(), 'createrole');
  await migrate(config, { report });
  const db = connect(config);
  expect(await db.selectFrom('flag').selectAll().execute()).toEqual([]);
  await db.destroy();
});
