import type { KeyboardEvent } from 'react';
import { type GridSize, type CellPosition, positionAfterKey } from '#web/kit/gridPlace.ts';

export type GridKey =
  | Readonly<{ kind: 'move'; to: CellPosition }>
  | Readonly<{ kind: 'edit'; text: string | undefined }>
  | Readonly<{ kind: 'undo' }>;

/** The action of a key in a cell that is not being edited. */
export function readKey(event: KeyboardEvent, at: CellPosition, size: GridSize): GridKey | undefined {
  const { key, altKey, shiftKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (altKey || shiftKey) return undefined;
  const to = positionAfterKey(event, at, size);
  if (to !== undefined) return { kind: 'move', to };
  if (ctrl) return undefined;
  if (key === 'Enter' || key === 'F2') return { kind: 'edit', text: undefined };
  if (/^[\d.,]$/.test(key)) return { kind: 'edit', text: key };
  return key === 'Escape' || key === 'Delete' || key === 'Backspace' ? { kind: 'undo' } : undefined;
}

/** The active cell after a key that ends editing; undefined if it does not. */
export function positionAfterEdit(
  { key, shiftKey }: KeyboardEvent,
  { row, column }: CellPosition,
): CellPosition | undefined {
  if (key === 'Enter') return { row: row + (shiftKey ? -1 : 1), column };
  if (key === 'ArrowDown') return { row: row + 1, column };
  if (key === 'ArrowUp') return { row: row - 1, column };
  return key === 'Tab' ? { row, column: column + (shiftKey ? -1 : 1) } : undefined;
}
