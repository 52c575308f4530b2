import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migration.files.ts';

const report = (): void => undefined;

/** A database as it was before checkpoints, with what the statements add. */
async function upgraded(statements: string) {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const { config } = database;
  const all = await readMigrations();
  const at = all.findIndex(({ name }) => name === '0010-audit-checkpoint');
  await migrate(config, { migrations: all.slice(0, at), report });
  await execute(config, statements);
  await migrate(config, { migrations: all.slice(0, at + 1), report });
  return config;
}

test('[M40] the end of a chain from before knows its number, its count and its time', async () => {
  const config = await upgraded(`
    insert into audit_event (at, action, object_type, object_id, detail, previous_hash, hash) values
      ('2026-01-01', 'a', 'b', 'c', '{}', '0', '1'), ('2026-01-02', 'a', 'b', 'c', '{}', '1', '2');
    select nextval('audit_event_seq_seq');
    insert into audit_event (at, action, object_type, object_id, detail, previous_hash, hash) values
      ('2026-01-03', 'a', 'b', 'c', '{}', '2', '3');
    update audit_head set hash = '3'`);
  expect(await execute(config, 'select hash, seq, count, at from audit_head')).toEqual([
    { hash: '3', seq: '4', count: '3', at: new Date('2026-01-03') },
  ]);
});

test('[M41] the end of an empty chain has no number and no time', async () => {
  const config = await upgraded('select 1');
  expect(await execute(config, 'select seq, count, at from audit_head')).toEqual([{ seq: '0', count: '0', at: null }]);
});

test('[M42] credentials that a failed webhook left in its error are taken out, other errors stay', async () => {
  const [leaking, other] = [randomUUID(), randomUUID()];
  const config = await upgraded(`
    insert into webhook_delivery (id, kind, payload, created_at, attempts, next_at, delivered_at, last_error) values
      ('${leaking}', 'voted', '{}', '2026-01-01', 1, '2026-01-02', null,
        'Request cannot be constructed from a URL that includes credentials: https://a:letmein@b.example/'),
      ('${other}', 'voted', '{}', '2026-01-02', 1, '2026-01-02', null, 'The receiver answered 500.')`);
  expect(await execute(config, 'select last_error from webhook_delivery order by created_at')).toEqual([
    { last_error: 'The address held a user name or a password.' },
    { last_error: 'The receiver answered 500.' },
  ]);
});
