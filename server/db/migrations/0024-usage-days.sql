-- Usage per day, so that three months are not counted from every event again. A day that has ended is counted once, by a job;
-- `page` is '' for the whole day.
create table usage_day (
  day date not null,
  page text collate "C" not null,
  views int not null,
  people int not null,
  searches int not null,
  nothing int not null,
  primary key (day, page)
);
-- The last counted day on which each person used each page, and any ('').
create table usage_person (
  page text collate "C" not null,
  person text collate "C" not null,
  last_day date not null,
  primary key (page, person)
);

-- A page that was offline sends its events later: their days are counted again.
create function forget_usage_days() returns trigger language plpgsql as $$
begin
  delete from usage_day where day in (select distinct (at at time zone 'UTC')::date from added);
  return null;
end $$;
create trigger usage_days_are_forgotten after insert on analytics_event
  referencing new table as added for each statement execute function forget_usage_days();
