import { randomBytes } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { execute } from '#server/testing/execute.ts';
import { asOwner } from './connect.ts';
import { migrate } from './migrate.ts';

const report = (): void => undefined;

test('a login that may not add the extension is told what an administrator must run, and that is enough', async () => {
  const admin = inject('testEngine').config;
  const name = `login_${randomBytes(4).toString('hex')}`;
  await execute(admin, `create role ${name} login password 'secret'`);
  await execute(admin, `create database ${name}`);
  onTestFinished(async () => {
    await execute(admin, `drop database ${name} with (force)`);
    await execute(admin, `drop role ${name}`);
  });
  await execute(admin, `grant lineslip_app to ${name}`);
  await execute({ ...admin, database: name }, `grant all on schema public to ${name} with grant option`);
  const config = { ...asOwner(admin), user: name, password: 'secret', database: name };
  const refusal = await migrate(config, { report }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^Lineslip needs the extension pg_trgm, .* \(42501\)\. .*CREATE EXTENSION pg_trgm;$/,
    ),
  });
  expect(await execute(config, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  const advice = String(refusal).split('administrator run: ')[1] ?? '';
  await execute({ ...admin, database: name }, advice);
  await expect(migrate(config, { report })).resolves.toBe(undefined);
});
