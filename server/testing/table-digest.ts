import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Digests the row versions of every table: any write changes it, even one of the same values. */
export async function tableDigest(db: Db, { except }: { except: readonly string[] }): Promise<() => Promise<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const tables = rows.map(({ name }) => name).filter((name) => !except.includes(name));
  const parts = tables.map(
    (name) => sql`(select ${sql.lit(name)} || ' ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0)
      from ${sql.table(name)})`,
  );
  return async () => {
    const read = await sql<{ digest: string }>`select concat_ws(', ', ${sql.join(parts)}) as digest`.execute(db);
    return read.rows[0]?.digest ?? '';
  };
}
