import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migration.files.ts';

const report = (): void => undefined;

test('people who were added beside the demo people before are demo people, and whoever had a link is real', async () => {
  const { config, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const all = await readMigrations();
  await migrate(config, { migrations: all.filter(({ name }) => name < '0008'), report });
  await execute(
    config,
    `insert into person (id, name, email, given_name, family_name, directory) values
       ('demo|administrator', 'A', 'a@example.test', '', '', 'embedded'),
       ('embedded|beside', 'B', 'b@example.test', '', '', 'embedded'),
       ('embedded|invited', 'C', 'c@example.test', '', '', 'embedded'),
       ('tenant|hosted', 'D', 'd@example.test', '', '', 'hosted');
     insert into invitation (token_hash, person_id, created_at, expires_at) values ('x', 'embedded|invited', now(), now())`,
  );
  await migrate(config, { migrations: all, report });
  expect(await execute(config, 'select id from person where is_demo order by id')).toEqual([
    { id: 'demo|administrator' },
    { id: 'embedded|beside' },
  ]);
});

test('without demo people nobody of before is taken for one', async () => {
  const { config, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const all = await readMigrations();
  await migrate(config, { migrations: all.filter(({ name }) => name < '0008'), report });
  await execute(
    config,
    `insert into person (id, name, email, given_name, family_name, directory)
       values ('embedded|someone', 'A', 'a@example.test', '', '', 'embedded')`,
  );
  await migrate(config, { migrations: all, report });
  expect(await execute(config, 'select id from person where is_demo')).toEqual([]);
});
