-- Limits of exposure, imported as a sheet. There is one row at most: an import replaces all limits.
create table capacity_sheet (
  is_only boolean primary key default true check (is_only),
  -- In the order of the file.
  limits jsonb not null check (jsonb_typeof(limits) = 'array'),
  file text not null,
  imported_at timestamptz not null,
  imported_by text not null references person (id),
  revision int not null default 1
);
