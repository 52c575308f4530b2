import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

type Named = Readonly<{ id: string; name: string }>;
/** What is known of people beside their rows: who introduced them, and whose accounts reach the same mailbox. */
export type BesidePerson = Readonly<{ introducers: readonly Named[]; same_mailbox: readonly Named[] }>;

/** For these people, in one query. */
export async function findBeside(db: Db, ids: readonly string[]) {
  const { rows } = await sql<BesidePerson & { id: string }>`
    with own as (select id, directory, introduced_by, mailbox_of(email) as mailbox from person where id = any(${ids}::text[])),
      sharing as materialized (select id, name, directory, mailbox_of(email) as mailbox from person
        where mailbox_of(email) in (select mailbox from own))
    select own.id,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
        from person p where p.id = any(own.introduced_by)) as introducers,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name, s.id), '[]')
        from sharing s where s.mailbox = own.mailbox and s.directory = own.directory and s.id <> own.id) as same_mailbox
    from own`.execute(db);
  return rows;
}
