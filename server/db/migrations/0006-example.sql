-- An example: a risk with the values it should get, kept with a bucket. It is no part of what is reviewed and rated.
create table bucket_example (
  id uuid primary key,
  bucket_id uuid not null references bucket (id),
  name text not null check (char_length(name) between 1 and 80),
  -- By which two names of a bucket are the same.
  name_key text not null,
  risk jsonb not null,
  expected jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null references person (id),
  revision int not null default 1,
  unique (bucket_id, name_key)
);
