-- Who added or invited a person, and since when somebody else confirms them: see docs/review.md, R61.
alter table person
  add column introduced_by text[] not null default '{}',
  add column vouched_at timestamptz;

-- Whoever was known before this rule keeps counting, if their identity is verified.
update person set vouched_at = verified_at where verified_at is not null and verification <> 'tenant';
update person p set introduced_by = array(
    select distinct by from (
      select actor_id as by from audit_event a
        where a.object_type = 'person' and a.object_id = p.id and a.action in ('person_added', 'person_invited')
      union all select created_by from invitation i where i.person_id = p.id
    ) introducer where by is not null and by <> p.id order by by)
  where directory = 'embedded';

-- The mailbox that an address reaches, as in domain/user/mailbox.ts.
create function mailbox_of(address text) returns text language sql immutable parallel safe as $$
  select case
    when text !~ '.@' then text
    when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com'
    else untagged || '@' || domain
  end
  from (select lower(btrim(address, E' \t\n\r')) as text) typed,
    lateral (select regexp_replace(text, '^.*@', '') as domain,
      regexp_replace(regexp_replace(text, '@[^@]*$', ''), '^(.[^+]*)\+.*$', '\1') as untagged) parts
$$;

-- Rows of the first release have one of the reasons already, so that no scan is needed.
alter table review_vote
  drop constraint review_vote_discounted_check,
  add constraint review_vote_discounted_check check (discounted in
    ('deactivated', 'not_permitted', 'not_verified', 'vote_from_author', 'link_from_author', 'same_mailbox',
      'not_confirmed')) not valid;
