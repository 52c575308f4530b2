-- The whole schema of the first release. migrate.ts grants the rights afterwards.
-- Sort keys are compared byte by byte (collate "C"), so that lists have the same order on every installation.

-- People, sign-in and the settings of this database

create table person (
  id text primary key,
  name text not null,
  email text not null,
  given_name text not null,
  family_name text not null,
  permissions text[] not null default '{}',
  claims jsonb,
  directory text not null check (directory in ('embedded', 'hosted')),
  is_demo boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  deactivated_at timestamptz,
  -- How it is known who a person is. Votes of unverified people are stored and not counted.
  verification text check (verification in ('demo', 'tenant', 'mailbox', 'colleague', 'command_line')),
  verified_at timestamptz,
  verified_by text references person (id),
  constraint person_verification_dated check ((verification is null) = (verified_at is null))
);
-- A hosted tenant gives one mailbox a subject for each way to sign in; our own directory has one person for it.
create unique index person_email on person (lower(email)) where directory = 'embedded';
create index person_by_name on person (name collate "C", id collate "C");

create table person_password (
  person_id text primary key references person (id),
  hash text not null,
  set_at timestamptz not null,
  must_change boolean not null default false
);

create table invitation (
  token_hash text primary key,
  person_id text not null references person (id),
  created_at timestamptz not null,
  created_by text references person (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  accepted_at timestamptz,
  notified_at timestamptz,
  -- Whether the link went to the mailbox of the person alone.
  mailed boolean not null default false
);
create unique index invitation_one_open on invitation (person_id) where used_at is null;
create index invitation_by_person on invitation (person_id, created_at);

-- The open request of a person for permissions, or the last one if it was declined.
create table access_request (
  person_id text primary key references person (id),
  role text not null,
  reason text not null,
  asked_at timestamptz not null,
  -- When those who may grant it were last notified.
  notified_at timestamptz not null,
  declined_at timestamptz,
  declined_by text references person (id),
  decline_reason text not null default ''
);

-- The secret calendar address of a person.
create table calendar_feed (
  person_id text primary key references person (id),
  -- SHA-256 of the secret in the address.
  secret_hash text not null unique,
  created_at timestamptz not null
);

create table sign_in (
  person_id text not null references person (id),
  session_key text not null,
  at timestamptz not null default now(),
  primary key (person_id, session_key)
);
create index sign_in_by_time on sign_in (at);

create table sign_in_attempt (
  id bigint generated always as identity primary key,
  email text not null,
  address text not null,
  device text,
  refused boolean not null,
  at timestamptz not null
);
create index sign_in_attempt_by_email on sign_in_attempt (email, at);
create index sign_in_attempt_by_address on sign_in_attempt (address, at);
create index sign_in_attempt_by_device on sign_in_attempt (device, at) where device is not null;
create index sign_in_attempt_by_time on sign_in_attempt (at);

create table setting (key text primary key, value text not null, set_at timestamptz not null);

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
);
create index oidc_record_by_grant on oidc_record (grant_id) where grant_id is not null;
create index oidc_record_by_uid on oidc_record (model, uid) where uid is not null;
create index oidc_record_by_account on oidc_record (account_id) where account_id is not null;
create index oidc_record_by_expiry on oidc_record (expires_at);

create table identity_key (
  purpose text not null check (purpose in ('signing', 'cookie')),
  id text not null,
  material jsonb not null,
  created_at timestamptz not null default now(),
  primary key (purpose, id)
);

-- Audit: a chain of records, the end of it, and signed checkpoints of that end

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
);
create index audit_event_by_object on audit_event (object_type, object_id, seq);
create index audit_event_by_actor on audit_event (actor_id, seq);
create index audit_event_by_action on audit_event (action, seq);
create index audit_event_by_time on audit_event (at, seq);
create index audit_event_by_type on audit_event (object_type, seq);
-- The records of drafts that changed together.
create index audit_event_by_set on audit_event ((detail ->> 'set'), seq) where detail ->> 'set' is not null;

create table audit_head (
  "only" boolean primary key default true check ("only"),
  hash text not null,
  seq bigint not null default 0,
  count bigint not null default 0,
  at timestamptz
);
insert into audit_head (hash) values (repeat('0', 64));

