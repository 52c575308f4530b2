import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type Span = Readonly<{ from: Date; to: Date }>;

const MAX_PAGES = 100;

const during = ({ from, to }: Span) => sql`from analytics_event
  where at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz`;
const PAGE = sql`properties ->> 'page'`;

/** Every day, including those without visitors. */
export async function countDays(db: Db, span: Span): Promise<{ day: string; people: number; views: number }[]> {
  const { rows } = await sql<{ day: string; people: number; views: number }>`
    with used as (
      select (at at time zone 'UTC')::date as day, count(distinct distinct_id)::int as people,
        (count(*) filter (where kind = 'page view'))::int as views
      ${during(span)} group by 1)
    select to_char(one, 'YYYY-MM-DD') as day, coalesce(used.people, 0) as people, coalesce(used.views, 0) as views
    from generate_series(${span.from.toISOString().slice(0, 10)}::timestamp,
      ${span.to.toISOString().slice(0, 10)}::timestamp - interval '1 day', interval '1 day') as one
    left join used on used.day = one::date order by one`.execute(db);
  return rows;
}

export async function countPages(db: Db, span: Span): Promise<{ page: string; views: number; people: number }[]> {
  const { rows } = await sql<{ page: string; views: number; people: number }>`
    select ${PAGE} as page, count(*)::int as views, count(distinct distinct_id)::int as people
    ${during(span)} and kind = 'page view' and ${PAGE} is not null
    group by 1 order by views desc, page limit ${MAX_PAGES}`.execute(db);
  return rows;
}

export async function countSearches(
  db: Db,
  span: Span,
): Promise<{ page: string; searches: number; nothing: number }[]> {
  const { rows } = await sql<{ page: string; searches: number; nothing: number }>`
    select ${PAGE} as page, count(*)::int as searches,
      (count(*) filter (where properties ->> 'results' = '0'))::int as nothing
    ${during(span)} and kind = 'search' and ${PAGE} is not null
    group by 1 order by searches desc, page limit ${MAX_PAGES}`.execute(db);
  return rows;
}

export async function countPeople(db: Db, span: Span): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct distinct_id)::int as people ${during(span)}`.execute(db);
  return rows[0]?.people ?? 0;
}
