-- The chunks of a portfolio are stored one by one before the portfolio itself: one transaction of minutes would make every
-- search read again what changed meanwhile. A last, short transaction adds the portfolio and deletes the upload. What an
-- upload that never ended left behind is deleted by a job.
create table portfolio_upload (
  -- Becomes that of the portfolio.
  id uuid primary key,
  -- When its last chunk was stored.
  at timestamptz not null
);

-- Instead of the foreign key, which chunks of an upload would violate.
alter table portfolio_chunk drop constraint portfolio_chunk_portfolio_id_fkey;
create function delete_chunks_of_portfolio() returns trigger language plpgsql as $$
begin
  delete from portfolio_chunk where portfolio_id = old.id;
  return null;
end $$;
create trigger portfolio_chunks after delete on portfolio for each row execute function delete_chunks_of_portfolio();