create table audit_checkpoint (
  id bigint generated always as identity primary key,
  seq bigint not null,
  hash text not null,
  count bigint not null,
  at timestamptz not null,
  key text not null,
  signature text not null
);
create index audit_checkpoint_by_seq on audit_checkpoint (seq, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Audit records are append-only.' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event_is_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_audit_change();
create trigger audit_checkpoint_is_append_only before update or delete or truncate on audit_checkpoint
  for each statement execute function refuse_audit_change();

-- Flags, analytics, reference lists and partners

create table flag (key text primary key, definition jsonb not null, updated_at timestamptz not null default now());

create table analytics_event (
  insert_id text primary key,
  kind text not null check (kind in ('click', 'page view', 'search')),
  distinct_id text not null,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  properties jsonb not null
);
create index analytics_event_by_time on analytics_event (at);
-- For the daily limit per person.
create index analytics_event_by_person on analytics_event (distinct_id, received_at);

create table analytics_profile (
  distinct_id text primary key,
  properties jsonb not null,
  updated_at timestamptz not null default now()
);

create table reference_option (
  list text not null,
  code text not null,
  label text not null,
  grp text,
  position int not null,
  retired_at timestamptz,
  revision int not null default 1,
  classes text[] not null default '{}',
  primary key (list, code)
);

create table partner (
  number int primary key,
  name text not null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);

-- Renamed options whose new name is not yet in the search text of every dial that uses them.
create table search_refresh (
  list text not null,
  code text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (list, code)
);

-- Dials. A row also holds the columns that the list shows, filters and sorts by: those of the newest published version,
-- or of the draft if there is none.

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
  own_classes text[] not null,
  status text not null check (status in ('draft', 'ready', 'upcoming', 'active', 'expired')),
  status_day date,
  active_from date,
  active_until date,
  in_live_bucket boolean not null default false,
  bucket_count int not null default 0,
  saved_at timestamptz not null,
  -- The classes of the buckets that contain the dial.
  used_classes text[] not null default '{}',
  -- For the class filter: the classes of its risk codes, dimensions and buckets, or `*` (every class) if there are none.
  classes text[] not null generated always as (
    case when own_classes = '{}' and used_classes = '{}' then array['*'] else own_classes || used_classes end
  ) stored,
  -- The transaction that changed the dial last: each server searches in memory, and reads what has changed since it last
  -- looked without missing a transaction that was still open then.
  changed_in xid8 not null default pg_current_xact_id(),
  check (published_version is not null or draft_version is not null),
  check ((status = 'draft') = (published_version is null))
);
-- One index per order, for all dials, each status and the drafts: every page costs the same.
create index dial_by_name on dial (name_key, id) where deleted_at is null;
create index dial_by_status_name on dial (status, name_key, id) where deleted_at is null;
-- Ids are random: in their order a few hundred rows are a fair sample.
create index dial_by_status on dial (status, id) where deleted_at is null;
create index dial_by_saved on dial (saved_at desc, id desc) where deleted_at is null;
create index dial_by_status_saved on dial (status, saved_at desc, id desc) where deleted_at is null;
create index dial_by_status_day on dial (status_day) where status_day is not null;
create index dial_by_use on dial (bucket_count desc, id desc) where deleted_at is null;
create index dial_by_status_use on dial (status, bucket_count desc, id desc) where deleted_at is null;
create index dial_draft on dial (id) where deleted_at is null and draft_version is not null;
create index dial_draft_by_name on dial (name_key, id) where deleted_at is null and draft_version is not null;
create index dial_draft_by_saved on dial (saved_at desc, id desc)
  where deleted_at is null and draft_version is not null;
create index dial_draft_by_use on dial (bucket_count desc, id desc)
  where deleted_at is null and draft_version is not null;
create index dial_by_change on dial (changed_in);

create function mark_dial_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger dial_change_is_marked before insert or update on dial for each row execute function mark_dial_change();

-- The number of dials and open drafts per status, as a sum of deltas: changes of different dials never wait for each
-- other. A job compacts it.
create table dial_count (status text not null, change int not null, drafts int not null default 0);

create function count_new_dials() returns trigger language plpgsql as $$
begin
  insert into dial_count
    select status, count(*), count(draft_version) from added where deleted_at is null group by status;
  return null;
end $$;
create trigger new_dials_are_counted after insert on dial
  referencing new table as added for each statement execute function count_new_dials();

create function count_changed_dial() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    insert into dial_count values (old.status, -1, -(old.draft_version is not null)::int);
  end if;
  if new.deleted_at is null then
    insert into dial_count values (new.status, 1, (new.draft_version is not null)::int);
  end if;
  return null;
