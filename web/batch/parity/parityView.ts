import type { Partner } from '#contract/bucket.ts';
import type { ClassBucket, ClassDial } from '#contract/class-buckets.ts';
import { type BucketEntry, effectiveValues } from '#domain/bucket/entry.ts';
import type { DialDifference } from '#domain/bucket/copy.ts';
import { compareBuckets, type Parity, type ParityCell, type ParityRow } from '#domain/bucket/parity.ts';
import { type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';

export type ClassBuckets = ApiAnswer<'listClassBuckets'>;

/** A partner of the grid, also without a bucket of the class. */
export type Column = Readonly<{ partner: Partner; bucket?: ClassBucket; at: number; differences: number }>;

export type ParityView = Readonly<{
  columns: readonly Column[];
  parity: Parity;
  nameOf: (dialId: string) => string;
  /** The values an entry sets in its bucket. */
  valuesOf: (entry: BucketEntry) => DialValues;
}>;

const keyOf = (dialId: string, version: number): string => `${dialId} ${version}`;

export function viewClass({ partners, buckets, dials }: ClassBuckets): ParityView {
  const parity = compareBuckets(buckets.map(({ entries }) => entries));
  const columns = partners.map((partner): Column => {
    const at = buckets.findIndex((bucket) => bucket.partner.number === partner.number);
    const bucket = buckets[at];
    return { partner, ...(bucket && { bucket }), at, differences: parity.differences[at] ?? 0 };
  });
  const byKey = new Map(dials.map((dial) => [keyOf(dial.dial_id, dial.version), dial]));
  const newest = new Map<string, ClassDial>();
  for (const dial of dials) if (dial.version > (newest.get(dial.dial_id)?.version ?? 0)) newest.set(dial.dial_id, dial);
  const names = new Map(
    parity.rows.map(({ dial_id, most }) => {
      const usual = most && byKey.get(keyOf(dial_id, most.version));
      return [dial_id, (usual ?? newest.get(dial_id))?.name ?? 'Dial'];
    }),
  );
  return {
    columns,
    parity,
    nameOf: (dialId) => names.get(dialId) ?? 'Dial',
    valuesOf: ({ dial_id, version, overrides }) =>
      effectiveValues(byKey.get(keyOf(dial_id, version))?.values ?? {}, overrides),
  };
}

/** Without the partners that have no dials of the class; a selected one stays. */
export function foldEmpty(view: ParityView, selected: number | undefined): ParityView {
  const columns = view.columns.filter(
    ({ bucket, partner }) => (bucket?.entries.length ?? 0) > 0 || (bucket && partner.number === selected),
  );
  return { ...view, columns };
}

/** A line of the grid: a dial, or one of the values it sets, of which the first names the dial. */
export type GridLine = Readonly<{ key: string; row: ParityRow; value?: ValueKey; isNext?: true }>;

export type Tab = 'ordering' | 'values';
export type LineFilter = 'all' | 'differences';

/** The lines of a tab. A value has a line if any bucket sets it. */
export function linesOf({ parity, valuesOf }: ParityView, tab: Tab, shown: LineFilter): GridLine[] {
  return parity.rows.flatMap((row): GridLine[] => {
    if (tab === 'ordering') {
      const isShown = shown === 'all' || row.cells.some(({ differs }) => differs.length > 0);
      return isShown ? [{ key: row.dial_id, row }] : [];
    }
    const set = row.cells.flatMap(({ entry }) => (entry === undefined ? [] : valuesOf(entry)));
    const usual = row.most && valuesOf(row.most);
    return VALUE_KEYS.filter((value) => set.some((values) => values[value] !== undefined))
      .filter((value) => shown === 'all' || row.cells.some((cell) => differsIn(cell, value, usual, valuesOf)))
      .map((value, index) => ({ key: `${row.dial_id} ${value}`, row, value, ...(index > 0 && { isNext: true }) }));
  });
}

/** Whether a bucket's value differs from the majority's. */
export function differsIn(
  { entry, differs }: ParityCell,
  value: ValueKey,
  usual: DialValues | undefined,
  valuesOf: ParityView['valuesOf'],
): boolean {
  if (entry === undefined) return differs.length > 0;
  return usual === undefined || valuesOf(entry)[value] !== usual[value];
}

/** The dials that differ in a bucket, in row order. */
export const differencesIn = ({ parity }: ParityView, at: number): DialDifference[] =>
  parity.rows.flatMap(({ dial_id, cells }) => {
    const differs = cells[at]?.differs ?? [];
    return differs.length === 0 ? [] : [{ dial_id, differs }];
  });

/** The values in which two entries of a dial differ. */
export function changedValues(before: DialValues, after: DialValues): ValueKey[] {
  return VALUE_KEYS.filter((key) => before[key] !== after[key]);
}
