-- The entries of what is live, drafted or in review, beside the history in bucket_entry, which grows with every version:
-- a read of what is current must not read what was. The database keeps it, so that servers of the version before do too.
create table current_entry (
  bucket_version_id uuid not null,
  position int not null,
  bucket_id uuid not null,
  -- Of a live version; otherwise of a draft.
  is_live boolean not null,
  dial_id uuid not null,
  dial_version int not null,
  overrides jsonb not null,
  primary key (bucket_version_id, position)
);

-- What the table should hold.
create function list_expected_entries() returns setof current_entry language sql stable as $$
  select e.bucket_version_id, e.position, v.bucket_id, v.state = 'live', e.dial_id, e.dial_version, e.overrides
  from bucket_version v join bucket_entry e on e.bucket_version_id = v.id
  where v.state in ('live', 'draft', 'pending_review')
$$;

create function rewrite_current_entries() returns void language sql as $$
  delete from current_entry;
  insert into current_entry select * from list_expected_entries();
$$;

-- Servers of the version before may go on saving while the table is filled, for seconds where there are millions of entries.
create temporary table bucket_before on commit drop as select id, revision from bucket;
insert into current_entry select * from list_expected_entries();
create index current_entry_by_dial on current_entry (dial_id, dial_version, is_live, bucket_id);
create index current_entry_by_bucket on current_entry (bucket_id, is_live);
analyze current_entry;

create function follow_entries() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from current_entry c using removed r
      where c.bucket_version_id = r.bucket_version_id and c.position = r.position;
  end if;
  if tg_op <> 'DELETE' then
    insert into current_entry
      select a.bucket_version_id, a.position, v.bucket_id, v.state = 'live', a.dial_id, a.dial_version, a.overrides
      from added a join bucket_version v on v.id = a.bucket_version_id
      where v.state in ('live', 'draft', 'pending_review');
  end if;
  return null;
end $$;
create trigger current_entries_are_added after insert on bucket_entry
  referencing new table as added for each statement execute function follow_entries();
create trigger current_entries_are_removed after delete on bucket_entry
  referencing old table as removed for each statement execute function follow_entries();
create trigger current_entries_are_changed after update on bucket_entry
  referencing old table as removed new table as added for each statement execute function follow_entries();

create function follow_version_state() returns trigger language plpgsql as $$
begin
  if new.state in ('superseded', 'discarded') then
    delete from current_entry where bucket_version_id = new.id;
  else
    update current_entry set is_live = (new.state = 'live')
      where bucket_version_id = new.id and is_live <> (new.state = 'live');
  end if;
  return null;
end $$;
create trigger current_entries_follow after update of state on bucket_version
  for each row when (old.state <> new.state) execute function follow_version_state();

-- From here on they wait, while the buckets that changed meanwhile are listed again.
create temporary table bucket_since on commit drop as
  select b.id from bucket b left join bucket_before was on was.id = b.id where b.revision is distinct from was.revision;
delete from current_entry where bucket_id in (select id from bucket_since);
insert into current_entry select * from list_expected_entries() where bucket_id in (select id from bucket_since);
