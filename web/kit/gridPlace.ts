/** A cell of a grid, counted from 0. Cells carry it as `data-place={positionAttribute(place)}`. */
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

export const positionAttribute = ({ row, column }: CellPosition): string => `${row} ${column}`;

/** The cell that contains the clicked or focused element. */
export function cellAt(target: EventTarget): CellPosition | undefined {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined;
  const [row, column] = place?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

export const focusCellAt = (grid: Element | null, place: CellPosition): void =>
  grid?.querySelector<HTMLElement>(`[data-place="${positionAttribute(place)}"]`)?.focus();
