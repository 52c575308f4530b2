import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { PortfolioChunkRow, PortfolioMatchRow, PortfolioRow } from '#server/db/schema.portfolio.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';

export type StoredPortfolio = Awaited<ReturnType<typeof listPortfolios>>[number];

const portfolios = (db: Db) =>
  db
    .selectFrom('portfolio as p')
    .leftJoin('person as by', 'by.id', 'p.loaded_by')
    .select(['p.id', 'p.name', 'p.name_key', 'p.risks', 'p.period_from', 'p.period_until', 'p.hash', 'p.bytes'])
    .select(['p.loaded_at', 'p.loaded_by', 'p.is_used', 'p.summary', 'p.revision', 'by.name as loaded_by_name']);

export const listPortfolios = (db: Db) => portfolios(db).orderBy('p.loaded_at', 'desc').orderBy('p.id').execute();

export const findUsed = (db: Db) => portfolios(db).where('p.is_used', '=', true).executeTakeFirst();

/** Serialises all changes of portfolios: which one is in use concerns all of them. */
export const lockPortfolios = (trx: Db) => portfolios(trx).orderBy('p.id').forUpdate('p').execute();

export async function insertPortfolio(
  trx: Db,
  row: Omit<Insertable<PortfolioRow>, 'summary'> & Readonly<{ summary: object }>,
): Promise<void> {
  await trx
    .insertInto('portfolio')
    .values({ ...row, summary: JSON.stringify(row.summary) })
    .execute();
}

export async function startUpload(db: Db, id: string, at: Date): Promise<void> {
  await db.insertInto('portfolio_upload').values({ id, at }).execute();
}

/** Stores a chunk of an upload in a transaction of its own. False if the upload was given up. */
export const storeChunk = (db: Db, row: PortfolioChunkRow, at: Date): Promise<boolean> =>
  transaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('portfolio_upload')
      .set({ at })
      .where('id', '=', row.portfolio_id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.insertInto('portfolio_chunk').values(row).execute();
    return true;
  });

/** The chunks belong to the portfolio from now on. False if the upload was given up. */
export async function endUpload(trx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('portfolio_upload').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Gives up an upload that has not ended, with its chunks. */
export const discardUpload = (db: Db, id: string): Promise<void> => discardUploads(db, sql<boolean>`id = ${id}::uuid`);

/** Gives up uploads that stored nothing since then. */
export const discardUploadsBefore = (db: Db, before: Date): Promise<void> =>
  discardUploads(db, sql<boolean>`at < ${before}`);

async function discardUploads(db: Db, which: RawBuilder<boolean>): Promise<void> {
  await sql`with given_up as (delete from portfolio_upload where ${which} returning id)
    delete from portfolio_chunk c using given_up where c.portfolio_id = given_up.id`.execute(db);
}

/** The chunks of a portfolio or of one of its classes, without their content. */
export const listChunks = (db: Db, portfolioId: string, cob?: string) =>
  db
    .selectFrom('portfolio_chunk')
    .select(['number', 'cob', 'risks', 'hash'])
    .where('portfolio_id', '=', portfolioId)
    .$if(cob !== undefined, (query) => query.where('cob', '=', cob ?? ''))
    .orderBy('number')
    .execute();

/** The chunks of all portfolios, by class. */
export const listAllChunks = (db: Db) =>
  db
    .selectFrom('portfolio_chunk')
    .select(['portfolio_id', 'cob', 'hash'])
    .orderBy('portfolio_id')
    .orderBy('number')
    .execute();

export async function readChunk(db: Db, portfolioId: string, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('portfolio_chunk')
    .select('bytes')
    .where('portfolio_id', '=', portfolioId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.bytes;
}

/** The hashes of all stored chunks. */
export async function listHashes(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('portfolio_chunk').select('hash').distinct().execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** At most one is in use, so the previous one is cleared first. */
export async function setUsed(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('portfolio')
    .set((row) => ({ is_used: false, revision: row('revision', '+', 1) }))
    .where('is_used', '=', true)
    .execute();
  await trx
    .updateTable('portfolio')
    .set((row) => ({ is_used: true, revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function renamePortfolio(trx: Db, id: string, name: string, nameKey: string): Promise<void> {
  await trx
    .updateTable('portfolio')
    .set((row) => ({ name, name_key: nameKey, revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deletePortfolio(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('portfolio').where('id', '=', id).execute();
}

export const listColumns = (db: Db) => db.selectFrom('portfolio_column').selectAll().execute();
export const listMatches = (db: Db) => db.selectFrom('portfolio_match').selectAll().execute();

export async function putColumns(trx: Db, rows: readonly Readonly<{ name_key: string; target: string }>[]) {
  if (rows.length === 0) return;
  await trx
    .insertInto('portfolio_column')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('name_key').doUpdateSet((row) => ({ target: row.ref('excluded.target') })),
    )
    .execute();
}

export async function insertMatches(trx: Db, rows: readonly PortfolioMatchRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('portfolio_match')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['against', 'text_key']).doUpdateSet((row) => ({ code: row.ref('excluded.code') })),
    )
    .execute();
}

export async function deleteMatches(trx: Db, rows: readonly Omit<PortfolioMatchRow, 'code'>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .deleteFrom('portfolio_match')
    .where((is) => is.or(rows.map(({ against, text_key }) => is.and({ against, text_key }))))
    .execute();
}

const DEMO = 'demo_portfolio';

/** Whether the demo portfolio was ever generated, even if it was deleted since. */
export async function wasDemoMade(db: Db): Promise<boolean> {
  return (await db.selectFrom('setting').select('key').where('key', '=', DEMO).executeTakeFirst()) !== undefined;
}

/** False if another server was first. */
export async function markDemoMade(trx: Db, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('setting')
    .values({ key: DEMO, value: 'made', set_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
