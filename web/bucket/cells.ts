import {
  checkValue,
  type DialValues,
  EXPIRING_LINE_OPTIONS,
  VALUES,
  type ValueKey,
  VALUE_KEYS,
} from '#domain/value/registry.ts';
import { unreadableNumber } from '#domain/dimension/format.ts';
import { readAmount } from '#web/rule/amount.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import { checkOverrides } from '#domain/bucket/check.ts';
import type { DialLookup } from './query.ts';

export type CellValue = DialValues[ValueKey];

export const UNREADABLE_OPTION = `Please choose ${EXPIRING_LINE_OPTIONS.map(({ label }) => label)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1')}`;

/** Text typed or pasted into a cell. Empty means the dial's own value; a value that breaks a rule is still parsed. */
type Reading =
  | Readonly<{ readable: true; value: CellValue; message: string | undefined }>
  | Readonly<{ readable: false; message: string }>;

const NOTHING = new Set(['', '·']);

export function readCell(key: ValueKey, text: string): Reading {
  const typed = text.trim();
  if (NOTHING.has(typed)) return { readable: true, value: undefined, message: undefined };
  const { kind, unit } = VALUES[key];
  if (kind === 'option') {
    const option = EXPIRING_LINE_OPTIONS.find(({ value, label }) => [value, label].some((word) => same(word, typed)));
    if (option === undefined) return { readable: false, message: UNREADABLE_OPTION };
    return { readable: true, value: option.value, message: undefined };
  }
  const amount = readAmount(typed);
  if (amount === undefined || Number.isNaN(amount)) return { readable: false, message: unreadableNumber(unit) };
  return { readable: true, value: amount, message: checkValue(key, amount) };
}

/** Matches a typed prefix to its option. */
export function wholeOption(text: string): string {
  const typed = text.trim().toLowerCase();
  const found = EXPIRING_LINE_OPTIONS.find(({ label }) => typed !== '' && label.toLowerCase().startsWith(typed));
  return found?.label ?? text;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Unparsable texts as typed, by dial and value. */
export type PendingCells = ReadonlyMap<string, PendingRow>;
export type PendingRow = Readonly<Partial<Record<ValueKey, string>>>;
export type Cell = Readonly<{ dial_id: string; key: ValueKey }>;

export const NO_PENDING: PendingCells = new Map();

/** Undefined shows the saved value again. */
export function setPending(before: PendingCells, cells: readonly Cell[], text?: string): PendingCells {
  const next = new Map(before);
  for (const { dial_id, key } of cells) {
    const { [key]: _, ...others } = next.get(dial_id) ?? {};
    const row = text === undefined ? others : { ...others, [key]: text };
    if (Object.keys(row).length === 0) next.delete(dial_id);
    else next.set(dial_id, row);
  }
  return samePending(before, next) ? before : next;
}

/** Drops the cells of dials that left the list. */
export function pendingIn(entries: BucketEntries, pending: PendingCells): PendingCells {
  if (pending.size === 0) return pending;
  const remaining = entries.flatMap(({ dial_id }): [string, PendingRow][] => {
    const row = pending.get(dial_id);
    return row === undefined ? [] : [[dial_id, row]];
  });
  return remaining.length === pending.size ? pending : new Map(remaining);
}

export const countPending = (pending: PendingCells): number =>
  [...pending.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);

const samePending = (a: PendingCells, b: PendingCells): boolean =>
  a.size === b.size && [...a].every(([id, row]) => sameRow(row, b.get(id)));

const sameRow = (a: PendingRow, b: PendingRow = {}): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, text]) => b[key as ValueKey] === text);

type CellError = Readonly<{ dial_id: string; key: ValueKey; message: string }>;
type RowErrors = Readonly<Partial<Record<ValueKey, string>>>;

/** Every cell that cannot be saved, in list order; `pending` holds unparsable texts. */
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

/** Of one dial, whose version may not be loaded yet. */
export function rowErrors({ overrides }: BucketEntry, own: DialValues = {}, pending: PendingRow = {}): RowErrors {
  const checked = checkOverrides(overrides, own).map(({ path, message }): [ValueKey, string] => [path, message]);
  const unread = VALUE_KEYS.flatMap((key): [ValueKey, string][] => {
    const text = pending[key];
    const reading = text === undefined ? undefined : readCell(key, text);
    return reading?.message === undefined ? [] : [[key, reading.message]];
  });
  return Object.fromEntries([...checked, ...unread]);
}
