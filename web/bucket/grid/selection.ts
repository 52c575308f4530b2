import { FIRST_VALUE, LAST_VALUE } from './cells.ts';

/** A cell by its dial, so that it stays the same one when the list is sorted or filtered. */
export type Spot = Readonly<{ dial_id: string; column: number }>;
/** The cell one is in, and the opposite corner of what is selected. */
export type Selection = Readonly<{ active: Spot; corner: Spot }>;

export type Place = Readonly<{ row: number; column: number }>;
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

type Key = Readonly<{ key: string; ctrlKey: boolean; metaKey: boolean }>;

/** Where a key leads, in a grid of so many rows; a page is as many as are in sight. Undefined: no such key. */
export function placeAfter({ key, ctrlKey, metaKey }: Key, at: Place, rows: number, page: number): Place | undefined {
  const far = ctrlKey || metaKey;
  const to = (row: number, column: number): Place => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, LAST_VALUE)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(far ? 0 : at.row - 1, at.column);
    case 'ArrowDown':
      return to(far ? rows - 1 : at.row + 1, at.column);
    case 'ArrowLeft':
      return to(at.row, far ? FIRST_VALUE : at.column - 1);
    case 'ArrowRight':
      return to(at.row, far ? LAST_VALUE : at.column + 1);
    case 'Home':
      return to(far ? 0 : at.row, FIRST_VALUE);
    case 'End':
      return to(far ? rows - 1 : at.row, LAST_VALUE);
    case 'PageUp':
      return to(at.row - page, at.column);
    case 'PageDown':
      return to(at.row + page, at.column);
    default:
      return undefined;
  }
}
