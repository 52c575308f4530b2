import type { Place } from '#web/kit/gridPlace.ts';
import { FIRST_VALUE } from './cells.ts';

/** A cell by its dial, so that it stays the same one when the list is sorted or filtered. */
export type Spot = Readonly<{ dial_id: string; column: number }>;
/** The cell one is in, and the opposite corner of what is selected. */
export type Selection = Readonly<{ active: Spot; corner: Spot }>;

export type Range = Readonly<{ top: number; bottom: number; left: number; right: number }>;

/** What both corners span. The dial's column is never part of a range of values. */
export function rangeOf(active: Place, corner: Place): Range {
  const single = active.row === corner.row && active.column === corner.column;
  const column = (at: number) => (single ? at : Math.max(at, FIRST_VALUE));
  return {
    top: Math.min(active.row, corner.row),
    bottom: Math.max(active.row, corner.row),
    left: Math.min(column(active.column), column(corner.column)),
    right: Math.max(column(active.column), column(corner.column)),
  };
}

export const sizeOf = ({ top, bottom, left, right }: Range): number => (bottom - top + 1) * (right - left + 1);
