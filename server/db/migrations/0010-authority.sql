-- Who must sign what: rules and deputies. Each row is a proposal; a confirmed one is in force until it ends.
create table authority_change (
  id uuid primary key,
  kind text not null check (kind in ('add_rule', 'change_rule', 'remove_rule', 'add_deputy', 'end_deputy')),
  -- The rule or the deputy; of a removal what it removes.
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  -- The confirmed row that it changes or ends.
  replaces uuid references authority_change (id),
  proposed_by text not null references person (id),
  proposed_at timestamptz not null,
  outcome text check (outcome in ('confirmed', 'declined', 'withdrawn')),
  decided_by text references person (id),
  decided_at timestamptz,
  reason text not null default '',
  -- Since when it is no longer in force.
  ended_at timestamptz,
  constraint authority_change_decided
    check ((decided_at is null) = (outcome is null) and (decided_at is null) = (decided_by is null)),
  constraint authority_change_second_person check
    (case outcome when 'withdrawn' then decided_by = proposed_by when 'confirmed' then decided_by <> proposed_by
      when 'declined' then decided_by <> proposed_by else true end),
  constraint authority_change_ended check (ended_at is null or outcome = 'confirmed'),
  constraint authority_change_replaces check ((kind in ('add_rule', 'add_deputy')) = (replaces is null))
);
create unique index authority_change_one_open on authority_change (replaces) where decided_at is null and replaces is not null;
create index authority_change_waiting on authority_change (proposed_at, id) where decided_at is null;
create index authority_change_in_force on authority_change (kind) where outcome = 'confirmed' and ended_at is null;
create index authority_change_history on authority_change (decided_at desc, id) where decided_at is not null;

-- It is decided once, and what is in force ends once; nothing else of it changes.
create function refuse_authority_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.kind, new.body, new.replaces, new.proposed_by, new.proposed_at)
        is not distinct from (old.id, old.kind, old.body, old.replaces, old.proposed_by, old.proposed_at)
      and (old.decided_at is null or (new.outcome, new.decided_by, new.decided_at, new.reason)
        is not distinct from (old.outcome, old.decided_by, old.decided_at, old.reason))
      and (old.ended_at is null or new.ended_at is not distinct from old.ended_at) then
      return new;
    end if;
  end if;
  raise exception 'A change of authority cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger authority_change_is_frozen before update or delete on authority_change
  for each row execute function refuse_authority_change();
create trigger authority_change_is_kept before truncate on authority_change
  for each statement execute function refuse_authority_change();

-- The rules under which it was submitted and what is known of the draft; null: submitted before there were rules.
alter table review_round add column authority jsonb;
create function refuse_other_authority() returns trigger language plpgsql as $$
begin
  raise exception 'The authority of a review cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger review_round_keeps_its_authority before update on review_round
  for each row when (new.authority is distinct from old.authority) execute function refuse_other_authority();
-- Those whose deputy the voter was on the day of the vote.
alter table review_vote add column acts_for text[] not null default '{}';

-- Who answers for a class of business, and when it is reviewed next. Without a row: nobody, and no day.
create table class_record (
  cob text primary key,
  owner text references person (id),
  next_review date,
  revision int not null default 1
);

-- Confirmations of the list of who may do what.
create table access_review (
  id uuid primary key,
  at timestamptz not null,
  by text not null references person (id),
  people int not null check (people > 0),
  -- SHA-256 of the list.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  note text not null
);
create index access_review_by_time on access_review (at desc);
create function refuse_access_review_change() returns trigger language plpgsql as $$
begin
  raise exception 'A confirmation of who may do what cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger access_review_is_frozen before update or delete on access_review
  for each row execute function refuse_access_review_change();
create trigger access_review_is_kept before truncate on access_review
  for each statement execute function refuse_access_review_change();

-- The product names the kinds. Rows so far have one of the earlier ones, so that no scan is needed.
alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind ~ '^(bucket|person|engine|authority)_[a-z_]+$') not valid,
  drop constraint notification_about,
  add constraint notification_about
    check ((kind like 'person%' or kind like 'engine%' or kind like 'authority%') = (bucket_id is null)) not valid;