end $$;
create trigger changed_dial_is_counted after update of status, deleted_at, draft_version on dial for each row
  when (
    (old.status, old.deleted_at is null, old.draft_version is null)
    is distinct from (new.status, new.deleted_at is null, new.draft_version is null)
  )
  execute function count_changed_dial();

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
);
create unique index dial_version_one_draft on dial_version (dial_id) where state = 'draft';
create index dial_version_option_use on dial_version using gin ((data -> 'dimensions') jsonb_path_ops);

-- The writers of a discarded draft stay: the next draft has the same number, and may have the same content.
create table dial_version_writer (
  dial_id uuid not null references dial (id),
  version int not null check (version > 0),
  person_id text not null references person (id),
  primary key (dial_id, version, person_id)
);

create function refuse_published_change() returns trigger language plpgsql as $$
begin
  raise exception 'A published version of a dial cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger dial_version_is_frozen before update or delete on dial_version
  for each row when (old.state = 'published') execute function refuse_published_change();

create function refuse_dial_removal() returns trigger language plpgsql as $$
begin
  raise exception 'Dials are marked as deleted; their history stays.' using errcode = 'insufficient_privilege';
end $$;
create trigger dial_stays before delete or truncate on dial
  for each statement execute function refuse_dial_removal();
create trigger dial_version_writer_stays before delete or truncate on dial_version_writer
  for each statement execute function refuse_dial_removal();

-- Buckets, their numbered versions, drafts, and who wrote them

create table bucket (
  id uuid primary key,
  cob text not null,
  partner_number int not null references partner (number),
  appetite numeric(3, 2) not null check (appetite >= 0),
  created_at timestamptz not null,
  revision int not null default 1,
  unique (cob, partner_number)
);
create index bucket_by_partner on bucket (partner_number, cob collate "C");

-- A stopped bucket answers no risk. A review ends the stop.
create table bucket_stop (
  id uuid primary key,
  bucket_id uuid not null references bucket (id),
  stopped_at timestamptz not null,
  stopped_by text not null references person (id),
  reason text not null check (reason <> ''),
  ended_at timestamptz,
  constraint bucket_stop_ends_later check (ended_at >= stopped_at)
);
create unique index bucket_stop_one_open on bucket_stop (bucket_id) where ended_at is null;
create index bucket_stop_by_bucket on bucket_stop (bucket_id, stopped_at);
create function refuse_other_stop() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.ended_at is null and new.ended_at is not null
      and (new.id, new.bucket_id, new.stopped_at, new.stopped_by, new.reason)
        = (old.id, old.bucket_id, old.stopped_at, old.stopped_by, old.reason) then
      return new;
    end if;
  end if;
  raise exception 'A stop can only be ended.' using errcode = 'insufficient_privilege';
end $$;
create trigger bucket_stop_only_ends before update or delete on bucket_stop
  for each row execute function refuse_other_stop();
create trigger bucket_stop_is_kept before truncate on bucket_stop
  for each statement execute function refuse_other_stop();

-- Drafts that one change saved together: where they come from, so that they can be submitted or undone together.
create table draft_set (
  id uuid primary key,
  title text not null check (title <> ''),
  saved_at timestamptz not null,
  saved_by text not null references person (id),
  buckets int not null check (buckets > 0),
  -- The bucket that the changes were copied from.
  source_partner int references partner (number),
  source_cob text,
  -- The dial and version that the set is about, if it is about one.
  dial_id uuid references dial (id),
  dial_version int,
  check (dial_version is null or dial_id is not null),
  check ((source_partner is null) = (source_cob is null))
);

create table bucket_version (
  id uuid primary key,
  bucket_id uuid not null references bucket (id),
  number int,
  state text not null check (state in ('live', 'superseded', 'draft', 'pending_review', 'discarded')),
  description text not null default '',
  created_at timestamptz not null,
  created_by text references person (id),
  saved_at timestamptz not null,
  saved_by text references person (id),
  based_on int,
  live_at timestamptz,
  superseded_at timestamptz,
  changes jsonb,
  dials int not null default 0,
  -- The set that saved the draft, until it is submitted; the revision of the bucket after that save, and the entries that
  -- the draft had before, null if the set started it.
  set_id uuid references draft_set (id),
  set_revision int,
  entries_before_set jsonb,
  constraint bucket_version_numbers unique (bucket_id, number),
  constraint bucket_version_number check ((number is not null) = (state in ('live', 'superseded'))),
  constraint bucket_version_live_at check ((live_at is not null) = (state in ('live', 'superseded'))),
  constraint bucket_version_superseded_at check ((superseded_at is not null) = (state = 'superseded')),
  constraint bucket_version_based_on check (based_on is not null or state in ('live', 'superseded')),
  constraint bucket_version_changes check (changes is not null or state in ('live', 'superseded')),
  constraint bucket_version_saved_by check (saved_by is not null or state not in ('draft', 'pending_review'))
);
create unique index bucket_version_one_live on bucket_version (bucket_id) where state = 'live';
create unique index bucket_version_one_draft on bucket_version (bucket_id) where state in ('draft', 'pending_review');
create index bucket_version_by_set on bucket_version (set_id) where set_id is not null;
create index bucket_version_by_time on bucket_version (bucket_id, live_at) where live_at is not null;

