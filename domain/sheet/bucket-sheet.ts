import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { CellAddress } from './workbook.ts';

/** What the hidden sheet of an exported bucket says: where it comes from, and what was exported. */
export type SheetOrigin = Readonly<{
  format: 1;
  partner: number;
  cob: string;
  revision: string;
  source: 'live' | 'draft';
  /** The number of the live version at that time. */
  live: number;
  exported_at: string;
  exported_by: string;
  /** The base of the merge. */
  entries: BucketEntries;
  /** SHA-256 of the above, in base64url; a file whose origin was changed is refused. */
  hash: string;
}>;

/** Dial versions never change, so the data behind base, sheet and draft is looked up instead of stored in the file. */
export type FindDial = (pin: Pick<BucketEntry, 'dial_id' | 'version'>) => DialData | undefined;

/** A dial of the library in its newest published version. */
export type LibraryDial = Readonly<{ dial_id: string; version: number; data: DialData }>;

/** The reference lists: what drop-downs offer, and what cells may name. */
export type SheetOptions = Readonly<
  Record<ReferenceList, readonly Readonly<{ code: string; label: string; retired: boolean }>[]>
>;

/** A column of the sheet of a bucket: four of its own, the conditions and the values. */
export type ColumnKey = 'position' | 'name' | 'version' | 'id' | DimensionKey | ValueKey;

export type CellError = Readonly<{ cell: CellAddress; text: string; message: string }>;

/** What the sheet has and Lineslip did not take as it stands; nothing is dropped silently. */
export type SheetNotice = Readonly<
  | { kind: 'unknown-column'; column: string; head: string; cells: number }
  /** A second column of this name; only the first is read. */
  | { kind: 'same-column'; column: string; head: string; first: string; cells: number }
  /** A column that was exported and is gone: its cells count as untouched. */
  | { kind: 'missing-column'; head: string }
  | { kind: 'other-sheet'; name: string }
  | { kind: 'formula'; cell: CellAddress; formula: string; taken: string }
  | { kind: 'merge'; range: string }
  | { kind: 'file'; text: string }
>;
