-- What a person wants by e-mail. Without a row: everything.
create table mail_preference (
  person_id text primary key references person (id),
  at_once boolean not null default true,
  digest boolean not null default true,
  -- An IANA time zone: chosen, or that of the last browser; null before the first visit.
  time_zone text,
  zone_is_chosen boolean not null default false,
  -- In the address that ends the digests without signing in.
  secret text not null unique,
  -- The day, in that zone, of the last morning that was looked at.
  digest_day date
);

-- The letters that went out at once: one per round and person.
create table mail_sent (
  round_id uuid not null references review_round (id),
  person_id text not null references person (id),
  at timestamptz not null,
  primary key (round_id, person_id)
);
create index mail_sent_by_time on mail_sent (at);
