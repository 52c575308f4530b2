-- How often each dial decided in a day, apart from the other counts: lists sum it over many buckets, and an array as long as
-- `counts` is unpacked whole to read one number of it. domain/practice/counts.ts describes the layout. Days that were counted
-- before have none, and are read from `counts`; so are those of a version that is not live yet.
alter table decision_day add column decided int[];
-- Never compressed or moved out of its row: it has a number for each of 500 dials at most.
alter table decision_day alter column decided set storage plain;

create function keep_decided() returns trigger language plpgsql as $$
begin
  new.decided := (
    select new.counts[v.dials + 1 : 2 * v.dials] from bucket_version v
    where v.bucket_id = new.bucket_id and v.number = new.version);
  return new;
end $$;
create trigger decided_is_kept before insert or update of counts on decision_day
  for each row execute function keep_decided();
