import { effectiveValues } from '#domain/bucket/entry.ts';
import type { Impact, ResultValue } from '#domain/impact/impact.ts';
import { describePercent, describeTick } from '#domain/impact/words.ts';
import { type DialValues, shortLabelOf, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { readCounts } from './counts.ts';
import type { CountedDay } from './practice.ts';

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Where a distribution comes from: the version before, the review's portfolio, and this version. */
export const SIDES = ['before', 'expected', 'since'] as const;
export type Side = (typeof SIDES)[number];
export type BySide = Readonly<Record<Side, number>>;
export const mapSides = <T>(make: (side: Side) => T): Readonly<Record<Side, T>> => ({
  before: make('before'),
  expected: make('expected'),
  since: make('since'),
});

/** Decisions or risks by what they got; null: no dial set the value. `unlisted`: of which that is not known. */
type Distribution = Readonly<{ results: ReadonlyMap<ResultValue, number>; unlisted: number }>;

/** The days of one version, and what its entries set, by position. */
export type CountedVersion = Readonly<{
  days: readonly Pick<CountedDay, 'decisions' | 'stopped' | 'counts'>[];
  entries: readonly Readonly<{ own: DialValues; overrides: DialValues }>[];
}>;

/** Stopped decisions count for nothing. */
function distributeDecisions({ days, entries }: CountedVersion, key: ValueKey): Distribution {
  const results = new Map<ResultValue, number>();
  const add = (result: ResultValue, count: number) => {
    if (count > 0) results.set(result, (results.get(result) ?? 0) + count);
  };
  const values = entries.map(({ own, overrides }) => effectiveValues(own, overrides)[key] ?? null);
  for (const { decisions, stopped, counts } of days) {
    const won = readCounts(counts, entries.length).map((count) => count.won[key]);
    for (const [position, count] of won.entries()) add(values[position] ?? null, count);
    add(null, decisions - stopped - won.reduce((sum, count) => sum + count, 0));
  }
  return { results, unlisted: 0 };
}

function distributeRisks(impact: Impact | null, key: ValueKey): Distribution {
  const results = new Map<ResultValue, number>();
  const value = impact?.values.find((one) => one.value === key);
  for (const { after, risks } of value?.moves ?? []) results.set(after, (results.get(after) ?? 0) + risks);
  return { results, unlisted: value?.unlisted.risks ?? 0 };
}

/** What risks got for a value, in each of the three. Sums of `results`, and `others`, are the totals. */
export type ValueOutcome = Readonly<{
  value: ValueKey;
  /** The most frequent ones, in the order of their values; none comes last. */
  results: readonly (BySide & Readonly<{ result: ResultValue }>)[];
  /** All other results. */
  others: BySide;
}>;

export const MAX_RESULTS = 8;

type Sources = Readonly<{ before: CountedVersion | null; expected: Impact | null; since: CountedVersion }>;

/** Values that no dial sets, before or since, are left out. */
export function compareValues({ before, expected, since }: Sources): readonly ValueOutcome[] {
  return VALUE_KEYS.flatMap((value): ValueOutcome[] => {
    const sides = {
      before: before === null ? { results: new Map(), unlisted: 0 } : distributeDecisions(before, value),
      expected: distributeRisks(expected, value),
      since: distributeDecisions(since, value),
    } satisfies Record<Side, Distribution>;
    const totals = mapSides((side) => totalOf(sides[side]));
    const all = [...new Set(SIDES.flatMap((side) => [...sides[side].results.keys()]))]
      .map((result) => ({ result, ...mapSides((side) => sides[side].results.get(result) ?? 0) }))
      .toSorted((a, b) => mostOf(b, totals) - mostOf(a, totals) || compareResults(a.result, b.result));
    if (all.every(({ result }) => result === null)) return [];
    const rest = all.slice(MAX_RESULTS);
    const others = mapSides((side) => rest.reduce((sum, row) => sum + row[side], sides[side].unlisted));
    const results = all.slice(0, MAX_RESULTS).toSorted((a, b) => compareResults(a.result, b.result));
    return [{ value, results, others }];
  });
}

const totalOf = ({ results, unlisted }: Distribution): number =>
  [...results.values()].reduce((sum, count) => sum + count, unlisted);

const mostOf = (row: BySide, totals: BySide): number =>
  Math.max(...SIDES.map((side) => shareOf(row[side], totals[side])));

/** Amounts by size, options by name; none comes last. */
function compareResults(a: ResultValue, b: ResultValue): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;
}

export const totalsOf = ({ results, others }: Pick<ValueOutcome, 'results' | 'others'>): BySide =>
  mapSides((side) => results.reduce((sum, row) => sum + row[side], others[side]));

/** A result whose share since is furthest from the expected one. */
export type ResultGap = Readonly<{ value: ValueKey; result: ResultValue; expected: number; since: number }>;

/** Undefined if nothing was expected, nothing decided, or both are equal. Shares are from 0 to 1. */
export function findLargestGap(values: readonly ValueOutcome[]): ResultGap | undefined {
  const gaps = values.flatMap((outcome) => {
    const totals = totalsOf(outcome);
    if (totals.expected === 0 || totals.since === 0) return [];
    return outcome.results.map(({ result, expected, since }) => ({
      value: outcome.value,
      result,
      expected: expected / totals.expected,
      since: since / totals.since,
    }));
  });
  const size = ({ expected, since }: ResultGap) => Math.abs(since - expected);
  return gaps.filter((gap) => size(gap) > 0).toSorted((a, b) => size(b) - size(a))[0];
}

const percentOf = (share: number): string => describePercent(share, 1);

/** "Most of it: Max line 2.5m, 41% of decisions, expected 30.2%" */
export const describeGap = ({ value, result, expected, since }: ResultGap): string =>
  `Most of it: ${shortLabelOf(value)} ${describeTick(value, result)}, ${percentOf(since)} of decisions, expected ${percentOf(expected)}`;
