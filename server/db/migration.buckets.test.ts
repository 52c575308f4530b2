import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migration.files.ts';

const report = (): void => undefined;

test('[M30] buckets from before versions were numbered are numbered by age, and can be edited', async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const { config } = database;
  const all = await readMigrations();
  const before = all.filter(({ name }) => name < '0004');
  await migrate(config, { migrations: before, report });
  const [bucket, lonely, live, old, older, draft] = Array.from({ length: 6 }, () => randomUUID());
  await execute(
    config,
    `insert into person (id, name, email, given_name, family_name, directory)
       values ('ada', 'Ada', 'ada@example.test', 'Ada', '', 'embedded');
     insert into partner (number, name) values (9101, 'Alder'), (9112, 'Beacon');
     insert into bucket values ('${bucket}', 'cargo', 9101, 1, '2026-01-01'), ('${lonely}', 'hull', 9112, 1, '2026-01-01');
     insert into bucket_version (id, bucket_id, number, state, revision, created_at, saved_at, saved_by) values
       ('${older}', '${bucket}', null, 'superseded', 1, '2026-01-01', '2026-01-01', 'ada'),
       ('${old}', '${bucket}', null, 'superseded', 1, '2026-01-02', '2026-01-02', 'ada'),
       ('${live}', '${bucket}', 7, 'live', 1, '2026-01-03', '2026-01-03', 'ada'),
       ('${draft}', '${bucket}', null, 'pending_review', 4, '2026-01-04', '2026-01-04', 'ada')`,
  );
  await migrate(config, { migrations: all, report });
  const rows = await execute(
    config,
    `select v.id, v.number, v.state, v.based_on, v.superseded_at is not null as over
     from bucket_version v join bucket b on b.id = v.bucket_id order by b.cob, v.number nulls last`,
  );
  expect(rows).toEqual([
    { id: older, number: 1, state: 'superseded', based_on: null, over: true },
    { id: old, number: 2, state: 'superseded', based_on: null, over: true },
    { id: live, number: 3, state: 'live', based_on: null, over: false },
    { id: draft, number: null, state: 'draft', based_on: 3, over: false },
    { id: expect.any(String), number: 1, state: 'live', based_on: null, over: false },
  ]);
  expect(await execute(config, `select person_id from bucket_editor where bucket_version_id = '${draft}'`)).toEqual([
    { person_id: 'ada' },
  ]);
});
