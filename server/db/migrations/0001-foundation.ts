import { type Kysely, sql } from 'kysely';

/** People, audit, the embedded identity provider's store, feature flags, analytics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person (
      id text primary key,
      name text not null,
      email text not null,
      given_name text not null,
      family_name text not null,
      permissions text[] not null default '{}',
      claims jsonb,
      directory text not null check (directory in ('embedded', 'hosted')),
      created_at timestamptz not null default now(),
      last_seen_at timestamptz,
      deactivated_at timestamptz
    )`.execute(db);
  // A hosted tenant gives one mailbox a subject for each way to sign in; our own directory has one person for it.
  await sql`create unique index person_email on person (lower(email)) where directory = 'embedded'`.execute(db);
  await sql`create index person_by_name on person (name collate "C", id collate "C")`.execute(db);

  await sql`
    create table sign_in (
      person_id text not null references person (id),
      session_key text not null,
      at timestamptz not null default now(),
      primary key (person_id, session_key)
    )`.execute(db);

  await sql`
    create table audit_event (
      seq bigint generated always as identity primary key,
      at timestamptz not null,
      actor_id text references person (id),
      action text not null,
      object_type text not null,
      object_id text not null,
      detail jsonb not null,
      previous_hash text not null,
      hash text not null unique
    )`.execute(db);
  await sql`create index audit_event_by_object on audit_event (object_type, object_id, seq)`.execute(db);
  await sql`create index audit_event_by_actor on audit_event (actor_id, seq)`.execute(db);
  await sql`
    create table audit_head (
      "only" boolean primary key default true check ("only"),
      hash text not null
    )`.execute(db);
  await sql`insert into audit_head (hash) values (repeat('0', 64))`.execute(db);
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Audit records are append-only.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger audit_event_is_append_only before update or delete or truncate on audit_event
    for each statement execute function refuse_audit_change()`.execute(db);

  await sql`
    create table oidc_record (
      model text not null,
      id text not null,
      payload jsonb not null,
      grant_id text,
      uid text,
      account_id text,
      consumed_at timestamptz,
      expires_at timestamptz,
      primary key (model, id)
    )`.execute(db);
  await sql`create index oidc_record_by_grant on oidc_record (grant_id) where grant_id is not null`.execute(db);
  await sql`create index oidc_record_by_uid on oidc_record (model, uid) where uid is not null`.execute(db);
  await sql`create index oidc_record_by_expiry on oidc_record (expires_at)`.execute(db);

  await sql`
    create table identity_key (
      purpose text not null check (purpose in ('signing', 'cookie')),
      id text not null,
      material jsonb not null,
      created_at timestamptz not null default now(),
      primary key (purpose, id)
    )`.execute(db);

  await sql`
    create table flag (
      key text primary key,
      definition jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table analytics_event (
      insert_id text primary key,
      kind text not null check (kind in ('click', 'page view', 'search')),
      distinct_id text not null,
      at timestamptz not null,
      received_at timestamptz not null default now(),
      properties jsonb not null
    )`.execute(db);
  await sql`create index analytics_event_by_time on analytics_event (at)`.execute(db);
  await sql`
    create table analytics_profile (
      distinct_id text primary key,
      properties jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(db);
}
