import { type Kysely, sql } from 'kysely';

/**
 * The end of the audit chain knows its number, how many records there are and the time of the last one; signed
 * checkpoints of it are kept. Credentials that a failed webhook left in its error are taken out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_head
      add column seq bigint not null default 0,
      add column count bigint not null default 0,
      add column at timestamptz`.execute(db);
  await sql`
    update audit_head set (seq, count, at) =
      (select coalesce(max(e.seq), 0), count(*), max(e.at) from audit_event e)`.execute(db);
  await sql`
    create table audit_checkpoint (
      id bigint generated always as identity primary key,
      seq bigint not null,
      hash text not null,
      count bigint not null,
      at timestamptz not null,
      key text not null,
      signature text not null
    )`.execute(db);
  await sql`create index audit_checkpoint_by_seq on audit_checkpoint (seq, id)`.execute(db);
  await sql`
    create trigger audit_checkpoint_is_append_only before update or delete or truncate on audit_checkpoint
    for each statement execute function refuse_audit_change()`.execute(db);
  await sql`
    update webhook_delivery set last_error = 'The address held a user name or a password.'
    where last_error like '%includes credentials%'`.execute(db);
}
