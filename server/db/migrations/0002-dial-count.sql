-- How many dials there are of each status, as a sum of changes: nobody who changes a dial waits for another to do so.
-- The list of dials reads it, and adds up what has gathered.
create table dial_count (status text not null, change int not null);
insert into dial_count select status, count(*) from dial where deleted_at is null group by status;

create function count_dial() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    insert into dial_count values (old.status, -1);
  end if;
  if new.deleted_at is null then
    insert into dial_count values (new.status, 1);
  end if;
  return null;
end $$;
create trigger dial_is_counted after insert on dial for each row execute function count_dial();
create trigger dial_is_counted_again after update of status, deleted_at on dial for each row
  when ((old.status, old.deleted_at is null) is distinct from (new.status, new.deleted_at is null))
  execute function count_dial();
