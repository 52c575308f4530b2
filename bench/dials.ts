import { idOf, ownWord } from '#server/testing/many-dials.ts';
import { shown, takeTurns } from './measure.ts';
import { type World, withWorlds } from './world.ts';

/**
 * `npm run bench -- dials`: whether the list of dials costs the same with ten times as many, stays quick with a hundred times as
 * many, and what a save costs.
 */
const SIZES = [1000, 10_000, 100_000] as const;
const LIMIT = 50;
const ROUNDS = Number(process.argv[2] ?? 60);
const MAX_RATIO = 2;
const MAX_MS = 100;

const CASES: Readonly<Record<string, string>> = {
  list: '',
  'most used first': 'sort=used',
  'tab Upcoming': 'status=upcoming',
  'tab Draft': 'status=draft',
  'search, one match': `q=${ownWord(77)}`,
  'search, no match': 'q=nosuchword',
  'search Cybr, a typing error': 'q=Cybr',
  'search Cyber': 'q=Cyber',
  'search Risk Code': 'q=Risk+Code',
  // A sixth of all dials, all of them at the end of the alphabet.
  'search Specie': 'q=Specie',
  'search peci, on a tab': 'q=peci&status=upcoming',
  'search Specie vault': 'q=Specie+vault',
  'search Cyber Specie, never both': 'q=Cyber+Specie',
  'search a': 'q=a',
  'search Specie, class Cargo': 'q=Specie&cob=cargo',
  'tag Specie': 'tag=Specie',
  'class Cargo, no dial of its own': 'cob=cargo',
  'class Marine War': 'cob=marine-war',
};

const calls = {
  api:
    ({ app, headers }: World, query: string) =>
    async () => {
      const { statusCode } = await app.inject({ url: `/api/dials?${query}`, headers });
      if (statusCode !== 200) throw new Error(`${query} answered ${statusCode}.`);
    },
  /** The queries of that call, one after the other on one connection. */
  bare: async (world: World, query: string) => {
    const call = calls.api(world, query);
    await call();
    const queries = await world.recording.during(call);
    return async () => {
      for (const { sql, parameters } of queries) await world.bare.query(sql, [...parameters]);
    };
  },
} as const;

/** Whether every case stayed within its limits. */
async function reads(worlds: readonly World[]): Promise<boolean> {
  console.log(
    `\nMedian of ${ROUNDS} calls in milliseconds, page of ${LIMIT} with counts; ratio of the second to the first`,
  );
  console.log(`${''.padEnd(32)}${SIZES.map((size) => String(size).padStart(8)).join('')}   ratio`);
  let [worstRatio, worstMs] = [0, 0];
  for (const [name, query] of Object.entries(CASES)) {
    const contestants: Record<string, () => Promise<void>> = {};
    for (const world of worlds) {
      contestants[`api ${world.size}`] = calls.api(world, query);
      contestants[`bare ${world.size}`] = await calls.bare(world, query);
    }
    const times = await takeTurns(contestants, { rounds: ROUNDS, warmUp: 5 });
    for (const way of ['api', 'bare'] as const) {
      const [small = 0, middle = 0, large = 0] = SIZES.map((size) => times[`${way} ${size}`]);
      const ratio = middle / small;
      if (way === 'api') [worstRatio, worstMs] = [Math.max(worstRatio, ratio), Math.max(worstMs, large)];
      const label = way === 'api' ? name : '  the database alone';
      console.log(`${label.padEnd(32)}${[small, middle, large].map((ms) => shown(ms)).join('')}${shown(ratio)}`);
    }
  }
  console.log(`\nWorst ratio through the API: ${worstRatio.toFixed(2)} (at most ${MAX_RATIO})`);
  console.log(`Slowest of the largest: ${worstMs.toFixed(0)} ms (at most ${MAX_MS})`);
  return worstRatio <= MAX_RATIO && worstMs <= MAX_MS;
}

/** One person saving drafts one after the other, compared with two bare statements that store the same. */
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
  const isGood = await reads(worlds);
  await saves(worlds);
  if (!isGood) process.exitCode = 1;
});
