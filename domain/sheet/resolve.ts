import { checkOverrides } from '#domain/bucket/check.ts';
import { type BucketEntry, byDial, effectiveValues, setOnly } from '#domain/bucket/entry.ts';
import { checkFields } from '#domain/dial/check.ts';
import { type DialData, EMPTY_DIAL, LIMITS } from '#domain/dial/dial.ts';
import { textKey } from '#domain/dimension/codec.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { DialValues, ValueKey } from '#domain/value/registry.ts';
import type { CellError, ColumnKey } from './bucket-sheet.ts';
import type { DialEdit, SheetComparison } from './difference.ts';
import type { SheetRow } from './reading.ts';
import { ALREADY_THERE, describeCopy, describeSameName, describeUnknownVersion, NAME_TOO_LONG } from './words.ts';

type Pin = Pick<BucketEntry, 'dial_id' | 'version'>;

/** A row whose dial is known. */
export type DialRow = SheetRow &
  Readonly<{
    dial_id: string;
    /** The entry that its cells were compared with; undefined for an added dial. */
    base: BucketEntry | undefined;
    /** The version that the sheet asks for. */
    pin: Pin;
    /** The dial that its conditions were compared with. */
    data: DialData;
  }>;

/** A row that names no dial of the library. */
export type NewDialRow = Readonly<{ row: SheetRow; edit: DialEdit }>;

export type ResolvedRows = Readonly<{
  rows: readonly DialRow[];
  newDials: readonly NewDialRow[];
  errors: readonly CellError[];
}>;

/** The data of a version, also of the newest ones of the library. */
export const findData =
  ({ findDial, library }: Pick<SheetComparison, 'findDial' | 'library'>) =>
  (pin: Pin): DialData | undefined =>
    findDial(pin) ?? library.find(({ dial_id, version }) => dial_id === pin.dial_id && version === pin.version)?.data;

/** Finds the dial and the version of each row, and leaves out the cells that do not fit together. */
export function resolveRows(comparison: SheetComparison): ResolvedRows {
  const { reading, now, library } = comparison;
  const { addressOf, origin } = reading;
  const dataOf = findData(comparison);
  const [base, current] = [byDial(origin.entries), byDial(now)];
  const errors: CellError[] = [];
  const addError = ({ row, name }: SheetRow, column: ColumnKey, message: string, text = name) => {
    errors.push({ cell: addressOf(row, column), text, message });
  };
  const present = new Map(
    reading.rows.flatMap(({ isExported, dial_id, row }): [string, number][] =>
      isExported && dial_id !== undefined ? [[dial_id, row]] : [],
    ),
  );
  const rows: DialRow[] = [];
  const newDials: NewDialRow[] = [];

  /** The version that was typed, if there is one. */
  const choosePin = (row: SheetRow, dial_id: string, usual: number): Pin => {
    const typed = row.version === undefined ? undefined : { dial_id, version: row.version };
    if (typed === undefined || dataOf(typed) !== undefined) return typed ?? { dial_id, version: usual };
    addError(row, 'version', describeUnknownVersion(typed.version), `v${typed.version}`);
    return { dial_id, version: usual };
  };
  const add = (row: SheetRow, dial_id: string, usual: number, data: DialData) => {
    const pin = choosePin(row, dial_id, usual);
    const entry = base.get(dial_id);
    const { values, wrong } = checkLines(row.values, dataOf(pin)?.values ?? {}, entry?.overrides ?? {});
    for (const { key, message } of wrong) addError(row, key, message, String(row.values.get(key) ?? ''));
    rows.push({
      ...row,
      values,
      version: pin.version === usual ? undefined : pin.version,
      dial_id,
      base: entry,
      pin,
      data,
    });
  };

  for (const row of reading.rows) {
    const entry = row.isExported ? base.get(row.dial_id ?? '') : undefined;
    if (entry !== undefined) {
      add(row, entry.dial_id, entry.version, dataOf(entry) ?? EMPTY_DIAL);
      continue;
    }
    const byId = library.filter(({ dial_id }) => dial_id === row.dial_id);
    const byName = library.filter(({ data }) => textKey(data.name) === textKey(row.name));
    const [dial, ...others] = byId.length > 0 ? byId : byName;
    if (dial === undefined) {
      const { edit, wrong } = describeNewDial(row);
      for (const { key, message } of wrong) addError(row, key, message);
      newDials.push({ row, edit });
    } else if (others.length > 0) {
      const ids = [dial, ...others].map(({ dial_id }) => dial_id);
      addError(row, 'name', describeSameName(ids, addressOf(1, 'id').replace(/\d+$/, '')));
    } else if (present.has(dial.dial_id)) {
      addError(row, 'name', describeCopy(row.row, present.get(dial.dial_id) ?? 0));
    } else if (base.has(dial.dial_id)) {
      addError(row, 'name', ALREADY_THERE);
    } else {
      present.set(dial.dial_id, row.row);
      add(row, dial.dial_id, current.get(dial.dial_id)?.version ?? dial.version, dial.data);
    }
  }
  return { rows, newDials, errors };
}

type WrongCell<Key> = Readonly<{ key: Key; message: string }>;

/** Leaves out lines of the sheet with which Min line would be above Max line. */
export function checkLines(
  typed: SheetRow['values'],
  own: DialValues,
  overrides: DialValues,
): Readonly<{ values: SheetRow['values']; wrong: readonly WrongCell<ValueKey>[] }> {
  const values = new Map(typed);
  const wrong: WrongCell<ValueKey>[] = [];
  for (const key of ['min_line', 'max_line'] as const) {
    const next = applyValues(overrides, values);
    const message = checkOverrides(next, own)[0]?.message;
    if (message === undefined || !values.has(key)) continue;
    wrong.push({ key, message });
    values.delete(key);
  }
  return { values, wrong };
}

/** Overrides with the cells of a sheet; an emptied one goes. */
export const applyValues = (overrides: DialValues, typed: SheetRow['values']): DialValues =>
  setOnly({ ...overrides, ...Object.fromEntries([...typed].map(([key, value]) => [key, value ?? undefined])) });

function describeNewDial(row: SheetRow): Readonly<{ edit: DialEdit; wrong: readonly WrongCell<ColumnKey>[] }> {
  const { values, wrong } = checkLines(row.values, {}, {});
  const data: DialData = {
    ...EMPTY_DIAL,
    name: row.name.slice(0, LIMITS.name),
    dimensions: Object.fromEntries(row.dimensions),
    values: applyValues({}, values),
  };
  const name = row.name.length > LIMITS.name ? [{ key: 'name' as const, message: NAME_TOO_LONG(LIMITS.name) }] : [];
  return { edit: { dial_id: undefined, data }, wrong: [...name, ...wrong] };
}

/** A dial with the cells of a sheet; undefined where its own values would contradict each other. */
export function editDial(
  data: DialData,
  dimensions: ReadonlyMap<DimensionKey, unknown>,
  values: SheetRow['values'],
  reason: string,
): DialData | undefined {
  const conditions = Object.entries({ ...data.dimensions, ...Object.fromEntries(dimensions) });
  const next: DialData = {
    ...data,
    dimensions: Object.fromEntries(conditions.filter(([, value]) => value !== null && value !== undefined)),
    values: applyValues(data.values, values),
    reason,
  };
  return checkFields(next).some(({ path }) => path.startsWith('values.')) ? undefined : next;
}

export const effectiveOf = (entry: BucketEntry, data: DialData | undefined): DialValues =>
  effectiveValues(data?.values ?? {}, entry.overrides);
