import { letterOf } from '#domain/dial/exchange.ts';
import { textKey } from '#domain/dimension/codec.ts';
import type { DimensionValue } from '#domain/dimension/dimension.ts';
import { isSameValue } from '#domain/dimension/kind/kinds.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import { effectiveValues } from '#domain/bucket/entry.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import type { CellError, ColumnKey, SheetNotice, SheetOrigin } from './bucket-sheet.ts';
import {
  findHead,
  findMisreading,
  hasNumber,
  headOf,
  isDimensionColumn,
  isShare,
  isValueColumn,
  listColumns,
  nameOptions,
  type OptionNames,
  readDimensionCell,
  readValueCell,
  textOf,
} from './column.ts';
import { ERRORS_SHEET } from './errors.ts';
import { findOrigin } from './origin.ts';
import type { SheetReading, SheetReadingInput, SheetRefusal, SheetRow } from './reading.ts';
import { MAX_ROWS_ABOVE } from './table.ts';
import {
  describeCopy,
  describeErrorCell,
  NAME_CHANGED,
  NO_NAME,
  NOT_A_POSITION,
  NOT_A_VERSION,
  OWN_VALUE_REMOVED,
} from './words.ts';
import { addressOf, hasResult, type ReadCell, type ReadSheet, type ReadWorkbook } from './workbook.ts';
import { COLUMNS_SHEET, DIALS_SHEET, writeCell } from './write.ts';

/** The sheet that came back, against what was exported. Wrong cells are named and count as untouched. */
export function readBucketSheet(
  input: SheetReadingInput,
): Readonly<{ reading: SheetReading }> | Readonly<{ refusal: SheetRefusal }> {
  const { workbook, bucket, hash } = input;
  const origin = findOrigin(workbook);
  const found = findDialsSheet(workbook);
  if (origin === undefined || found === undefined) return { refusal: { kind: 'not-exported' } };
  const { partner, cob } = origin;
  if (origin.hash !== hash) return { refusal: { kind: 'origin-changed' } };
  if (partner !== bucket.partner || cob !== bucket.cob) return { refusal: { kind: 'other-bucket', partner, cob } };
  return { reading: readRows(input, origin, found) };
}

type Head = Readonly<{ sheet: ReadSheet; at: number; columns: ReadonlyMap<ColumnKey, number> }>;

/** The sheet of the dials, whatever its name is now, and its header, also below rows that someone put above it. */
function findDialsSheet({ sheets }: ReadWorkbook): Head | undefined {
  const visible = sheets.filter(({ isHidden, name }) => !isHidden && name !== COLUMNS_SHEET && name !== ERRORS_SHEET);
  const named = visible.toSorted((a, b) => Number(b.name === DIALS_SHEET) - Number(a.name === DIALS_SHEET));
  for (const sheet of named) {
    for (const [at, cells] of sheet.rows.slice(0, MAX_ROWS_ABOVE).entries()) {
      const columns = findColumns(cells);
      if (columns.has('name') && columns.size > 1) return { sheet, at, columns };
    }
  }
  return undefined;
}

function findColumns(cells: readonly (ReadCell | undefined)[]): ReadonlyMap<ColumnKey, number> {
  const found = cells.flatMap((cell, index): [ColumnKey, number][] => {
    const key = findHead(textOf(cell));
    return key === undefined ? [] : [[key, index]];
  });
  // Of two columns with one name, the first counts.
  return new Map(found.toReversed());
}

function readRows(input: SheetReadingInput, origin: SheetOrigin, head: Head): SheetReading {
  const { sheet, at, columns } = head;
  const reader = new RowReader(input, origin, head);
  const filled = sheet.rows
    .map((cells, index) => ({ cells, index }))
    .filter(({ cells, index }) => index > at && [...columns.values()].some((column) => textOf(cells[column]) !== ''));
  const rows = reader.readAll(filled);
  const heads = (sheet.rows[at] ?? []).filter((cell) => textOf(cell) !== '').length;
  const hidden = columns.has('id') ? 1 : 0;
  return {
    origin,
    sheet: sheet.name,
    addressOf: reader.addressOf,
    rows,
    errors: reader.errors,
    notices: [...listNotices(input, origin, head), ...reader.formulas],
    counts: { rows: filled.length, columns: columns.size - hidden, allColumns: heads - hidden },
  };
}

type FilledRow = Readonly<{ cells: readonly (ReadCell | undefined)[]; index: number }>;
type KnownRow = Readonly<{ id: string; base: number | undefined }>;

class RowReader {
  readonly errors: CellError[] = [];
  readonly formulas: SheetNotice[] = [];
  readonly #input: SheetReadingInput;
  readonly #origin: SheetOrigin;
  readonly #columns: ReadonlyMap<ColumnKey, number>;
  readonly #names: OptionNames;
  readonly #basePositions: ReadonlyMap<string, number>;

