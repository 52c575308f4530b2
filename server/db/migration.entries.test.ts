import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countStrayEntries } from '#server/operations/operations.store.ts';
import { createEmptyDatabase, createOwnDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { migrate, readMigrations } from './migrate.ts';

const report = () => undefined;

test('what servers of the version before save while the entries are listed, and afterwards, is listed', async () => {
  const { config, db } = await createOwnDatabase(createEmptyDatabase);
  const all = await readMigrations();
  const place = all.findIndex(({ name }) => name === '0021-current-entries');
  await migrate(config, { migrations: all.slice(0, place), report });
  const [bucket, other, dial] = [randomUUID(), randomUUID(), randomUUID()];
  const addVersion = (state: string, of: string, position: number) => {
    const id = randomUUID();
    const number = state === 'live' ? '1, now(), null, null' : `null, null, 1, '{}'`;
    return `insert into bucket_version (id, bucket_id, state, created_at, saved_at, saved_by, number, live_at, based_on, changes)
        values ('${id}', '${of}', '${state}', now(), now(), 'ada', ${number});
      insert into bucket_entry select '${id}', at, '${dial}', at, '{}' from generate_series(1, ${position}) at;`;
  };
  // The rules about dials and drafts are not what is tested here.
  await execute(
    config,
    `alter table bucket_entry disable trigger user;
    alter table bucket_entry drop constraint bucket_entry_bucket_version_id_dial_id_key,
      drop constraint bucket_entry_dial_id_dial_version_fkey;
    insert into person (id, name, email, given_name, family_name, permissions, directory) values ('ada', '', '', '', '', '{}', 'hosted');
    insert into partner (number, name) values (9101, 'One');
    insert into bucket (id, cob, partner_number, appetite, created_at)
      values ('${bucket}', 'cargo', 9101, 1, now()), ('${other}', 'hull', 9101, 1, now());
    ${addVersion('live', bucket, 3)} ${addVersion('draft', bucket, 4)} ${addVersion('live', other, 2)}`,
  );
  const save = (of: string) => `
    update bucket_version set state = 'discarded' where bucket_id = '${of}' and state = 'draft';
    update bucket set revision = revision + 1 where id = '${of}';
    ${addVersion('draft', of, 5)}`;
  // The save is not committed yet when the list is made.
  await runBehindLock(db, sql.raw(save(bucket)), () => migrate(config, { report }));
  expect(await countStrayEntries(db)).toBe(0);
  await execute(config, save(other));
  expect(await countStrayEntries(db)).toBe(0);
});
