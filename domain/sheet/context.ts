import { positions } from '#domain/bucket/diff.ts';
import { type BucketEntries, type BucketEntry, byDial } from '#domain/bucket/entry.ts';
import type { ConflictField } from '#domain/bucket/merge.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { ColumnKey } from './bucket-sheet.ts';
import { nameOptions, type OptionNames, showValue } from './column.ts';
import type { SheetComparison, SheetField } from './difference.ts';
import { type DialRow, effectiveOf, findData } from './resolve.ts';
import { NOTHING } from './words.ts';
import type { CellAddress } from './workbook.ts';

/** A list of dials with its indexes. */
export type IndexedEntries = Readonly<{
  entries: BucketEntries;
  byDial: ReadonlyMap<string, BucketEntry>;
  positions: ReadonlyMap<string, number>;
}>;
export const indexEntries = (entries: BucketEntries): IndexedEntries => ({
  entries,
  byDial: byDial(entries),
  positions: positions(entries),
});

/** What all parts of a comparison look at. */
export type SheetContext = Readonly<{
  input: SheetComparison;
  names: OptionNames;
  dataOf: (pin: Pick<BucketEntry, 'dial_id' | 'version'>) => DialData | undefined;
  rows: ReadonlyMap<string, DialRow>;
  base: IndexedEntries;
  now: IndexedEntries;
}>;

export const createContext = (input: SheetComparison, rows: readonly DialRow[]): SheetContext => ({
  input,
  names: nameOptions(input.options),
  dataOf: findData(input),
  rows: new Map(rows.map((row) => [row.dial_id, row])),
  base: indexEntries(input.reading.origin.entries),
  now: indexEntries(input.now),
});

/** The row of a difference; its place is that of today, else that of the export. */
export function refOf({ rows, now, base, dataOf }: SheetContext, dial_id: string) {
  const entry = now.byDial.get(dial_id) ?? base.byDial.get(dial_id);
  const name = (entry && dataOf(entry)?.name) ?? rows.get(dial_id)?.name ?? '';
  return { dial_id, name, position: now.positions.get(dial_id) ?? base.positions.get(dial_id) ?? 0 };
}

/** The address of a cell; a row that is gone has none. */
export function cellOf({ input, rows }: SheetContext, dial_id: string, field: SheetField): CellAddress | undefined {
  const row = rows.get(dial_id);
  const column: ColumnKey = field === 'presence' ? 'name' : field;
  return row && input.reading.addressOf(row.row, column);
}

export const effectiveIn = ({ dataOf }: SheetContext, entry: BucketEntry): DialValues =>
  effectiveOf(entry, dataOf(entry));

/** A field of an entry in words. */
export function showField(context: SheetContext, list: IndexedEntries, dial_id: string, field: ConflictField): string {
  const entry = list.byDial.get(dial_id);
  if (entry === undefined) return NOTHING;
  if (field === 'position') return String(list.positions.get(dial_id) ?? NOTHING);
  if (field === 'version' || field === 'presence') return `v${entry.version}`;
  return showValue(field, effectiveIn(context, entry)[field]);
}

/** The three sides of a field, where the sheet is a list of dials, too. */
export const showSides = (context: SheetContext, mine: IndexedEntries, dial_id: string, field: ConflictField) => ({
  exported: showField(context, context.base, dial_id, field),
  sheet: showField(context, mine, dial_id, field),
  now: showField(context, context.now, dial_id, field),
});
