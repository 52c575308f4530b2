-- Counters of dials by their position in the bucket version: domain/practice/counts.ts describes the layout. An hour has the
-- first blocks only, a day all of them. Servers of the version before go on writing the column dials.
alter table decision_count
  add column counts int[] not null default '{}',
  alter column dials set default '{}';

-- The same per day (UTC), kept longer. Screens read days.
create table decision_day (
  bucket_id uuid not null references bucket (id),
  version int not null,
  day date not null,
  decisions int not null,
  nothing_set int not null,
  no_max_line int not null,
  stopped int not null,
  compared int not null,
  differs int not null,
  counts int[] not null,
  -- For dials that decided nothing, by position: how often each other position decided instead.
  beaten jsonb not null,
  primary key (bucket_id, version, day)
);
create index decision_day_by_day on decision_day (day);

alter table engine
  add column first_counted_at timestamptz,
  add column last_counted_at timestamptz;
