import { canonicalJson } from '#domain/audit/canonical.ts';
import { type BucketEntry, sameEntry } from '#domain/bucket/entry.ts';
import { type BucketConflict, conflictKey, mergeEntries, type Side } from '#domain/bucket/merge.ts';
import type { DialValues, ValueKey } from '#domain/value/registry.ts';
import type { CellError } from './bucket-sheet.ts';
import { isOwnValue, listLaterChanges, listTakenChanges } from './changes.ts';
import { isTinyShare, showValue } from './column.ts';
import { compareConditions } from './conditions.ts';
import {
  cellOf,
  createContext,
  effectiveIn,
  type IndexedEntries,
  indexEntries,
  refOf,
  type SheetContext,
  showSides,
} from './context.ts';
import { type SheetComparison, type SheetDifference, type SheetQuestion, targetKey } from './difference.ts';
import { orderRows, type SheetOrders } from './order.ts';
import { applyValues, checkLines, resolveRows } from './resolve.ts';
import { NOTHING, PRESENCE_SIDES } from './words.ts';

/**
 * The sheet against today's list, three-way by cell. Cells hold effective values, so these are merged; what the sheet did
 * not touch stays as it is now, and so does what is asked until it is answered.
 */
export function compareSheet(input: SheetComparison): SheetDifference {
  const { reading, answers } = input;
  const { rows, newDials, errors } = resolveRows(input);
  const context = createContext(input, rows);
  const { base, now } = context;

  const orders = orderRows([...base.byDial.keys()], rows);
  const orderQuestions = askOrder(orders);
  const order = answers.get(orderQuestions[0]?.key ?? '') === 'sheet' ? orders.byRows : orders.byPositions;
  const missingQuestions = askMissingRows(context);
  const isRemoved = (id: string) => answers.get(missingQuestions.get(id)?.key ?? '') === 'sheet';
  const mine = indexEntries(
    order.ids.flatMap((id): BucketEntry[] => {
      const row = context.rows.get(id);
      const exported = base.byDial.get(id);
      if (row === undefined) return exported === undefined || isRemoved(id) ? [] : [exported];
      return [{ ...row.pin, overrides: applyValues(sourceOf(context, id).overrides, row.values) }];
    }),
  );

  const fill = (entry: BucketEntry): BucketEntry => ({ ...entry, overrides: effectiveIn(context, entry) });
  const sides = [
    base.entries.map(fill),
    mine.entries.map((entry) => fillRow(context, entry)),
    now.entries.map(fill),
  ] as const;
  const conflicts = mergeEntries(...sides).conflicts;
  const tinyShares = findTinyShares(context, conflicts);
  const cellQuestions = new Map([
    ...conflicts
      .filter(({ dial_id, field }) => field !== 'presence' || !isRemoved(dial_id))
      .map((conflict) => [conflictKey(conflict), askCell(context, mine, conflict, false)] as const),
    ...tinyShares.map((share) => [conflictKey(share), askCell(context, mine, share, true)] as const),
  ]);
  const choices = new Map(
    [...conflicts, ...tinyShares].map((conflict): [string, Side] => {
      const question = cellQuestions.get(conflictKey(conflict));
      return [conflictKey(conflict), question && answers.get(question.key) !== 'sheet' ? 'theirs' : 'mine'];
    }),
  );
  const taken = takeCells(context, mergeEntries(...sides, choices).merged, choices);
  const merged = {
    mine,
    result: indexEntries(taken.entries),
    conflicts: new Set(choices.keys()),
    winners: taken.winners,
  };
  const conditions = compareConditions(context, taken.ownValues);
  const questions = [
    ...cellQuestions.values(),
    ...conditions.questions,
    ...orderQuestions,
    ...missingQuestions.values(),
  ];
  return {
    questions,
    taken: [...listTakenChanges(context, merged, newDials), ...conditions.taken],
    later: listLaterChanges(context, merged),
    open: questions.filter(({ key }) => !answers.has(key)).length,
    entries: taken.entries,
    dialEdits: [...conditions.edits, ...newDials.map(({ edit }) => edit)],
    errors: [...reading.errors, ...errors, ...taken.errors, ...conditions.errors],
  };
}

/** What a row of the sheet is compared with. A dial that both added is compared with what is there now. */
const sourceOf = ({ base, now, rows }: SheetContext, id: string): BucketEntry =>
  base.byDial.get(id) ?? now.byDial.get(id) ?? { dial_id: id, version: rows.get(id)?.pin.version ?? 1, overrides: {} };

/** An entry of the sheet with all its values: those of untouched cells are as they were. */
function fillRow(context: SheetContext, entry: BucketEntry): BucketEntry {
  const row = context.rows.get(entry.dial_id);
  const source = sourceOf(context, entry.dial_id);
  const own = context.dataOf(source)?.values ?? {};
  const typed = [...(row?.values ?? [])].map(([key, value]) => [key, value ?? own[key]]);
  return { ...entry, overrides: { ...effectiveIn(context, source), ...(Object.fromEntries(typed) as DialValues) } };
}

