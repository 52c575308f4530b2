-- A set: rounds of several buckets that were submitted together, with one description. Each keeps its own votes.
create table review_set (
  id uuid primary key,
  title text not null check (title <> ''),
  description text not null,
  submitted_at timestamptz not null,
  submitted_by text not null references person (id),
  -- The version of a dial that it is about, where it is about one.
  dial_id uuid references dial (id),
  dial_version int,
  check (dial_version is null or dial_id is not null)
);
create trigger review_set_stays before update or delete on review_set
  for each row execute function refuse_ended_round();
create trigger review_set_is_kept before truncate on review_set
  for each statement execute function refuse_ended_round();

alter table review_round add column set_id uuid references review_set (id);
create index review_round_by_set on review_round (set_id) where set_id is not null;

-- People are told once of what one act did to several buckets of a set.
alter table notification add column set_id uuid references review_set (id);
alter table notification add column buckets int not null default 1 check (buckets > 0);
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in
  ('bucket_submitted', 'bucket_voted', 'bucket_vote_discounted', 'bucket_activated', 'bucket_sent_back',
    'bucket_reviews_cancelled', 'bucket_draft_joined', 'bucket_commented'));
