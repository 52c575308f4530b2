import { expect, inject, onTestFinished, test } from 'vitest';
import { createOwnedDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

const report = (): void => undefined;

test('a login that may not create roles gets the statements for an administrator, and they suffice', async () => {
  const admin = inject('testEngine').config;
  const { config, login } = await createOwnedDatabase(admin, '');
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
