import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import type { Given, Share, ValueImpact } from './impact.ts';

/** What is counted: risks, or their premium. */
export type Counted = 'risks' | 'premium';

export const amountOf = (share: Share, counted: Counted): number => share[counted] ?? 0;

/** Bars that count risks grow with the square root, so that a few beside thousands are still seen. */
export const heightOf = (amount: number, most: number): number =>
  amount <= 0 || most <= 0 ? 0 : Math.sqrt(amount / most);

/** One bar of a drawing. Places and heights are shares of its width and height. */
export type ChangeBar = Readonly<{ at: number; height: number; amount: number; from: number; to: number }>;

/** As far as the largest change is drawn to either side of the middle. */
const REACH = 0.46;

/**
 * How much a value changes, and for how many. No change is in the middle, lower to the left; places grow with the square
 * root, so that a change of $250k beside one of $3m is not lost. Changes closer than `bar`, the width of a bar, share one.
 */
export function drawChanges({ moves }: Pick<ValueImpact, 'moves'>, counted: Counted, bar: number): ChangeBar[] {
  const changes = new Map<number, number>();
  for (const move of moves) {
    const change = changeOf(move);
    if (change) changes.set(change, (changes.get(change) ?? 0) + amountOf(move, counted));
  }
  const sorted = [...changes].toSorted(([a], [b]) => a - b);
  const most = Math.max(...sorted.map(([change]) => Math.abs(change)));
  const placed = sorted.map(([change, amount]) => ({
    at: 0.5 + Math.sign(change) * REACH * Math.sqrt(Math.abs(change) / most),
    from: change,
    to: change,
    amount,
  }));
  const bars = shareBars(placed, bar, (a, b) => ({ ...a, to: b.to, amount: a.amount + b.amount }));
  const highest = Math.max(...bars.map(({ amount }) => amount));
  return bars.map((one) => ({ ...one, height: heightOf(one.amount, highest) }));
}

/** Nothing where the value is new, is gone, or is no number. */
function changeOf({ before, after }: Readonly<{ before: Given; after: Given }>): number | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined;
  // Shares have decimals: 3.3 − 3 is not to be another change than 5.3 − 5.
  return Number((after - before).toPrecision(12));
}

type Placed = Readonly<{ at: number }>;

/** From left to right: whatever begins within the width of a bar joins it, unless it lies on the other side of the middle. */
function shareBars<T extends Placed & Readonly<{ from?: number }>>(
  placed: readonly T[],
  bar: number,
  join: (a: T, b: T) => T,
): T[] {
  const bars: T[] = [];
  for (const next of placed) {
    const last = bars.at(-1);
    const isSameSide = last?.from === undefined || last.from < 0 === (next.from ?? 0) < 0;
    if (last !== undefined && isSameSide && next.at - last.at < bar) bars[bars.length - 1] = join(last, next);
    else bars.push(next);
  }
  return bars;
}

export type Side = Readonly<{ amount: number; height: number }>;
/** What is given from `from` to `to`, mostly one and the same: by how many before, and by how many after. */
export type GivenBar = Readonly<{ at: number; from: Given; to: Given; before: Side; after: Side }>;

const EDGE = 0.05;
/** Where the first value stands when nothing at all stands before it. */
const AFTER_NONE = 0.2;

/** What the risks get before and after. Money is placed by its logarithm, shares as they are, answers side by side. */
export function drawBeforeAfter({ value, moves }: ValueImpact, counted: Counted, bar: number): GivenBar[] {
  const sums = new Map<Given, Readonly<{ before: number; after: number }>>();
  const add = (given: Given, before: number, after: number) => {
    const sum = sums.get(given) ?? { before: 0, after: 0 };
    sums.set(given, { before: sum.before + before, after: sum.after + after });
  };
  for (const move of moves) {
    const amount = amountOf(move, counted);
    add(move.before, amount, 0);
    add(move.after, 0, amount);
  }
  const none = sums.get(null);
  sums.delete(null);
  const placeOf = placesOf(value, [...sums.keys()], none === undefined ? EDGE : AFTER_NONE);
  const placed = [...sums]
    .map(([given, sum]) => ({ at: placeOf(given), first: given, last: given, ...sum }))
    .toSorted((a, b) => a.at - b.at);
  const shared = shareBars(placed, bar, (a, b) => ({
    ...a,
    last: b.last,
    before: a.before + b.before,
    after: a.after + b.after,
  }));
  const bars = [...(none ? [{ at: EDGE, first: null, last: null, ...none }] : []), ...shared];
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

function placesOf(value: ValueKey, given: readonly Given[], start: number): (given: Given) => number {
  const facts = VALUES[value];
  const span = 1 - EDGE - start;
  if (facts.kind === 'option') {
    const known: string[] = facts.options.map((option) => option.value);
    const shown = known.filter((option) => given.includes(option));
    return (one) => start + ((shown.indexOf(String(one)) + 0.5) / shown.length) * span;
  }
  const scale = facts.unit === 'usd' ? (amount: number) => Math.log(Math.max(1, amount)) : (amount: number) => amount;
  const places = given.map((one) => scale(Number(one)));
  const [low, high] = [Math.min(...places), Math.max(...places)];
  return (one) => (high === low ? start + span / 2 : start + ((scale(Number(one)) - low) / (high - low)) * span);
}

export type Tick = Readonly<{ at: number; text: string; anchor: 'start' | 'middle' | 'end' }>;

/** In px, of the type that ticks are set in, rather more than less. */
const LETTER = 6.4;
const GAP = 5;

/** Words below the bars: the outermost first, then the highest ones; what would crowd a word already kept is left out. */
export function placeTicks(
  bars: readonly Readonly<{ at: number; height: number; text: string }>[],
  width: number,
): Tick[] {
  const byHeight = bars.toSorted((a, b) => b.height - a.height);
  const wanted = new Set([bars[0], bars.at(-1), ...byHeight]);
  const kept: (Tick & Readonly<{ left: number; right: number }>)[] = [];
  for (const bar of wanted) {
    if (bar === undefined) continue;
    const wide = bar.text.length * LETTER;
    const centre = bar.at * width;
    const left = Math.min(Math.max(0, centre - wide / 2), Math.max(0, width - wide));
    const anchor = left === 0 && centre < wide / 2 ? 'start' : centre + wide / 2 > width ? 'end' : 'middle';
    const at = anchor === 'start' ? 0 : anchor === 'end' ? 1 : bar.at;
    const box = { left, right: left + wide };
    if (kept.every((other) => box.right + GAP < other.left || other.right + GAP < box.left))
      kept.push({ at, text: bar.text, anchor, ...box });
  }
  return kept.map(({ at, text, anchor }) => ({ at, text, anchor }));
}
