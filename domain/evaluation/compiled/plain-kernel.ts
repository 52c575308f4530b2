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

/** The kernel in plain JavaScript, for where there is no WebAssembly. It also says, to be read, what the other one does. */
export function createPlainKernel(): Kernel {
  return {
    name: 'plain',
    allocate: (bytes) => new Uint8Array(bytes),
    release: () => undefined,
    load: (plane) => ({
      resolve: (lookups, rows, winners) => {
        const taking = takePart(plane, lookups, rows);
        for (let at = 0; at < countRows(rows); at += 1)
          for (let value = 0; value < VALUE_KEYS.length; value += 1) {
            const first = firstOf(taking, at, plane.setters, value);
            if (first !== NO_DIAL && readWinner(winners, at, value) === 0)
              writeWinner(winners, at, value, plane.first + first + 1);
          }
      },
      find: (lookups, rows, dials, found) => {
        const taking = takePart(plane, lookups, rows);
        let count = 0;
        for (let at = 0; at < countRows(rows); at += 1)
          if (firstOf(taking, at, dials, 0) !== NO_DIAL)
            found[count++] = 'from' in rows ? rows.from + at : (rows[at] as number);
        return count;
      },
    }),
  };
}

/** For each row the dials that take part: those that are allowed, for every condition, by any code that it has there. */
function takePart({ dials, tables }: Plane, lookups: Lookups, rows: BlockRows): Int32Array {
  const taking = new Int32Array(countRows(rows) * PLANE_WORDS);
  for (let at = 0; at < taking.length; at += PLANE_WORDS) taking.set(dials, at);
  for (const [index, table] of tables.entries()) {
    const [first, ...others] = (lookups[index] ?? []).map((codes) => pickRows(codes, rows));
    keepAllowed(taking, table, first ?? new Uint8Array(countRows(rows)), others);
  }
  return taking;
}

const pickRows = (codes: Codes, rows: BlockRows): Codes =>
  'from' in rows ? codes.subarray(rows.from, rows.to) : Uint32Array.from(rows, (row) => codes[row] as number);

function keepAllowed(taking: Int32Array, table: Int32Array, first: Codes, others: readonly Codes[]): void {
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
    taking[to] = (taking[to] as number) & a;
    taking[to + 1] = (taking[to + 1] as number) & b;
    taking[to + 2] = (taking[to + 2] as number) & c;
    taking[to + 3] = (taking[to + 3] as number) & d;
  }
}

const NO_DIAL = -1;

/** The first dial that takes part and is in the mask. */
function firstOf(taking: Int32Array, at: number, masks: Int32Array, mask: number): number {
  for (let index = 0; index < PLANE_WORDS; index += 1) {
    const word = wordOf(index);
    const both = (taking[at * PLANE_WORDS + word] as number) & (masks[mask * PLANE_WORDS + word] as number);
    if (both !== 0) return index * 32 + Math.clz32(both);
  }
  return NO_DIAL;
}
