import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { ConflictField } from '#domain/bucket/merge.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { CellError, FindDial, LibraryDial, SheetOptions } from './bucket-sheet.ts';
import type { SheetReading } from './reading.ts';
import type { CellAddress } from './workbook.ts';

/** A field of a row: one that the bucket has, or a condition, which belongs to the dial. */
export type SheetField = ConflictField | DimensionKey;

type RowRef = Readonly<{
  /** Undefined for a new dial. */
  dial_id: string | undefined;
  name: string;
  /** Its position in the draft, counted from one. */
  position: number;
}>;

/** The three sides of a cell as texts; "–" where there is none. */
type Sides = Readonly<{ exported: string; sheet: string; now: string }>;

/** What a person decides before anything is saved. Nothing is preset. A key names what is there now, so that a choice is asked again when that changes. */
export type SheetQuestion = Readonly<{ key: string }> &
  (
    | (Readonly<{
        kind: 'cell';
        cell: CellAddress;
        field: SheetField;
        /** Nobody else changed the share; it fell below `LEAST_USUAL_SHARE`. */
        isTinyShare: boolean;
      }> &
        RowRef &
        Sides)
    /** The row is gone from the sheet: removed, or only filtered out? */
    | (Readonly<{ kind: 'missing'; sheetRow: number; isChangedSince: boolean }> & RowRef)
    /** The rows stand in another order than their positions say. */
    | Readonly<{ kind: 'order'; moves: Readonly<Record<'sheet' | 'now', number>> }>
  );
/** `sheet`: the cell, Remove it, the order of the rows. `now`: what is there now, Keep it, the positions. */
export type SheetAnswer = 'sheet' | 'now';
/** By the key of the question. */
export type SheetAnswers = ReadonlyMap<string, SheetAnswer>;

/** What becomes of a change of the sheet that nobody else touched. */
export type SheetOutcome =
  | Readonly<{ kind: 'override'; value: string }>
  /** The override goes; the dial's own value counts again. */
  | Readonly<{ kind: 'own'; value: string }>
  | Readonly<{ kind: 'version'; version: number }>
  | Readonly<{ kind: 'moved'; from: number; to: number }>
  | Readonly<{ kind: 'added'; at: number }>
  /** Saved in a draft of the dial; the bucket keeps its version. */
  | Readonly<{ kind: 'dial-draft' }>
  /** A dial that does not exist yet: saved as a draft, to be added once it is published. */
  | Readonly<{ kind: 'new-dial' }>;

export type TakenChange = Readonly<{
  key: string;
  cell: CellAddress;
  field: SheetField;
  outcome: SheetOutcome;
  /** Where the value goes, if it was the dial's own one and a person may choose. */
  target: ValueTarget | undefined;
}> &
  RowRef &
  Sides;

/** A change that others saved since the export, and that the sheet did not touch. */
export type LaterChange = Readonly<{ key: string; cell: CellAddress | undefined; field: SheetField }> & RowRef & Sides;

/** A draft of a dial that the import writes; without `dial_id` a new dial. */
export type DialEdit = Readonly<{ dial_id: string | undefined; data: DialData }>;

export type SheetDifference = Readonly<{
  questions: readonly SheetQuestion[];
  taken: readonly TakenChange[];
  later: readonly LaterChange[];
  /** Questions without an answer. */
  open: number;
  /** The draft that would be saved, with what is answered so far. */
  entries: BucketEntries;
  dialEdits: readonly DialEdit[];
  /** Those of the reading, and those that only the library of dials shows. */
  errors: readonly CellError[];
}>;

export type SheetComparison = Readonly<{
  reading: SheetReading;
  /** Today's draft, or what is live. */
  now: BucketEntries;
  /** Knows the versions of `reading.origin.entries`, of `now`, and those of `listSheetPins`. */
  findDial: FindDial;
  /** The newest versions of the dials of `listSheetDials`. */
  library: readonly LibraryDial[];
  options: SheetOptions;
  answers: SheetAnswers;
  targets: ValueTargets;
}>;

/** Where a changed own value goes, by `dial_id value`; here unless chosen otherwise. */
export type ValueTarget = 'here' | 'dial';
export type ValueTargets = ReadonlyMap<string, ValueTarget>;
export const targetKey = (dialId: string, value: ValueKey): string => `${dialId} ${value}`;