type CellValues = Map<ValueKey, string | number | null>;
type TakenCells = Readonly<{
  entries: readonly BucketEntry[];
  winners: ReadonlySet<string>;
  /** Values that go into the dial instead, by dial. */
  ownValues: ReadonlyMap<string, CellValues>;
  errors: readonly CellError[];
}>;

/** Overrides from merged values. Only cells that the sheet touched change what is there now. */
function takeCells(
  context: SheetContext,
  merged: readonly BucketEntry[],
  choices: ReadonlyMap<string, Side>,
): TakenCells {
  const { input, rows, dataOf, now } = context;
  const winners = new Set<string>();
  const ownValues = new Map<string, CellValues>();
  const errors: CellError[] = [];
  const entries = merged.map(({ dial_id, version }): BucketEntry => {
    const row = rows.get(dial_id);
    const current = now.byDial.get(dial_id) ?? sourceOf(context, dial_id);
    const own = dataOf({ dial_id, version })?.values ?? {};
    const typed: CellValues = new Map();
    const intoDial: CellValues = new Map();
    for (const [key, value] of row?.values ?? []) {
      const name = targetKey(dial_id, key);
      if (choices.get(conflictKey({ dial_id, field: key })) === 'theirs') {
        // Today's value may come from another version of the dial.
        if (version !== current.version) typed.set(key, effectiveIn(context, current)[key] ?? null);
        continue;
      }
      winners.add(name);
      const isForDial = row !== undefined && isOwnValue(row, key) && input.targets.get(name) === 'dial';
      (isForDial ? intoDial : typed).set(key, value);
    }
    if (intoDial.size > 0) ownValues.set(dial_id, intoDial);
    const overrides = new Map([...typed].map(([key, value]) => [key, value === own[key] ? null : value]));
    const { values, wrong } = checkLines(overrides, own, current.overrides);
    for (const { key, message } of wrong) {
      winners.delete(targetKey(dial_id, key));
      const text = showValue(key, typed.get(key) ?? undefined);
      errors.push({ cell: cellOf(context, dial_id, key) ?? NOTHING, text, message });
    }
    return { dial_id, version, overrides: applyValues(current.overrides, values) };
  });
  return { entries, winners, ownValues, errors };
}

function askOrder({ byRows, byPositions }: SheetOrders): SheetQuestion[] {
  if (byRows === byPositions) return [];
  return [{ key: 'order', kind: 'order', moves: { sheet: byRows.moves, now: byPositions.moves } }];
}

/** Rows that are gone, unless others removed the dial, too. */
function askMissingRows(context: SheetContext): ReadonlyMap<string, SheetQuestion> {
  const { base, now, rows } = context;
  return new Map(
    base.entries.flatMap((entry, index): [string, SheetQuestion][] => {
      const { dial_id } = entry;
      const current = now.byDial.get(dial_id);
      if (rows.has(dial_id) || current === undefined) return [];
      const key = `${dial_id} missing ${canonicalJson(current)}`;
      const isChangedSince = !sameEntry(entry, current);
      return [[dial_id, { key, kind: 'missing', sheetRow: index + 2, isChangedSince, ...refOf(context, dial_id) }]];
    }),
  );
}

/** Shares that nobody else changed, and that the sheet may have lost the percent sign of. */
function findTinyShares(context: SheetContext, conflicts: readonly BucketConflict[]): BucketConflict[] {
  const conflictKeys = new Set(conflicts.map(conflictKey));
  return [...context.rows.values()].flatMap(({ dial_id, values }) => {
    const before = effectiveIn(context, sourceOf(context, dial_id));
    const current = context.now.byDial.get(dial_id);
    const now = current && effectiveIn(context, current);
    return [...values].flatMap(([field, typed]): BucketConflict[] => {
      const isAsked = (['presence', field] as const).some((one) =>
        conflictKeys.has(conflictKey({ dial_id, field: one })),
      );
      const isDoubtful = isTinyShare(field, before[field], typed) && now?.[field] !== typed;
      return isDoubtful && !isAsked ? [{ dial_id, field }] : [];
    });
  });
}

function askCell(
  context: SheetContext,
  mine: IndexedEntries,
  { dial_id, field }: BucketConflict,
  isTiny: boolean,
): SheetQuestion {
  const sides = field === 'presence' ? PRESENCE_SIDES : showSides(context, mine, dial_id, field);
  const value = context.rows.get(dial_id)?.values.get(field as ValueKey);
  return {
    key: `${dial_id} ${field} ${sides.now}`,
    kind: 'cell',
    cell: cellOf(context, dial_id, field) ?? NOTHING,
    field,
    isTinyShare: isTiny,
    ...refOf(context, dial_id),
    ...sides,
    ...(value === null && { sheet: NOTHING }),
    ...(value !== null && value !== undefined && { sheet: showValue(field as ValueKey, value) }),
  };
}