create table bucket_entry (
  bucket_version_id uuid not null references bucket_version (id),
  position int not null,
  dial_id uuid not null,
  dial_version int not null,
  overrides jsonb not null default '{}',
  primary key (bucket_version_id, position),
  unique (bucket_version_id, dial_id),
  foreign key (dial_id, dial_version) references dial_version (dial_id, version)
);
create index bucket_entry_by_dial on bucket_entry (dial_id, bucket_version_id);

-- The people who saved a draft may not vote on it.
create table bucket_editor (
  bucket_version_id uuid not null references bucket_version (id),
  person_id text not null references person (id),
  primary key (bucket_version_id, person_id)
);
create index bucket_editor_by_person on bucket_editor (person_id);

-- Waits for a concurrent delete of the dial.
create function refuse_deleted_dial() returns trigger language plpgsql as $$
begin
  perform 1 from dial where id = new.dial_id and deleted_at is null for key share;
  if not found then
    raise exception 'A deleted dial cannot be put into a bucket.' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger bucket_entry_is_of_a_dial before insert or update of dial_id on bucket_entry
  for each row execute function refuse_deleted_dial();

-- People voted on a snapshot: only the entries of a draft can change.
create function refuse_frozen_entry() returns trigger language plpgsql as $$
begin
  perform 1 from bucket_version
    where id = (case when tg_op = 'INSERT' then new.bucket_version_id else old.bucket_version_id end)
      and state = 'draft' for share;
  if not found or (tg_op = 'UPDATE' and new.bucket_version_id <> old.bucket_version_id) then
    raise exception 'Only a draft of a bucket can change.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger bucket_entry_is_of_a_draft before insert or update or delete on bucket_entry
  for each row execute function refuse_frozen_entry();

create function refuse_entry_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'Versions of buckets stay.' using errcode = 'insufficient_privilege';
end $$;
create trigger bucket_entry_stays before truncate on bucket_entry
  for each statement execute function refuse_entry_truncate();

-- A version that is or was live can only be superseded; a discarded draft stays discarded.
create function refuse_frozen_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'live' and new.state = 'superseded'
    and to_jsonb(new) - '{state,superseded_at}'::text[] = to_jsonb(old) - '{state,superseded_at}'::text[] then
    return new;
  end if;
  raise exception 'A version of a bucket that is or was live cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger bucket_version_is_frozen before update on bucket_version
  for each row when (old.state in ('live', 'superseded', 'discarded')) execute function refuse_frozen_version();
create trigger bucket_version_stays before delete on bucket_version
  for each row execute function refuse_frozen_version();

-- An example: a risk with the values it should get. It is part of the bucket, and not of what is reviewed.
create table bucket_example (
  id uuid primary key,
  bucket_id uuid not null references bucket (id),
  name text not null check (char_length(name) between 1 and 80),
  name_key text not null,
  risk jsonb not null,
  expected jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null references person (id),
  revision int not null default 1,
  unique (bucket_id, name_key)
);

-- Portfolios: risks that drafts are measured against. Only the name and whether it is used can change.

create table portfolio (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  name_key text not null unique,
  risks int not null check (risks > 0),
  period_from date not null,
  period_until date not null check (period_until >= period_from),
  -- SHA-256 over the hashes of its chunks, in order.
  hash text not null,
  -- The compressed size of its chunks.
  bytes bigint not null,
  loaded_at timestamptz not null,
  -- Null: generated for the demo.
  loaded_by text references person (id),
  is_used boolean not null default false,
  summary jsonb not null,
  revision int not null default 1
);
create unique index portfolio_that_is_used on portfolio (is_used) where is_used;

