import { type Kysely, sql } from 'kysely';

/** Votes and comments of review rounds, what people are told of them, and the webhooks that wait to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await completeRounds(db);
  await addVotes(db);
  await addComments(db);
  await freezeRounds(db);
  await addNotifications(db);
  await addWebhooks(db);
}

/** Who wrote it and how many votes it needs are those of the moment it was submitted. */
async function completeRounds(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table review_round
      add column authors text[] not null default '{}',
      add column required int not null default 2 check (required > 0)`.execute(db);
  await sql`
    update review_round r set authors = array(
      select person_id from bucket_editor e where e.bucket_version_id = r.bucket_version_id
      union select submitted_by from review_round o
        where o.bucket_version_id = r.bucket_version_id and o.number <= r.number order by 1)`.execute(db);
  await sql`
    alter table review_round
      alter column authors drop default,
      alter column required drop default,
      add constraint review_round_authors check (submitted_by = any(authors))`.execute(db);
  await sql`
    create index review_round_waiting on review_round (submitted_at, id) where closed_at is null`.execute(db);
}

async function addVotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_vote (
      round_id uuid not null references review_round (id),
      person_id text not null references person (id),
      choice text not null check (choice in ('approve', 'reject')),
      comment text not null,
      content_hash text not null,
      voted_at timestamptz not null,
      primary key (round_id, person_id),
      check (choice = 'approve' or comment <> '')
    )`.execute(db);
}

async function addComments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_comment (
      id uuid primary key,
      seq bigint generated always as identity,
      round_id uuid not null references review_round (id),
      person_id text not null references person (id),
      dial_id uuid references dial (id),
      text text not null check (text <> ''),
      at timestamptz not null,
      vote text check (vote in ('approve', 'reject'))
    )`.execute(db);
  await sql`create index review_comment_by_round on review_comment (round_id, seq)`.execute(db);
}

/** What a round came to is evidence: once it has ended, nothing of it changes. What was said in it stays from the start. */
async function freezeRounds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_ended_round() returns trigger language plpgsql as $$
    begin
      raise exception 'A review that has ended cannot change.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger review_round_is_frozen before update on review_round
    for each row when (old.closed_at is not null) execute function refuse_ended_round()`.execute(db);
  await sql`
    create trigger review_round_stays before delete on review_round
    for each row execute function refuse_ended_round()`.execute(db);
  await sql`
    create function refuse_late_word() returns trigger language plpgsql as $$
    begin
      perform 1 from review_round where id = new.round_id and closed_at is null for share;
      if not found or (tg_op = 'UPDATE' and (new.round_id, new.person_id) <> (old.round_id, old.person_id)) then
        raise exception 'A review that has ended cannot change.' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger review_vote_is_of_an_open_round before insert or update on review_vote
    for each row execute function refuse_late_word()`.execute(db);
  await sql`
    create trigger review_vote_stays before delete on review_vote
    for each row execute function refuse_ended_round()`.execute(db);
  await sql`
    create trigger review_comment_is_of_an_open_round before insert on review_comment
    for each row execute function refuse_late_word()`.execute(db);
  await sql`
    create trigger review_comment_stays before update or delete on review_comment
    for each row execute function refuse_ended_round()`.execute(db);
  for (const table of ['review_round', 'review_vote', 'review_comment'])
    await sql`
      create trigger ${sql.id(`${table}_is_kept`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_ended_round()`.execute(db);
}

async function addNotifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id bigint generated always as identity primary key,
      person_id text not null references person (id),
      kind text not null check (kind in ('review_asked', 'voted', 'activated', 'sent_back', 'review_cancelled')),
      at timestamptz not null,
      by text references person (id),
      bucket_id uuid not null references bucket (id),
      read_at timestamptz
    )`.execute(db);
  await sql`create index notification_by_person on notification (person_id, at desc, id desc)`.execute(db);
  await sql`create index notification_unread on notification (person_id) where read_at is null`.execute(db);
}

/** `next_at` is when it is tried next; none once it was delivered or given up. */
async function addWebhooks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_delivery (
      id uuid primary key,
      kind text not null,
      payload jsonb not null,
      created_at timestamptz not null,
      attempts int not null default 0,
      next_at timestamptz,
      delivered_at timestamptz,
      last_error text,
      check (delivered_at is null or next_at is null)
    )`.execute(db);
  await sql`create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null`.execute(db);
}
