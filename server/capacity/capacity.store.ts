import type { Limit } from '#domain/capacity/limit.ts';
import type { Db } from '#server/db/connect.ts';

export type StoredSheet = NonNullable<Awaited<ReturnType<typeof findSheet>>>;

const sheets = (db: Db) =>
  db
    .selectFrom('capacity_sheet as s')
    .innerJoin('person as by', 'by.id', 's.imported_by')
    .select(['s.limits', 's.file', 's.imported_at', 's.imported_by', 's.revision', 'by.name as imported_by_name']);

export const findSheet = (db: Db) => sheets(db).executeTakeFirst();
export const lockSheet = (trx: Db) => sheets(trx).forUpdate('s').executeTakeFirst();

type NewSheet = Readonly<{ limits: readonly Limit[]; file: string; imported_at: Date; imported_by: string }>;

/** The first one. */
export async function insertSheet(trx: Db, { limits, ...row }: NewSheet): Promise<void> {
  await trx
    .insertInto('capacity_sheet')
    .values({ ...row, limits: JSON.stringify(limits) })
    .execute();
}

export async function replaceSheet(trx: Db, { limits, ...row }: NewSheet): Promise<void> {
  await trx
    .updateTable('capacity_sheet')
    .set((is) => ({ ...row, limits: JSON.stringify(limits), revision: is('revision', '+', 1) }))
    .execute();
}
