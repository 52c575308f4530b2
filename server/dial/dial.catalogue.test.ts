import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { catalogueOf } from './dial.catalogue.ts';
import { prepareDials } from './dial.day.service.ts';

const server = useTestApp();
const { create } = dialTester(server);

const namesIn = async (catalogue: ReturnType<typeof catalogueOf>) =>
  (await catalogue()).dials.map((dial) => dial.name_key);
const rename = (id: string, key: string) => sql`update dial set name_key = ${key} where id = ${id}::uuid`;

test('a search finds what another server changed, including deleted dials and new names', async () => {
  const { config, db } = server.database;
  const other = connect(config);
  try {
    const catalogue = catalogueOf(other);
    const [first, second] = [await create({ name: 'Heron' }), await create({ name: 'Curlew' })];
    const before = await namesIn(catalogue);
    expect(before.indexOf('curlew')).toBeLessThan(before.indexOf('heron'));
    await rename(first.id, 'avocet').execute(db);
    await sql`update dial set deleted_at = now() where id = ${second.id}::uuid`.execute(db);
    const after = await namesIn(catalogue);
    expect([after.includes('heron'), after.includes('curlew'), after.includes('avocet')]).toEqual([false, false, true]);
    expect(after).toEqual(after.toSorted());
  } finally {
    await other.destroy();
  }
});

test('a change committed after a later one is found, too', async () => {
  const { db } = server.database;
  const catalogue = catalogueOf(db);
  const [slow, quick] = [await create({ name: 'Slow' }), await create({ name: 'Quick' })];
  await catalogue();
  await db.transaction().execute(async (trx) => {
    await rename(slow.id, 'slow and late').execute(trx);
    await rename(quick.id, 'quick and early').execute(db);
    expect(await namesIn(catalogue)).toContain('quick and early');
    expect(await namesIn(catalogue)).toContain('slow');
  });
  expect(await namesIn(catalogue)).toContain('slow and late');
});

test('a change committed while the catalogue is being read is found by the next call', async () => {
  const { db } = server.database;
  const { id } = await create({ name: 'Dunlin' });
  let holdResult: (() => Promise<void>) | undefined;
  const catalogue = catalogueOf(
    db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await holdResult?.();
        return result;
      },
    }),
  );
  await catalogue();
  const [read, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  holdResult = async () => {
    holdResult = undefined;
    read.resolve();
    await release.promise;
  };
  const before = namesIn(catalogue);
  await read.promise;
  await rename(id, 'dunlin in winter').execute(db);
  const after = namesIn(catalogue);
  release.resolve();
  expect(await before).not.toContain('dunlin in winter');
  expect(await after).toContain('dunlin in winter');
});

test('many concurrent changes are sorted correctly, and concurrent callers get the same result', async () => {
  const { db } = server.database;
  const catalogue = catalogueOf(db);
  await catalogue();
  await addManyDials(db, { count: 60, by: 'demo|underwriter', at: new Date('2026-11-15T10:00:00.000Z') });
  const lists = await Promise.all([namesIn(catalogue), namesIn(catalogue), namesIn(catalogue)]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from dial where deleted_at is null`.execute(db);
  expect(lists[0]).toHaveLength(rows[0]?.n ?? 0);
  expect(lists[0]).toEqual(lists[0]?.toSorted());
  expect(new Set(lists.map((list) => list.length)).size).toBe(1);
});

test('higher transaction ids from another server, after a copy of the database, count as old after a start', async () => {
  const { db } = server.database;
  const copied = await create({ name: 'Copied' });
  const owner = connect(server.database.config, { as: 'login' });
  await sql`alter table dial disable trigger dial_change_is_marked`.execute(owner);
  await sql`update dial set changed_in = '999999999'::xid8 where id = ${copied.id}::uuid`.execute(owner);
  await sql`alter table dial enable trigger dial_change_is_marked`.execute(owner);
  await owner.destroy();
  await prepareDials(db, server.now());
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dial where changed_in >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  expect(rows).toEqual([{ n: 0 }]);
});
