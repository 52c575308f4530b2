-- What the draft of a review round does to the risks of a portfolio. What was measured stays as it was: measuring again
-- adds a row.
create table review_impact (
  round_id uuid not null references review_round (id),
  number int not null check (number > 0),
  measured_at timestamptz not null,
  measured_by text not null references person (id),
  -- Measured because the review was asked for, not later.
  at_submit boolean not null,
  -- Why nothing was measured, where nothing was.
  missing text check (missing in ('no-portfolio', 'none-of-class')),
  -- A portfolio stays for as long as a review names it.
  portfolio_id uuid references portfolio (id),
  engine text not null,
  measured jsonb,
  primary key (round_id, number),
  check ((missing is null) = (measured is not null)),
  check ((measured is null) = (portfolio_id is null))
);
create index review_impact_by_portfolio on review_impact (portfolio_id);
