import { longestRun } from '#domain/bucket/diff.ts';

/** A row whose dial is in the bucket, or is added to it; in the order of the sheet. */
export type OrderedRow = Readonly<{
  dial_id: string;
  isExported: boolean;
  /** As typed, if it is not the exported one. */
  position: number | undefined;
}>;

export type SheetOrder = Readonly<{ ids: readonly string[]; moves: number }>;

/** Both readings of a sheet's order; they are the same list where there is nothing to decide. */
export type SheetOrders = Readonly<{ byRows: SheetOrder; byPositions: SheetOrder }>;

/**
 * The order of the dials that a sheet asks for. Rows as exported leave the positions to say it. Rows that someone moved may
 * have been sorted to look at them, so both orders are given. Dials whose rows are missing stay where they were.
 */
export function orderRows(base: readonly string[], rows: readonly OrderedRow[]): SheetOrders {
  const present = rows.filter(({ isExported }) => isExported).map(({ dial_id }) => dial_id);
  const positioned = insertAdded(placeByPosition(base, rows, present), rows, true);
  const byPositions = { ids: positioned, moves: countMoves(base, positioned) };
  if (isSameOrder(present, keep(base, present))) return { byRows: byPositions, byPositions };
  const placed = insertAdded(insertMissing(base, present), rows, false);
  const byRows = { ids: placed, moves: countMoves(base, placed) };
  return isSameOrder(keep(placed, present), keep(positioned, present))
    ? { byRows: byPositions, byPositions }
    : { byRows, byPositions };
}

const keep = (ids: readonly string[], those: readonly string[]): string[] => {
  const set = new Set(those);
  return ids.filter((id) => set.has(id));
};
const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

function unmovedOf(base: readonly string[], now: readonly string[]): ReadonlySet<string> {
  const from = new Map(base.map((id, index) => [id, index]));
  const shared = now.filter((id) => from.has(id));
  return new Set(longestRun(shared.map((id) => from.get(id) ?? 0)).map((index) => shared[index] ?? ''));
}
const countMoves = (base: readonly string[], now: readonly string[]): number =>
  keep(now, base).length - unmovedOf(base, now).size;

/** Each dial with a changed number stands at that position, the others keep their order. */
function placeByPosition(
  base: readonly string[],
  rows: readonly OrderedRow[],
  present: readonly string[],
): readonly string[] {
  const edits = rows.filter(({ isExported, position }) => isExported && position !== undefined);
  const edited = new Set(edits.map(({ dial_id }) => dial_id));
  const ids = insertAt(
    base.filter((id) => !edited.has(id)),
    edits,
  );
  // Numbers that only follow a removed or an added row move nothing, whatever becomes of that row.
  return isSameOrder(keep(ids, present), keep(base, present)) ? base : ids;
}

/** In ascending order, so that each ends up at its own position; of equal ones the upper row is first. */
function insertAt(ids: readonly string[], rows: readonly OrderedRow[]): string[] {
  const list = [...ids];
  let free = 0;
  for (const { dial_id, position = 1 } of rows.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    const at = Math.min(Math.max(position - 1, free), list.length);
    list.splice(at, 0, dial_id);
    free = at + 1;
  }
  return list;
}

/** Missing dials follow the one before them that did not move either. */
function insertMissing(base: readonly string[], present: readonly string[]): readonly string[] {
  const unmoved = unmovedOf(base, present);
  const there = new Set(present);
  const list = [...present];
  let anchor: string | undefined;
  for (const id of base) {
    const isMissing = !there.has(id);
    if (isMissing) list.splice(anchor === undefined ? 0 : list.indexOf(anchor) + 1, 0, id);
    if (isMissing || unmoved.has(id)) anchor = id;
  }
  return list;
}

/** New rows stand at their position, if that counts and they have one, else below the row above them. */
function insertAdded(ids: readonly string[], rows: readonly OrderedRow[], hasPositions: boolean): readonly string[] {
  const isPlaced = ({ isExported, position }: OrderedRow) => !isExported && hasPositions && position !== undefined;
  const list = insertAt(ids, rows.filter(isPlaced));
  let above: string | undefined;
  for (const row of rows) {
    if (!row.isExported && !isPlaced(row))
      list.splice(above === undefined ? 0 : list.indexOf(above) + 1, 0, row.dial_id);
    above = row.dial_id;
  }
  return list;
}
