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

export type ReadRow = Awaited<ReturnType<ReturnType<typeof filtered>['execute']>>[number];

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

/** All criteria but the words. */
function filtered(db: Db, filter: AuditFilter) {
  const { person, object_type, object_id, action, actions, from, to, set, unreadable } = filter;
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
  return query;
}

const withWords = (db: Db, records: ReturnType<typeof filtered>, { words = [] }: AuditFilter) =>
  words.reduce((query, word) => query.where(hasWord(word)), db.selectFrom(records.as('e')).selectAll());

const isReadable = ({ types, reviewActions }: NonNullable<AuditFilter['unreadable']>) =>
  sql<boolean>`e.object_type <> all(${types}::text[]) and e.action <> all(${reviewActions}::text[])
    and coalesce(e.detail ->> 'attempt', '') <> all(${reviewActions}::text[])`;

/** What people wrote in a record. */
const TEXTS = sql`lower(concat_ws(' ', e.object_id, e.name, e.detail ->> 'description', e.detail ->> 'comment',
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
  const ofSets = filtered(db, filter).where(sql<boolean>`e.detail ->> 'set' = any(${ids}::text[])`);
  const { rows } = await sql<{ set: string; newest: string; matching: number }>`
    select detail ->> 'set' as set, max(seq)::text as newest, count(*)::int as matching
    from (${withWords(db, ofSets, filter)}) found
    group by detail ->> 'set'`.execute(db);
  return rows;
}

/** How many records a search looks into at once: no index finds a part of a word. */
export const MAX_LOOKED_INTO = 4_000;

type Order = 'asc' | 'desc';
type Stretch = Readonly<{ order: Order; limit: number; beyond: number | undefined }>;

/** The records that one search looks into, from one on. */
const inOrder = (db: Db, filter: AuditFilter, { order, beyond }: Omit<Stretch, 'limit'>) =>
  filtered(db, filter)
    .$if(beyond !== undefined, (query) =>
      query.where(order === 'asc' ? sql<boolean>`e.seq > ${beyond}::bigint` : sql<boolean>`e.seq < ${beyond}::bigint`),
    )
    .orderBy('e.seq', order);

/** The query of a page, for tests that inspect its plan. */
export const pageQuery = (db: Db, filter: AuditFilter, { limit, ...of }: Stretch) =>
  filter.words === undefined
    ? inOrder(db, filter, of).limit(limit)
    : withWords(db, inOrder(db, filter, of).limit(MAX_LOOKED_INTO), filter)
        .orderBy('e.seq', of.order)
        .limit(limit);

/** `looked`: the last record that was looked into, where others follow. */
export type Found = Readonly<{ rows: ReadRow[]; looked: Readonly<{ seq: number; at: Date }> | null }>;

async function find(db: Db, filter: AuditFilter, stretch: Stretch): Promise<Found> {
  const rows = await pageQuery(db, filter, stretch).execute();
  if (filter.words === undefined || rows.length === stretch.limit) return { rows, looked: null };
  const last = await inOrder(db, filter, stretch)
    .clearSelect()
    .select(['e.seq', 'e.at'])
    .offset(MAX_LOOKED_INTO - 1)
    .limit(1)
    .executeTakeFirst();
  return { rows, looked: last === undefined ? null : { seq: Number(last.seq), at: last.at } };
}

export const listNewest = (db: Db, filter: AuditFilter, limit: number, before: number | undefined) =>
  find(db, filter, { order: 'desc', limit, beyond: before });

/** All of them, oldest first. */
export async function listAll(db: Db, filter: AuditFilter): Promise<ReadRow[]> {
  return filtered(db, filter).orderBy('e.seq').execute();
}

/** The first of them, however many have to be looked into. */
export async function listOldest(db: Db, filter: AuditFilter, limit: number): Promise<ReadRow[]> {
  const found: ReadRow[] = [];
  for (let beyond: number | undefined; ;) {
    const { rows, looked } = await find(db, filter, { order: 'asc', limit: limit - found.length, beyond });
    found.push(...rows);
    if (looked === null) return found;
    beyond = looked.seq;
  }
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
