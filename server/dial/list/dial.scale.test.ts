import { parsePermissions } from '#domain/user/permission.ts';
import { CompiledQuery } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dialRoutes } from '#contract/dial-routes.ts';
import { writeCursor } from '#server/http/cursor.ts';
import { useTestApp } from '#server/testing/app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { execute } from '#server/testing/execute.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { dialTester } from '#server/testing/dials.ts';
import { recorder } from '#server/testing/recorder.ts';
import { dialListService } from './dial.list.service.ts';

const COUNT = 10_000;
const at = new Date('2026-11-15T10:00:00.000Z');
const server = useTestApp({ now: () => at });
beforeAll(async () => {
  const { config, db } = server.database;
  await addManyDials(db, { count: COUNT, by: 'demo|underwriter', at });
  await execute(config, 'vacuum analyze');
  await eventually(expectOld);
}, 240_000);
const { good } = dialTester(server);

/**
 * While any transaction of this PostgreSQL is open that began before these dials were added, they count as changed and
 * are read again.
 */
async function expectOld(): Promise<void> {
  const isOld = 'select pg_snapshot_xmin(pg_current_snapshot()) > max(changed_in) as old from dial';
  expect(await execute(server.database.config, isOld)).toEqual([{ old: true }]);
}

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

const READER = { id: 'demo|viewer', permissions: parsePermissions(['dials:view']) };

/** The queries of one call of the list. */
async function queriesOf(query: string): Promise<CompiledQuery[]> {
  const { db, during } = recorder(server.database.db);
  const service = dialListService({ db, now: () => at });
  const request = dialRoutes.listDials.query.parse(Object.fromEntries(new URLSearchParams(query)));
  await service.list(READER, request);
  return during(() => service.list(READER, request));
}

/** Every node of the query plan, and the number of rows it read. */
async function planOf({ sql, parameters }: CompiledQuery): Promise<Node[]> {
  const { rows } = await server.database.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]),
  );
  const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return rows.flatMap((row) => all(row['QUERY PLAN'][0].Plan));
}

/** A fifth of all dials. */
const MAX_READ = COUNT / 5;

/** Rows of the table; index-only scans are cheap. */
async function expectFewRows(query: CompiledQuery): Promise<void> {
  for (const node of await planOf(query)) {
    const { 'Node Type': type, 'Relation Name': table } = node;
    if (table === undefined || type === 'Index Only Scan') continue;
    const looked = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    expect(looked, `${type} ${table} of ${query.sql}`).toBeLessThanOrEqual(MAX_READ);
  }
}

const cases: [string, string][] = [
  ['the list', ''],
  ['last saved first', 'sort=saved'],
  ['most used first', 'sort=used'],
  ['a tab', 'status=upcoming'],
  ['the tab of drafts', 'status=draft'],
  ['drafts, most used first', 'status=draft&sort=used'],
  ['a tab, last saved first', 'status=ready&sort=saved'],
  ['a class', 'cob=marine-war'],
  ['a common word on a tab', 'q=cyber&status=ready'],
  ['a word whose dials all come last', 'q=specie'],
  ['a mistyped word', 'q=cybr'],
  ['a word of none', 'q=nosuchword'],
];
test.each(cases)('%s: neither page nor counts read the whole table', async (_what, query) => {
  for (const one of await queriesOf(query)) await expectFewRows(one);
});

test.each(cases.filter(([, query]) => !query.includes('sort=')))('%s: nor does a later page', async (_what, query) => {
  const cursor = writeCursor({ rank: 0, key: 'specie vault 8', id: '00000000-0000-4000-8000-000000000000' });
  for (const one of await queriesOf(`${query}&cursor=${cursor}`)) await expectFewRows(one);
});

test('a word whose dials all come last is found completely and in order', async () => {
  const { items, counts } = await good<{ items: { name: string }[]; counts: object }>('GET', '/api/dials?q=specie');
  expect(items).toHaveLength(50);
  expect(items.every(({ name }) => name.startsWith('Specie vault '))).toBe(true);
  expect(items.map(({ name }) => name)).toEqual(items.map(({ name }) => name).toSorted());
  expect(counts).toEqual({ all: 101, active: 0, draft: expect.any(Number), expired: 101, ready: 101, upcoming: 101 });
});

test(`with ${COUNT} dials without a filter the counts are exact`, async () => {
  const { counts } = await good<{ counts: Record<string, number> }>('GET', '/api/dials');
  const rows = await execute(server.database.config, 'select status, count(*)::int as n from dial group by status');
  expect(counts).toMatchObject(Object.fromEntries(rows.map(({ status, n }) => [String(status), n])));
  expect(counts['all']).toBe(COUNT);
});
