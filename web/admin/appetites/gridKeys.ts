import type { KeyboardEvent } from 'react';
import type { Place } from './sheet.ts';

const MOVES: Readonly<Record<string, (at: Place) => Place>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }) => ({ row, column: Infinity }),
  'Ctrl Home': () => ({ row: 0, column: 0 }),
  'Ctrl End': () => ({ row: Infinity, column: Infinity }),
  PageUp: ({ row, column }) => ({ row: row - 10, column }),
  PageDown: ({ row, column }) => ({ row: row + 10, column }),
};

export type GridKey =
  | Readonly<{ kind: 'move'; to: Place }>
  | Readonly<{ kind: 'edit'; text: string | undefined }>
  | Readonly<{ kind: 'undo' }>;

/** What a key means in a cell that is not being edited; the ends are cut off by the grid. */
export function readKey(event: KeyboardEvent, at: Place): GridKey | undefined {
  const { key, altKey, shiftKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (altKey || shiftKey) return undefined;
  const move = MOVES[ctrl ? `Ctrl ${key}` : key];
  if (move !== undefined) return { kind: 'move', to: move(at) };
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
