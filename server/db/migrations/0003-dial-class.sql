-- The class filter. A dial belongs to the classes of its risk codes and of its dimensions, and to those of the buckets
-- that hold it; to every class (`*`) where that gives none.
alter table reference_option add column classes text[] not null default '{}';

drop index dial_by_class;
alter table dial rename column classes to own_classes;
update dial set own_classes = '{}' where own_classes = '{*}';
alter table dial add column used_classes text[] not null default '{}';
update dial set used_classes = used.classes
  from (
    select e.dial_id, array_agg(distinct b.cob collate "C" order by b.cob collate "C") as classes
    from bucket_entry e
    join bucket_version v on v.id = e.bucket_version_id
    join bucket b on b.id = v.bucket_id
    where v.state in ('live', 'draft', 'pending_review')
    group by e.dial_id
  ) used
  where dial.id = used.dial_id;
alter table dial add column classes text[] not null generated always as (
  case when own_classes = '{}' and used_classes = '{}' then array['*'] else own_classes || used_classes end
) stored;
create index dial_by_class on dial using gin (classes) with (fastupdate = off) where deleted_at is null;
