import { unitFacts } from '#domain/dimension/format.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import type { ResultValue, Share, ValueImpact } from './impact.ts';

export type Metric = 'risks' | 'premium';

export const amountOf = (share: Share, metric: Metric): number => share[metric] ?? 0;

/** Heights grow with the square root, so that a few risks next to thousands stay visible. */
export const heightOf = (amount: number, most: number): number =>
  amount <= 0 || most <= 0 ? 0 : Math.sqrt(amount / most);

/** One bar. `at` and `height` are fractions of the chart's width and height. */
export type ChangeBar = Readonly<{ at: number; height: number; amount: number; from: number; to: number }>;

/** Distance of the largest change from the middle. */
const MAX_REACH = 0.46;

/**
 * How much a value changes, and for how many risks. Zero is in the middle, decreases to the left; the scale is a square
 * root, so that a change of $250k next to one of $3m stays visible. Changes closer than `bar`, the bar width, share a bar.
 */
export function drawChanges({ moves }: Pick<ValueImpact, 'moves'>, metric: Metric, bar: number): ChangeBar[] {
  const changes = new Map<number, number>();
  for (const move of moves) {
    const change = changeOf(move);
    if (change) changes.set(change, (changes.get(change) ?? 0) + amountOf(move, metric));
  }
  const sorted = [...changes].toSorted(([a], [b]) => a - b);
  const most = Math.max(...sorted.map(([change]) => Math.abs(change)));
  const positioned = sorted.map(([change, amount]) => ({
    at: 0.5 + Math.sign(change) * MAX_REACH * Math.sqrt(Math.abs(change) / most),
    from: change,
    to: change,
    amount,
  }));
  const bars = mergeBars(positioned, bar, (a, b) => ({ ...a, to: b.to, amount: a.amount + b.amount }));
  const highest = Math.max(...bars.map(({ amount }) => amount));
  return bars.map((one) => ({ ...one, height: heightOf(one.amount, highest) }));
}

/** Undefined where the value is new, removed or not a number. */
function changeOf({ before, after }: Readonly<{ before: ResultValue; after: ResultValue }>): number | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  // Avoids float noise: 3.3 − 3 must equal 5.3 − 5.
  return Number((after - before).toPrecision(12));
}

type Positioned = Readonly<{ at: number }>;

/** Merges bars closer than a bar width, left to right, but never across the middle. */
function mergeBars<T extends Positioned & Readonly<{ from?: number }>>(
  positioned: readonly T[],
  bar: number,
  join: (a: T, b: T) => T,
): T[] {
  const bars: T[] = [];
  for (const next of positioned) {
    const last = bars.at(-1);
    const isSameSide = last?.from === undefined || last.from < 0 === (next.from ?? 0) < 0;
    if (last !== undefined && isSameSide && next.at - last.at < bar) bars[bars.length - 1] = join(last, next);
    else bars.push(next);
  }
  return bars;
}

export type Side = Readonly<{ amount: number; height: number }>;
/** A result, or a range of them, with its amount before and after. */
export type ValueBar = Readonly<{ at: number; from: ResultValue; to: ResultValue; before: Side; after: Side }>;

const EDGE = 0.05;
/** Left edge of the values when a bar for "none" precedes them. */
const AFTER_NONE = 0.2;

/** Results before and after. Money is on a log scale, shares on a linear one, options are spaced evenly. */
export function drawBeforeAfter({ value, moves }: ValueImpact, metric: Metric, bar: number): ValueBar[] {
  const sums = new Map<ResultValue, Readonly<{ before: number; after: number }>>();
  const add = (result: ResultValue, before: number, after: number) => {
    const sum = sums.get(result) ?? { before: 0, after: 0 };
    sums.set(result, { before: sum.before + before, after: sum.after + after });
  };
  for (const move of moves) {
    const amount = amountOf(move, metric);
    add(move.before, amount, 0);
    add(move.after, 0, amount);
  }
  const none = sums.get(null);
  sums.delete(null);
  const positionOf = createScale(value, [...sums.keys()], none === undefined ? EDGE : AFTER_NONE);
  const positioned = [...sums]
    .map(([result, sum]) => ({ at: positionOf(result), first: result, last: result, ...sum }))
    .toSorted((a, b) => a.at - b.at);
  const merged = mergeBars(positioned, bar, (a, b) => ({
    ...a,
    last: b.last,
    before: a.before + b.before,
    after: a.after + b.after,
  }));
  const bars = [...(none ? [{ at: EDGE, first: null, last: null, ...none }] : []), ...merged];
  const most = Math.max(...bars.flatMap(({ before, after }) => [before, after]));
  const sideOf = (amount: number): Side => ({ amount, height: heightOf(amount, most) });
  return bars.map(({ at, first, last, before, after }) => ({
    at,
    from: first,
    to: last,
    before: sideOf(before),
    after: sideOf(after),
  }));
}

function createScale(value: ValueKey, result: readonly ResultValue[], start: number): (result: ResultValue) => number {
  const facts = VALUES[value];
  const span = 1 - EDGE - start;
  if (facts.kind === 'option') {
    const options: string[] = facts.options.map((option) => option.value);
    const shown = options.filter((option) => result.includes(option));
    return (one) => start + ((shown.indexOf(String(one)) + 0.5) / shown.length) * span;
  }
  const scale = unitFacts(facts.unit).isLogarithmic
    ? (amount: number) => Math.log(Math.max(1, amount))
    : (amount: number) => amount;
  const positions = result.map((one) => scale(Number(one)));
  const [low, high] = [Math.min(...positions), Math.max(...positions)];
  return (one) => (high === low ? start + span / 2 : start + ((scale(Number(one)) - low) / (high - low)) * span);
}

/** `line`: 0 below the bars, 1 below that. `rank`: as given. */
export type Tick = Readonly<{
  at: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
  line: number;
  rank: number;
}>;

/** In px: an upper estimate for the tick font. */
const LETTER_WIDTH = 6.4;
const MIN_TICK_GAP = 5;

/** A bar that may get a label: the lowest rank first, then the highest. */
export type TickBar = Readonly<{ at: number; height: number; text: string; rank: number }>;

/** The ranks of labels: always named, first of what changes, what changes, and what does not. */
export const TICK_RANKS = { always: 0, largest: 1, changed: 2, same: 3 } as const;

/** Labels below the bars, in up to `lines` lines. What would overlap in each of them is left out. */
export function placeTicks(bars: readonly TickBar[], width: number, lines = 1): Tick[] {
  const candidates = bars.toSorted((a, b) => a.rank - b.rank || b.height - a.height);
  const ticks: (Tick & Readonly<{ left: number; right: number }>)[] = [];
  for (const bar of candidates) {
    const textWidth = bar.text.length * LETTER_WIDTH;
    const centre = bar.at * width;
    const left = Math.min(Math.max(0, centre - textWidth / 2), Math.max(0, width - textWidth));
    const anchor = left === 0 && centre < textWidth / 2 ? 'start' : centre + textWidth / 2 > width ? 'end' : 'middle';
    const at = anchor === 'start' ? 0 : anchor === 'end' ? 1 : bar.at;
    const box = { left, right: left + textWidth };
    const isFree = (line: number) =>
      ticks.every(
        (other) =>
          other.line !== line || box.right + MIN_TICK_GAP < other.left || other.right + MIN_TICK_GAP < box.left,
      );
    const line = Array.from({ length: lines }, (_, index) => index).find(isFree);
    if (line !== undefined) ticks.push({ at, text: bar.text, anchor, line, rank: bar.rank, ...box });
  }
  return ticks.map(({ left: _left, right: _right, ...tick }) => tick);
}
