import { beforeAll, expect, test } from 'vitest';
import type { TabHits } from '#domain/dial/find.ts';
import { type StatusCount, tabHits } from '#server/dial/dial.tab.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { execute } from '#server/testing/execute.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { compactCounts, countAll } from './dial.list.store.ts';

const DIALS = 400;
const at = new Date('2026-11-15T10:00:00.000Z');
const server = useTestApp({ now: () => at });
const { call, create, good, published } = dialTester(server);
beforeAll(async () => addManyDials(server.database.db, { count: DIALS, by: 'demo|underwriter', at }));

async function countInTable(): Promise<TabHits> {
  const rows = await execute(
    server.database.config,
    `select status, count(*)::int as dials, count(draft_version)::int as drafts
    from dial where deleted_at is null group by status`,
  );
  return tabHits(rows as StatusCount[]);
}
const changes = async () => (await execute(server.database.config, 'select 1 from dial_count')).length;

test('the counts follow every change, and accumulated deltas are summed up', async () => {
  const { db, config } = server.database;
  expect(await changes()).toBeLessThan(10);
  expect(await countAll(db)).toEqual(await countInTable());
  await execute(config, `insert into dial_count select 'draft', n, n from generate_series(-500, 500) as n`);
  await server.runJob('dialCounts');
  expect(await changes()).toBeLessThan(10);
  expect(await countAll(db)).toEqual(await countInTable());
  const dial = await create();
  await published();
  const edited = await published({ active_until: '2026-11-20' });
  const before = (await countAll(db)).of.get('draft') ?? 0;
  await good('POST', `/api/dials/${edited.id}/draft`);
  expect((await countAll(db)).of.get('draft')).toBe(before + 1);
  await call('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision });
  await execute(config, `update dial set status = 'expired' where status = 'upcoming'`);
  const { all, of } = await countInTable();
  expect(await countAll(db)).toEqual({ all, of: new Map([...of, ['upcoming', 0]]) });
});

test('nothing is lost or counted twice under concurrent counting and changes', async () => {
  const { db } = server.database;
  for (let from = DIALS; from < 5 * DIALS; from += DIALS)
    await Promise.all([
      addManyDials(db, { count: DIALS / 2, from, by: 'demo|underwriter', at }),
      ...Array.from({ length: 6 }, () => compactCounts(db)),
      addManyDials(db, { count: DIALS / 2, from: from + DIALS / 2, by: 'demo|underwriter', at }),
      ...Array.from({ length: 6 }, () => compactCounts(db)),
    ]);
  expect(await countAll(db)).toEqual(await countInTable());
});
