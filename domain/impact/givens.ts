import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Direction, Given } from './impact.ts';

/** All that two lists of dials can give for one value, in order: null, then amounts from the lowest up, or answers. */
export type PossibleValues = Readonly<{
  key: ValueKey;
  all: readonly Given[];
  /** By the place of the dial that wins, counted from one; 0 is for none. The index of what it gives among all. */
  before: Uint32Array;
  after: Uint32Array;
}>;

export const listGivens = (before: readonly RatedEntry[], after: readonly RatedEntry[]): PossibleValues[] =>
  VALUE_KEYS.map((key) => {
    const set = [...new Set([...before, ...after].map((entry) => givenBy(entry, key)))];
    const all = [null, ...set.filter((given) => given !== null).toSorted(compareGivens)];
    const indexes = new Map(all.map((given, index) => [given, index]));
    const tableOf = (entries: readonly RatedEntry[]) =>
      Uint32Array.from([null, ...entries.map((entry) => givenBy(entry, key))], (given) => indexes.get(given) ?? 0);
    return { key, all, before: tableOf(before), after: tableOf(after) };
  });

const givenBy = ({ dial, overrides }: RatedEntry, key: ValueKey): Given => overrides[key] ?? dial.values[key] ?? null;

const compareGivens = (a: string | number, b: string | number): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Which way a value moves that is another one after. */
export function directionOf(before: Given, after: Given): Direction {
  if (typeof before !== 'number' || typeof after !== 'number') return 'other';
  return after < before ? 'lower' : 'higher';
}
