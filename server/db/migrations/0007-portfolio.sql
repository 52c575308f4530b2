-- A portfolio: risks that drafts are measured against. What it holds never changes; only its name, and whether it is used.
create table portfolio (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  -- By which two names are the same.
  name_key text not null unique,
  risks int not null check (risks > 0),
  period_from date not null,
  period_until date not null check (period_until >= period_from),
  -- SHA-256 over the hashes of its chunks, in order.
  hash text not null,
  -- What its chunks take, compressed.
  bytes bigint not null,
  loaded_at timestamptz not null,
  -- None: the product itself.
  loaded_by text references person (id),
  is_used boolean not null default false,
  summary jsonb not null,
  revision int not null default 1
);
-- Drafts are measured against one portfolio at most.
create unique index portfolio_that_is_used on portfolio (is_used) where is_used;

-- Some of its risks, of one class. Risks are in the order of their classes, so that a class is a run of chunks.
create table portfolio_chunk (
  portfolio_id uuid not null references portfolio (id) on delete cascade,
  number int not null,
  cob text not null,
  risks int not null check (risks > 0),
  -- SHA-256 of what it holds before it is compressed.
  hash text not null,
  bytes bytea not null,
  primary key (portfolio_id, number)
);
-- Compressed already.
alter table portfolio_chunk alter column bytes set storage external;

-- What columns of earlier files were, and what unknown names in them meant.
create table portfolio_column (
  name_key text primary key,
  target text not null
);
create table portfolio_match (
  against text not null,
  text_key text not null,
  code text not null,
  primary key (against, text_key)
);
