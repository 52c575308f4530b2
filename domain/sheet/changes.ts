import { diffEntries } from '#domain/bucket/diff.ts';
import { conflictKey, type ConflictField } from '#domain/bucket/merge.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { cellOf, effectiveIn, type IndexedEntries, refOf, type SheetContext, showSides } from './context.ts';
import { type LaterChange, type SheetOutcome, type TakenChange, targetKey, type ValueTarget } from './difference.ts';
import { showValue } from './column.ts';
import type { DialRow, NewDialRow } from './resolve.ts';
import { NOTHING } from './words.ts';

/** The sheet and the result as lists of dials. */
export type MergedSheet = Readonly<{
  mine: IndexedEntries;
  result: IndexedEntries;
  /** By `conflictKey`. */
  conflicts: ReadonlySet<string>;
  /** By `targetKey`: values of the sheet that the draft or the dial takes. */
  winners: ReadonlySet<string>;
}>;

/** Whether the dial's own value was exported, so that its change may go into the dial. */
export const isOwnValue = ({ base }: DialRow, key: (typeof VALUE_KEYS)[number]): boolean =>
  base !== undefined && base.overrides[key] === undefined;

/** What the sheet changed and nobody else did. */
export function listTakenChanges(
  context: SheetContext,
  { mine, result, conflicts, winners }: MergedSheet,
  newDials: readonly NewDialRow[],
): TakenChange[] {
  const { input, rows, base, now } = context;
  const isConflict = (dial_id: string, field: ConflictField) => conflicts.has(conflictKey({ dial_id, field }));
  const take = (dial_id: string, field: ConflictField, outcome: SheetOutcome, target?: ValueTarget): TakenChange => {
    const [sides, ref] = [showSides(context, mine, dial_id, field), refOf(context, dial_id)];
    const cell = cellOf(context, dial_id, field) ?? NOTHING;
    return { key: `${dial_id} ${field} ${sides.now}`, cell, field, outcome, target, ...ref, ...sides };
  };
  const cells = [...rows.values()].flatMap((row): TakenChange[] => {
    const { dial_id } = row;
    const [current, entry] = [now.byDial.get(dial_id), result.byDial.get(dial_id)];
    if (entry === undefined || isConflict(dial_id, 'presence')) return [];
    const changes: TakenChange[] = [];
    if (row.base === undefined && current === undefined) {
      const at = result.positions.get(dial_id) ?? 0;
      const { key, ...added } = take(dial_id, 'presence', { kind: 'added', at });
      const cell = cellOf(context, dial_id, 'position') ?? NOTHING;
      changes.push({ ...added, key, cell, position: at, exported: NOTHING, sheet: String(at), now: NOTHING });
    }
    if (row.version !== undefined && !isConflict(dial_id, 'version') && row.version !== current?.version)
      changes.push(take(dial_id, 'version', { kind: 'version', version: row.version }));
    for (const [key, value] of row.values) {
      const isSame = current !== undefined && effectiveIn(context, current)[key] === (value ?? undefined);
      const isGone = value === null && current?.overrides[key] === undefined;
      if (isConflict(dial_id, key) || !winners.has(targetKey(dial_id, key)) || isSame || isGone) continue;
      const target = isOwnValue(row, key) ? (input.targets.get(targetKey(dial_id, key)) ?? 'here') : undefined;
      const shown = showValue(key, value ?? effectiveIn(context, entry)[key]);
      const kind = entry.overrides[key] === undefined ? ('own' as const) : ('override' as const);
      const outcome = target === 'dial' ? { kind: 'dial-draft' as const } : { kind, value: shown };
      changes.push({ ...take(dial_id, key, outcome, target), sheet: value === null ? NOTHING : shown });
    }
    return changes;
  });
  const movedByThem = new Set(diffEntries(base.entries, now.entries).reordered.map(({ dial_id }) => dial_id));
  const moves = diffEntries(base.entries, mine.entries).reordered.flatMap(({ dial_id }): TakenChange[] => {
    const [from, to] = [now.positions.get(dial_id), result.positions.get(dial_id)];
    if (from === undefined || to === undefined) return [];
    if (isConflict(dial_id, 'position') || isConflict(dial_id, 'presence') || movedByThem.has(dial_id)) return [];
    return [take(dial_id, 'position', { kind: 'moved', from, to })];
  });
  const fresh = newDials.map(({ row }): TakenChange => ({
    key: `new ${row.row}`,
    cell: input.reading.addressOf(row.row, 'name'),
    field: 'presence',
    outcome: { kind: 'new-dial' },
    target: undefined,
    dial_id: undefined,
    name: row.name,
    position: row.position ?? row.row - 1,
    exported: NOTHING,
    sheet: String(row.position ?? row.row - 1),
    now: NOTHING,
  }));
  return [...cells, ...moves, ...fresh];
}

/** What others saved since the export, and the sheet did not touch. */
export function listLaterChanges(context: SheetContext, { mine, conflicts }: MergedSheet): LaterChange[] {
  const { rows, base, now } = context;
  const diff = diffEntries(base.entries, now.entries);
  const movedBySheet = new Set(diffEntries(base.entries, mine.entries).reordered.map(({ dial_id }) => dial_id));
  const later = (dial_id: string, field: ConflictField): LaterChange[] => {
    const [row, { exported, now: other }] = [rows.get(dial_id), showSides(context, mine, dial_id, field)];
    const isAsked = (['presence', field] as const).some((one) => conflicts.has(conflictKey({ dial_id, field: one })));
    const isGone = row === undefined && base.byDial.has(dial_id);
    if (isAsked || (isGone && field !== 'presence')) return [];
    const cell = cellOf(context, dial_id, field);
    return [
      { key: `${dial_id} ${field}`, cell, field, ...refOf(context, dial_id), exported, sheet: exported, now: other },
    ];
  };
  return [
    ...diff.updated
      .filter(({ dial_id }) => rows.get(dial_id)?.version === undefined)
      .flatMap(({ dial_id }) => later(dial_id, 'version')),
    ...diff.overridden.flatMap(({ dial_id, before, after }) =>
      VALUE_KEYS.filter((key) => before[key] !== after[key] && !rows.get(dial_id)?.values.has(key)).flatMap((key) =>
        later(dial_id, key),
      ),
    ),
    ...diff.reordered
      .filter(({ dial_id }) => !movedBySheet.has(dial_id))
      .flatMap(({ dial_id }) => later(dial_id, 'position')),
    ...diff.added
      .filter(({ entry }) => !rows.has(entry.dial_id))
      .flatMap(({ entry }) => later(entry.dial_id, 'presence')),
    ...diff.removed
      .filter(({ entry }) => rows.has(entry.dial_id))
      .flatMap(({ entry }) => later(entry.dial_id, 'presence')),
  ];
}
