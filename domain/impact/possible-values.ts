import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Direction, ResultValue } from './impact.ts';

/** Every result two lists of dials can produce for one value, in order: null, then ascending amounts, or options. */
export type PossibleValues = Readonly<{
  key: ValueKey;
  all: readonly ResultValue[];
  /** Indexed by the 1-based position of the winning dial, 0 for none: the index of its value in `all`. */
  before: Uint32Array;
  after: Uint32Array;
}>;

export const listPossibleValues = (before: readonly RatedEntry[], after: readonly RatedEntry[]): PossibleValues[] =>
  VALUE_KEYS.map((key) => {
    const distinct = [...new Set([...before, ...after].map((entry) => valueSetBy(entry, key)))];
    const all = [null, ...distinct.filter((value) => value !== null).toSorted(compareValues)];
    const indexes = new Map(all.map((value, index) => [value, index]));
    const tableOf = (entries: readonly RatedEntry[]) =>
      Uint32Array.from([null, ...entries.map((entry) => valueSetBy(entry, key))], (value) => indexes.get(value) ?? 0);
    return { key, all, before: tableOf(before), after: tableOf(after) };
  });

const valueSetBy = ({ dial, overrides }: RatedEntry, key: ValueKey): ResultValue =>
  overrides[key] ?? dial.values[key] ?? null;

const compareValues = (a: string | number, b: string | number): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** The direction of a change; the two values differ. */
export function directionOf(before: ResultValue, after: ResultValue): Direction {
  if (typeof before !== 'number' || typeof after !== 'number') return 'other';
  return after < before ? 'lower' : 'higher';
}