-- Up to 65,536 risks of one class. Risks are ordered by class, so that the chunks of a class are consecutive.
create table portfolio_chunk (
  portfolio_id uuid not null references portfolio (id) on delete cascade,
  number int not null,
  cob text not null,
  risks int not null check (risks > 0),
  -- SHA-256 of the uncompressed bytes.
  hash text not null,
  bytes bytea not null,
  primary key (portfolio_id, number)
);
-- Compressed already.
alter table portfolio_chunk alter column bytes set storage external;

-- The column mappings and name matches of earlier files.
create table portfolio_column (
  name_key text primary key,
  target text not null
);
create table portfolio_match (
  against text not null,
  text_key text not null,
  code text not null,
  primary key (against, text_key)
);

-- Reviews: a round of one bucket, or a set of rounds submitted together. Each round keeps its own votes. The authors and
-- the number of required votes are those at submission.

create table review_set (
  id uuid primary key,
  title text not null check (title <> ''),
  description text not null,
  submitted_at timestamptz not null,
  submitted_by text not null references person (id),
  -- The dial and version that the set is about, if it is about one.
  dial_id uuid references dial (id),
  dial_version int,
  check (dial_version is null or dial_id is not null)
);

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
  authors text[] not null,
  author_reasons jsonb not null,
  required int not null check (required > 0),
  set_id uuid references review_set (id),
  -- The examples that passed live, and that the submitter knew to break: id and name.
  broken_examples jsonb not null,
  -- The entries at submission, in order.
  content jsonb not null,
  -- The day it goes live (UTC), part of the content hash; null: as soon as it is approved.
  live_on date,
  -- Approved, and waiting for its day.
  approved_at timestamptz,
  -- A later day that somebody chose while it waits.
  put_off_to date,
  -- Why it did not go live on its day.
  stopped_because text,
  -- The stop that it ends, part of the content hash; null: it ends none.
  restart uuid references bucket_stop (id),
  -- The number of the approved round whose day it brings forward. That round waits for its day until this one is approved.
  brings_forward int,
  unique (bucket_version_id, number),
  foreign key (bucket_version_id, brings_forward) references review_round (bucket_version_id, number),
  constraint review_round_brings_forward check (brings_forward is null or (brings_forward < number and live_on is not null)),
  check ((closed_at is null) = (outcome is null)),
  constraint review_round_authors check (submitted_by = any(authors)),
  constraint review_round_waits_for_a_day check (approved_at is null or live_on is not null),
  constraint review_round_put_off check (put_off_to is null or (approved_at is not null and put_off_to > live_on))
);
-- One takes votes. Another one may wait for its day meanwhile.
create unique index review_round_one_open on review_round (bucket_version_id)
  where closed_at is null and approved_at is null;
create unique index review_round_one_scheduled on review_round (bucket_version_id)
  where closed_at is null and approved_at is not null;
create unique index review_round_one_content on review_round (bucket_version_id)
  where closed_at is null and brings_forward is null;
create index review_round_waiting on review_round (submitted_at, id) where closed_at is null;
create index review_round_going_live on review_round (coalesce(put_off_to, live_on))
  where closed_at is null and live_on is not null;
create index review_round_by_set on review_round (set_id) where set_id is not null;

create table review_vote (
  round_id uuid not null references review_round (id),
  person_id text not null references person (id),
  choice text not null check (choice in ('approve', 'reject')),
  comment text not null,
  content_hash text not null,
  voted_at timestamptz not null,
  discounted text
    check (discounted in ('deactivated', 'not_permitted', 'not_verified', 'vote_from_author', 'link_from_author')),
  primary key (round_id, person_id),
  check (choice = 'approve' or comment <> '')
);

create table review_comment (
  id uuid primary key,
  seq bigint generated always as identity,
  round_id uuid not null references review_round (id),
  person_id text not null references person (id),
  dial_id uuid references dial (id),
  text text not null check (text <> ''),
  at timestamptz not null,
  vote text check (vote in ('approve', 'reject')),
  -- A reply answers a comment, one level deep, and inherits its dial.
  reply_to uuid references review_comment (id),
  constraint review_comment_reply check (reply_to is null or (dial_id is null and vote is null))
);
create index review_comment_by_round on review_comment (round_id, seq);
create index review_comment_by_reply on review_comment (reply_to) where reply_to is not null;

-- Comments never change. Whether one is resolved is its last row here.
create table review_resolution (
  seq bigint generated always as identity primary key,
  comment_id uuid not null references review_comment (id),
  resolved boolean not null,
  person_id text not null references person (id),
  at timestamptz not null
);
create index review_resolution_by_comment on review_resolution (comment_id, seq);

