-- Dials are looked for in the memory of each server. A dial carries the number of the transaction that changed it last,
-- so that a server reads what has changed since it last looked, and misses nothing that was still being written then.
alter table dial add column changed_in xid8 not null default pg_current_xact_id();
create index dial_by_change on dial (changed_in);

create function mark_dial_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger dial_change_is_marked before insert or update on dial for each row execute function mark_dial_change();

drop index dial_by_text;
drop index dial_by_tag;
drop index dial_by_class;
