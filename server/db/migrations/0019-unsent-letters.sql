-- A letter is claimed here in the transaction that decides to send it, and deleted once the mail server accepted it. Until
-- then it is tried again at next_at, by any server: after a failure, and if the server that claimed it ended.
create table mail_unsent (
  person_id text not null references person (id),
  -- 'digest', or the id of a round.
  about text not null,
  claimed_at timestamptz not null,
  attempts int not null default 1,
  next_at timestamptz not null,
  primary key (person_id, about)
);
create index mail_unsent_by_time on mail_unsent (next_at);