  constructor(input: SheetReadingInput, origin: SheetOrigin, { columns }: Head) {
    this.#input = input;
    this.#origin = origin;
    this.#columns = columns;
    this.#names = nameOptions(input.options);
    this.#basePositions = new Map(origin.entries.map(({ dial_id }, index) => [dial_id, index]));
  }

  /** Columns that are gone have the address of the name. */
  addressOf = (row: number, column: ColumnKey): string =>
    addressOf(row - 1, this.#columns.get(column) ?? this.#columns.get('name') ?? 0);

  readAll(rows: readonly FilledRow[]): SheetRow[] {
    const known = this.#identify(rows);
    return rows.flatMap((row) => this.#readRow(row, known.get(row)) ?? []);
  }

  #cellOf({ cells }: FilledRow, key: ColumnKey): ReadCell | undefined {
    const column = this.#columns.get(key);
    return column === undefined ? undefined : cells[column];
  }

  #addError({ index, cells }: FilledRow, key: ColumnKey, message: string): void {
    const cell = this.addressOf(index + 1, key);
    this.errors.push({ cell, text: textOf(cells[this.#columns.get(key) ?? -1]), message });
  }

  #baseName(index: number): string {
    const entry = this.#origin.entries[index];
    return (entry && this.#input.findDial(entry)?.name) ?? '';
  }

  /** Rows by their hidden id, else by a name that only one exported dial has. The first row of a dial counts. */
  #identify(rows: readonly FilledRow[]): ReadonlyMap<FilledRow, KnownRow> {
    const byName = Map.groupBy(this.#origin.entries.keys(), (index) => textKey(this.#baseName(index)));
    const nameOf = (row: FilledRow) => textKey(textOf(this.#cellOf(row, 'name')));
    const idOf = (row: FilledRow) => textOf(this.#cellOf(row, 'id')).trim();
    const known = new Map<FilledRow, KnownRow>();
    const firsts = new Map<string, FilledRow>();
    const claim = (row: FilledRow, id: string) => {
      firsts.set(id, row);
      known.set(row, { id, base: this.#basePositions.get(id) });
    };
    const groups = Map.groupBy(rows, idOf);
    for (const [id, sharing] of groups) {
      const base = this.#basePositions.get(id);
      if (id === '') continue;
      const name = base === undefined ? undefined : textKey(this.#baseName(base));
      const [first] = [...sharing.filter((row) => nameOf(row) === name), ...sharing];
      if (first !== undefined) claim(first, id);
    }
    for (const row of rows) {
      if (known.has(row)) continue;
      const [index, ...others] = byName.get(nameOf(row)) ?? [];
      const id = index === undefined ? undefined : this.#origin.entries[index]?.dial_id;
      if (id === undefined || others.length > 0) continue;
      const first = firsts.get(id);
      if (first === undefined) claim(row, id);
      else this.#addError(row, 'name', describeCopy(row.index + 1, first.index + 1));
      if (first !== undefined) known.set(row, { id: '', base: undefined });
    }
    return known;
  }

  #readRow(row: FilledRow, known: KnownRow | undefined): SheetRow | undefined {
    if (known?.id === '') return undefined;
    const name = textOf(this.#cellOf(row, 'name')).trim().replaceAll(/\s+/g, ' ');
    const base = known?.base;
    const nameCell = this.#cellOf(row, 'name');
    if (nameCell?.kind === 'error') this.#addError(row, 'name', describeErrorCell(nameCell, ''));
    else if (base === undefined && name === '') this.#addError(row, 'name', NO_NAME);
    else if (base !== undefined && textKey(name) !== textKey(this.#baseName(base)))
      this.#addError(row, 'name', NAME_CHANGED);
    if (base === undefined && (name === '' || nameCell?.kind === 'error')) return undefined;
    this.#noteFormulas(row);
    const values = new Map<ValueKey, string | number | null>();
    const dimensions = new Map<DimensionKey, DimensionValue | null>();
    for (const key of this.#columns.keys()) {
      if (isValueColumn(key)) {
        const value = this.#readValue(row, key, base);
        if (value !== undefined) values.set(key, value);
      } else if (isDimensionColumn(key)) {
        const value = this.#readDimension(row, key, base);
        if (value !== undefined) dimensions.set(key, value);
      }
    }
    return {
      row: row.index + 1,
      dial_id: known?.id,
      isExported: base !== undefined,
      name: base === undefined ? name : this.#baseName(base),
      position: this.#readNumber(row, 'position', base === undefined ? undefined : base + 1),
      version: this.#readNumber(row, 'version', base === undefined ? undefined : this.#origin.entries[base]?.version),
      values,
      dimensions,
    };
  }

  /** Undefined where the cell is as exported, or wrong. */
  #readValue(row: FilledRow, key: ValueKey, base: number | undefined): string | number | null | undefined {
    const cell = this.#cellOf(row, key);
    const entry = base === undefined ? undefined : this.#origin.entries[base];
    const own = entry && this.#input.findDial(entry)?.values;
    const before = entry && effectiveValues(own ?? {}, entry.overrides)[key];
    if (cell === undefined || (textOf(cell) === '' && cell.kind !== 'error')) {
      if (before === undefined) return undefined;
      if (entry?.overrides[key] !== undefined) return null;
      this.#addError(row, key, OWN_VALUE_REMOVED);
      return undefined;
    }
    if (typeof before === 'number' && (isShare(key) || !cell.isPercent) && hasNumber(cell, before)) return undefined;
    const reading = readValueCell(cell, key, this.#names);
    if ('value' in reading) return reading.value === before ? undefined : reading.value;
    this.#addError(row, key, reading.message);
    return undefined;
  }

  #readDimension(row: FilledRow, key: DimensionKey, base: number | undefined): DimensionValue | null | undefined {
    const cell = this.#cellOf(row, key);
    const { findDial } = this.#input;
    const entry = base === undefined ? undefined : this.#origin.entries[base];
    const before: unknown = entry && findDial(entry)?.dimensions[key];
    const text = textOf(cell);
    if (base !== undefined) {
      const source = { origin: this.#origin, findDial, index: base, names: this.#names };
      const { value } = writeCell(source, key);
      const exported = typeof value === 'string' ? { ...NO_CELL, text: value } : undefined;
      if (textOf(exported) === text && cell?.kind !== 'error' && cell?.kind !== 'date') return undefined;
    }
    if (cell === undefined || text === '') return base === undefined ? undefined : null;
    const reading = readDimensionCell(cell, key, before, this.#names);
    if ('value' in reading) return isSameValue(key, reading.value, before) ? undefined : reading.value;
    this.#addError(row, key, reading.message);
    return undefined;
  }

  /** An emptied cell counts as untouched: a dial always has a position and a version. */
  #readNumber(row: FilledRow, key: 'position' | 'version', before: number | undefined): number | undefined {
    const cell = this.#cellOf(row, key);
    const text = textOf(cell).trim();
    if (cell === undefined || text === '') return undefined;
    const number = Number(key === 'version' ? text.replace(/^v/i, '') : text);
    const isNumber = Number.isSafeInteger(number) && number > 0;
    const wrong = isNumber ? undefined : key === 'version' ? NOT_A_VERSION : NOT_A_POSITION;
    const message = findMisreading(cell, key, this.#names) ?? wrong;
    if (message !== undefined) this.#addError(row, key, message);
    return message !== undefined || number === before ? undefined : number;
  }

  #noteFormulas(row: FilledRow): void {
    for (const key of this.#columns.keys()) {
      const cell = this.#cellOf(row, key);
      if (cell === undefined || cell.formula === null || !hasResult(cell)) continue;
      const { formula, text } = cell;
      this.formulas.push({ kind: 'formula', cell: this.addressOf(row.index + 1, key), formula, taken: text });
    }
  }
}

const NO_CELL: ReadCell = { text: '', number: null, kind: 'text', isPercent: false, formula: null };

function listNotices({ workbook, findDial }: SheetReadingInput, origin: SheetOrigin, head: Head): SheetNotice[] {
  const { sheet, at, columns } = head;
  const isRead = new Set(columns.values());
  const width = Math.max(0, ...sheet.rows.map((cells) => cells.length));
  const others = Array.from({ length: width }, (_, column) => column).filter((column) => !isRead.has(column));
  const dials = origin.entries.flatMap((entry) => findDial(entry)?.dimensions ?? []);
  const exported = listColumns(origin.cob, dials).columns;
  return [
    ...others.flatMap((index): SheetNotice[] => {
      const text = textOf(sheet.rows[at]?.[index]).trim();
      const cells = sheet.rows.filter((row, place) => place !== at && textOf(row[index]) !== '').length;
      const column = letterOf(index);
      const first = columns.get(findHead(text) ?? 'id');
      if (text === '' && cells === 0) return [];
      if (findHead(text) === undefined || first === undefined)
        return [{ kind: 'unknown-column', column, head: text, cells }];
      return [{ kind: 'same-column', column, head: text, first: letterOf(first), cells }];
    }),
    ...exported
      .filter((key) => !columns.has(key))
      .map((key): SheetNotice => ({ kind: 'missing-column', head: headOf(key) })),
    ...workbook.sheets
      .filter(
        ({ name, isHidden }) => !isHidden && name !== sheet.name && name !== COLUMNS_SHEET && name !== ERRORS_SHEET,
      )
      .map(({ name }): SheetNotice => ({ kind: 'other-sheet', name })),
    ...sheet.merges.map((range): SheetNotice => ({ kind: 'merge', range })),
    ...workbook.notices.map((text): SheetNotice => ({ kind: 'file', text })),
  ];
}
