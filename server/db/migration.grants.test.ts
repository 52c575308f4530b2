import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { execute } from '#server/testing/execute.ts';
import { asOwner, connect } from './connect.ts';
import { migrate } from './migrate.ts';

const report = (): void => undefined;

async function ownedDatabase(admin: pg.PoolConfig, rights: string): Promise<{ config: pg.PoolConfig; login: string }> {
  const login = `login_${randomBytes(4).toString('hex')}`;
  await execute(admin, `create role ${login} login ${rights} password 'secret'`);
  await execute(admin, `create database ${login} owner ${login}`);
  return { config: { ...asOwner(admin), user: login, password: 'secret', database: login }, login };
}

test('a login that may not create roles gets the statements for an administrator, and they suffice', async () => {
  const admin = inject('testEngine').config;
  const { config, login } = await ownedDatabase(admin, '');
  onTestFinished(async () => {
    await execute(admin, `drop database ${login} with (force)`);
    await execute(admin, `drop role ${login}`);
  });
  const refusal = await migrate(config, { report }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringContaining('administrator run: GRANT') });
  const advice = String(refusal).split('administrator run: ')[1] ?? '';
  await execute(admin, advice);
  await migrate(config, { report });
  const db = connect(config);
  expect(await db.selectFrom('flag').selectAll().execute()).toEqual([]);
  await db.destroy();
});
