import { type Kysely, sql } from 'kysely';

/** Buckets that are edited: one revision per bucket, numbered versions, drafts, who wrote them, and review rounds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bucket add column revision int not null default 1`.execute(db);
  await addVersionColumns(db);
  await numberVersions(db);
  await addVersionRules(db);
  await addEditors(db);
  await addRounds(db);
  await freezeEntries(db);
  await freezeVersions(db);
  await addListIndexes(db);
}

async function addVersionColumns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bucket_version
      drop column revision,
      drop constraint bucket_version_state_check,
      add constraint bucket_version_state_check
        check (state in ('live', 'superseded', 'draft', 'pending_review', 'discarded')),
      add column based_on int,
      add column live_at timestamptz,
      add column superseded_at timestamptz,
      add column changes jsonb,
      add column dials int not null default 0`.execute(db);
}

/** What was there before versions were numbered gets its number by age, the live one the last. */
async function numberVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into bucket_version (id, bucket_id, state, created_at, saved_at)
    select gen_random_uuid(), id, 'live', created_at, created_at from bucket
    where not exists (select 1 from bucket_version v where v.bucket_id = bucket.id and v.state = 'live')`.execute(db);
  await sql`
    update bucket_version v set number = old.n, live_at = v.saved_at, superseded_at = old.next_at
    from (
      select id, row_number() over age as n,
        case when state = 'superseded' then coalesce(lead(saved_at) over age, saved_at) end as next_at
      from bucket_version where state in ('live', 'superseded')
      window age as (partition by bucket_id order by state = 'live', number nulls first, saved_at, id)
    ) old where old.id = v.id`.execute(db);
  await sql`
    update bucket_version v
    set number = null, based_on = live.number, saved_by = coalesce(v.saved_by, v.created_by),
      changes = '{"added":0,"removed":0,"updated":0,"overridden":0,"reordered":0}'
    from bucket_version live
    where live.bucket_id = v.bucket_id and live.state = 'live' and v.state in ('draft', 'pending_review')`.execute(db);
  await sql`
    update bucket_version set state = 'discarded'
    where state in ('draft', 'pending_review') and saved_by is null`.execute(db);
  await sql`
    update bucket_version v set dials = held.n
    from (select bucket_version_id as id, count(*)::int as n from bucket_entry group by 1) held
    where held.id = v.id`.execute(db);
}

async function addVersionRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bucket_version
      add constraint bucket_version_number check ((number is not null) = (state in ('live', 'superseded'))),
      add constraint bucket_version_live_at check ((live_at is not null) = (state in ('live', 'superseded'))),
      add constraint bucket_version_superseded_at check ((superseded_at is not null) = (state = 'superseded')),
      add constraint bucket_version_based_on check (based_on is not null or state in ('live', 'superseded')),
      add constraint bucket_version_changes check (changes is not null or state in ('live', 'superseded')),
      add constraint bucket_version_saved_by check (saved_by is not null or state not in ('draft', 'pending_review')),
      add constraint bucket_version_numbers unique (bucket_id, number)`.execute(db);
}

/** Who saved into a draft: none of them may vote on it. */
async function addEditors(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bucket_editor (
      bucket_version_id uuid not null references bucket_version (id),
      person_id text not null references person (id),
      primary key (bucket_version_id, person_id)
    )`.execute(db);
  await sql`
    insert into bucket_editor (bucket_version_id, person_id)
    select id, created_by from bucket_version where created_by is not null
    union select id, saved_by from bucket_version where saved_by is not null`.execute(db);
}

async function addRounds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_round (
      id uuid primary key,
      bucket_version_id uuid not null references bucket_version (id),
      number int not null check (number > 0),
      description text not null,
      submitted_at timestamptz not null,
      submitted_by text not null references person (id),
      closed_at timestamptz,
      outcome text check (outcome in ('approved', 'rejected', 'cancelled')),
      content_hash text not null,
      unique (bucket_version_id, number),
      check ((closed_at is null) = (outcome is null))
    )`.execute(db);
  await sql`
    create unique index review_round_one_open on review_round (bucket_version_id) where closed_at is null`.execute(db);
  // A draft that was pending before there were rounds can be edited again.
  await sql`update bucket_version set state = 'draft' where state = 'pending_review'`.execute(db);
}

/** A snapshot is what people saw and voted on: only what is still a draft takes other entries. */
async function freezeEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_frozen_entry() returns trigger language plpgsql as $$
    begin
      perform 1 from bucket_version
        where id = (case when tg_op = 'INSERT' then new.bucket_version_id else old.bucket_version_id end)
          and state = 'draft' for share;
      if not found or (tg_op = 'UPDATE' and new.bucket_version_id <> old.bucket_version_id) then
        raise exception 'Only a draft of a bucket can change.' using errcode = 'insufficient_privilege';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`.execute(db);
  await sql`
    create trigger bucket_entry_is_of_a_draft before insert or update or delete on bucket_entry
    for each row execute function refuse_frozen_entry()`.execute(db);
  await sql`
    create function refuse_entry_truncate() returns trigger language plpgsql as $$
    begin
      raise exception 'Versions of buckets stay.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger bucket_entry_stays before truncate on bucket_entry
    for each statement execute function refuse_entry_truncate()`.execute(db);
}

/** Of a version that is or was live nothing changes but that the next one takes its place; a dropped draft stays dropped. */
async function freezeVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_frozen_version() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.state = 'live' and new.state = 'superseded'
        and to_jsonb(new) - '{state,superseded_at}'::text[] = to_jsonb(old) - '{state,superseded_at}'::text[] then
        return new;
      end if;
      raise exception 'A version of a bucket that is or was live cannot change.'
        using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger bucket_version_is_frozen before update on bucket_version
    for each row when (old.state in ('live', 'superseded', 'discarded')) execute function refuse_frozen_version()`.execute(
    db,
  );
  await sql`
    create trigger bucket_version_stays before delete on bucket_version
    for each row execute function refuse_frozen_version()`.execute(db);
}

async function addListIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index bucket_by_partner on bucket (partner_number, cob collate "C")`.execute(db);
  await sql`create index bucket_version_by_time on bucket_version (bucket_id, live_at) where live_at is not null`.execute(
    db,
  );
  await sql`create index bucket_editor_by_person on bucket_editor (person_id)`.execute(db);
}
