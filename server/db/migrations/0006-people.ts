import { type Kysely, sql } from 'kysely';

/** People who are changed here: passwords, one-time links, attempts to sign in; partners and lists that are edited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column revision int not null default 1`.execute(db);
  await sql`
    create table person_password (
      person_id text primary key references person (id),
      hash text not null,
      set_at timestamptz not null,
      must_change boolean not null default false
    )`.execute(db);
  await sql`
    create table invitation (
      token_hash text primary key,
      person_id text not null references person (id),
      created_at timestamptz not null,
      created_by text references person (id),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create unique index invitation_one_open on invitation (person_id) where used_at is null`.execute(db);
  await sql`
    create table sign_in_attempt (
      id bigint generated always as identity primary key,
      key text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_attempt_by_key on sign_in_attempt (key, at)`.execute(db);
  await sql`alter table partner add column revision int not null default 1`.execute(db);
  await sql`alter table reference_option add column revision int not null default 1`.execute(db);
  await sql`create index audit_event_by_action on audit_event (action, seq)`.execute(db);
  await sql`create index audit_event_by_time on audit_event (at, seq)`.execute(db);
  await sql`create index audit_event_by_type on audit_event (object_type, seq)`.execute(db);
  await sql`create index dial_version_option_use on dial_version using gin ((data -> 'dimensions') jsonb_path_ops)`.execute(
    db,
  );
}
