import { type CellChange, setOverrides } from '#domain/bucket/edit.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { VALUES } from '#domain/value/registry.ts';
import { type Editor, useEditor } from '#web/bucket/editor.ts';
import {
  cellText,
  FIRST_VALUE,
  keyOf,
  LAST_VALUE,
  plainText,
  type Range,
  rangeOf,
  type Selection,
  type Spot,
} from './cells.ts';
import { planPaste } from './paste.ts';
import { type Cell, setPending, readCell, wholeOption } from '#web/bucket/cells.ts';
import { writeSheet } from '#web/rule/sheet.ts';
import type { CellPosition } from '#web/kit/grid.ts';
import { useMemo, useState } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';

type GridState = Readonly<{
  /** Undefined until someone enters the grid. */
  selection: Selection | undefined;
  /** The text in the active cell while it is edited. */
  editing: string | undefined;
  /** Why the last paste was refused, until the next action. */
  refusal: string | undefined;
  /** Increments whenever the active cell should take the focus. */
  focused: number;
}>;

/** The grid's current state, for event handlers. */
type GridNow = Readonly<{
  editor: Editor;
  state: GridState;
  rows: Editor['shown'];
  active: CellPosition;
  corner: CellPosition;
}>;
type Change = (update: (state: GridState) => GridState) => void;

export type GridActions = ReturnType<typeof createGridActions>;

