import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';

const database = useTestDatabase();

beforeAll(async () => {
  await database.db
    .insertInto('audit_event')
    .values({
      at: new Date(0),
      actor_id: null,
      action: 'sign-in',
      object_type: 'person',
      object_id: 'p1',
      detail: JSON.stringify({}),
      previous_hash: '0',
      hash: '1',
    })
    .execute();
});

const attempts = [
  ['update', `update audit_event set action = 'changed'`],
  ['delete', 'delete from audit_event'],
  ['truncate', 'truncate audit_event'],
  [
    'overwrite',
    `insert into audit_event (at, action, object_type, object_id, detail, previous_hash, hash)
     values (now(), 'a', 'b', 'c', '{}', '0', '1') on conflict (hash) do update set action = 'changed'`,
  ],
] as const;

const records = (): Promise<unknown> => execute(database.config, 'select action, hash from audit_event');

test.each(attempts)('the application may not %s an audit record', async (_verb, statement) => {
  await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({
    code: '42501',
    message: 'permission denied for table audit_event',
  });
  expect(await records()).toEqual([{ action: 'sign-in', hash: '1' }]);
});

test.each(attempts)('the owner of the table cannot %s an audit record by plain SQL', async (_verb, statement) => {
  await expect(execute(database.config, statement)).rejects.toMatchObject({
    code: '42501',
    message: 'Audit records are append-only.',
  });
  expect(await records()).toEqual([{ action: 'sign-in', hash: '1' }]);
});
