import { isForClass } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { selectBucket } from '#domain/evaluation/sql/select.ts';
import { CODED_RISKS, fillTables, RISKS } from '#domain/evaluation/sql/table.ts';
import { buildRiskTable, type RiskTable } from '#domain/impact/risk-table.ts';
import { createMeasure } from '#domain/impact/measure.ts';
import { type Chunk, encodeChunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { openDuckDb } from '../../tools/sql/engine.ts';
import { addRisks, emptyWarehouse } from '../../tools/sql/warehouse.ts';
import { createRandom, makeBucket, makeRisks } from '../evaluation/world.ts';
import { median } from '../measure.ts';

/**
 * `npm run bench -- impact [rounds]`: the cost of measuring a draft of 100 dials against a million risks of one class, cold
 * and after one edit, compared with a plain read of the columns and with DuckDB, which evaluates both lists as SQL and
 * only sums up the positions. CPU milliseconds, on one thread each. Exits with 1 if a limit is exceeded.
 */
const ROUNDS = Number(process.argv[2] ?? 7);
const MADE = 16_384;
const DOUBLINGS = 6;
const COPIES = 2 ** DOUBLINGS;
const COUNT = MADE * COPIES;
const LARGE = 5;
const COB = 'cyber-privacy-and-tech';
const LIMITS = { cold: 15, edit: 0.2, sql: 10, bytes: 60, large: 1.5 } as const;

const keys = DIMENSION_KEYS.filter((key) => isForClass(dimensionOf(key), COB));
const risks = makeRisks(createRandom(2), MADE, keys);
const before = makeBucket(100, keys);

/** Some of everything: two dials overridden, two of another version, one added, one removed, two moved. */
const draft = ((): RatedEntry[] => {
  const override = (entry: RatedEntry): RatedEntry => ({ ...entry, overrides: { max_line: 7_500_000 } });
  const narrow = (entry: RatedEntry): RatedEntry => ({ ...entry, dial: { ...entry.dial, journeys: ['renewal'] } });
  const edited = before.map((entry, place) => {
    if (place === 20 || place === 60) return override(entry);
    return place === 35 || place === 75 ? narrow(entry) : entry;
  });
  const [added] = makeBucket(1, keys).map((entry) => ({ ...entry, dial_id: 'added' }));
  const [moved] = edited.splice(50, 1);
  const [other] = edited.splice(85, 1);
  return [
    ...edited.slice(0, 10),
    ...[moved, other, added].flatMap((entry) => entry ?? []),
    ...edited.slice(10, 90),
    ...edited.slice(91),
  ];
})();
/** One dial of the draft, overridden. */
const edit = before.map((entry, place) => (place === 40 ? { ...entry, overrides: { max_line: 4_000_000 } } : entry));

const REGIONS = ['Europe', 'Asia Pacific', 'North America', 'UK and Ireland'];
const chunk = openChunk(
  encodeChunk(
    risks.map((risk, row) => ({
      reference: `R${row}`,
      cob: COB,
      risk,
      premium: (row * 7919) % 100_000,
      kept: { Region: REGIONS[row % 4] ?? '' },
    })),
  ),
);
const copies = (count: number): Chunk[] => Array.from({ length: count }, () => chunk);

/** CPU milliseconds of all threads of this process. */
async function cost(work: () => unknown): Promise<number> {
  const { user, system } = process.cpuUsage();
  await work();
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

/** Sums up every byte of the codes that dials are looked up by. */
function readColumns({ columns }: RiskTable): number {
  let sum = 0;
  for (const column of [...columns.texts.values(), ...columns.numbers.values()])
    for (const block of columns.blocks().keys())
      for (const { buffer, byteOffset, byteLength } of column.slots(block)) {
        const bytes = new Uint8Array(buffer, byteOffset, byteLength);
        for (let at = 0; at < bytes.length; at += 1) sum += bytes[at] ?? 0;
      }
  return sum;
}

const coldImpact = (table: RiskTable) => createMeasure(table, before, undefined).measure(draft);

const table = buildRiskTable(copies(COPIES));
const measure = createMeasure(table, before, undefined);
const impact = measure.measure(draft);
measure.measure(edit);

const duck = await openDuckDb({ threads: '1' });
await emptyWarehouse(duck);
await addRisks(duck, risks, { cob: COB, from: 0 });
await duck.run(`TRUNCATE TABLE ${CODED_RISKS}`);
for (let time = 0; time < DOUBLINGS; time += 1) await duck.run(`INSERT INTO ${RISKS} SELECT * FROM ${RISKS}`);
for (const statement of fillTables(duck.dialect)) await duck.run(statement);
const sums = VALUE_KEYS.map((key) => `count(${key})`).join(', ');
const countBySql = async (entries: readonly RatedEntry[]) =>
  (await duck.rows(`SELECT ${sums} FROM (\n${selectBucket(duck.dialect, entries)}\n) AS given`))[0]?.map(Number);

const bySql = (await countBySql(draft)) ?? [];
const byUs = impact.values.map(({ moves }) =>
  moves.reduce((sum, { after, risks: some }) => sum + (after === null ? 0 : some), 0),
);
if (byUs.join() !== bySql.join()) throw new Error(`DuckDB counts ${bySql.join()} in the place of ${byUs.join()}.`);

const CONTESTANTS = {
  read: () => readColumns(table),
  cold: () => coldImpact(table),
  edit: () => measure.measure([...edit]),
  sql: async () => [await countBySql(before), await countBySql(draft)],
} as const;
type Name = keyof typeof CONTESTANTS;
const names = Object.keys(CONTESTANTS) as Name[];
const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
for (let round = -2; round < ROUNDS; round += 1)
  for (const name of names) {
    const measured = await cost(CONTESTANTS[name]);
    if (round >= 0) taken.get(name)?.push(measured);
  }
duck.close();
const costOf = (name: Name): number => median(taken.get(name) ?? []);

const large = buildRiskTable(copies(COPIES * LARGE));
const largeCosts: number[] = [];
for (let round = -1; round < 3; round += 1) {
  const measured = await cost(() => coldImpact(large));
  if (round >= 0) largeCosts.push(measured);
}
const { columns, premiums, groups } = table.bytes();
const share = ((impact.changed.risks / impact.all.risks) * 100).toFixed(1);
console.log(
  `${COUNT.toLocaleString('en-GB')} risks, 100 dials, ${share}% of the risks change; CPU ms, medians of ${ROUNDS}\n`,
);
for (const name of names) console.log(`${name.padEnd(8)}${costOf(name).toFixed(1).padStart(10)}`);
console.log(`${'5 times'.padEnd(8)}${median(largeCosts).toFixed(1).padStart(10)}`);
console.log(
  `bytes a risk: ${(columns / COUNT).toFixed(1)} in columns, ${(premiums / COUNT).toFixed(1)} premium, ${(groups / COUNT).toFixed(1)} grouped by\n`,
);

const RESULTS: readonly (readonly [string, number, 'most' | 'least', number])[] = [
  ['cold, times one plain read of the columns', costOf('cold') / costOf('read'), 'most', LIMITS.cold],
  ['after one dial was edited, of the cold one', costOf('edit') / costOf('cold'), 'most', LIMITS.edit],
  ['cold, times as quick as DuckDB', costOf('sql') / costOf('cold'), 'least', LIMITS.sql],
  ['bytes per risk', columns / COUNT, 'most', LIMITS.bytes],
  ['five times the risks, by five times the cost', median(largeCosts) / (LARGE * costOf('cold')), 'most', LIMITS.large],
];
for (const [name, value, side, limit] of RESULTS) {
  const good = side === 'most' ? value <= limit : value >= limit;
  console.log(`${name.padEnd(46)}${value.toFixed(2).padStart(8)}   at ${side} ${limit}${good ? '' : '   MISSED'}`);
  if (!good) process.exitCode = 1;
}