-- What a round does to the risks of the portfolio. Measuring again adds a row.
create table review_impact (
  round_id uuid not null references review_round (id),
  number int not null check (number > 0),
  measured_at timestamptz not null,
  measured_by text not null references person (id),
  -- Measured by the submission, not later.
  at_submit boolean not null,
  -- Why nothing was measured.
  missing text check (missing in ('no-portfolio', 'none-of-class')),
  -- A portfolio cannot be deleted while a review refers to it.
  portfolio_id uuid references portfolio (id),
  engine text not null,
  measured jsonb,
  -- Of both lists, the portfolio, the day and the engine: the same input is stored once per round.
  input_hash text check (input_hash ~ '^[0-9a-f]{64}$'),
  primary key (round_id, number),
  check ((missing is null) = (measured is not null)),
  check ((measured is null) = (portfolio_id is null))
);
create index review_impact_by_portfolio on review_impact (portfolio_id);
create unique index review_impact_once_per_input on review_impact (round_id, input_hash);

-- Reviews are evidence: a closed round cannot change, and comments and measurements never can.
create function refuse_ended_round() returns trigger language plpgsql as $$
begin
  raise exception 'A review that has ended cannot change.' using errcode = 'insufficient_privilege';
end $$;
create function refuse_closed_round() returns trigger language plpgsql as $$
begin
  perform 1 from review_round where id = new.round_id and closed_at is null and approved_at is null for share;
  if not found or (tg_op = 'UPDATE' and (new.round_id, new.person_id) <> (old.round_id, old.person_id)) then
    raise exception 'A review that has ended cannot change.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
-- What people voted on, and that they approved it, stays while the round waits for its day.
create function refuse_other_schedule() returns trigger language plpgsql as $$
begin
  if (new.content_hash, new.live_on, new.restart) is distinct from (old.content_hash, old.live_on, old.restart)
    or old.approved_at is not null and (new.approved_at is distinct from old.approved_at
      or coalesce(new.put_off_to, new.live_on) < coalesce(old.put_off_to, old.live_on)) then
    raise exception 'A review that is approved can only be put off.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger review_round_keeps_its_day before update on review_round
  for each row when (old.closed_at is null) execute function refuse_other_schedule();
create trigger review_round_is_frozen before update on review_round
  for each row when (old.closed_at is not null) execute function refuse_ended_round();
create trigger review_round_stays before delete on review_round for each row execute function refuse_ended_round();
create trigger review_round_is_kept before truncate on review_round
  for each statement execute function refuse_ended_round();
create trigger review_vote_is_of_an_open_round before insert or update on review_vote
  for each row execute function refuse_closed_round();
create trigger review_vote_stays before delete on review_vote for each row execute function refuse_ended_round();
create trigger review_vote_is_kept before truncate on review_vote
  for each statement execute function refuse_ended_round();
-- Comments belong to the draft, through all its rounds, until it is live or reset.
create function refuse_comment_without_draft() returns trigger language plpgsql as $$
begin
  perform 1 from review_round r join bucket_version v on v.id = r.bucket_version_id
    where r.id = new.round_id and v.state in ('draft', 'pending_review') for share of v;
  if not found then
    raise exception 'Only a draft takes comments.' using errcode = 'insufficient_privilege';
  end if;
  if new.reply_to is not null and not exists (
    select 1 from review_comment c where c.id = new.reply_to and c.round_id = new.round_id and c.reply_to is null
  ) then
    raise exception 'A reply answers a comment of its round.' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger review_comment_is_of_a_draft before insert on review_comment
  for each row execute function refuse_comment_without_draft();
create trigger review_comment_stays before update or delete on review_comment
  for each row execute function refuse_ended_round();
create trigger review_comment_is_kept before truncate on review_comment
  for each statement execute function refuse_ended_round();

create function refuse_resolution_without_draft() returns trigger language plpgsql as $$
begin
  perform 1 from review_comment c join review_round r on r.id = c.round_id
    join bucket_version v on v.id = r.bucket_version_id
    where c.id = new.comment_id and c.reply_to is null and v.state in ('draft', 'pending_review') for share of v;
  if not found then
    raise exception 'Only comments on a draft are resolved.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger review_resolution_is_of_a_draft before insert on review_resolution
  for each row execute function refuse_resolution_without_draft();
create trigger review_resolution_stays before update or delete on review_resolution
  for each row execute function refuse_ended_round();
