-- What was measured for a review stays as it was, by whoever tries to change it. The same input is stored once per round:
-- the hash is of both lists, the portfolio, the day and the engine. Rows from before have none.
alter table review_impact add column input_hash text check (input_hash ~ '^[0-9a-f]{64}$');
create unique index review_impact_once_per_input on review_impact (round_id, input_hash);

create function refuse_frozen_impact() returns trigger language plpgsql as $$
begin
  raise exception 'What was measured for a review cannot change.' using errcode = 'insufficient_privilege';
end $$;
create trigger review_impact_is_frozen before update or delete on review_impact
  for each row execute function refuse_frozen_impact();
create trigger review_impact_is_not_truncated before truncate on review_impact
  for each statement execute function refuse_frozen_impact();
