import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { recordOnly } from '#server/change/publish.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { auditRecords } from '#server/testing/records.ts';
import { startPortfolioApp } from '#server/testing/portfolios.ts';
import { savePortfolio } from './portfolio.save.ts';
import { discardUpload, startUpload, storeChunk } from './portfolio.store.ts';

const MINUTE_MS = 60_000;
const CHUNKS = 3;
let clock = Date.parse('2026-11-18T09:00:00.000Z');
const now = () => new Date(clock);
const server = startPortfolioApp({}, now);
let folder = '';
beforeEach(async () => {
  folder = await temporaryFolder();
  for (let number = 0; number < CHUNKS; number += 1)
    await writeFile(join(folder, `chunk.${number}`), `bytes ${number}`);
});

const SUMMARY = { classes: {}, dimensions: [], missing: {}, kept: [], hasPremium: false, file: null };
const PERIOD = { from: '2026-01-01', until: '2026-01-01' };
/** Saves a portfolio of three chunks; `onWritten` is called after each. */
function save(name: string, onWritten?: (chunks: number) => void, signal = new AbortController().signal) {
  const chunks = Array.from({ length: CHUNKS }, (_, number) => ({
    number,
    cob: 'cargo',
    risks: 1,
    hash: String(number).repeat(64),
    bytes: 7,
    file: `chunk.${number}`,
  }));
  const written = { chunks, risks: CHUNKS, period: PERIOD, summary: SUMMARY };
  return savePortfolio(
    { db: server.database.db, now, directory: 'embedded', publish: recordOnly },
    { name, file: null, period: PERIOD, written, folder, columns: [], matches: [] },
    { actor: null, signal, authority: null, ...(onWritten && { onWritten }) },
  );
}
const stored = async (id?: string) => {
  const { db } = server.database;
  const { rows } = await sql<{ chunks: number; transactions: number; uploads: number }>`
    select count(*)::int as chunks, count(distinct xmin::text)::int as transactions,
      (select count(*) from portfolio_upload)::int as uploads
    from portfolio_chunk where ${id ?? null}::uuid is null or portfolio_id = ${id ?? null}::uuid`.execute(db);
  return rows[0];
};
const NOTHING = { chunks: 0, transactions: 0, uploads: 0 };

test('every chunk is stored in a transaction of its own, and the record has the time of the last one', async () => {
  const start = clock;
  const id = await save('Long', () => void (clock += 20 * MINUTE_MS));
  expect(await stored(id)).toEqual({ chunks: CHUNKS, transactions: CHUNKS, uploads: 0 });
  const { db } = server.database;
  const { loaded_at } = await db
    .selectFrom('portfolio')
    .select('loaded_at')
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();
  expect(loaded_at.getTime()).toBe(start + CHUNKS * 20 * MINUTE_MS);
  expect(await auditRecords(db, { object: id ?? '' })).toHaveLength(2);
  // Chunks go with their portfolio.
  await db.deleteFrom('portfolio').execute();
  expect(await stored()).toEqual(NOTHING);
});

test('a name that somebody takes meanwhile is refused without storing the chunks again, and they are gone', async () => {
  let written = 0;
  const other = sql`insert into portfolio (id, name, name_key, risks, period_from, period_until, hash, bytes, loaded_at, summary)
    values (${randomUUID()}, 'Taken', 'taken', 1, '2026-01-01', '2026-01-01', '', 1, ${now()}, ${JSON.stringify(SUMMARY)})`;
  const saving = runBehindLock(server.database.db, other, () => save('Taken', () => void (written += 1)));
  await expect(saving).rejects.toThrow('Another portfolio has this name');
  expect([written, await stored()]).toEqual([CHUNKS, NOTHING]);
});

test('a load that is cancelled between two chunks leaves none of them', async () => {
  const ending = new AbortController();
  await expect(save('Cancelled', () => ending.abort(), ending.signal)).rejects.toThrow('aborted');
  expect(await stored()).toEqual(NOTHING);
});

test('an upload that takes longer than an hour in all is not taken for one that was left behind', async () => {
  const id = await runBehindLock(
    server.database.db,
    sql`lock table portfolio in share row exclusive mode`,
    () => save('Slow', () => void (clock += 40 * MINUTE_MS)),
    () => server.runJob('portfolioFiles'),
  );
  expect(await stored(id)).toEqual({ chunks: CHUNKS, transactions: CHUNKS, uploads: 0 });
  await server.database.db.deleteFrom('portfolio').execute();
});

test('an upload that was given up takes no further chunk, which nobody would delete', async () => {
  const { db } = server.database;
  const id = randomUUID();
  const row = (number: number) => ({
    portfolio_id: id,
    number,
    cob: 'cargo',
    risks: 1,
    hash: id,
    bytes: Buffer.from('x'),
  });
  await startUpload(db, id, now());
  expect(await storeChunk(db, row(0), now())).toBe(true);
  await discardUpload(db, id);
  expect([await storeChunk(db, row(1), now()), await stored()]).toEqual([false, NOTHING]);
  // Nor one that waited for whoever gives it up.
  await startUpload(db, id, now());
  const giveUp = sql`delete from portfolio_upload where id = ${id}`;
  expect(await runBehindLock(db, giveUp, () => storeChunk(db, row(2), now()))).toBe(false);
  expect(await stored()).toEqual(NOTHING);
});

test('what an upload left behind is deleted by the job, unless it stored something in the last hour', async () => {
  const { db } = server.database;
  const leave = async (at: Date) => {
    const id = randomUUID();
    await db.insertInto('portfolio_upload').values({ id, at }).execute();
    const row = { portfolio_id: id, number: 0, cob: 'cargo', risks: 1, hash: id, bytes: Buffer.from('x') };
    await db.insertInto('portfolio_chunk').values(row).execute();
    return id;
  };
  const recent = await leave(now());
  const old = await leave(new Date(clock - 61 * MINUTE_MS));
  await server.runJob('portfolioFiles');
  expect([(await stored(recent))?.chunks, (await stored(old))?.chunks]).toEqual([1, 0]);
  clock += 61 * MINUTE_MS;
  await server.runJob('portfolioFiles');
  expect(await stored()).toEqual(NOTHING);
});
