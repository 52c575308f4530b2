import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mailboxOf } from '#domain/user/mailbox.ts';
import { readCircle } from '#server/person/person.service.ts';
import { createEmptyDatabase, createOwnDatabase, useTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';
import { migrate, readMigrations } from './migrate.ts';

const report = () => undefined;

test('[R61] people who were verified before the rule keep counting; the others need a confirmation, not by who introduced them', async () => {
  const database = await createOwnDatabase(createEmptyDatabase);
  const all = await readMigrations();
  const before = all.slice(
    0,
    all.findIndex(({ name }) => name === '0011-counterparts'),
  );
  await migrate(database.config, { migrations: before, report });
  const person = (id: string, directory: string, verification: string | null) =>
    `('${id}', '${id}', '${id}@example.test', '', '', '{}', '${directory}',
      ${verification === null ? 'null, null' : `'${verification}', now()`})`;
  await execute(
    database.config,
    `insert into person (id, name, email, given_name, family_name, permissions, directory, verification, verified_at)
       values ${person('ada', 'embedded', 'command_line')}, ${person('bob', 'embedded', 'mailbox')},
         ${person('cat', 'embedded', null)}, ${person('dan', 'embedded', null)}, ${person('eve', 'hosted', 'tenant')};
     update person set claims = '{"email_verified": true}' where id = 'eve';
     insert into audit_event (at, actor_id, action, object_type, object_id, detail, hash, previous_hash)
       select now(), 'ada', 'person_added', 'person', to_id, '{}', to_id, to_id from unnest(array['bob', 'cat', 'dan']) to_id;
     insert into invitation (token_hash, person_id, created_at, created_by, expires_at)
       values ('a', 'dan', now(), 'bob', now()), ('b', 'bob', now(), null, now())`,
  );
  await migrate(database.config, { report });
  const circle = await readCircle(database.db, ['ada', 'bob', 'cat', 'dan', 'eve']);
  const standing = ['ada', 'bob', 'cat', 'dan', 'eve'].map((id) => {
    const { introduced_by = [] } = circle.accountOf(id) ?? {};
    return [id, circle.needsConfirmation(id), introduced_by];
  });
  expect(standing).toEqual([
    ['ada', false, []],
    ['bob', false, ['ada']],
    ['cat', true, ['ada']],
    ['dan', true, ['ada', 'bob']],
    ['eve', false, []],
  ]);
  expect(circle.findBond('ada', 'bob')).toBeUndefined();
  expect(circle.findBond('ada', 'cat')).toBeDefined();
  // A version before this one adds people without knowing the columns: they count for nobody until they are confirmed.
  await execute(
    database.config,
    `insert into person (id, name, email, given_name, family_name, directory, verification, verified_at)
       values ('old', 'Old', 'old@example.test', '', '', 'embedded', 'mailbox', now())`,
  );
  expect((await readCircle(database.db, ['old'])).isVerified('old')).toBe(false);
});

const database = useTestDatabase();

test.each([
  'Ada@Example.test',
  'ada+one@example.test',
  'ada+one+two@example.test',
  'a.da@example.test',
  'A.d.a+x@Gmail.com',
  ' a.da@googlemail.com\t',
  '+one@example.test',
  '+one+two@example.test',
  'auth0|ann',
  'samlp|x|ann+1@gmail.com',
  '"a@b"@example.test',
  '@example.test',
  '@a@b',
  'a@',
  '+@gmail.com',
  '.+x@gmail.com',
  'a\n+b@gmail.com',
  '',
])('[R61] the mailbox of %j is the same in the database', async (address) => {
  const { rows } = await sql<{ mailbox: string }>`select mailbox_of(${address}) as mailbox`.execute(database.db);
  expect(rows[0]?.mailbox).toBe(mailboxOf(address));
});
