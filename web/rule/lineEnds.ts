import { type Interval, isEmpty, normalise } from '#domain/dimension/kind/intervals/interval.ts';
import type { NumberScale } from './numberScale.ts';

/** One finite end of one of several intervals. */
export type LineEnd = Readonly<{ index: number; side: 'lower' | 'upper'; at: number }>;

export function listEnds(intervals: readonly Interval[]): LineEnd[] {
  return intervals.flatMap((interval, index) =>
    (['lower', 'upper'] as const).flatMap((side) => {
      const bound = interval[side];
      return bound === null ? [] : [{ index, side, at: bound.at }];
    }),
  );
}

/** The intervals with one end moved; undefined if that interval would be empty. */
export function moveEnd(
  intervals: readonly Interval[],
  { index, side }: Pick<LineEnd, 'index' | 'side'>,
  to: number,
): readonly Interval[] | undefined {
  const interval = intervals[index];
  const bound = interval?.[side];
  if (interval === undefined || bound === null || bound === undefined) return undefined;
  const moved = { ...interval, [side]: { ...bound, at: to } };
  return isEmpty(normalise([moved])) ? undefined : intervals.map((one, at) => (at === index ? moved : one));
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** The number a key moves to: an arrow by one step of its scale, Page Up and Down by ten. */
export function nextAfterKey(key: string, at: number, { next }: Pick<NumberScale, 'next'>): number | undefined {
  const steps = STEPS[key];
  if (steps === undefined) return undefined;
  return Array.from({ length: Math.abs(steps) }).reduce<number>((value) => next(value, Math.sign(steps)), at);
}
