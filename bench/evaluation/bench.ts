import { createColumns } from '#domain/evaluation/compiled/columns.ts';
import { compileBucket } from '#domain/evaluation/compiled/compile.ts';
import type { Kernel } from '#domain/evaluation/compiled/kernel.ts';
import { createKernel } from '#domain/evaluation/compiled/kernels.ts';
import { createPlainKernel } from '#domain/evaluation/compiled/plain-kernel.ts';
import { resolveWinners } from '#domain/evaluation/compiled/resolve.ts';
import { winnerOf } from '#domain/evaluation/compiled/winners.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { median } from '../measure.ts';
import { createNaive } from './naive.ts';
import { createJsonLogic, createZen, factsOf } from './peers.ts';
import { createRandom, makeBucket, makeRisks } from './world.ts';

/**
 * `npm run bench -- evaluation`: how many risks per CPU second are evaluated against one bucket of 100 dials, by our kernel
 * with the risks in columns, by the naive loop and by two rules engines. Every engine is first checked against the
 * definition. All of them take turns.
 */
const RISKS_IN_COLUMNS = 1_000_000;
const CHUNK = 16_384 * 4;
const CHECKED = 1000;
const ROUNDS = Number(process.argv[2] ?? 7);
const MIN_SAMPLE_MS = 100;
const LIMITS = { naive: 100, zen: 3000, 'json-logic': 500 } as const;

const entries = makeBucket(100);
const someRisks = makeRisks(createRandom(2), 20_000);
const someFacts = someRisks.map(factsOf);
const [naive, jsonLogic, zen] = [createNaive(entries), createJsonLogic(entries), createZen(entries)];

/** CPU milliseconds of all threads of this process. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Risks per CPU second: repeats the work until it took long enough to be measured. */
async function rate(work: () => number | Promise<number>): Promise<number> {
  const start = cpuMs();
  let risks = 0;
  for (;;) {
    risks += await work();
    const taken = cpuMs() - start;
    if (taken >= MIN_SAMPLE_MS) return (risks / taken) * 1000;
  }
}

/** Builds columns with that many risks, the same few repeated: the time does not depend on their content. */
function buildColumns(kernel: Kernel, count: number) {
  const columns = createColumns(kernel);
  const risks = makeRisks(createRandom(2), CHUNK);
  for (let left = count; left > 0; left -= CHUNK) columns.add(risks.slice(0, left));
  return columns;
}

const positionsOf = (winners: Uint32Array, at: number): number[] =>
  VALUE_KEYS.map((key) => winnerOf(winners, at, key) ?? -1);

/** Throws if an engine differs from the definition. */
async function check(
  name: string,
  placesFor: (risk: Risk, index: number) => Promise<Iterable<number>> | Iterable<number>,
) {
  for (const [index, risk] of someRisks.slice(0, CHECKED).entries()) {
    const { values } = evaluate(entries, risk);
    const expected = VALUE_KEYS.map((key) =>
      entries.findIndex(({ dial_id }) => dial_id === values[key]?.winner.dial_id),
    );
    const given = [...(await placesFor(risk, index))];
    if (given.join() !== expected.join())
      throw new Error(`${name}, risk ${index}: ${given.join()} for ${expected.join()}`);
  }
}

const wasm = createKernel();
if (wasm.name !== 'wasm') throw new Error('There is no WebAssembly here.');
const compiled = compileBucket(buildColumns(wasm, RISKS_IN_COLUMNS), entries);
const plain = compileBucket(buildColumns(createPlainKernel(), CHUNK), entries);
const [columnWinners, plainWinners] = [resolveWinners(compiled), resolveWinners(plain)];

await check('the definition read beforehand', naive);
await check('json-logic-engine', (risk) => jsonLogic(factsOf(risk)));
await check('zen-engine', (risk) => zen(factsOf(risk)));
await check('the WebAssembly kernel', (_risk, index) => positionsOf(columnWinners, index));
await check('the plain kernel', (_risk, index) => positionsOf(plainWinners, index));
console.log(`Every engine gave ${CHECKED} risks the winners of the definition.`);

let next = 0;
/** A different sample of the risks each time. */
const some = <T>(all: readonly T[], count: number): T[] => {
  next = (next + count) % (all.length - count);
  return all.slice(next, next + count);
};
const texts = someRisks.slice(0, 5000).map((risk) => JSON.stringify(risk));

const CONTESTANTS: Readonly<Record<string, () => number | Promise<number>>> = {
  kernel: () => resolveWinners(compiled).length / 2,
  'plain kernel': () => resolveWinners(plain).length / 2,
  naive: () => some(someRisks, 1000).map(naive).length,
  'json-logic': () => some(someFacts, 200).map(jsonLogic).length,
  zen: async () => (await Promise.all(some(someFacts, 50).map(zen))).length,
  'definition, with trace': () => some(someRisks, 20).map((risk) => evaluate(entries, risk)).length,
  'ingest: objects to columns': () => {
    const columns = createColumns(wasm);
    columns.add(someRisks);
    return columns.size();
  },
  'ingest: JSON.parse before that': () => texts.map((text) => JSON.parse(text) as unknown).length,
};

const rates = new Map<string, number[]>(Object.keys(CONTESTANTS).map((name) => [name, []]));
for (let round = -1; round < ROUNDS; round += 1)
  for (const [name, work] of Object.entries(CONTESTANTS)) {
    const measured = await rate(work);
    if (round >= 0) rates.get(name)?.push(measured);
  }

const rateOf = (name: string): number => median(rates.get(name) ?? []);
console.log(`\n100 dials, ${RISKS_IN_COLUMNS} risks in columns; risks per CPU second, medians of ${ROUNDS} rounds\n`);
for (const name of rates.keys())
  console.log(`${name.padEnd(34)}${Math.round(rateOf(name)).toLocaleString('en-GB').padStart(12)}`);

console.log('\nThe kernel with risks in columns, times');
for (const [name, least] of Object.entries(LIMITS)) {
  const ratio = rateOf('kernel') / rateOf(name);
  const good = ratio >= least;
  console.log(`${name.padEnd(34)}${ratio.toFixed(0).padStart(12)}   at least ${least}${good ? '' : '   MISSED'}`);
  if (!good) process.exitCode = 1;
}
