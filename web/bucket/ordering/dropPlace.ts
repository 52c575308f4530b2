type Row = Readonly<{ start: number; end: number }>;

/** Where a dragged row would come down: its position after the move, and where the line that says so is drawn. */
export type DropPlace = Readonly<{ position: number; line: number }>;

/** `y` on the scale of the rows; `from` is the row's position now. Nothing where it would stay. */
export function dropPlace(rows: readonly Row[], y: number, from: number): DropPlace | undefined {
  const gap = gapAt(rows, y);
  if (gap === from - 1 || gap === from) return undefined;
  const line = rows[gap]?.start ?? rows.at(-1)?.end ?? 0;
  return { position: gap < from ? gap + 1 : gap, line };
}

/** How many rows have their middle above `y`. */
function gapAt(rows: readonly Row[], y: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && (row.start + row.end) / 2 < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
