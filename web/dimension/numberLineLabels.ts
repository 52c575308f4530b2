import type { Interval } from '#domain/dimension/kind/intervals/interval.ts';
import type { NumberScale } from './numberScale.ts';

export type TickLabel = Readonly<{ value: number; x: number; text: string; anchor: 'start' | 'middle' | 'end' }>;

const LEAST_APART = 30;
const LETTER = 6;
const GAP = 6;

/** The intervals' own ends first, then zero and the other marks; what would crowd a label already kept is left out. */
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
        Math.abs(other.label.x - label.x) < LEAST_APART || (box.from < other.to + GAP && other.from < box.to + GAP),
    );
    if (!crowded) kept.push({ label, ...box });
  }
  return kept.map(({ label }) => label);
}

/** Centred below its number, but never beyond the ends of the drawing. */
function place(value: number, x: number, text: string, width: number): TickLabel {
  const half = (text.length * LETTER) / 2;
  if (x - half < 0) return { value, x, text, anchor: 'start' };
  if (x + half > width) return { value, x, text, anchor: 'end' };
  return { value, x, text, anchor: 'middle' };
}

function boxOf({ x, text, anchor }: TickLabel): { from: number; to: number } {
  const wide = text.length * LETTER;
  if (anchor === 'start') return { from: x, to: x + wide };
  if (anchor === 'end') return { from: x - wide, to: x };
  return { from: x - wide / 2, to: x + wide / 2 };
}
