import { type RawBuilder, sql } from 'kysely';
import type { DialData } from '#domain/dial/dial.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { Db } from '#server/db/connect.ts';

/** An option, and the dimensions that use its list. */
export type Option = Readonly<{ keys: readonly DimensionKey[]; code: string }>;

/** The number of existing dials that name each option, published or in the draft. */
export async function countAllUses(db: Db, keys: readonly DimensionKey[]): Promise<Map<string, number>> {
  const named = sql`v.data -> 'dimensions' -> key`;
  const { rows } = await sql<{ code: string; dials: number }>`
    select code, count(distinct d.id)::int as dials
    from dial d cross join lateral (
      select data from dial_version
      where dial_id = d.id and version in (d.published_version, d.draft_version) offset 0) v
    cross join unnest(${keys}::text[]) as key
    cross join lateral jsonb_array_elements_text(
      case when jsonb_typeof(${named}) = 'array' then ${named} else '[]' end) as code
    where d.deleted_at is null group by code`.execute(db);
  return new Map(rows.map(({ code, dials }) => [code, dials]));
}

/** The number of dials that name one option in any version, existing and deleted. */
export async function countUsesOf(db: Db, option: Option): Promise<{ dials: number; deleted: number }> {
  const { rows } = await sql<{ dials: number; deleted: number }>`
    select count(distinct d.id) filter (where d.deleted_at is null)::int as dials,
      count(distinct d.id) filter (where d.deleted_at is not null)::int as deleted
    from dial_version v join dial d on d.id = v.dial_id where ${naming(option)}`.execute(db);
  return rows[0] ?? { dials: 0, deleted: 0 };
}

const naming = ({ keys, code }: Option): RawBuilder<unknown> =>
  sql`(${sql.join(
    [sql`false`, ...keys.map((key) => sql`v.data -> 'dimensions' @> ${JSON.stringify({ [key]: [code] })}::jsonb`)],
    sql` or `,
  )})`;

/** The version shown in the list. */
const LISTED = sql`dial d join dial_version v
  on v.dial_id = d.id and v.version = coalesce(d.published_version, d.draft_version)`;

/** Dials whose listed version names the option. */
export async function listNaming(db: Db, option: Option): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from ${LISTED} where d.deleted_at is null and ${naming(option)} order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ordered by id to avoid deadlocks. */
export async function lockListed(
  trx: Db,
  ids: readonly string[],
  wait: 'skip locked' | 'wait',
): Promise<{ id: string; data: DialData }[]> {
  const { rows } = await sql<{ id: string; data: DialData }>`
    select d.id, v.data from ${LISTED} where d.id = any(${ids}::uuid[]) and d.deleted_at is null
    order by d.id for update of d ${wait === 'wait' ? sql`` : sql`skip locked`}`.execute(trx);
  return rows;
}

type OptionKey = Readonly<{ list: string; code: string }>;

export async function addRefresh(trx: Db, { list, code }: OptionKey): Promise<void> {
  await trx
    .insertInto('search_refresh')
    .values({ list, code })
    .onConflict((conflict) => conflict.columns(['list', 'code']).doUpdateSet({ at: sql`excluded.at` }))
    .execute();
}

export async function listRefreshes(db: Db): Promise<{ list: ReferenceList; code: string; at: string }[]> {
  const { rows } = await sql<{ list: ReferenceList; code: string; at: string }>`
    select list, code, at::text from search_refresh order by at`.execute(db);
  return rows;
}

/** Unless it changed again meanwhile. */
export async function removeRefresh(db: Db, { list, code }: OptionKey, at: string): Promise<void> {
  await sql`delete from search_refresh where list = ${list} and code = ${code} and at = ${at}::timestamptz`.execute(db);
}

/** Not a change of the dial itself: its revision stays. */
export async function updateSearchTexts(
  trx: Db,
  rows: readonly Readonly<{ id: string; search_text: string; own_classes: readonly string[] }>[],
): Promise<void> {
  await sql`
    update dial set search_text = change.search_text, own_classes = change.own_classes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (id uuid, search_text text, own_classes text[])
    where dial.id = change.id
      and (dial.search_text, dial.own_classes) is distinct from (change.search_text, change.own_classes)`.execute(trx);
}
