import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialRoutes } from '#contract/dial-routes.ts';
import { writeCursor } from '#server/http/cursor.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { addManyDials, ownWord } from '#server/testing/many-dials.ts';
import { dialTester } from '#server/testing/dials.ts';
import { recorder } from '#server/testing/recorder.ts';
import { dialListService } from './dial.list.service.ts';

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
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

/** What the list asks the database for one call. */
async function asked(query: string): Promise<CompiledQuery[]> {
  const { db, during } = recorder(server.database.db);
  const service = dialListService({ db, now: () => at });
  const request = dialRoutes.listDials.query.parse(Object.fromEntries(new URLSearchParams(query)));
  await service.list(request);
  return during(() => service.list(request));
}

/** Every step of how the database answers, and how many rows each of them looked at. */
async function planOf({ sql, parameters }: CompiledQuery): Promise<Node[]> {
  const { rows } = await server.database.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]),
  );
  const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return rows.flatMap((row) => all(row['QUERY PLAN'][0].Plan));
}

const MOST_READ = 2000;

async function expectFewRows(query: CompiledQuery, mostRows: number): Promise<void> {
  for (const node of await planOf(query)) {
    const looked = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    expect(looked, `${node['Node Type']} ${node['Relation Name'] ?? ''} of ${query.sql}`).toBeLessThanOrEqual(mostRows);
  }
}

describe(`with ${COUNT} dials`, () => {
  const cases: [string, string][] = [
    ['the list', ''],
    ['last saved first', 'sort=saved'],
    ['a tab', 'status=upcoming'],
    ['a tab, last saved first', 'status=ready&sort=saved'],
    ['a tag whose dials all come last', 'tag=Specie'],
    ['a class', 'cob=cargo'],
    ['a class on a tab', 'cob=cyber-privacy-and-tech&status=draft'],
    ['a common word', 'q=cyber'],
    ['a common word on a tab', 'q=cyber&status=ready'],
    ['a common word, last saved first', 'q=cyber&sort=saved'],
    ['a word whose dials all come last', 'q=specie'],
    ['a piece of it on a tab', 'q=peci&status=upcoming'],
    ['two words whose dials all come last', 'q=specie+vault'],
    ['a word whose dials all come last, and one in too many words for lists', 'q=specie+x'],
    ['a tag whose dials all come last, and a common word', 'tag=Specie&q=author'],
    ['a word whose dials all come last, in a class', 'q=specie&cob=cargo'],
    ['a tag in a class', 'tag=Specie&cob=cargo'],
    ['two common words', 'q=risk+code'],
    ['a word of one dial', `q=${ownWord(4711)}`],
    ['a word of none', 'q=nosuchword'],
    ['two letters of none', 'q=qq'],
  ];
  test.each(cases)('[DL60] %s: neither page nor counts read the whole table', async (_what, query) => {
    for (const one of await asked(query)) await expectFewRows(one, MOST_READ);
  });

  test.each(cases.filter(([, query]) => !query.includes('sort=saved')))(
    '[DL61] %s: nor does a page further on',
    async (_what, query) => {
      const cursor = writeCursor({ key: 'specie vault 8', id: '00000000-0000-4000-8000-000000000000' });
      for (const one of await asked(`${query}&cursor=${cursor}`)) await expectFewRows(one, MOST_READ);
    },
  );

  test('[DL62] words that are common, and never together, are told by the text', async () => {
    for (const query of await asked('q=cyber+specie')) await expectFewRows(query, 6000);
    expect((await good<{ counts: object }>('GET', '/api/dials?q=cyber+specie')).counts).toMatchObject({ all: 0 });
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

  test('[DL65] the lists, marks and tallies are those that counting again would give', async () => {
    const { config } = server.database;
    const wrong = await execute(
      config,
      `with marks as (select id, 'tag ' || unnest(tags) as mark, status, name_key from dial
         union all select id, 'class ' || unnest(classes), status, name_key from dial),
       tallies as (select 'tag' as kind, unnest(tags) as word from dial union all select 'author', unnest(authors) from dial
         union all select 'status', status from dial),
       words as (select word, status, name_key, id from dial, unnest(string_to_array(ltrim(search_text), ' ')) as word)
       (select 'word', word from (select word, status, name_key, dial_id from dial_word except select * from words) d)
       union all (select 'word', word from (select * from words except select word, status, name_key, dial_id from dial_word) e)
       union all (select 'mark', mark from (select dial_id, mark, status, name_key from dial_mark except select * from marks) a)
       union all (select 'mark', mark from (select * from marks except select dial_id, mark, status, name_key from dial_mark) b)
       union all (select kind, word from (select kind, word, dials from dial_tally where dials <> 0
         except select kind, word, count(*)::int from tallies group by kind, word) c)`,
    );
    expect(wrong).toEqual([]);
  });
});
