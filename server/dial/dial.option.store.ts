import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DialData } from '#domain/dial/dial.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;
/** An option, by the dimensions that read its list. */
export type Option = Readonly<{ keys: readonly DimensionKey[]; code: string }>;

/** Of each option, how many dials that are there name it in any of their versions. */
export async function countAllUses(db: Database, keys: readonly DimensionKey[]): Promise<Map<string, number>> {
  const named = sql`v.data -> 'dimensions' -> key`;
  const { rows } = await sql<{ code: string; dials: number }>`
    select code, count(distinct v.dial_id)::int as dials
    from dial_version v join dial d on d.id = v.dial_id and d.deleted_at is null
    cross join unnest(${keys}::text[]) as key
    cross join lateral jsonb_array_elements_text(
      case when jsonb_typeof(${named}) = 'array' then ${named} else '[]' end) as code
    group by code`.execute(db);
  return new Map(rows.map(({ code, dials }) => [code, dials]));
}

/** The same of one, and how many that were deleted. */
export async function countUsesOf(db: Database, option: Option): Promise<{ dials: number; deleted: number }> {
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

/** Dials whose row of the list is of a version that names the option. */
const listedNaming = (option: Option) => sql`
  from dial d join dial_version v
    on v.dial_id = d.id and v.version = coalesce(d.published_version, d.draft_version)
  where d.deleted_at is null and ${naming(option)}`;

/** In the order of their ids, so that two who lock several never wait for each other. */
export async function lockNaming(trx: Database, option: Option): Promise<void> {
  await sql`select d.id ${listedNaming(option)} order by d.id for update of d`.execute(trx);
}

export async function listNaming(
  trx: Database,
  option: Option,
  { after, limit }: Readonly<{ after: string | undefined; limit: number }>,
): Promise<{ id: string; data: DialData }[]> {
  const later = after === undefined ? sql`true` : sql`d.id > ${after}::uuid`;
  const { rows } = await sql<{ id: string; data: DialData }>`
    select d.id, v.data ${listedNaming(option)} and ${later} order by d.id limit ${limit}`.execute(trx);
  return rows;
}

/** No change of the dial itself: its revision stays. */
export async function setSearchTexts(
  trx: Database,
  texts: readonly Readonly<{ id: string; search_text: string }>[],
): Promise<void> {
  await sql`
    update dial set search_text = change.search_text
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as change (id uuid, search_text text)
    where dial.id = change.id and dial.search_text <> change.search_text`.execute(trx);
}
