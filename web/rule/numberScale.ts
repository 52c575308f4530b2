import type { IntervalsDimension } from '#domain/dimension/dimension.ts';
import { formatShort, unitFacts } from '#domain/dimension/format.ts';
import type { Interval } from '#domain/dimension/kind/intervals/interval.ts';

/** The positions of a dimension's numbers on its line. The same for every dial, so that lines compare by eye. */
export type NumberScale = Readonly<{
  /** From 0 (left end) to 1 (right end), always rising. Values outside the domain are squeezed into the margins. */
  at: (value: number) => number;
  /** Numbers to label, most important first. */
  marks: readonly number[];
  label: (value: number) => string;
  /** The round number at a position from 0 to 1, inside the domain. */
  valueAt: (place: number) => number;
  /** The round number one step above (1) or below (-1). */
  next: (value: number, direction: number) => number;
}>;

const MARGIN = 0.06;
/** Money spreads over decades: below this it is nearly linear, above it logarithmic. */
const MONEY_BEND = 5e6;

export function scaleFor({ unit, axis: { from, to, marks } }: Pick<IntervalsDimension, 'unit' | 'axis'>): NumberScale {
  const { isLogarithmic = false, tick = (value) => formatShort(value, unit) } = unitFacts(unit);
  const bend = isLogarithmic ? (value: number) => Math.log10(1 + value / MONEY_BEND) : (value: number) => value;
  const unbend = isLogarithmic ? (bent: number) => MONEY_BEND * (10 ** bent - 1) : (bent: number) => bent;
  const left = from < 0 ? MARGIN : 0;
  const [start, span] = [bend(from), bend(to) - bend(from)];
  const stepAt = isLogarithmic ? moneyStep : () => roundStep((to - from) / STEPS);
  const tidy = (steps: number, step: number) => Number((Math.round(steps) * step).toPrecision(12));
  const valueAt = (place: number) => {
    const inside = Math.min(1, Math.max(0, (place - left) / (1 - MARGIN - left)));
    const value = unbend(start + inside * span);
    return tidy(value / stepAt(value), stepAt(value));
  };
  const next = (value: number, direction: number) => {
    const step = stepAt(direction < 0 ? value - Math.abs(value) * 1e-9 : value);
    const moved = tidy(value / step + direction, step);
    return from < 0 ? moved : Math.max(0, moved);
  };
  const at = (value: number) => {
    if (value > to) return 1 - (MARGIN * (to - from)) / (value - from);
    if (value < from) return (left * (to - from)) / (to - value);
    return left + ((bend(value) - start) / span) * (1 - MARGIN - left);
  };
  return { at, marks, label: tick, valueAt, next };
}

const STEPS = 100;
const MIN_MONEY_STEP = 5;

/** Two digits of an amount, and at least a hundred thousand. */
const moneyStep = (value: number): number =>
  10 ** Math.max(MIN_MONEY_STEP, Math.floor(Math.log10(Math.max(1, value))) - 1);

/** The next 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((digit) => digit * power >= least * 0.999) ?? 10);
}

type TickLabel = Readonly<{ value: number; x: number; text: string; anchor: 'start' | 'middle' | 'end' }>;

const MIN_DISTANCE_PX = 30;
/** In px, of the tick font, rounded up. */
const LETTERS: Readonly<Record<string, number>> = { m: 9.7, '%': 9.2, ',': 3.6, '.': 3.6, ' ': 3.6 };
const LETTER = 7.2;
const GAP = 6;
const widthOf = (text: string): number =>
  Array.from(text, (letter) => LETTERS[letter] ?? LETTER).reduce((a, b) => a + b, 0);

/** The intervals' own ends first, then zero and the other marks; skips labels that would overlap. */
export function tickLabels(
  intervals: readonly Interval[],
  scale: NumberScale,
  toX: (value: number) => number,
  width: number,
): TickLabel[] {
  const ends = intervals.flatMap(({ lower, upper }) => [lower?.at, upper?.at]).filter((at) => at !== undefined);
  const kept: { label: TickLabel; from: number; to: number }[] = [];
  for (const value of new Set([...ends, ...scale.marks])) {
    const label = place(value, toX(value), scale.label(value), width);
    const box = boxOf(label);
    const crowded = kept.some(
      (other) =>
        Math.abs(other.label.x - label.x) < MIN_DISTANCE_PX || (box.from < other.to + GAP && other.from < box.to + GAP),
    );
    if (!crowded) kept.push({ label, ...box });
  }
  return kept.map(({ label }) => label);
}

/** Centred below its number, but never beyond the drawing. */
function place(value: number, x: number, text: string, width: number): TickLabel {
  const half = widthOf(text) / 2;
  if (x - half < 0) return { value, x, text, anchor: 'start' };
  if (x + half > width) return { value, x, text, anchor: 'end' };
  return { value, x, text, anchor: 'middle' };
}

function boxOf({ x, text, anchor }: TickLabel): { from: number; to: number } {
  const wide = widthOf(text);
  if (anchor === 'start') return { from: x, to: x + wide };
  if (anchor === 'end') return { from: x - wide, to: x };
  return { from: x - wide / 2, to: x + wide / 2 };
}
