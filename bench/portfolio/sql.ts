import { createColumns } from '#domain/evaluation/compiled/columns.ts';
import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { createKernel } from '#domain/evaluation/compiled/kernels.ts';
import { resolveWinners } from '#domain/evaluation/compiled/resolve.ts';
import { winnerOf } from '#domain/evaluation/compiled/winners.ts';
import { selectBucket } from '#domain/evaluation/sql/select.ts';
import { CODED_RISKS, fillTables, RISKS } from '#domain/evaluation/sql/table.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { type Engine, openClickHouse, openDuckDb } from '../../tools/sql/engine.ts';
import { addRisks, emptyWarehouse } from '../../tools/sql/warehouse.ts';
import { createRandom, makeBucket, makeRisks } from '../evaluation/world.ts';
import { median } from '../measure.ts';

/**
 * `npm run bench -- sql [rounds] [doublings]`: how many risks per second one bucket of 100 dials is measured on, as one
 * SELECT on DuckDB and, if `CLICKHOUSE_URL` is set, on ClickHouse, and by our own engine; one thread each. CPU time, and
 * wall time for ClickHouse, which runs elsewhere. All have to find the same winners. Also, how many risks per second are
 * coded from the plain table.
 */
const ROUNDS = Number(process.argv[2] ?? 7);
const DOUBLINGS = Number(process.argv[3] ?? 6);
const MADE = 16_384;
const COUNT = MADE * 2 ** DOUBLINGS;

const entries = makeBucket(100);
const risks = makeRisks(createRandom(2), MADE);
const kernel = createKernel();
const columns = createColumns(kernel);
for (let copy = 0; copy < 2 ** DOUBLINGS; copy += 1) columns.add(risks);
const compiled = compileBucket(columns, entries);

/** Computes all columns of the SELECT without transferring rows. */
const summed = (engine: Engine): string => {
  const sums = VALUE_KEYS.flatMap((key) => [`sum(${key}_place)`, `count(${key})`]);
  return `SELECT ${sums.join(', ')} FROM (\n${selectBucket(engine.dialect, entries, engine.asking)}\n) AS given`;
};

function sumsOfOurs(): number[] {
  const winners = resolveWinners(compiled);
  return VALUE_KEYS.flatMap((key) => {
    let [sum, count] = [0, 0];
    for (let row = 0; row < COUNT; row += 1) {
      const place = winnerOf(winners, row, key);
      if (place === undefined) continue;
      sum += place + 1;
      count += 1;
    }
    return [sum, count];
  });
}

/** CPU milliseconds of this process; another process can only be timed by the clock. */
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const clockOf = (name: string) => (name === 'ClickHouse' ? () => performance.now() : processor);

/** Risks per second. */
async function rate(clock: () => number, work: () => unknown): Promise<number> {
  const start = clock();
  await work();
  return (COUNT / (clock() - start)) * 1000;
}

const engines: Readonly<Record<string, Engine>> = {
  DuckDB: await openDuckDb({ threads: '1' }),
  ...(process.env['CLICKHOUSE_URL'] !== undefined && {
    ClickHouse: await openClickHouse(process.env['CLICKHOUSE_URL']),
  }),
};
const expected = sumsOfOurs();
const coding: string[] = [];
for (const [name, engine] of Object.entries(engines)) {
  await emptyWarehouse(engine);
  await addRisks(engine, risks, { cob: 'any', from: 0 });
  await engine.run(`TRUNCATE TABLE ${CODED_RISKS}`);
  for (let time = 0; time < DOUBLINGS; time += 1) await engine.run(`INSERT INTO ${RISKS} SELECT * FROM ${RISKS}`);
  const coded = await rate(clockOf(name), async () => {
    for (const statement of fillTables(engine.dialect)) await engine.run(statement);
  });
  coding.push(`${name}, coding`.padEnd(34) + Math.round(coded).toLocaleString('en-GB').padStart(12));
  const given = (await engine.rows(summed(engine)))[0]?.map(Number) ?? [];
  if (given.join() !== expected.join()) throw new Error(`${name} gives ${given.join()} instead of ${expected.join()}.`);
}
console.log(`Every engine gave ${COUNT.toLocaleString('en-GB')} risks the same winners.`);

const CONTESTANTS: Readonly<Record<string, () => unknown>> = {
  [`our engine (${kernel.name})`]: () => resolveWinners(compiled),
  ...Object.fromEntries(Object.entries(engines).map(([name, engine]) => [name, () => engine.rows(summed(engine))])),
};
const rates = new Map<string, number[]>(Object.keys(CONTESTANTS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, work] of Object.entries(CONTESTANTS)) rates.get(name)?.push(await rate(clockOf(name), work));

const [ours = 0] = [...rates.values()].map(median);
console.log(`\n100 dials; risks a second of one processor, medians of ${ROUNDS} rounds\n`);
for (const [name, measured] of rates) {
  const each = median(measured);
  const ratio = each === ours ? '' : `   ours is ${(ours / each).toFixed(1)} times as fast`;
  console.log(`${name.padEnd(34)}${Math.round(each).toLocaleString('en-GB').padStart(12)}${ratio}`);
}
console.log(`\n${coding.join('\n')}`);
for (const engine of Object.values(engines)) engine.close();