create trigger review_resolution_is_kept before truncate on review_resolution
  for each statement execute function refuse_ended_round();
create trigger review_set_stays before update or delete on review_set
  for each row execute function refuse_ended_round();
create trigger review_set_is_kept before truncate on review_set
  for each statement execute function refuse_ended_round();
create function refuse_frozen_impact() returns trigger language plpgsql as $$
begin
  raise exception 'What was measured for a review cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger review_impact_is_frozen before update or delete on review_impact
  for each row execute function refuse_frozen_impact();
create trigger review_impact_is_not_truncated before truncate on review_impact
  for each statement execute function refuse_frozen_impact();

-- Raised appetites that wait for a second person, or waited. Those of one request share `proposal_id`.
create table appetite_proposal (
  proposal_id uuid not null,
  bucket_id uuid not null references bucket (id),
  -- The appetite it was proposed from.
  was numeric(3, 2) not null,
  becomes numeric(3, 2) not null,
  reason text not null,
  proposed_by text not null references person (id),
  proposed_at timestamptz not null,
  outcome text check (outcome in ('confirmed', 'declined', 'withdrawn', 'superseded')),
  closed_by text references person (id),
  closed_at timestamptz,
  primary key (proposal_id, bucket_id),
  constraint appetite_proposal_raises check (becomes > was),
  constraint appetite_proposal_closed
    check ((closed_at is null) = (outcome is null) and (closed_at is null) = (closed_by is null)),
  constraint appetite_proposal_second_person
    check (outcome not in ('confirmed', 'declined') or closed_by <> proposed_by)
);
create unique index appetite_proposal_one_open on appetite_proposal (bucket_id) where closed_at is null;
create index appetite_proposal_waiting on appetite_proposal (proposed_at, proposal_id) where closed_at is null;

-- An open one is closed once; nothing else of it changes.
create function refuse_proposal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.closed_at is null and (new.proposal_id, new.bucket_id, new.was, new.becomes, new.reason, new.proposed_by, new.proposed_at)
      = (old.proposal_id, old.bucket_id, old.was, old.becomes, old.reason, old.proposed_by, old.proposed_at) then
      return new;
    end if;
  end if;
  raise exception 'A proposed appetite cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger appetite_proposal_is_frozen before update or delete on appetite_proposal
  for each row execute function refuse_proposal_change();
create trigger appetite_proposal_is_kept before truncate on appetite_proposal
  for each statement execute function refuse_proposal_change();

-- Notifications and webhook deliveries

create table notification (
  id bigint generated always as identity primary key,
  person_id text not null references person (id),
  kind text not null check (kind in
    ('bucket_submitted', 'bucket_voted', 'bucket_vote_discounted', 'bucket_activated', 'bucket_sent_back',
      'bucket_scheduled', 'bucket_put_off', 'bucket_called_off', 'bucket_go_live_stopped', 'bucket_reviews_cancelled',
      'bucket_earlier_day_asked', 'bucket_earlier_day_rejected',
      'bucket_draft_joined', 'bucket_commented', 'bucket_stopped', 'person_access_requested',
      'person_access_granted', 'person_access_declined', 'bucket_appetite_proposed', 'bucket_appetite_changed',
      'bucket_appetite_declined', 'engine_behind')),
  at timestamptz not null,
  by text references person (id),
  -- Null if it is about a person or an engine.
  bucket_id uuid references bucket (id),
  read_at timestamptz,
  -- One notification for all buckets of a set that one action changed.
  set_id uuid references review_set (id),
  -- The same for raised appetites that were proposed together.
  proposal_id uuid,
  buckets int not null default 1 check (buckets > 0),
  choice text check (choice in ('approve', 'reject')),
  text text not null default '',
  -- The comments that it stands for.
  comments int not null default 1 check (comments > 0),
  -- What somebody asks for, or asked for.
  role text,
  constraint notification_about check ((kind like 'person%' or kind like 'engine%') = (bucket_id is null))
);
create index notification_by_person on notification (person_id, at desc, id desc);
create index notification_unread on notification (person_id) where read_at is null;
create index notification_by_time on notification (at);

-- `next_at` is the time of the next attempt; null after delivery or the last attempt.
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
);
create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null;
create index webhook_delivery_done on webhook_delivery (delivered_at) where delivered_at is not null;

