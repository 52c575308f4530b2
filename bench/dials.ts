import type { CompiledQuery } from 'kysely';
import { MOST_COUNTED } from '#contract/dial.ts';
import { STATUS_TABS } from '#domain/dial/status.ts';
import { countQuery, type ListFilter, pageQuery, tallyQuery, type Way } from '#server/dial/dial.list.store.ts';
import { idOf, ownWord } from '#server/testing/many-dials.ts';
import { shown, takeTurns } from './measure.ts';
import { type World, withWorlds } from './world.ts';

/** `npm run bench`: whether the list of dials costs the same however many there are, and what a save costs. */
const SIZES = [1000, 10_000, 100_000] as const;
const LIMIT = 50;
const ROUNDS = Number(process.argv[2] ?? 60);
const MOST_RATIO = 1.5;

type Case = Readonly<{
  name: string;
  url: string;
  filter: ListFilter;
  way: Way;
  countsEachTab?: boolean;
  last?: boolean;
}>;
const CASES: readonly Case[] = [
  { name: 'list', url: '/api/dials', filter: { words: [] }, way: 'stream' },
  { name: 'tab Upcoming', url: '/api/dials?status=upcoming', filter: { words: [], status: 'upcoming' }, way: 'stream' },
  { name: 'search, one match', url: `/api/dials?q=${ownWord(77)}`, filter: { words: [ownWord(77)] }, way: 'gather' },
  { name: 'search, no match', url: '/api/dials?q=nosuchword', filter: { words: ['nosuchword'] }, way: 'gather' },
  { name: 'search Cyber', url: '/api/dials?q=Cyber', filter: { words: ['cyber'] }, way: 'walk', countsEachTab: true },
  {
    name: 'search Risk Code',
    url: '/api/dials?q=Risk+Code',
    filter: { words: ['risk', 'code'] },
    way: 'walk',
    countsEachTab: true,
  },
  {
    name: 'tag Specie',
    url: '/api/dials?tag=Specie',
    filter: { words: [], tag: 'Specie' },
    way: 'stream',
    countsEachTab: true,
  },
  {
    name: 'class Cargo',
    url: '/api/dials?cob=cargo',
    filter: { words: [], cob: 'cargo' },
    way: 'stream',
    countsEachTab: true,
  },
  // A sixth of all dials, and every one of them at the end of the alphabet: what no index of ours has in order.
  {
    name: 'search Specie (all come last)',
    url: '/api/dials?q=Specie',
    filter: { words: ['specie'] },
    way: 'gather',
    countsEachTab: true,
    last: true,
  },
];

/** What the service asks the database for a page and its counts. */
function queriesOf({ db }: World, { filter, way, countsEachTab }: Case): CompiledQuery[] {
  const page = pageQuery({ filter, sort: 'name', limit: LIMIT + 1 }, way).compile(db);
  const { status: _, ...counted } = filter;
  if (counted.words.length === 0 && counted.cob === undefined && counted.tag === undefined)
    return [page, tallyQuery().compile(db)];
  const count = (of: ListFilter) => countQuery(of, MOST_COUNTED + 1).compile(db);
  return [page, count(counted), ...(countsEachTab ? STATUS_TABS.map((status) => count({ ...counted, status })) : [])];
}

const calls = {
  api:
    ({ app, headers }: World, { url }: Case) =>
    async () => {
      const { statusCode } = await app.inject({ url, headers });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`);
    },
  bare: (world: World, of: Case) => {
    const queries = queriesOf(world, of);
    return async () => {
      for (const { sql, parameters } of queries) await world.bare.query(sql, [...parameters]);
    };
  },
} as const;

async function reads(worlds: readonly World[]): Promise<number> {
  console.log(
    `\nMedian of ${ROUNDS} calls in milliseconds, page of ${LIMIT} with counts; ratio of the largest to the smallest`,
  );
  console.log(`${''.padEnd(32)}${SIZES.map((size) => String(size).padStart(8)).join('')}   ratio`);
  let worst = 0;
  for (const of of CASES) {
    const contestants = Object.fromEntries(
      worlds.flatMap((world) =>
        (['api', 'bare'] as const).map((way) => [`${way} ${world.size}`, calls[way](world, of)]),
      ),
    );
    const times = await takeTurns(contestants, { rounds: ROUNDS, warmUp: 5 });
    for (const way of ['api', 'bare'] as const) {
      const row = SIZES.map((size) => times[`${way} ${size}`] ?? Number.NaN);
      const ratio = (row.at(-1) ?? Number.NaN) / (row[0] ?? Number.NaN);
      if (way === 'api' && !of.last) worst = Math.max(worst, ratio);
      const label = way === 'api' ? of.name : '  the database alone';
      console.log(`${label.padEnd(32)}${row.map((ms) => shown(ms)).join('')}${shown(ratio)}`);
    }
  }
  console.log(`\nWorst ratio through the API, the last case aside: ${worst.toFixed(2)} (at most ${MOST_RATIO})`);
  return worst;
}

/** One person saving one draft after another, against the two statements that keep the same without any rule. */
async function saves(worlds: readonly World[]): Promise<void> {
  console.log('\nSaves of a draft: milliseconds, per second, and how many times two bare updates in a transaction');
  for (const world of worlds) {
    let count = 0;
    const id = idOf(0);
    const { app, headers, bare } = world;
    const read = await app.inject({ url: `/api/dials/${id}?draft=yes`, headers });
    let dial = read.json<{ revision: string; data: Record<string, unknown> }>();
    const { api, alone } = await takeTurns(
      {
        api: async () => {
          count += 1;
          const saved = await app.inject({
            method: 'PUT',
            url: `/api/dials/${id}/draft`,
            headers: { ...headers, 'if-match': `"${dial.revision}"` },
            payload: {
              ...dial.data,
              dimensions: { ...(dial.data['dimensions'] as object), risk_codes: ['CY'] },
              description: `Saved ${count} times`,
            },
          });
          if (saved.statusCode !== 200) throw new Error(saved.body);
          dial = saved.json();
        },
        alone: async () => {
          await bare.query('begin');
          await bare.query(`update dial_version set data = $1 where dial_id = $2 and version = 1`, [
            dial.data,
            idOf(10),
          ]);
          await bare.query(`update dial set saved_at = now(), search_text = $1 where id = $2`, [
            ` saved ${count} times`,
            idOf(10),
          ]);
          await bare.query('commit');
        },
      },
      { rounds: ROUNDS, warmUp: 5 },
    );
    console.log(
      `${String(world.size).padStart(8)} dials ${shown(api)} ms ${shown(1000 / api, 0)} a second ${shown(api / alone)} times`,
    );
  }
}

await withWorlds(SIZES, async (worlds) => {
  const worst = await reads(worlds);
  await saves(worlds);
  if (worst > MOST_RATIO) process.exitCode = 1;
});
