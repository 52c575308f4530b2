import { plural } from '#web/kit/plural.ts';
import { addEntries } from '#domain/bucket/edit.ts';
import { BUCKET_LIMITS, type BucketEntries } from '#domain/bucket/entry.ts';

type Pin = Readonly<{ dial_id: string; version: number }>;

/** Where they come in: the end, or a position that is typed. */
export type Where = Readonly<{ at: 'end' }> | Readonly<{ at: 'position'; typed: string }>;

/** 1 to one beyond the last; nothing where what was typed is no position. */
export function positionOf(where: Where, count: number): number | undefined {
  if (where.at === 'end') return count + 1;
  const typed = Number(where.typed);
  return Number.isInteger(typed) && typed >= 1 && typed <= count + 1 ? typed : undefined;
}

/** The list with the chosen ones, and what undo calls the step. */
export function addPicked(entries: BucketEntries, pins: readonly Pin[], position: number, name: string) {
  const what = pins.length === 1 ? `Added ${name}` : `Added ${plural(pins.length, 'dial')}`;
  return { next: addEntries(entries, pins, position), what };
}

/** How many may still come in. */
export const roomLeft = (entries: BucketEntries): number => BUCKET_LIMITS.entries - entries.length;
