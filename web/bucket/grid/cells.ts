import { grouped } from '#domain/dimension/format.ts';
import { EXPIRING_LINE_OPTIONS, VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import type { CellValue } from '#web/bucket/draft/readCell.ts';

/** The dial is column 0, the five values follow. */
export const DIAL_COLUMN = 0;
export const FIRST_VALUE = 1;
export const LAST_VALUE = VALUE_KEYS.length;

export const keyOf = (column: number): ValueKey | undefined => VALUE_KEYS[column - FIRST_VALUE];
export const columnOf = (key: ValueKey): number => VALUE_KEYS.indexOf(key) + FIRST_VALUE;

const UNITS = { usd: 'USD', percent: '%' } as const;
export function unitOf(key: ValueKey): string | undefined {
  const { unit } = VALUES[key];
  return unit === null ? undefined : UNITS[unit];
}

/** As a column shows it, whose head names the unit: `3,500,000`, `6.0`, `Maintains`. */
export function cellText(key: ValueKey, value: NonNullable<CellValue>): string {
  if (typeof value === 'string') return optionLabel(value);
  if (VALUES[key].unit !== 'percent') return grouped(value);
  return Number.isInteger(value) ? `${grouped(value)}.0` : grouped(value);
}

/** As it goes into a sheet, and into the field where it is edited: a number is digits alone. */
export function plainText(value: CellValue): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? optionLabel(value) : String(value);
}

const optionLabel = (code: string): string =>
  EXPIRING_LINE_OPTIONS.find((option) => option.value === code)?.label ?? code;
