import { checkOverrides } from '#domain/bucket/check.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import type { PendingCells, PendingRow } from './pendingCells.ts';
import { readCell } from './readCell.ts';

export type CellError = Readonly<{ dial_id: string; key: ValueKey; message: string }>;
export type RowErrors = Readonly<Partial<Record<ValueKey, string>>>;

/** Every cell that cannot be saved as it is, in the order of the list; `pending` are texts that are no value. */
export function entryErrors(entries: BucketEntries, lookup: DialLookup, pending?: PendingCells): CellError[] {
  return entries.flatMap((entry) => {
    const { dial_id } = entry;
    const errors = rowErrors(entry, lookup(entry)?.data.values, pending?.get(dial_id));
    return VALUE_KEYS.flatMap((key) => {
      const message = errors[key];
      return message === undefined ? [] : [{ dial_id, key, message }];
    });
  });
}

/** Of one dial. What its version says may not be known yet. */
export function rowErrors({ overrides }: BucketEntry, own: DialValues = {}, pending: PendingRow = {}): RowErrors {
  const checked = checkOverrides(overrides, own).map(({ path, message }): [ValueKey, string] => [path, message]);
  const unread = VALUE_KEYS.flatMap((key): [ValueKey, string][] => {
    const text = pending[key];
    const reading = text === undefined ? undefined : readCell(key, text);
    return reading?.message === undefined ? [] : [[key, reading.message]];
  });
  return Object.fromEntries([...checked, ...unread]);
}
