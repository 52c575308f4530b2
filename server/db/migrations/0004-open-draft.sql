-- The Draft tab holds every dial with an open draft, published or not; the list can be ordered by use.
alter table dial_count add column drafts int not null default 0;
delete from dial_count;
insert into dial_count
  select status, count(*), count(draft_version) from dial where deleted_at is null group by status;

create or replace function count_dial() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    insert into dial_count values (old.status, -1, -(old.draft_version is not null)::int);
  end if;
  if new.deleted_at is null then
    insert into dial_count values (new.status, 1, (new.draft_version is not null)::int);
  end if;
  return null;
end $$;
drop trigger dial_is_counted_again on dial;
create trigger dial_is_counted_again after update of status, deleted_at, draft_version on dial for each row
  when (
    (old.status, old.deleted_at is null, old.draft_version is null)
    is distinct from (new.status, new.deleted_at is null, new.draft_version is null)
  )
  execute function count_dial();

create index dial_by_use on dial (bucket_count desc, id desc) where deleted_at is null;
create index dial_by_status_use on dial (status, bucket_count desc, id desc) where deleted_at is null;
-- Of the Draft tab, one per order, as of every other.
create index dial_draft on dial (id) where deleted_at is null and draft_version is not null;
create index dial_draft_by_name on dial (name_key, id) where deleted_at is null and draft_version is not null;
create index dial_draft_by_saved on dial (saved_at desc, id desc)
  where deleted_at is null and draft_version is not null;
create index dial_draft_by_use on dial (bucket_count desc, id desc)
  where deleted_at is null and draft_version is not null;