-- Named filters of lists, private to one person.
create table saved_filter (
  id uuid primary key,
  person_id text not null references person (id),
  list text not null check (list in ('dials', 'buckets', 'users')),
  name text not null check (char_length(name) between 1 and 60),
  name_key text not null,
  -- The address of the list with this filter.
  address text not null,
  saved_at timestamptz not null,
  unique (person_id, list, name_key)
);

-- The feed: signed releases of what is live, the documents that they name, and the engines that read them

-- Public keys; the secrets are outside the database.
create table feed_key (
  kid text primary key,
  channel text not null check (channel in ('production', 'candidate')),
  x text not null,
  -- The key before it, and the statement that it signed about this one.
  endorsed_by text,
  endorsement text,
  used_at timestamptz not null,
  revoked_at timestamptz,
  check ((endorsed_by is null) = (endorsement is null))
);

create table feed_document (hash text primary key, content text not null);
-- The document of a version that is or was live, or of the content of a review round.
create table feed_content (source_id uuid primary key, document text not null references feed_document (hash));

-- What the next release says about each bucket, as JSON. A change rewrites those of its buckets, and those whose version
-- before is no longer named.
create table feed_bucket (
  bucket_id uuid primary key references bucket (id),
  partner int not null,
  cob text not null,
  production text not null,
  candidate text not null,
  refresh_at timestamptz
);
create index feed_bucket_to_refresh on feed_bucket (refresh_at) where refresh_at is not null;

-- The newest release of each channel. Whoever writes the next one locks it.
create table feed_head (
  channel text primary key check (channel in ('production', 'candidate')),
  sequence int not null,
  hash text,
  -- The hash of everything but sequence and time: an equal state needs no release.
  state_hash text
);
insert into feed_head (channel, sequence) values ('production', 0), ('candidate', 0);

create table feed_release (
  channel text not null references feed_head (channel),
  sequence int not null check (sequence > 0),
  hash text not null,
  kid text not null references feed_key (kid),
  issued_at timestamptz not null,
  -- The buckets that the release changed: how many, and the first of them.
  changed jsonb not null,
  -- The signed bytes; null after some time.
  jws text,
  primary key (channel, sequence)
);
-- Base64 does not compress.
alter table feed_release alter column jws set storage external;
create index feed_release_by_time on feed_release (issued_at);

create table engine (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  name_key text not null unique,
  channel text not null references feed_head (channel),
  -- The numbers of the partners that it may read; null: all.
  partners jsonb,
  created_at timestamptz not null,
  created_by text not null references person (id),
  token_hash text not null unique,
  token_tail text not null,
  token_created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- A replaced token works for a while.
  old_token_hash text unique,
  old_token_ends_at timestamptz,
  -- What it reported last.
  last_seen_at timestamptz,
  sequence int,
  applied_at timestamptz,
  source text check (source in ('server', 'snapshot')),
  client text,
  conformance jsonb,
  error jsonb,
  -- Since when it runs an older release than the newest; whether people were notified of that.
  behind_since timestamptz,
  alarmed_at timestamptz,
  dropped int not null default 0,
  check ((old_token_hash is null) = (old_token_ends_at is null))
);

-- The first outcome of each release at each engine, and the last one.
create table engine_release (
  engine_id uuid not null references engine (id),
  sequence int not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('applied', 'refused')),
  message text not null default '',
  primary key (engine_id, sequence)
);
create index engine_release_by_time on engine_release (at);

-- A batch of counters counts once.
create table decision_batch (
  id uuid primary key,
  engine_id uuid not null references engine (id),
  received_at timestamptz not null
);
create index decision_batch_by_time on decision_batch (received_at);

-- Numbers add up, objects by their keys.
create function add_counts(a jsonb, b jsonb) returns jsonb language sql immutable as $$
  select case
    when a is null then b
    when b is null then a
    when jsonb_typeof(a) = 'number' then to_jsonb(a::numeric + b::numeric)
    else (
      select coalesce(jsonb_object_agg(key, add_counts(a -> key, b -> key)), '{}')
      from (select jsonb_object_keys(a) as key union select jsonb_object_keys(b)) as keys
    )
  end
$$;

-- What engines decided with one version of a bucket in one hour.
create table decision_count (
  bucket_id uuid not null references bucket (id),
  version int not null,
  hour timestamptz not null,
  decisions int not null,
  nothing_set int not null,
  no_max_line int not null,
  stopped int not null,
  compared int not null,
  differs int not null,
  -- By dial: took_part, won by value, beaten by dial.
  dials jsonb not null,
  primary key (bucket_id, version, hour)
);
create index decision_count_by_hour on decision_count (hour);
