import { grouped } from '#domain/dimension/format.ts';
import { EXPIRING_LINE_OPTIONS, VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import type { CellValue } from '#web/bucket/cells.ts';
import type { CellPosition } from '#web/kit/grid.ts';

/** Column 0 is the dial, then the five values. */
export const DIAL_COLUMN = 0;
export const FIRST_VALUE = 1;
export const LAST_VALUE = VALUE_KEYS.length;

export const keyOf = (column: number): ValueKey | undefined => VALUE_KEYS[column - FIRST_VALUE];
export const columnOf = (key: ValueKey): number => VALUE_KEYS.indexOf(key) + FIRST_VALUE;

/** As a column shows it, without the unit in its head: `3,500,000`, `6.0`, `Maintains`. */
export function cellText(key: ValueKey, value: NonNullable<CellValue>): string {
  if (typeof value === 'string') return optionLabel(value);
  if (VALUES[key].unit !== 'percent') return grouped(value);
  return Number.isInteger(value) ? `${grouped(value)}.0` : grouped(value);
}

/** For a spreadsheet and the edit field: plain digits. */
export function plainText(value: CellValue): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? optionLabel(value) : String(value);
}

const optionLabel = (code: string): string =>
  EXPIRING_LINE_OPTIONS.find((option) => option.value === code)?.label ?? code;

/** A cell by dial id, so that it survives sorting and filtering. */
export type Spot = Readonly<{ dial_id: string; column: number }>;
/** The active cell, and the opposite corner of the selection. */
export type Selection = Readonly<{ active: Spot; corner: Spot }>;

export type Range = Readonly<{ top: number; bottom: number; left: number; right: number }>;

/** The range between both corners. The dial's column is never part of it. */
export function rangeOf(active: CellPosition, corner: CellPosition): Range {
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
