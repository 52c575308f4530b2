import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';

export type Span = Readonly<{ from: Date; to: Date }>;
type Usage = Readonly<{
  days: readonly Readonly<{ day: string; people: number; views: number }>[];
  pages: readonly Readonly<{ page: string; views: number; people: number }>[];
  searches: readonly Readonly<{ page: string; searches: number; nothing: number }>[];
  people: number;
}>;

const MAX_PAGES = 100;
/** The most used first. */
const mostOf = (order: 'views' | 'searches') => sql`order by ${sql.ref(order)} desc, page limit ${MAX_PAGES}`;

const dayOf = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`;
/** The days of a span, its end excluded, that are not counted. */
const uncountedDays = ({ from, to }: Span) => sql`
  select day from (select one::date as day from generate_series(${dayOf(from)}, ${dayOf(to)} - 1, interval '1 day') one) days
  where not exists (select from usage_day counted where counted.day = days.day and counted.page = '')`;

/**
 * The events of some days, as `person_day`: what each person did on each page and day, and `sums`: the rows of
 * `usage_day`. People are compared as bytes, which takes a fraction of the time of a comparison by a language's rules.
 */
const countEvents = (days: RawBuilder<unknown>) => sql`
  days as materialized (${days}),
  person_day as materialized (
    select day, coalesce(properties ->> 'page', '') as page, distinct_id collate "C" as person,
      (count(*) filter (where kind = 'page view'))::int as views,
      (count(*) filter (where kind = 'search'))::int as searches,
      (count(*) filter (where kind = 'search' and properties ->> 'results' = '0'))::int as nothing
    from days join analytics_event
      on at >= day::timestamp at time zone 'UTC' and at < (day + 1)::timestamp at time zone 'UTC'
    group by 1, 2, 3
  ),
  sums as (
    select day, page, sum(views)::int as views, (count(*) filter (where views > 0))::int as people,
      sum(searches)::int as searches, sum(nothing)::int as nothing
    from person_day where page <> '' group by day, page
    union all
    select day, '', sum(views)::int, count(*)::int, sum(searches)::int, sum(nothing)::int
    from (select day, person, sum(views) as views, sum(searches) as searches, sum(nothing) as nothing
      from person_day group by day, person) whole group by day
  ),
  visit as (
    select page, person, max(day) as last_day from person_day where page <> '' and views > 0 group by page, person
    union all select '', person, max(day) from person_day group by person
  )`;

export async function readUsage(trx: Db, span: Span): Promise<Usage> {
  const [from, to] = [dayOf(span.from), dayOf(span.to)];
  const { rows } = await sql<Usage>`
    with ${countEvents(uncountedDays(span))}, used as materialized (
      select day, page, views, people, searches, nothing from usage_day where day >= ${from} and day < ${to}
      union all select * from sums
    ), visitor as (
      select page, count(*)::int as people from (
        select page, person from usage_person where last_day >= ${from}
        union all select page, person from visit where not exists (
          select from usage_person counted
          where counted.page = visit.page and counted.person = visit.person and counted.last_day >= ${from})
      ) one group by page
    ), day_row as (
      select to_char(one, 'YYYY-MM-DD') as day, coalesce(people, 0) as people, coalesce(views, 0) as views
      from generate_series(${from}, ${to} - 1, interval '1 day') one
      left join used on used.day = one::date and used.page = '' order by one
    ), page_row as (
      select page, sum(views)::int as views, coalesce(max(visitor.people), 0) as people
      from used left join visitor using (page) where page <> '' and views > 0 group by page ${mostOf('views')}
    ), search_row as (
      select page, sum(searches)::int as searches, sum(nothing)::int as nothing
      from used where page <> '' and searches > 0 group by page ${mostOf('searches')}
    )
    select
      (select coalesce(jsonb_agg(day_row), '[]') from day_row) as days,
      (select coalesce(jsonb_agg(page_row), '[]') from page_row) as pages,
      (select coalesce(jsonb_agg(search_row), '[]') from search_row) as searches,
      coalesce((select people from visitor where page = ''), 0) as people`.execute(trx);
  return rows[0] ?? { days: [], pages: [], searches: [], people: 0 };
}

/** The days of the span that are not counted though they have events. */
export async function listDaysToCount(db: Db, span: Span): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from (${uncountedDays(span)}) uncounted
    where exists (select from analytics_event
      where at >= day::timestamp at time zone 'UTC' and at < (day + 1)::timestamp at time zone 'UTC')
    order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

/** Keeps what was used on a day that has ended. Until then no event arrives, and no other server counts. */
export async function keepUsageOf(trx: Trx, day: string): Promise<void> {
  // Events would wait behind this, while it waits for something that takes long: a vacuum by hand.
  await sql`set local lock_timeout = '3s'`.execute(trx);
  await sql`lock table analytics_event in share row exclusive mode`.execute(trx);
  const days = sql`select ${day}::date as day
    where not exists (select from usage_day where day = ${day}::date and page = '')`;
  await sql`
    with ${countEvents(days)}, kept_people as (
      insert into usage_person (page, person, last_day) select page, person, last_day from visit
      on conflict (page, person) do update set last_day = greatest(usage_person.last_day, excluded.last_day)
    )
    insert into usage_day (day, page, views, people, searches, nothing)
    select day, page, views, people, searches, nothing from sums`.execute(trx);
}
