import { JOURNEYS } from '#domain/dial/dial.ts';
import type { Axis } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';

/** Deterministic random numbers (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Chance = () => number;
function pick<T>(chance: Chance, from: readonly T[]): T {
  const picked = from[Math.floor(chance() * from.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}
const pickSome = <T>(chance: Chance, from: readonly T[], count: number): T[] => [
  ...new Set(Array.from({ length: count }, () => pick(chance, from))),
];

/** A risk has up to four of these; one of all others. */
export const SEVERAL: ReadonlySet<DimensionKey> = new Set([
  'risk_codes',
  'domicile_countries',
  'nominated_syndicate_numbers',
  'pi_professional_category_ids',
]);
const MEMBERS = [1, 1, 1, 1, 1, 2, 2, 3, 3, 4];
const MISSING = 0.03;
const CODES: Readonly<Partial<Record<DimensionKey, number>>> = { brokers: 150, domicile_countries: 80, risk_codes: 60 };
const codesOf = (key: DimensionKey): string[] =>
  Array.from({ length: CODES[key] ?? 20 }, (_, code) => `${key}-${code}`);
const POOLS = new Map(DIMENSION_KEYS.map((key) => [key, codesOf(key)]));
const DAYS = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`);

/** Small values are more frequent than large ones, like revenues and layers. */
const pickNumber = (chance: Chance, { from, to }: Axis): number => Math.round(from + (to - from) * chance() ** 2);

function pickNotation(chance: Chance, axis: Axis): string {
  const [a, b] = [pickNumber(chance, axis), pickNumber(chance, axis)];
  const [low, high] = [Math.min(a, b), Math.max(a, b) + 1];
  return pick(chance, [`[${low},${high})`, `(${low},${high}]`, `[${low},)`, `(,${high})`]);
}

function ask(chance: Chance, key: DimensionKey): unknown {
  const dimension = dimensionOf(key);
  if (dimension.kind === 'intervals') return pickNotation(chance, dimension.axis);
  if (dimension.kind === 'yes-no') return chance() < 0.5;
  if (dimension.kind === 'one-of') return pick(chance, dimension.options).value;
  if (dimension.kind === 'choices') return pickSome(chance, dimension.options, 2).map(({ value }) => value);
  const pool = POOLS.get(key) ?? [];
  return pickSome(chance, pool, Math.ceil(pool.length * chance() * 0.5));
}

/** 4.2 dimensions and 2.3 values per dial; every key occurs. */
export function makeBucket(dials: number, keys: readonly DimensionKey[] = DIMENSION_KEYS): RatedEntry[] {
  const chance = createRandom(1);
  return Array.from({ length: dials }, (_, index) => {
    const first = index % keys.length;
    const count = pick(chance, [2, 3, 3, 4, 4, 4, 5, 5, 6, 6]);
    const chosen = new Set(keys.slice(first, first + 1));
    while (chosen.size < count) chosen.add(pick(chance, keys));
    const values = new Set<(typeof VALUE_KEYS)[number]>();
    const setting = pick(chance, [1, 1, 2, 2, 2, 2, 3, 3, 3, 4]);
    while (values.size < setting) values.add(pick(chance, VALUE_KEYS));
    return {
      dial_id: `d${index}`,
      overrides: chance() < 0.1 ? { max_line: index } : {},
      dial: {
        dimensions: Object.fromEntries([...chosen].map((key) => [key, ask(chance, key)])),
        journeys: chance() < 0.2 ? pickSome(chance, JOURNEYS, 3).map(({ value }) => value) : [],
        active_from: chance() < 0.2 ? pick(chance, DAYS.slice(0, 14)) : null,
        active_until: chance() < 0.2 ? pick(chance, DAYS.slice(14)) : null,
        values: Object.fromEntries(
          [...values].map((key) => [key, key === 'ignore_expiring_line' ? 'ignores' : index + 1]),
        ),
      },
    };
  });
}

function have(chance: Chance, key: DimensionKey): unknown {
  if (chance() < MISSING) return undefined;
  const dimension = dimensionOf(key);
  if (dimension.kind === 'intervals') return pickNumber(chance, dimension.axis);
  if (dimension.kind === 'yes-no') return chance() < 0.5;
  if (dimension.kind === 'one-of') return pick(chance, dimension.options).value;
  if (dimension.kind === 'choices') return [pick(chance, dimension.options).value];
  return pickSome(chance, POOLS.get(key) ?? [], SEVERAL.has(key) ? pick(chance, MEMBERS) : 1);
}

export const makeRisks = (chance: Chance, count: number, keys: readonly DimensionKey[] = DIMENSION_KEYS): Risk[] =>
  Array.from({ length: count }, () => ({
    date: pick(chance, DAYS),
    journey: chance() < MISSING ? null : pick(chance, JOURNEYS).value,
    dimensions: Object.fromEntries(keys.map((key) => [key, have(chance, key)])),
  }));
