-- How it is known who a person is. Votes of people who are not verified are kept and not counted.
alter table person
  add column verification text
    check (verification in ('demo', 'tenant', 'mailbox', 'colleague', 'command_line')),
  add column verified_at timestamptz,
  add column verified_by text references person (id),
  add constraint person_verification_dated check ((verification is null) = (verified_at is null));

-- Everyone else has to be confirmed once: whether their link was shown to someone is not known for certain.
update person
  set verification = case when directory = 'hosted' then 'tenant' else 'demo' end, verified_at = created_at
  where directory = 'hosted' or is_demo;

-- Whether the link went to the mailbox of the person alone.
alter table invitation add column mailed boolean not null default false;

alter table review_vote
  drop constraint review_vote_discounted_check,
  add constraint review_vote_discounted_check
    check (discounted in ('deactivated', 'not_permitted', 'not_verified', 'vote_from_author', 'link_from_author'));
