import { VALUE_KEYS } from '#domain/value/registry.ts';
import {
  type BlockRows,
  type Codes,
  countRows,
  type Kernel,
  type Lookups,
  type Plane,
  PLANE_WORDS,
  wordOf,
} from './kernel.ts';
import { readWinner, writeWinner } from './winners.ts';

/** Fallback without WebAssembly, and the readable version of `assembly/kernel.ts`. */
export function createPlainKernel(): Kernel {
  return {
    name: 'plain',
    allocate: (bytes) => new Uint8Array(bytes),
    release: () => undefined,
    load: (plane) => ({
      resolve: (lookups, rows, winners) => {
        const matches = findMatches(plane, lookups, rows);
        for (let at = 0; at < countRows(rows); at += 1)
          for (let value = 0; value < VALUE_KEYS.length; value += 1) {
            const first = firstOf(matches, at, plane.setters, value);
            if (first !== NO_DIAL && readWinner(winners, at, value) === 0)
              writeWinner(winners, at, value, plane.first + first + 1);
          }
      },
      find: (lookups, rows, dials, found) => {
        const matches = findMatches(plane, lookups, rows);
        let count = 0;
        for (let at = 0; at < countRows(rows); at += 1)
          if (firstOf(matches, at, dials, 0) !== NO_DIAL)
            found[count++] = 'from' in rows ? rows.from + at : (rows[at] as number);
        return count;
      },
    }),
  };
}

/** Per row, the dials that match: every condition must accept at least one of the row's codes. */
function findMatches({ dials, tables }: Plane, lookups: Lookups, rows: BlockRows): Int32Array {
  const matches = new Int32Array(countRows(rows) * PLANE_WORDS);
  for (let at = 0; at < matches.length; at += PLANE_WORDS) matches.set(dials, at);
  for (const [index, table] of tables.entries()) {
    const [first, ...others] = (lookups[index] ?? []).map((codes) => pickRows(codes, rows));
    intersectMatches(matches, table, first ?? new Uint8Array(countRows(rows)), others);
  }
  return matches;
}

const pickRows = (codes: Codes, rows: BlockRows): Codes =>
  'from' in rows ? codes.subarray(rows.from, rows.to) : Uint32Array.from(rows, (row) => codes[row] as number);

function intersectMatches(matches: Int32Array, table: Int32Array, first: Codes, others: readonly Codes[]): void {
  for (let at = 0; at < first.length; at += 1) {
    let row = (first[at] as number) * PLANE_WORDS;
    let a = table[row] as number;
    let b = table[row + 1] as number;
    let c = table[row + 2] as number;
    let d = table[row + 3] as number;
    for (let slot = 0; slot < others.length; slot += 1) {
      row = ((others[slot] as Codes)[at] as number) * PLANE_WORDS;
      a |= table[row] as number;
      b |= table[row + 1] as number;
      c |= table[row + 2] as number;
      d |= table[row + 3] as number;
    }
    const to = at * PLANE_WORDS;
    matches[to] = (matches[to] as number) & a;
    matches[to + 1] = (matches[to + 1] as number) & b;
    matches[to + 2] = (matches[to + 2] as number) & c;
    matches[to + 3] = (matches[to + 3] as number) & d;
  }
}

const NO_DIAL = -1;

/** The first matching dial in the mask. */
function firstOf(matches: Int32Array, at: number, masks: Int32Array, mask: number): number {
  for (let index = 0; index < PLANE_WORDS; index += 1) {
    const word = wordOf(index);
    const both = (matches[at * PLANE_WORDS + word] as number) & (masks[mask * PLANE_WORDS + word] as number);
    if (both !== 0) return index * 32 + Math.clz32(both);
  }
  return NO_DIAL;
}
