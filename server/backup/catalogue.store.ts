import { type Kysely, sql } from 'kysely';
import type { SequenceValue } from './backup.parts.ts';
import type { TableColumns } from './session.store.ts';

type Database = Kysely<unknown>;

const NOT_OF_AN_EXTENSION = sql`not exists (
  select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Every table with its writable columns, without generated ones. */
export async function listTables(db: Database): Promise<TableColumns[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${NOT_OF_AN_EXTENSION}
    order by c.relname collate "C"`.execute(db);
  return rows;
}

export async function readSequences(db: Database): Promise<SequenceValue[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${NOT_OF_AN_EXTENSION}
    order by c.relname collate "C"`.execute(db);
  const values: SequenceValue[] = [];
  for (const { name } of rows) {
    const read = await sql<Omit<SequenceValue, 'name'>>`
      select last_value::text as "lastValue", is_called as "isCalled" from ${sql.table(`public.${name}`)}`.execute(db);
    values.push(...read.rows.map((value) => ({ name, ...value })));
  }
  return values;
}

export async function setSequence(db: Database, { name, lastValue, isCalled }: SequenceValue): Promise<void> {
  await sql`
    select setval(format('public.%I', ${name}::text)::regclass, ${lastValue}::bigint, ${isCalled}::boolean)`.execute(
    db,
  );
}

export async function emptyTables(db: Database, names: readonly string[]): Promise<void> {
  await sql`truncate ${sql.join(names.map((name) => sql.table(`public.${name}`)))}`.execute(db);
}

type Statement = { off: string; on: string };

/**
 * Drops foreign keys and disables triggers, as the owner of the tables may, so that rows can be loaded unchanged and in
 * any order. Returns the statements that restore everything; adding a foreign key checks all rows at once.
 */
export async function suspendRowChecks(db: Database): Promise<readonly string[]> {
  const triggers = await sql<Statement>`
    select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as "off",
      format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as "on"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'
    order by c.relname, t.tgname`.execute(db);
  const foreignKeys = await sql<Statement>`
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as "off",
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as "on"
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype = 'f' and k.conparentid = 0
    order by c.relname, k.conname`.execute(db);
  for (const { off } of [...triggers.rows, ...foreignKeys.rows]) await sql.raw(off).execute(db);
  return [...foreignKeys.rows, ...triggers.rows].map(({ on }) => on);
}

export async function resumeRowChecks(db: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function postgresVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? '';
}