/** All actions in the grid. Each change of the bucket is one undo step. */
function createGridActions(now: () => GridNow, set: Change) {
  const spotOf = ({ row, column }: CellPosition): Spot | undefined => {
    const dial_id = now().rows[row]?.entry.dial_id;
    return dial_id === undefined ? undefined : { dial_id, column };
  };
  const range = (): Range => rangeOf(now().active, now().corner);
  const nameOf = (entry: BucketEntry) => now().editor.lookup(entry)?.data.name ?? 'this dial';
  const ownOf = (entry: BucketEntry) => now().editor.lookup(entry)?.data.values ?? {};
  const inRange = ({ top, bottom, left, right }: Range): Cell[] =>
    now()
      .rows.slice(top, bottom + 1)
      .flatMap(({ entry }) =>
        Array.from({ length: right - left + 1 }, (_, index) => keyOf(left + index)).flatMap((key) =>
          key === undefined ? [] : [{ dial_id: entry.dial_id, key }],
        ),
      );
  const describe = (cells: readonly CellChange[], many: string): string => {
    const [first, second] = cells;
    const entry = now().editor.entries.find(({ dial_id }) => dial_id === first?.dial_id);
    if (first === undefined || second !== undefined || entry === undefined) return many;
    const { key, value } = first;
    const of = `${VALUES[key].label} of ${nameOf(entry)}`;
    return value === undefined ? `Used the dial’s own ${of}` : `Set ${of} to ${cellText(key, value)}`;
  };
  const write = (cells: readonly CellChange[], many: string) => {
    const { editor } = now();
    const next = setOverrides(editor.entries, cells, ownOf);
    const pending = setPending(editor.pending, cells);
    if (next !== editor.entries || pending !== editor.pending) editor.change(next, describe(cells, many), pending);
  };
  /** An unparsable text; undefined restores the saved value. */
  const writeText = (cell: Cell, entry: BucketEntry, text?: string) => {
    const { editor } = now();
    const what = `${text === undefined ? 'Cleared' : `Typed “${text}” for`} ${VALUES[cell.key].label} of ${nameOf(entry)}`;
    editor.change(editor.entries, what, setPending(editor.pending, [cell], text));
  };

  const select = (active: CellPosition, corner: CellPosition = active, focus = true) =>
    set((state) => {
      const [one, other] = [spotOf(active), spotOf(corner)];
      const selection = one && other ? { active: one, corner: other } : state.selection;
      return { selection, editing: undefined, refusal: undefined, focused: state.focused + (focus ? 1 : 0) };
    });

  /** The cell's value as edit text. */
  const textOf = (place: CellPosition): string => {
    const { rows, editor } = now();
    const [entry, key] = [rows[place.row]?.entry, keyOf(place.column)];
    if (entry === undefined || key === undefined) return '';
    return editor.pending.get(entry.dial_id)?.[key] ?? plainText(entry.overrides[key] ?? ownOf(entry)[key]);
  };

  const edit = (text?: string) => {
    const { active, rows, editor } = now();
    const entry = rows[active.row]?.entry;
    if (entry === undefined || keyOf(active.column) === undefined || editor.lookup(entry) === undefined) return;
    const spot = spotOf(active);
    set((state) => ({
      ...state,
      selection: spot && { active: spot, corner: spot },
      editing: text ?? textOf(active),
      refusal: undefined,
    }));
  };
  const type = (text: string) => set((state) => (state.editing === undefined ? state : { ...state, editing: text }));

  /** Commits the text: a value, the dial's own if empty, or else an unparsable text that stays visible. */
  const commit = (text = now().state.editing) => {
    const { active, rows } = now();
    const [entry, key] = [rows[active.row]?.entry, keyOf(active.column)];
    set((state) => ({ ...state, editing: undefined }));
    if (text === undefined || entry === undefined || key === undefined || text === textOf(active)) return;
    const reading = readCell(key, VALUES[key].kind === 'option' ? wholeOption(text) : text);
    const cell = { dial_id: entry.dial_id, key };
    if (reading.readable) write([{ ...cell, value: reading.value }], '');
    else writeText(cell, entry, text.trim());
  };

  /** Esc: drops the text being typed; outside editing, an unparsable text. */
  const undoCell = (): boolean => {
    const { state, active, rows, editor } = now();
    const [entry, key] = [rows[active.row]?.entry, keyOf(active.column)];
    const unread = entry && key && editor.pending.get(entry.dial_id)?.[key];
    if (state.editing === undefined && unread === undefined && state.refusal === undefined) return false;
    if (state.editing === undefined && entry && key) writeText({ dial_id: entry.dial_id, key }, entry);
    set((before) => ({ ...before, editing: undefined, refusal: undefined, focused: before.focused + 1 }));
    return true;
  };

  const clear = () => {
    const cells = inRange(range()).map((cell) => ({ ...cell, value: undefined }));
    write(cells, `Used the dials’ own values in ${cells.length} cells`);
    set((state) => ({ ...state, refusal: undefined }));
  };

  const copy = (): string => {
    const { top, bottom, left, right } = range();
    const across = Array.from({ length: right - left + 1 }, (_, index) => left + index);
    const lines = Array.from({ length: bottom - top + 1 }, (_, index) => top + index);
    return writeSheet(
      lines.map((row) =>
        across.map((column) => {
          const entry = now().rows[row]?.entry;
          return column < FIRST_VALUE && entry ? nameOf(entry) : textOf({ row, column });
        }),
      ),
    );
  };

  const cut = (): string => {
    const text = copy();
    clear();
    return text;
  };

  const paste = (text: string) => {
    const { rows } = now();
    const named = rows.map(({ entry, position }) => ({ dial_id: entry.dial_id, position, name: nameOf(entry) }));
    const plan = planPaste(text, range(), named);
    if (!plan.fits) return set((state) => ({ ...state, refusal: plan.sentence }));
    write(plan.cells, `Pasted ${plan.cells.length} values`);
    const { top, left, bottom, right } = plan.range;
    return select({ row: top, column: left }, { row: bottom, column: right });
  };

  const selectAll = () => {
    const { rows } = now();
    select({ row: 0, column: FIRST_VALUE }, { row: rows.length - 1, column: LAST_VALUE });
  };

  return { now, select, edit, type, commit, undoCell, clear, copy, cut, paste, selectAll };
}

const START: GridState = { selection: undefined, editing: undefined, refusal: undefined, focused: 0 };

export type Grid = Readonly<{
  state: GridState;
  rows: GridNow['rows'];
  active: CellPosition;
  corner: CellPosition;
  actions: GridActions;
}>;

export function useGrid(): Grid {
  const editor = useEditor();
  const { shown } = editor;
  const [state, setState] = useState(START);
  const places = useMemo(() => new Map(shown.map(({ entry }, index) => [entry.dial_id, index])), [shown]);

  const { selection } = state;
  const cellAt = (spot: Spot | undefined): CellPosition | undefined => {
    const row = spot && places.get(spot.dial_id);
    return row === undefined || spot === undefined ? undefined : { row, column: spot.column };
  };
  // Rows hidden by the filter leave the selection and come back with their row.
  const active = cellAt(selection?.active) ?? { row: 0, column: FIRST_VALUE };
  const corner = (cellAt(selection?.active) && cellAt(selection?.corner)) ?? active;

  const latest = useLatest<GridNow>({ editor, state, rows: shown, active, corner });
  const actions = useMemo(() => createGridActions(() => latest.current, setState), [latest]);
  return { state, rows: shown, active, corner, actions };
}
