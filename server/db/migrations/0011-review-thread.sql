-- What each round was submitted with, its entries in order; nothing of rounds that had ended before this was kept.
alter table review_round add column content jsonb;
update review_round r set content = (
  select coalesce(jsonb_agg(
    jsonb_build_object('dial_id', e.dial_id, 'version', e.dial_version, 'overrides', e.overrides) order by e.position
  ), '[]')
  from bucket_entry e where e.bucket_version_id = r.bucket_version_id
) where r.closed_at is null;

-- A reply stands with the comment it answers, one level deep, and is about the same.
alter table review_comment add column reply_to uuid references review_comment (id);
alter table review_comment add constraint review_comment_reply
  check (reply_to is null or (dial_id is null and vote is null));
create index review_comment_by_reply on review_comment (reply_to) where reply_to is not null;

-- Comments belong to the draft: from its first review until it is live or reset, through all its rounds.
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
drop trigger review_comment_is_of_an_open_round on review_comment;
create trigger review_comment_is_of_a_draft before insert on review_comment
  for each row execute function refuse_comment_without_draft();

-- Comments never change: whether one is resolved is what was said of it last.
create table review_resolution (
  seq bigint generated always as identity primary key,
  comment_id uuid not null references review_comment (id),
  resolved boolean not null,
  person_id text not null references person (id),
  at timestamptz not null
);
create index review_resolution_by_comment on review_resolution (comment_id, seq);
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

-- A notification says what was decided, and in which words.
alter table notification add column choice text check (choice in ('approve', 'reject'));
alter table notification add column text text not null default '';
