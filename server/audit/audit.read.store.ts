import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** All criteria must match. Times are from inclusive to exclusive. */
export type AuditFilter = Readonly<{
  /** Who did it. */
  person?: string | undefined;
  object_type?: string | undefined;
  object_id?: string | undefined;
  action?: string | undefined;
  /** Any of these. */
  actions?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  set?: string | undefined;
  /** Every one of them must occur. */
  words?: readonly SearchedWord[] | undefined;
  /** What a search must not look into. */
  unreadable?: Readonly<{ types: readonly string[]; reviewActions: readonly string[] }> | undefined;
}>;
/** A word, with the classes and actions whose names contain it. */
export type SearchedWord = Readonly<{ text: string; classes: readonly string[]; actions: readonly string[] }>;

export type ReadRow = Awaited<ReturnType<typeof listNewest>>[number];

const COLUMNS = [
  'e.seq',
  'e.at',
  'e.actor_id',
  'p.name',
  'e.action',
  'e.object_type',
  'e.object_id',
  'e.detail',
  'e.previous_hash',
  'e.hash',
] as const;

function matching(db: Db, filter: AuditFilter) {
  const { person, object_type, object_id, action, actions, from, to, set, words = [], unreadable } = filter;
  let query = db.selectFrom('audit_event as e').leftJoin('person as p', 'p.id', 'e.actor_id').select(COLUMNS);
  if (person !== undefined) query = query.where('e.actor_id', '=', person);
  if (action !== undefined) query = query.where('e.action', '=', action);
  if (actions !== undefined) query = query.where('e.action', 'in', actions);
  if (object_type !== undefined) query = query.where('e.object_type', '=', object_type);
  // The index is by type and id, so an id alone needs all types.
  else if (object_id !== undefined)
    query = query.where(sql<boolean>`e.object_type = any(array(${each('object_type')}))`);
  if (object_id !== undefined) query = query.where('e.object_id', '=', object_id);
  if (from !== undefined) query = query.where('e.at', '>=', new Date(from));
  if (to !== undefined) query = query.where('e.at', '<', new Date(to));
  if (set !== undefined) query = query.where(sql<boolean>`e.detail ->> 'set' = ${set}`);
  if (unreadable !== undefined) query = query.where(isReadable(unreadable));
  for (const word of words) query = query.where(hasWord(word));
  return query;
}

const isReadable = ({ types, reviewActions }: NonNullable<AuditFilter['unreadable']>) =>
  sql<boolean>`e.object_type <> all(${types}::text[]) and e.action <> all(${reviewActions}::text[])
    and coalesce(e.detail ->> 'attempt', '') <> all(${reviewActions}::text[])`;

/** What people wrote in a record. */
const TEXTS = sql`lower(concat_ws(' ', e.object_id, p.name, e.detail ->> 'description', e.detail ->> 'comment',
  e.detail ->> 'text', e.detail ->> 'name', e.detail ->> 'message', e.detail ->> 'reason', e.detail #>> '{became,name}',
  e.detail #>> '{became,label}', e.detail #>> '{was,name}', e.detail #>> '{was,label}'))`;

/** In what people wrote, or in the name of the action or of the object. */
function hasWord({ text, classes, actions }: SearchedWord) {
  const named = (table: 'dial' | 'partner' | 'person', id: string) =>
    sql`select ${sql.ref(id)}::text from ${sql.table(table)} where position(${text} in lower(name)) > 0`;
  return sql<boolean>`(position(${text} in ${TEXTS}) > 0 or e.action = any(${actions}::text[])
    or case e.object_type
      when 'bucket' then split_part(e.object_id, '/', 2) = any(${classes}::text[])
        or split_part(e.object_id, '/', 1) in (${named('partner', 'number')})
      when 'partner' then e.object_id in (${named('partner', 'number')})
      when 'dial' then e.object_id in (${named('dial', 'id')})
      when 'person' then e.object_id in (${named('person', 'id')})
      else false end)`;
}

export type SetFacts = Readonly<{
  id: string;
  title: string | null;
  buckets: number;
  people: number;
  records: number;
  first_at: Date;
}>;

/** What the records of each of these sets are together. */
export async function findSets(db: Db, ids: readonly string[]): Promise<SetFacts[]> {
  const { rows } = await sql<SetFacts>`
    select found.*, coalesce(r.title, d.title) as title
    from (
      select e.detail ->> 'set' as id, count(distinct e.object_id)::int as buckets,
        count(distinct e.actor_id)::int as people, count(*)::int as records, min(e.at) as first_at
      from audit_event e where e.detail ->> 'set' = any(${ids}::text[]) group by 1) found
    left join review_set r on r.id = found.id::uuid
    left join draft_set d on d.id = found.id::uuid`.execute(db);
  return rows;
}

/** The newest matching record of each of these sets, and how many match. */
export async function countMatching(
  db: Db,
  filter: AuditFilter,
  ids: readonly string[],
): Promise<{ set: string; newest: string; matching: number }[]> {
  const { rows } = await sql<{ set: string; newest: string; matching: number }>`
    select detail ->> 'set' as set, max(seq)::text as newest, count(*)::int as matching
    from (${matching(db, filter).where(sql<boolean>`e.detail ->> 'set' = any(${ids}::text[])`)}) found
    group by detail ->> 'set'`.execute(db);
  return rows;
}

/** The query of a page, for tests that inspect its plan. */
export const newestQuery = (db: Db, filter: AuditFilter, limit: number, before?: number) =>
  matching(db, filter)
    .$if(before !== undefined, (query) => query.where(sql<boolean>`e.seq < ${before}::bigint`))
    .orderBy('e.seq', 'desc')
    .limit(limit);

export async function listNewest(db: Db, filter: AuditFilter, limit: number, before: number | undefined) {
  return newestQuery(db, filter, limit, before).execute();
}

/** All of them, oldest first. */
export async function listAll(db: Db, filter: AuditFilter): Promise<ReadRow[]> {
  return matching(db, filter).orderBy('e.seq').execute();
}

export async function listOldest(db: Db, filter: AuditFilter, limit: number): Promise<ReadRow[]> {
  return matching(db, filter).orderBy('e.seq').limit(limit).execute();
}

/** The distinct values of an indexed column, by a loose index scan. */
const each = (column: 'action' | 'object_type'): RawBuilder<unknown> => sql`
  with recursive each as (
    (select ${sql.ref(column)} as word from audit_event order by 1 limit 1)
    union all
    select (select ${sql.ref(column)} from audit_event where ${sql.ref(column)} > each.word order by 1 limit 1)
    from each where each.word is not null
  ) select word from each where word is not null`;

export async function listWords(db: Db, column: 'action' | 'object_type'): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`${each(column)} order by 1`.execute(db);
  return rows.map(({ word }) => word);
}

export type Named = Readonly<{ type: 'dial' | 'partner' | 'person'; id: string; name: string }>;

/** The names of these objects, in one query. A deleted dial keeps its name. */
export async function findNames(
  db: Db,
  of: Readonly<{ dials: readonly string[]; partners: readonly number[]; people: readonly string[] }>,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select 'dial' as type, id::text as id, name from dial where id = any(${of.dials}::uuid[])
    union all select 'partner', number::text, name from partner where number = any(${of.partners}::int[])
    union all select 'person', id, name from person where id = any(${of.people}::text[])`.execute(db);
  return rows;
}
