import { type Insertable, sql } from 'kysely';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import type { PartnerRow, ReferenceOptionRow } from '#server/db/schema.ts';
import type { Db } from '#server/db/connect.ts';
import { LOCK_OPTIONS, SHARE_OPTIONS } from '#server/db/options-lock.ts';

export type OptionContent = Readonly<{ label: string; group: string | null; classes: readonly string[] }>;
export type OptionRecord = OptionContent & Readonly<{ code: string; retired: boolean; revision: number }>;
export type StoredOption = Omit<OptionRecord, 'revision'> & Readonly<{ list: string }>;

/** Partners are a list, too: the code is their number. */
const partners = (db: Db) =>
  db
    .selectFrom('partner')
    .select([
      sql<string>`'partners'`.as('list'),
      sql<string>`number::text`.as('code'),
      'name as label',
      sql<string | null>`null`.as('group'),
      sql<boolean>`false`.as('retired'),
      sql<string[]>`'{}'::text[]`.as('classes'),
    ]);

const options = (db: Db) =>
  db
    .selectFrom('reference_option')
    .select(['list', 'code', 'label', 'grp as group', sql<boolean>`retired_at is not null`.as('retired'), 'classes']);

export async function readOptions(db: Db): Promise<StoredOption[]> {
  const listed = await options(db).orderBy('list').orderBy('position').orderBy('code').execute();
  return [...listed, ...(await partners(db).orderBy('number').execute())];
}

/** Only these codes of these lists, in one query. */
export async function findOptions(
  db: Db,
  lists: readonly ReferenceList[],
  codes: readonly string[],
): Promise<StoredOption[]> {
  const numbers = lists.includes('partners') ? codes.filter((code) => /^\d{1,9}$/.test(code)).map(Number) : [];
  return options(db)
    .where('list', 'in', lists)
    .where('code', '=', sql<string>`any(${codes})`)
    .unionAll(partners(db).where('number', '=', sql<number>`any(${numbers})`))
    .execute();
}

export async function shareOptions(db: Db): Promise<void> {
  await sql`select ${SHARE_OPTIONS}`.execute(db);
}

export async function lockOptions(trx: Db): Promise<void> {
  await sql`select ${LOCK_OPTIONS}`.execute(trx);
}

/** Locks the table until the transaction ends. */
export async function lockOptionTable(trx: Db): Promise<void> {
  await sql`lock table reference_option in share row exclusive mode`.execute(trx);
}

export async function hasOptions(db: Db): Promise<boolean> {
  return (await db.selectFrom('reference_option').select('code').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertOptions(db: Db, rows: readonly Insertable<ReferenceOptionRow>[]): Promise<void> {
  await db.insertInto('reference_option').values(rows).execute();
}

export async function insertPartners(db: Db, rows: readonly Insertable<PartnerRow>[]): Promise<void> {
  await db.insertInto('partner').values(rows).execute();
}

const optionRecords = (db: Db, list: string) =>
  db
    .selectFrom('reference_option')
    .select([
      'code',
      'label',
      'grp as group',
      sql<boolean>`retired_at is not null`.as('retired'),
      'classes',
      'revision',
    ])
    .where('list', '=', list);

export async function listOptionRecords(db: Db, list: string): Promise<OptionRecord[]> {
  return optionRecords(db, list).orderBy('position').orderBy('code').execute();
}

/** Locks the option until the transaction ends. */
export async function lockOption(trx: Db, list: string, code: string): Promise<OptionRecord | undefined> {
  return optionRecords(trx, list).where('code', '=', code).forUpdate().executeTakeFirst();
}

/** Codes are case-insensitive. */
export async function findSameCode(db: Db, list: string, code: string): Promise<OptionRecord | undefined> {
  return optionRecords(db, list)
    .where(sql`lower(code)`, '=', sql`lower(${code})`)
    .limit(1)
    .executeTakeFirst();
}

/** Another option with the same name, ignoring case and white space as files do. */
export async function findSameName(
  db: Db,
  list: string,
  { code, label }: Readonly<{ code: string; label: string }>,
): Promise<OptionRecord | undefined> {
  const key = (text: ReturnType<typeof sql>) => sql`lower(regexp_replace(btrim(${text}), '\\s+', ' ', 'g'))`;
  return optionRecords(db, list)
    .where('code', '<>', code)
    .where(key(sql`label`), '=', key(sql`${label}::text`))
    .limit(1)
    .executeTakeFirst();
}

/** Appends it to its list. */
export async function insertOption(
  trx: Db,
  list: string,
  { code, label, group, classes }: OptionContent & Readonly<{ code: string }>,
): Promise<void> {
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from reference_option where list = ${list})`;
  await trx
    .insertInto('reference_option')
    .values({ list, code, label, grp: group, position, classes: [...classes] })
    .execute();
}

export async function updateOption(
  trx: Db,
  list: string,
  { code, label, group, retired, classes }: Omit<OptionRecord, 'revision'>,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('reference_option')
    .set((of) => ({
      label,
      grp: group,
      classes: [...classes],
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
