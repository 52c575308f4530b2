import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_COUNTED } from '#contract/dial.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { addManyDials, ownWord } from '#server/testing/many-dials.ts';
import { countQuery, type ListFilter, pageQuery, tallyQuery, type Way } from './dial.list.store.ts';
import { dialTester } from '#server/testing/dials.ts';

const COUNT = 20_000;
const at = new Date('2026-11-15T10:00:00.000Z');
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ now: () => at });
  const { config, db } = server.database;
  // Quicker to make afterwards than to keep while filling.
  const [index] = await execute(config, `select indexdef from pg_indexes where indexname = 'dial_by_text'`);
  await execute(config, 'drop index dial_by_text');
  await addManyDials(db, { count: COUNT, by: 'demo|underwriter', at });
  await execute(config, String(index?.['indexdef']));
  await execute(config, 'vacuum analyze');
}, 240_000);
afterAll(() => server.close());
const { good } = dialTester(
  () => server,
  () => at,
);

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
};

/** Every step of how the database answers, and how many rows each of them looked at. */
async function planOf(query: RawBuilder<unknown>): Promise<Node[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`explain (analyze, format json) ${query}`.execute(
    server.database.db,
  );
  const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return rows.flatMap((row) => all(row['QUERY PLAN'][0].Plan));
}

async function expectNoScan(query: RawBuilder<unknown>, mostRows: number): Promise<void> {
  const nodes = await planOf(query);
  const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
  expect(scans.filter((table) => table !== 'dial_tally')).toEqual([]);
  for (const node of nodes)
    expect(node['Actual Rows'] * node['Actual Loops'], node['Node Type']).toBeLessThanOrEqual(mostRows);
}

describe(`with ${COUNT} dials`, () => {
  const cases: [string, ListFilter, Way][] = [
    ['the list', { words: [] }, 'stream'],
    ['a tab', { words: [], status: 'upcoming' }, 'stream'],
    ['a tag whose dials all come last', { words: [], tag: 'Specie' }, 'stream'],
    ['a class', { words: [], cob: 'cargo' }, 'stream'],
    ['a class on a tab', { words: [], cob: 'cyber-privacy-and-tech', status: 'draft' }, 'stream'],
    ['a common word', { words: ['cyber'] }, 'walk'],
    ['a common word on a tab', { words: ['cyber'], status: 'ready' }, 'walk'],
    ['two common words', { words: ['risk', 'code'] }, 'walk'],
    ['a word of one dial', { words: [ownWord(4711)] }, 'gather'],
    ['a word of none', { words: ['nosuchword'] }, 'gather'],
    ['two letters of none', { words: ['qq'] }, 'gather'],
    ['words that are common, and never together', { words: ['cyber', 'specie'] }, 'gather'],
  ];
  test.each(cases)('[DL60] %s: no page reads the whole table', async (_what, filter, way) => {
    await expectNoScan(pageQuery({ filter, sort: 'name', limit: 51 }, way), 2000);
    if (way !== 'gather')
      await expectNoScan(
        pageQuery(
          { filter, sort: 'name', limit: 51, after: { key: 'm', id: '00000000-0000-4000-8000-000000000000' } },
          way,
        ),
        2000,
      );
  });

  test.each(cases)('[DL61] %s: nor does a count', async (_what, { words, cob, tag }) => {
    const filter = { words, cob, tag };
    await expectNoScan(countQuery(filter, MOST_COUNTED + 1), 3000);
    await expectNoScan(countQuery({ ...filter, status: 'ready' }, MOST_COUNTED + 1), 3000);
  });

  test('[DL62] last saved first, nor that', async () => {
    await expectNoScan(pageQuery({ filter: { words: [] }, sort: 'saved', limit: 51 }, 'stream'), 51);
    await expectNoScan(pageQuery({ filter: { words: [], status: 'ready' }, sort: 'saved', limit: 51 }, 'stream'), 51);
    await expectNoScan(tallyQuery(), 60);
  });

  test('[DL63] a word whose dials all come last is found whole and in order, though the walk meets none', async () => {
    const { items, counts } = await good<{ items: { name: string }[]; counts: object }>('GET', '/api/dials?q=specie');
    expect(items).toHaveLength(50);
    expect(items.every(({ name }) => name.startsWith('Specie vault '))).toBe(true);
    expect(items.map(({ name }) => name)).toEqual(items.map(({ name }) => name).toSorted());
    expect(counts).toEqual({ all: 101, draft: expect.any(Number), expired: 101, ready: 101, upcoming: 101 });
  });

  test('[DL64] without a filter the counts are exact, however many', async () => {
    const { counts } = await good<{ counts: Record<string, number> }>('GET', '/api/dials');
    const rows = await execute(server.database.config, 'select status, count(*)::int as n from dial group by status');
    expect(counts).toMatchObject(Object.fromEntries(rows.map(({ status, n }) => [String(status), n])));
    expect(counts['all']).toBe(COUNT);
  });

  test('[DL65] the marks and tallies are those that counting again would give', async () => {
    const { config } = server.database;
    const wrong = await execute(
      config,
      `with marks as (select id, 'tag ' || unnest(tags) as mark, status, name_key from dial
         union all select id, 'class ' || unnest(classes), status, name_key from dial),
       tallies as (select 'tag' as kind, unnest(tags) as word from dial union all select 'author', unnest(authors) from dial
         union all select 'status', status from dial)
       (select 'mark', mark from (select dial_id, mark, status, name_key from dial_mark except select * from marks) a)
       union all (select 'mark', mark from (select * from marks except select dial_id, mark, status, name_key from dial_mark) b)
       union all (select kind, word from (select kind, word, dials from dial_tally where dials <> 0
         except select kind, word, count(*)::int from tallies group by kind, word) c)`,
    );
    expect(wrong).toEqual([]);
  });
});
