import { isSameValue, isSet } from '#domain/dimension/kind/kinds.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { MESSAGES } from '#domain/dial/check.ts';
import type { CellError } from './bucket-sheet.ts';
import { showDimension } from './column.ts';
import { cellOf, refOf, type SheetContext } from './context.ts';
import type { DialEdit, SheetQuestion, TakenChange } from './difference.ts';
import { editDial } from './resolve.ts';
import { NOTHING, SHEET_REASON } from './words.ts';

type ConditionChanges = Readonly<{
  questions: readonly SheetQuestion[];
  taken: readonly TakenChange[];
  edits: readonly DialEdit[];
  errors: readonly CellError[];
}>;

/**
 * Conditions belong to the dial: the sheet against its newest version. `values`: own values that go into the dial, by dial.
 */
export function compareConditions(
  context: SheetContext,
  values: ReadonlyMap<string, ReadonlyMap<ValueKey, string | number | null>>,
): ConditionChanges {
  const { input, rows, now, dataOf, names } = context;
  const { library, answers, reading } = input;
  const newestById = new Map(library.map(({ dial_id, data }) => [dial_id, data]));
  const questions: SheetQuestion[] = [];
  const taken: TakenChange[] = [];
  const edits: DialEdit[] = [];
  const errors: CellError[] = [];
  for (const row of rows.values()) {
    const { dial_id } = row;
    const current = now.byDial.get(dial_id);
    const newest = newestById.get(dial_id) ?? (current && dataOf(current)) ?? row.data;
    const show = (key: DimensionKey, value: unknown) => (isSet(value) ? showDimension(key, value, names) : NOTHING);
    const changes = new Map<DimensionKey, unknown>();
    for (const [key, value] of row.dimensions) {
      const [before, other] = [row.data.dimensions[key], newest.dimensions[key]];
      if (isSameValue(key, value ?? undefined, other)) continue;
      const sides = { exported: show(key, before), sheet: show(key, value), now: show(key, other) };
      const common = { cell: reading.addressOf(row.row, key), field: key, ...refOf(context, dial_id), ...sides };
      const name = `${dial_id} ${key} ${sides.now}`;
      if (isSameValue(key, before, other)) {
        taken.push({ key: name, ...common, outcome: { kind: 'dial-draft' }, target: undefined });
        changes.set(key, value);
        continue;
      }
      questions.push({ key: name, kind: 'cell', isTinyShare: false, ...common });
      if (answers.get(name) === 'sheet') changes.set(key, value);
    }
    const own = values.get(dial_id) ?? new Map<ValueKey, string | number | null>();
    if (changes.size + own.size === 0) continue;
    const data = editDial(newest, changes, own, SHEET_REASON);
    if (data !== undefined) edits.push({ dial_id, data });
    if (data !== undefined) continue;
    for (const [key, value] of own)
      errors.push({
        cell: cellOf(context, dial_id, key) ?? NOTHING,
        text: String(value),
        message: MESSAGES.minAboveMax,
      });
    const rest = editDial(newest, changes, new Map(), SHEET_REASON);
    if (rest !== undefined && changes.size > 0) edits.push({ dial_id, data: rest });
  }
  return { questions, taken, edits, errors };
}
