import type { DialValues } from '#domain/value/registry.ts';
import type { BucketDiff } from './diff.ts';
import type { BucketEntries, BucketEntry } from './entry.ts';

/* Test helpers: short notations for lists, and naive reference implementations. */

export const entry = (dial: string, version = 1, overrides: DialValues = {}): BucketEntry => ({
  dial_id: dial,
  version,
  overrides,
});

/** Dials by their letters, in order: `list('abc')`. */
export const list = (dials: string): BucketEntry[] => [...dials].map((dial) => entry(dial));
export const spell = (entries: BucketEntries): string => entries.map(({ dial_id }) => dial_id).join('');

export type EditStep = Readonly<{
  what: 'move' | 'remove' | 'add' | 'update' | 'override';
  at: number;
  to: number;
  overrides: DialValues;
}>;

/** Applies random edits. `fresh`: prefix for the ids of added dials. */
export function edited(entries: BucketEntries, steps: readonly EditStep[], fresh: string): BucketEntry[] {
  const now = [...entries];
  for (const [step, { what, at, to, overrides }] of steps.entries()) {
    const index = now.length === 0 ? 0 : at % now.length;
    const one = now[index];
    if (what === 'add') now.splice(to % (now.length + 1), 0, entry(`${fresh}${step}`, 1, overrides));
    if (one === undefined || what === 'add') continue;
    if (what === 'update') now[index] = { ...one, version: one.version + 1 + (to % 2) };
    if (what === 'override') now[index] = { ...one, overrides };
    if (what === 'remove' || what === 'move') now.splice(index, 1);
    if (what === 'move') now.splice(to % (now.length + 1), 0, one);
  }
  return now;
}

export const NO_CHANGE: BucketDiff = { added: [], removed: [], updated: [], overridden: [], reordered: [] };

/** Applies a diff, to prove that it is complete. */
export function applyDiff(diff: BucketDiff, before: BucketEntries): BucketEntry[] {
  const versions = new Map(diff.updated.map(({ dial_id, after }) => [dial_id, after]));
  const overrides = new Map(diff.overridden.map(({ dial_id, after }) => [dial_id, after]));
  const changed = before.map((entry) => ({
    ...entry,
    version: versions.get(entry.dial_id) ?? entry.version,
    overrides: overrides.get(entry.dial_id) ?? entry.overrides,
  }));
  const gone = new Set(diff.removed.map(({ entry }) => entry.dial_id));
  const targets = new Map(diff.reordered.map(({ dial_id, to }) => [dial_id, to]));
  const fixed = new Map(diff.added.map(({ entry, position }) => [position, entry]));
  for (const entry of changed) {
    const to = targets.get(entry.dial_id);
    if (to !== undefined) fixed.set(to, entry);
  }
  const unmoved = changed.filter(({ dial_id }) => !gone.has(dial_id) && !targets.has(dial_id)).values();
  const length = before.length - gone.size + diff.added.length;
  return Array.from({ length }, (_, index) => fixed.get(index + 1) ?? (unmoved.next().value as BucketEntry));
}

/** The length of a longest increasing subsequence, in O(n²). */
export function longestIncreasing(numbers: readonly number[]): number {
  const best: number[] = [];
  for (const [index, number] of numbers.entries()) {
    let length = 1;
    for (let before = 0; before < index; before += 1)
      if ((numbers[before] as number) < number) length = Math.max(length, (best[before] as number) + 1);
    best.push(length);
  }
  return Math.max(0, ...best);
}
