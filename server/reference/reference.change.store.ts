import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type OptionContent = Readonly<{ label: string; group: string | null }>;
export type KeptOption = OptionContent & Readonly<{ code: string; retired: boolean; revision: number }>;

const options = (db: Db, list: string) =>
  db
    .selectFrom('reference_option')
    .select(['code', 'label', 'grp as group', sql<boolean>`retired_at is not null`.as('retired'), 'revision'])
    .where('list', '=', list);

export async function listKept(db: Db, list: string): Promise<KeptOption[]> {
  return options(db, list).orderBy('position').orderBy('code').execute();
}

/** Nobody else changes it until the transaction ends. */
export async function lockOption(trx: Db, list: string, code: string): Promise<KeptOption | undefined> {
  return options(trx, list).where('code', '=', code).forUpdate().executeTakeFirst();
}

/** Capitals do not make another code. */
export async function findSameCode(db: Db, list: string, code: string): Promise<KeptOption | undefined> {
  return options(db, list)
    .where(sql`lower(code)`, '=', sql`lower(${code})`)
    .limit(1)
    .executeTakeFirst();
}

/** At the end of its list. */
export async function insertOption(
  trx: Db,
  list: string,
  { code, label, group }: OptionContent & Readonly<{ code: string }>,
): Promise<void> {
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from reference_option where list = ${list})`;
  await trx.insertInto('reference_option').values({ list, code, label, grp: group, position }).execute();
}

export async function updateOption(
  trx: Db,
  list: string,
  { code, label, group, retired }: Omit<KeptOption, 'revision'>,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('reference_option')
    .set((of) => ({
      label,
      grp: group,
      retired_at: retired ? sql<Date>`coalesce(retired_at, ${at.toISOString()}::timestamptz)` : null,
      revision: of('revision', '+', 1),
    }))
    .where('list', '=', list)
    .where('code', '=', code)
    .execute();
}

export async function deleteOption(trx: Db, list: string, code: string): Promise<void> {
  await trx.deleteFrom('reference_option').where('list', '=', list).where('code', '=', code).execute();
}
