import type { BucketEntry } from '#domain/bucket/entry.ts';
import { textKey } from '#domain/dimension/codec.ts';
import type { DimensionValue } from '#domain/dimension/dimension.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type {
  CellError,
  ColumnKey,
  FindDial,
  LibraryDial,
  SheetNotice,
  SheetOptions,
  SheetOrigin,
} from './bucket-sheet.ts';
import type { CellAddress, ReadWorkbook } from './workbook.ts';

/** A row of the sheet that came back, with what differs from the export. Rows without an export have all their cells. */
export type SheetRow = Readonly<{
  /** As Excel counts: the header is row 1. */
  row: number;
  /** Undefined where only the name is known. */
  dial_id: string | undefined;
  isExported: boolean;
  name: string;
  position: number | undefined;
  version: number | undefined;
  /** Null: the cell was emptied, so the override goes. */
  values: ReadonlyMap<ValueKey, string | number | null>;
  /** Null: the cell was emptied, so the condition goes. */
  dimensions: ReadonlyMap<DimensionKey, DimensionValue | null>;
}>;

export type SheetReading = Readonly<{
  origin: SheetOrigin;
  /** The name of the sheet with the dials. */
  sheet: string;
  addressOf: (row: number, column: ColumnKey) => CellAddress;
  rows: readonly SheetRow[];
  errors: readonly CellError[];
  notices: readonly SheetNotice[];
  /** "11 rows and 13 of 15 columns read", without the hidden one. */
  counts: Readonly<{ rows: number; columns: number; allColumns: number }>;
}>;

export type SheetRefusal =
  | Readonly<{ kind: 'not-exported' }>
  | Readonly<{ kind: 'other-bucket'; partner: number; cob: string }>
  | Readonly<{ kind: 'origin-changed' }>;

export type SheetReadingInput = Readonly<{
  workbook: ReadWorkbook;
  bucket: Readonly<{ partner: number; cob: string }>;
  /** SHA-256 of `originText` in base64url, computed by the caller; undefined without an origin. */
  hash: string | undefined;
  /** Knows the versions of the origin's entries. */
  findDial: FindDial;
  options: SheetOptions;
}>;

/** The dials whose newest version a comparison needs: of new rows by name, of changed ones by id. */
export function listSheetDials({ rows }: SheetReading): Readonly<{ ids: readonly string[]; names: readonly string[] }> {
  const changed = rows.filter(({ isExported, values, dimensions }) => !isExported || values.size + dimensions.size > 0);
  return {
    ids: changed.flatMap(({ dial_id }) => dial_id ?? []),
    names: rows.filter(({ isExported }) => !isExported).map(({ name }) => name),
  };
}

/** The versions that were typed into the sheet. */
export function listSheetPins(
  { rows }: SheetReading,
  library: readonly LibraryDial[],
): Pick<BucketEntry, 'dial_id' | 'version'>[] {
  return rows.flatMap(({ dial_id, name, version }) => {
    if (version === undefined) return [];
    const byName = library.filter(({ data }) => textKey(data.name) === textKey(name)).map((dial) => dial.dial_id);
    return (dial_id === undefined ? byName : [dial_id]).map((id) => ({ dial_id: id, version }));
  });
}
