import type { KeyboardEvent } from 'react';
import { type GridSize, type Place, placeAfterKey } from '#web/kit/gridPlace.ts';

export type GridKey =
  | Readonly<{ kind: 'move'; to: Place }>
  | Readonly<{ kind: 'edit'; text: string | undefined }>
  | Readonly<{ kind: 'undo' }>;

/** What a key means in a cell that is not being edited. */
export function readKey(event: KeyboardEvent, at: Place, size: GridSize): GridKey | undefined {
  const { key, altKey, shiftKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (altKey || shiftKey) return undefined;
  const to = placeAfterKey(event, at, size);
  if (to !== undefined) return { kind: 'move', to };
  if (ctrl) return undefined;
  if (key === 'Enter' || key === 'F2') return { kind: 'edit', text: undefined };
  if (/^[\d.,]$/.test(key)) return { kind: 'edit', text: key };
  return key === 'Escape' || key === 'Delete' || key === 'Backspace' ? { kind: 'undo' } : undefined;
}

/** Where one is after a key that ends the editing of a cell; undefined: it does not. */
export function placeAfterEdit({ key, shiftKey }: KeyboardEvent, { row, column }: Place): Place | undefined {
  if (key === 'Enter') return { row: row + (shiftKey ? -1 : 1), column };
  if (key === 'ArrowDown') return { row: row + 1, column };
  if (key === 'ArrowUp') return { row: row - 1, column };
  return key === 'Tab' ? { row, column: column + (shiftKey ? -1 : 1) } : undefined;
}
