import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { findInside } from './focus.ts';
import { useLatest } from './useLatest.ts';

/** A cell of a grid, counted from 0. Its element carries it as `data-place`. */
export type CellPosition = Readonly<{ row: number; column: number }>;

export type GridSize = Readonly<{
  rows: number;
  columns: number;
  /** The start of a row for Home and Ctrl ←: after a column of names. */
  firstColumn?: number;
  /** The rows per page. */
  page?: number;
}>;

type Key = Readonly<{ key: string; ctrlKey: boolean; metaKey: boolean }>;

/** Arrows, Home, End and Page keys, with Ctrl to the far end. Undefined if the key does not move. */
export function positionAfterKey(
  { key, ctrlKey, metaKey }: Key,
  at: CellPosition,
  size: GridSize,
): CellPosition | undefined {
  const { rows, columns, firstColumn = 0, page = 10 } = size;
  const far = ctrlKey || metaKey;
  const to = (row: number, column: number) => clampPosition({ row, column }, size);
  switch (key) {
    case 'ArrowUp':
      return to(far ? 0 : at.row - 1, at.column);
    case 'ArrowDown':
      return to(far ? rows - 1 : at.row + 1, at.column);
    case 'ArrowLeft':
      return to(at.row, far ? firstColumn : at.column - 1);
    case 'ArrowRight':
      return to(at.row, far ? columns - 1 : at.column + 1);
    case 'Home':
      return to(far ? 0 : at.row, firstColumn);
    case 'End':
      return to(far ? rows - 1 : at.row, columns - 1);
    case 'PageUp':
      return to(at.row - page, at.column);
    case 'PageDown':
      return to(at.row + page, at.column);
    default:
      return undefined;
  }
}

/** The same in a list: the row that arrows, Home, End and Page keys lead to. */
export function rowAfterKey(key: string, row: number, rows: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowRight') return undefined;
  const far = key === 'Home' || key === 'End';
  return positionAfterKey({ key, ctrlKey: far, metaKey: far }, { row, column: 0 }, { rows, columns: 1 })?.row;
}

export const clampPosition = ({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
});

/** For the element of a cell that takes the focus. */
export type CellProps = Readonly<{ 'data-place': string; tabIndex: number }>;

/** `stop`: the column of the Tab stop, if it is in this row. */
export const cellProps = (row: number, column: number, stop: number | undefined): CellProps => ({
  'data-place': `${row} ${column}`,
  tabIndex: stop === column ? 0 : -1,
});

/** The cell that contains the clicked or focused element. */
export function cellAt(target: EventTarget): CellPosition | undefined {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined;
  const [row, column] = place?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

export const findCell = (grid: Element | null, { row, column }: CellPosition): HTMLElement | undefined =>
  findInside(grid, `[data-place="${row} ${column}"]`);

/** A grid with one Tab stop, which follows the focus; arrows, Home, End and Page keys move it. */
export function useGridFocus<Grid extends HTMLElement>(size: GridSize, start: CellPosition = { row: 0, column: 0 }) {
  const grid = useRef<Grid>(null);
  const [position, setPosition] = useState(start);
  const at = clampPosition(position, size);
  const target = useRef<CellPosition>(undefined);
  // Not before a virtual row or the cell that a field replaced is rendered, and a popover has returned the focus.
  useEffect(() => {
    const cell = target.current && findCell(grid.current, target.current);
    // A field in the cell keeps the focus.
    if (cell && !cell.contains(document.activeElement)) cell.focus();
    target.current = undefined;
  });
  /** Makes a cell the Tab stop and focuses it. */
  const go = (to: CellPosition) => {
    target.current = clampPosition(to, size);
    setPosition({ ...target.current });
  };
  return {
    grid,
    at,
    /** The column of the Tab stop, if it is in this row. */
    stopIn: (row: number) => (row === at.row ? at.column : undefined),
    go,
    /** False if the key does not move. */
    moveByKey: (event: KeyboardEvent): boolean => {
      const to = event.altKey || event.shiftKey ? undefined : positionAfterKey(event, at, size);
      if (to === undefined) return false;
      event.preventDefault();
      go(to);
      return true;
    },
    onFocus: (event: FocusEvent) => {
      const place = cellAt(event.target);
      if (place !== undefined && (place.row !== at.row || place.column !== at.column)) setPosition(place);
    },
  };
}

export type GridFocus<Grid extends HTMLElement> = ReturnType<typeof useGridFocus<Grid>>;

type ClipboardActions = Readonly<{ copy?: () => string; cut?: () => string; paste: (text: string) => void }>;

/**
 * Cells have no text selection, so clipboard events go to the document; handles them while a cell has the focus. Without
 * actions the grid is read-only.
 */
export function useGridClipboard(grid: RefObject<HTMLElement | null>, actions: ClipboardActions | undefined): void {
  const latest = useLatest(actions);
  useEffect(() => {
    const onClipboard = (event: ClipboardEvent) => {
      const at = document.activeElement;
      const isOurs = at !== null && !(at instanceof HTMLInputElement) && grid.current?.contains(at) === true;
      const { copy, cut, paste } = latest.current ?? {};
      const write = event.type === 'copy' ? copy : event.type === 'cut' ? cut : undefined;
      const act = event.type === 'paste' ? paste : write;
      if (!isOurs || event.clipboardData === null || act === undefined) return;
      event.preventDefault();
      if (write) event.clipboardData.setData('text/plain', write());
      else paste?.(event.clipboardData.getData('text/plain'));
    };
    const types = ['copy', 'cut', 'paste'] as const;
    for (const type of types) document.addEventListener(type, onClipboard);
    return () => {
      for (const type of types) document.removeEventListener(type, onClipboard);
    };
  }, [grid, latest]);
}
