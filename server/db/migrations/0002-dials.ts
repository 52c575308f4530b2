import { type Kysely, sql } from 'kysely';
import { codeOf } from '#server/db/engine/engine.files.ts';
import { StartError } from '#server/start-error.ts';

/** Reference data, dials and their versions, the list of dials, and the tables of the buckets that hold them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addTrigrams(db);
  await addReferenceData(db);
  await addDials(db);
  await addListIndexes(db);
  await addMarks(db);
  await addTallies(db);
  await addBuckets(db);
}

/** For the search. The database's owner may add it by itself, where it is installed at all. */
async function addTrigrams(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    throw new StartError(
      `Lineslip needs the extension pg_trgm, and the database does not let it be added (${codeOf(error)}). ` +
        'Install the contrib package of that PostgreSQL, and let a database administrator run: CREATE EXTENSION pg_trgm;',
    );
  }
}

async function addReferenceData(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reference_option (
      list text not null,
      code text not null,
      label text not null,
      grp text,
      position int not null,
      retired_at timestamptz,
      primary key (list, code)
    )`.execute(db);
  await sql`
    create table partner (
      number int primary key,
      name text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
}

async function addDials(db: Kysely<unknown>): Promise<void> {
  // Besides what a dial is, its row holds what the list shows, filters and sorts by: of the newest published version,
  // or of the draft where there is none. Keys are compared byte by byte, the same on every installation.
  await sql`
    create table dial (
      id uuid primary key,
      created_at timestamptz not null,
      created_by text not null references person (id),
      deleted_at timestamptz,
      deleted_by text references person (id),
      revision int not null,
      published_version int,
      draft_version int,
      name text not null,
      name_key text collate "C" not null,
      search_text text not null,
      tags text[] not null,
      authors text[] not null,
      classes text[] not null,
      status text not null check (status in ('draft', 'ready', 'upcoming', 'active', 'expired')),
      status_day date,
      active_from date,
      active_until date,
      in_live_bucket boolean not null default false,
      bucket_count int not null default 0,
      saved_at timestamptz not null,
      check (published_version is not null or draft_version is not null),
      check ((status = 'draft') = (published_version is null))
    )`.execute(db);
  await sql`
    create table dial_version (
      dial_id uuid not null references dial (id),
      version int not null check (version > 0),
      state text not null check (state in ('draft', 'published')),
      data jsonb not null,
      created_at timestamptz not null,
      created_by text not null references person (id),
      saved_at timestamptz not null,
      saved_by text not null references person (id),
      published_at timestamptz,
      published_by text references person (id),
      primary key (dial_id, version),
      check ((state = 'published') = (published_at is not null and published_by is not null))
    )`.execute(db);
  await sql`create unique index dial_version_one_draft on dial_version (dial_id) where state = 'draft'`.execute(db);
  await sql`
    create function refuse_published_change() returns trigger language plpgsql as $$
    begin
      raise exception 'A published version of a dial cannot change.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger dial_version_is_frozen before update or delete on dial_version
    for each row when (old.state = 'published') execute function refuse_published_change()`.execute(db);
  await sql`
    create function refuse_dial_removal() returns trigger language plpgsql as $$
    begin
      raise exception 'Dials are marked as deleted; their history stays.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger dial_stays before delete or truncate on dial
    for each statement execute function refuse_dial_removal()`.execute(db);
}

/**
 * One index per order, with and without a tab, so that a page costs the same wherever it starts. Ids are random: in
 * their order a few hundred rows are a fair sample, which is how matches are counted up to a limit.
 */
async function addListIndexes(db: Kysely<unknown>): Promise<void> {
  const there = sql`where deleted_at is null`;
  await sql`create index dial_by_name on dial (name_key, id) ${there}`.execute(db);
  await sql`create index dial_by_status_name on dial (status, name_key, id) ${there}`.execute(db);
  await sql`create index dial_by_status on dial (status, id) ${there}`.execute(db);
  await sql`create index dial_by_saved on dial (saved_at desc, id desc) ${there}`.execute(db);
  await sql`create index dial_by_status_saved on dial (status, saved_at desc, id desc) ${there}`.execute(db);
  await sql`create index dial_by_status_day on dial (status_day) where status_day is not null`.execute(db);
  await sql`
    create index dial_by_text on dial using gin (search_text gin_trgm_ops) with (fastupdate = off) ${there}`.execute(
    db,
  );
  await sql`create index dial_by_tag on dial using gin (tags) with (fastupdate = off) ${there}`.execute(db);
  await sql`create index dial_by_class on dial using gin (classes) with (fastupdate = off) ${there}`.execute(db);
}

/** The tags of a dial and the classes it fits, in the order of the list: one of them alone is found as quickly as all. */
async function addMarks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dial_mark (
      dial_id uuid not null references dial (id),
      mark text not null,
      status text not null,
      name_key text collate "C" not null,
      primary key (dial_id, mark)
    )`.execute(db);
  await sql`create index dial_mark_by_name on dial_mark (mark, name_key, dial_id)`.execute(db);
  await sql`create index dial_mark_by_status on dial_mark (mark, status, name_key, dial_id)`.execute(db);
}

/** Counts per status, and of each tag and author in use: kept by every change, so that nobody has to count. */
async function addTallies(db: Kysely<unknown>): Promise<void> {
  await sql`create table dial_tally (kind text not null, word text not null, dials int not null, primary key (kind, word))`.execute(
    db,
  );
  const rows = (of: 'came' | 'gone', by: 1 | -1) => {
    const [table, step] = [sql.table(of), sql.lit(by)];
    return sql`
      select 'status' as kind, status as word, ${step} as step from ${table} where deleted_at is null
      union all select 'tag', unnest(tags), ${step} from ${table} where deleted_at is null
      union all select 'author', unnest(authors), ${step} from ${table} where deleted_at is null`;
  };
  const add = (steps: ReturnType<typeof rows>) => sql`
      insert into dial_tally as tally (kind, word, dials)
      select kind, word, sum(step) from (${steps}) steps group by kind, word having sum(step) <> 0 order by kind, word
      on conflict (kind, word) do update set dials = tally.dials + excluded.dials;`;
  const mark = (dials: ReturnType<typeof rows>) => sql`
      insert into dial_mark (dial_id, mark, status, name_key)
      select id, 'tag ' || unnest(tags), status, name_key from ${dials} dials where deleted_at is null
      union all select id, 'class ' || unnest(classes), status, name_key from ${dials} dials where deleted_at is null;`;
  const moved = sql`
      (select came.* from came join gone on gone.id = came.id
        where (came.tags, came.classes, came.status, came.name_key, came.deleted_at)
          is distinct from (gone.tags, gone.classes, gone.status, gone.name_key, gone.deleted_at))`;
  await sql`
    create function note_new_dials() returns trigger language plpgsql as $$
    begin
      ${add(rows('came', 1))}
      ${mark(sql`came`)}
      return null;
    end $$`.execute(db);
  await sql`
    create function note_changed_dials() returns trigger language plpgsql as $$
    begin
      ${add(sql`${rows('came', 1)} union all ${rows('gone', -1)}`)}
      delete from dial_mark using ${moved} moved where dial_mark.dial_id = moved.id;
      ${mark(moved)}
      return null;
    end $$`.execute(db);
  await sql`
    create trigger dial_added after insert on dial referencing new table as came
    for each statement execute function note_new_dials()`.execute(db);
  await sql`
    create trigger dial_changed after update on dial referencing old table as gone new table as came
    for each statement execute function note_changed_dials()`.execute(db);
}

async function addBuckets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bucket (
      id uuid primary key,
      cob text not null,
      partner_number int not null references partner (number),
      appetite numeric(3, 2) not null check (appetite >= 0),
      created_at timestamptz not null,
      unique (cob, partner_number)
    )`.execute(db);
  await sql`
    create table bucket_version (
      id uuid primary key,
      bucket_id uuid not null references bucket (id),
      number int,
      state text not null check (state in ('live', 'superseded', 'draft', 'pending_review')),
      revision int not null,
      description text not null default '',
      created_at timestamptz not null,
      created_by text references person (id),
      saved_at timestamptz not null,
      saved_by text references person (id)
    )`.execute(db);
  await sql`create unique index bucket_version_one_live on bucket_version (bucket_id) where state = 'live'`.execute(db);
  await sql`
    create unique index bucket_version_one_draft on bucket_version (bucket_id)
    where state in ('draft', 'pending_review')`.execute(db);
  await sql`
    create table bucket_entry (
      bucket_version_id uuid not null references bucket_version (id),
      position int not null,
      dial_id uuid not null,
      dial_version int not null,
      overrides jsonb not null default '{}',
      primary key (bucket_version_id, position),
      unique (bucket_version_id, dial_id),
      foreign key (dial_id, dial_version) references dial_version (dial_id, version)
    )`.execute(db);
  await sql`create index bucket_entry_by_dial on bucket_entry (dial_id, bucket_version_id)`.execute(db);
  // Waits for a delete of the dial that is under way, and then sees it.
  await sql`
    create function refuse_deleted_dial() returns trigger language plpgsql as $$
    begin
      perform 1 from dial where id = new.dial_id and deleted_at is null for key share;
      if not found then
        raise exception 'A deleted dial cannot be put into a bucket.' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger bucket_entry_is_of_a_dial before insert or update of dial_id on bucket_entry
    for each row execute function refuse_deleted_dial()`.execute(db);
}
