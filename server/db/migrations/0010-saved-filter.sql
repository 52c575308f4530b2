-- What a person wants a list to show, kept under a name of their own.
create table saved_filter (
  id uuid primary key,
  person_id text not null references person (id),
  list text not null check (list in ('dials', 'buckets', 'users')),
  name text not null check (char_length(name) between 1 and 60),
  -- By which two names of a list are the same.
  name_key text not null,
  -- Where the list stands with this filter.
  address text not null,
  saved_at timestamptz not null,
  unique (person_id, list, name_key)
);
