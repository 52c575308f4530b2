import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { EXPIRING_LINE_OPTIONS, VALUES } from '#domain/value/registry.ts';
import { DIAL_COLUMN, FIRST_VALUE, keyOf, LAST_VALUE } from './cells.ts';
import type { GridActions } from './gridActions.ts';
import { findInside } from '#web/kit/focus.ts';
import { type CellPosition, positionAfterKey } from '#web/kit/grid.ts';

/** A key in a cell that is not being edited. `page`: the number of visible rows. */
export function onGridKey(event: KeyboardEvent, actions: GridActions, page: number): void {
  const { active, corner, rows, editor } = actions.now();
  const { key, shiftKey, altKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (altKey || rows.length === 0) return;
  const take = (act: () => void) => {
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const from = shiftKey ? corner : active;
  const size = { rows: rows.length, columns: LAST_VALUE + 1, firstColumn: FIRST_VALUE, page };
  const to = positionAfterKey(event, from, size);
  if (to !== undefined) return take(() => (shiftKey ? extend(actions, active, to) : actions.select(to)));
  if (key === 'Tab') return onTab(active, shiftKey, actions, take);
  if (ctrl && key.toLowerCase() === 'a') return take(actions.selectAll);
  if (ctrl && key.toLowerCase() === 'z') return take(shiftKey ? editor.redo : editor.undo);
  if (ctrl && key.toLowerCase() === 'y') return take(editor.redo);
  if (key === 'Escape') {
    if (actions.undoCell()) event.stopPropagation();
    return;
  }
  if (ctrl) return;
  if (active.column === DIAL_COLUMN) {
    const button = key === 'Enter' && event.target instanceof Element ? findInside(event.target, 'button') : undefined;
    if (button) take(() => button.click());
    return;
  }
  if (key === 'Enter' || key === 'F2') return take(() => actions.edit());
  if (key === 'Delete' || key === 'Backspace') return take(actions.clear);
  if (startsValue(key, active.column)) take(() => actions.edit(key));
}

/** A range only spans values: it cannot be extended from a dial's cell. */
function extend(actions: GridActions, active: CellPosition, to: CellPosition) {
  if (active.column === DIAL_COLUMN) actions.select(to);
  else actions.select(active, { ...to, column: Math.max(to.column, FIRST_VALUE) });
}

/** Tab moves along the row and leaves the grid at its end, so that nobody has to tab through 300 rows. */
function onTab(active: CellPosition, back: boolean, actions: GridActions, take: (act: () => void) => void) {
  const column = active.column + (back ? -1 : 1);
  if (column >= DIAL_COLUMN && column <= LAST_VALUE) take(() => actions.select({ row: active.row, column }));
}

/** Only characters that can begin a value start editing; other letters keep their meaning on the page. */
function startsValue(key: string, column: number): boolean {
  const value = keyOf(column);
  if (value === undefined || key.length !== 1) return false;
  if (VALUES[value].kind === 'number') return /[\d.$−-]/.test(key);
  return EXPIRING_LINE_OPTIONS.some(({ label }) => label.toLowerCase().startsWith(key.toLowerCase()));
}

/** A key while a cell is being edited. */
export function onEditKey(event: KeyboardEvent, actions: GridActions): void {
  const { active, rows } = actions.now();
  const { key, shiftKey } = event;
  const done = (to: CellPosition) => {
    event.preventDefault();
    actions.commit();
    actions.select({ ...to, row: Math.max(0, Math.min(to.row, rows.length - 1)) });
  };
  // The page saves on Ctrl S, including the text being typed.
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 's')
    return flushSync(() => {
      actions.commit();
      actions.select(active);
    });
  event.stopPropagation();
  if (key === 'Escape') actions.undoCell();
  if (key === 'Enter') done({ ...active, row: active.row + (shiftKey ? -1 : 1) });
  if (key === 'Tab') done(beside(active, shiftKey));
}

function beside({ row, column }: CellPosition, back: boolean): CellPosition {
  if (back) return column > FIRST_VALUE ? { row, column: column - 1 } : { row: row - 1, column: LAST_VALUE };
  return column < LAST_VALUE ? { row, column: column + 1 } : { row: row + 1, column: FIRST_VALUE };
}
