import { type Kysely, sql } from 'kysely';

/** How people sign in is decided once; who is invented; what a failed sign-in is counted by; links people are told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setting (
      key text primary key,
      value text not null,
      set_at timestamptz not null
    )`.execute(db);

  await sql`alter table person add column is_demo boolean not null default false`.execute(db);
  // Whoever was added beside the demo people never had a link or a password; everyone else may be real.
  await sql`
    update person p set is_demo = true
    where p.directory = 'embedded' and (p.id like 'demo|%' or (
      exists (select from person where id = 'demo|administrator')
      and not exists (select from invitation where person_id = p.id)
      and not exists (select from person_password where person_id = p.id)))`.execute(db);

  await sql`
    alter table invitation add column accepted_at timestamptz, add column told_at timestamptz`.execute(db);
  await sql`create index invitation_by_person on invitation (person_id, created_at)`.execute(db);

  // Attempts count for hours at most, so those counted in the old way are forgotten.
  await sql`drop table sign_in_attempt`.execute(db);
  await sql`
    create table sign_in_attempt (
      id bigint generated always as identity primary key,
      email text not null,
      address text not null,
      device text,
      refused boolean not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_attempt_by_email on sign_in_attempt (email, at)`.execute(db);
  await sql`create index sign_in_attempt_by_address on sign_in_attempt (address, at)`.execute(db);
  await sql`create index sign_in_attempt_by_device on sign_in_attempt (device, at) where device is not null`.execute(
    db,
  );
  await sql`create index sign_in_attempt_by_time on sign_in_attempt (at)`.execute(db);
}
