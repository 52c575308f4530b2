import { JOURNEYS } from '#domain/dial/dial.ts';
import type { Dimension, DimensionKind, DimensionOf, KindValues } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { rulesOf } from '#domain/evaluation/verify/bucket.ts';
import { findDecision } from '#domain/evaluation/verify/cover.ts';
import { proveAmounts } from '#domain/evaluation/verify/highest.ts';
import { makeSpace } from '#domain/evaluation/verify/space.ts';
import { VERIFY_STEPS, verify, verifySync } from '#domain/evaluation/verify/verify.ts';
import { median, shown } from './measure.ts';

/**
 * `npm run bench -- verify`: the cost of finding the dials that never decide among 300, and all other findings. The
 * baseline is the definition itself, applied to 100 risks.
 */
const [DIALS, RISKS, ROUNDS] = [300, 100, 9];
const MAX_MS = 250;
const [MAX_TIMES_DEAD, MAX_TIMES_ALL] = [2, 12];
/** Of the highest amounts, which a submission waits for. */
const MAX_HIGHEST_MS = 1000;
const TODAY = '2026-11-16';

let state = 15;
/** A deterministic number up to, but excluding, the given one. */
function roll(sides: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * sides);
}
function pick<T>(list: readonly T[]): T {
  const one = list.at(roll(list.length));
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}
const some = <T>(list: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: 1 + roll(most) }, () => pick(list))),
];

const CODES = Array.from({ length: 40 }, (_, n) => `C${n}`);
const BOUNDS = [0, 1, 5, 10, 25, 50, 100, 250, 500, 1000, 5000, 10_000];
const valuesOf = ({ options }: DimensionOf<'choices' | 'one-of'>) => options.map(({ value }) => value);
const between = () => {
  const at = roll(BOUNDS.length);
  const [from, to] = [BOUNDS[at], BOUNDS[at + 1 + roll(4)] ?? ''];
  return `[${from},${to})`;
};
const ASKED: { readonly [K in DimensionKind]: (dimension: DimensionOf<K>) => KindValues[K]['value'] } = {
  intervals: between,
  options: () => some(CODES, 8),
  choices: (dimension) => some(valuesOf(dimension), 2),
  'one-of': (dimension) => pick(valuesOf(dimension)),
  'yes-no': () => roll(2) === 0,
};
const HAD: { readonly [K in DimensionKind]: (dimension: DimensionOf<K>) => KindValues[K]['risk'] } = {
  ...ASKED,
  intervals: () => pick(BOUNDS) + roll(3),
  options: () => some(CODES, 3),
};
type Table = Readonly<Record<DimensionKind, (dimension: never) => unknown>>;
const fill = (table: Table, keys: readonly (typeof DIMENSION_KEYS)[number][]) =>
  Object.fromEntries(
    keys.map((key) => {
      const dimension: Dimension = dimensionOf(key);
      return [key, table[dimension.kind](dimension as never)];
    }),
  );

/** Most dials have a code, a layer or a size; some have any other dimension. */
const USUAL = DIMENSION_KEYS.slice(0, 5);
const keysOfDial = () => [...new Set([...some(USUAL, 4), ...(roll(2) === 0 ? [] : some(DIMENSION_KEYS, 4))])];
const entries: RatedEntry[] = Array.from({ length: DIALS }, (_, n) => ({
  dial_id: `d${n}`,
  overrides: {},
  dial: {
    dimensions: fill(ASKED, keysOfDial()),
    journeys: roll(5) === 0 ? [pick(JOURNEYS).value] : [],
    active_from: roll(10) === 0 ? '2027-01-01' : null,
    active_until: roll(10) === 0 ? '2027-07-01' : null,
    values: Object.fromEntries(
      some(['max_line', 'min_line', 'lead_share_cap', 'policy_share_cap'], 4).map((key) => [key, 1 + roll(50)]),
    ),
  },
}));
const risks: Risk[] = Array.from({ length: RISKS }, () => ({
  date: TODAY,
  journey: pick(JOURNEYS).value,
  dimensions: fill(HAD, DIMENSION_KEYS),
}));

function findDead(): number {
  const space = makeSpace(entries, TODAY);
  const rules = rulesOf(entries, space);
  const decisions = rules.map((rule) => findDecision(space, rules, rule, { steps: VERIFY_STEPS.question }));
  if (decisions.some(({ kind }) => kind === 'unknown')) throw new Error('A dial was not fully checked.');
  return decisions.filter(({ kind }) => kind === 'never').length;
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const longestPart = () => {
  const work = verify(entries, [], TODAY);
  let longest = 0;
  for (let done = false; !done;)
    longest = Math.max(
      longest,
      cpuMs(() => (done = work.next().done === true)),
    );
  return longest;
};

const taken = {
  floor: [] as number[],
  dead: [] as number[],
  all: [] as number[],
  part: [] as number[],
  highest: [] as number[],
};
for (let round = -2; round < ROUNDS; round += 1) {
  const times = {
    floor: cpuMs(() => risks.map((risk) => evaluate(entries, risk))),
    dead: cpuMs(findDead),
    all: cpuMs(() => verifySync(entries, [], TODAY)),
    part: longestPart(),
    highest: cpuMs(() => proveAmounts(entries, entries)),
  };
  if (round >= 0)
    for (const name of ['floor', 'dead', 'all', 'part', 'highest'] as const) taken[name].push(times[name]);
}
const [floor, dead, all] = [median(taken.floor), median(taken.dead), median(taken.all)];
const [part, highest] = [median(taken.part), median(taken.highest)];
const findings = verifySync(entries, [], TODAY);
console.log(
  `${DIALS} dials: ${findDead()} never decide, ${findings.dials.length} findings, ${findings.gaps.length} gaps`,
);
console.log(`${findings.isComplete ? 'Fully checked' : 'Not fully checked'}\n`);
console.log('                                             CPU ms   times the floor');
console.log(`the floor: ${RISKS} risks, by the definition     ${shown(floor)}   ${shown(1)}`);
console.log(
  `dials that never decide                    ${shown(dead)}   ${shown(dead / floor)}   at most ${MAX_TIMES_DEAD}`,
);
console.log(
  `everything                                 ${shown(all)}   ${shown(all / floor)}   at most ${MAX_TIMES_ALL}`,
);
console.log(`the longest part between two keys          ${shown(part)}`);
console.log(
  `highest amounts of ${DIALS} dials                ${shown(highest)}   ${shown(highest / floor)}   at most ${MAX_HIGHEST_MS} ms`,
);
if (highest > MAX_HIGHEST_MS || dead > MAX_MS || dead > floor * MAX_TIMES_DEAD || all > floor * MAX_TIMES_ALL) {
  console.log(`\nToo slow: at most ${MAX_MS} ms for the dials that never decide, and the limits above.`);
  process.exitCode = 1;
}
