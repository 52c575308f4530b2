import { effectiveValues } from '#domain/bucket/entry.ts';
import { isSet } from '#domain/dimension/kind/kinds.ts';
import type { ColumnKey, FindDial, SheetOptions, SheetOrigin } from './bucket-sheet.ts';
import {
  choicesOf,
  exampleOf,
  explainColumn,
  formatOf,
  guardText,
  headOf,
  isValueColumn,
  isDimensionColumn,
  listColumns,
  nameOptions,
  type OptionNames,
  showDimension,
  showValue,
} from './column.ts';
import { writeHiddenJson } from './origin.ts';
import type { Workbook, WorkbookCell, WorkbookColumn, WorkbookSheet } from './workbook.ts';

export const DIALS_SHEET = 'Dials';
export const COLUMNS_SHEET = 'Columns';

export type BucketSheetInput = Readonly<{
  origin: SheetOrigin;
  /** Knows the versions of the origin's entries. */
  findDial: FindDial;
  options: SheetOptions;
}>;

/** A bucket as a workbook: its dials, what the columns mean, and where it comes from. */
export function writeBucketSheet({ origin, findDial, options }: BucketSheetInput): Workbook {
  const names = nameOptions(options);
  const dials = origin.entries.flatMap((entry) => findDial(entry) ?? []);
  const { columns, folded } = listColumns(
    origin.cob,
    dials.map(({ dimensions }) => dimensions),
  );
  const sheet: WorkbookSheet = {
    name: DIALS_SHEET,
    frozenColumns: 2,
    hasFilter: true,
    columns: columns.map((key): WorkbookColumn => {
      const choices = choicesOf(key, names);
      return {
        width: widthOf(key),
        format: formatOf(key),
        ...(choices.length > 0 && { choices }),
        ...(folded.has(key) && { isFolded: true }),
        ...(key === 'id' && { isHidden: true }),
      };
    }),
    rows: [
      columns.map((key): WorkbookCell => ({ value: headOf(key), tone: 'head' })),
      ...origin.entries.map((_, index) => columns.map((key) => writeCell({ origin, findDial, index, names }, key))),
    ],
  };
  return { sheets: [sheet, explainColumns(columns, names), writeHiddenJson(origin)] };
}

const widthOf = (key: ColumnKey): number => {
  if (key === 'name') return 40;
  if (key === 'position' || key === 'version') return 10;
  return Math.max(isDimensionColumn(key) ? 24 : 14, headOf(key).length + 3);
};

type RowSource = Readonly<{ origin: SheetOrigin; findDial: FindDial; index: number; names: OptionNames }>;

/** A cell as exported. Reading writes it again to see whether it was changed. */
export function writeCell({ origin, findDial, index, names }: RowSource, key: ColumnKey): WorkbookCell {
  const entry = origin.entries[index];
  if (entry === undefined) return { value: null };
  const dial = findDial(entry);
  if (key === 'position') return { value: index + 1 };
  if (key === 'name') return { value: guardText(dial?.name ?? '') };
  if (key === 'version') return { value: `v${entry.version}` };
  if (key === 'id') return { value: entry.dial_id, tone: 'muted' };
  if (!isValueColumn(key)) {
    const value: unknown = dial?.dimensions[key];
    return { value: isSet(value) ? guardText(showDimension(key, value, names)) : null };
  }
  const own = dial?.values[key];
  const value = effectiveValues(dial?.values ?? {}, entry.overrides)[key];
  const cell = { value: typeof value === 'string' ? showValue(key, value) : (value ?? null) };
  if (entry.overrides[key] === undefined) return cell;
  const note = own === undefined ? 'The dial does not set it' : `The dial's own value: ${showValue(key, own)}`;
  return { ...cell, tone: 'override', note };
}

function explainColumns(columns: readonly ColumnKey[], names: OptionNames): WorkbookSheet {
  const heads = ['Column', 'What it is', 'How to write it', 'Example'];
  const rows = columns.map((key) => {
    const { help, notation } = explainColumn(key);
    return [headOf(key), help, notation, exampleOf(key, names)];
  });
  return {
    name: COLUMNS_SHEET,
    columns: [28, 44, 80, 30].map((width) => ({ width, format: 'text' as const })),
    rows: [
      heads.map((value): WorkbookCell => ({ value, tone: 'head' })),
      ...rows.map((cells) => cells.map((text): WorkbookCell => ({ value: text === '' ? null : guardText(text) }))),
    ],
  };
}
