/** A cell of a grid, counted from 0. Cells say theirs as `data-place={placeAttribute(place)}`. */
export type Place = Readonly<{ row: number; column: number }>;

export type GridSize = Readonly<{
  rows: number;
  columns: number;
  /** Where a row begins for Home and Ctrl ←: behind a column of names. */
  firstColumn?: number;
  /** How many rows a page is. */
  page?: number;
}>;

type Key = Readonly<{ key: string; ctrlKey: boolean; metaKey: boolean }>;

/** Arrows, Home, End and Page keys, with Ctrl to the far end. Undefined: the key does not move. */
export function placeAfterKey({ key, ctrlKey, metaKey }: Key, at: Place, size: GridSize): Place | undefined {
  const { rows, columns, firstColumn = 0, page = 10 } = size;
  const far = ctrlKey || metaKey;
  const to = (row: number, column: number) => placeWithin({ row, column }, size);
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

/** The same in a list: where arrows, Home, End and Page keys lead from a row. */
export function rowAfterKey(key: string, row: number, rows: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowRight') return undefined;
  const far = key === 'Home' || key === 'End';
  return placeAfterKey({ key, ctrlKey: far, metaKey: far }, { row, column: 0 }, { rows, columns: 1 })?.row;
}

export const placeWithin = ({ row, column }: Place, { rows, columns }: GridSize): Place => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
});

export const placeAttribute = ({ row, column }: Place): string => `${row} ${column}`;

/** The cell that holds what was clicked or focused. */
export function placeOf(target: EventTarget): Place | undefined {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined;
  const [row, column] = place?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

export const focusPlace = (grid: Element | null, place: Place): void =>
  grid?.querySelector<HTMLElement>(`[data-place="${placeAttribute(place)}"]`)?.focus();
