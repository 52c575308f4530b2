import { VALUE_KEYS } from '#domain/value/registry.ts';
import { type BlockRows, type Codes, countRows, type Kernel, type Lookups, type Plane, PLANE_WORDS } from './kernel.ts';
import { readWinner, writeWinner } from './winners.ts';

/** The kernel in plain JavaScript, for where there is no WebAssembly. It also says, to be read, what the other one does. */
export function createPlainKernel(): Kernel {
  return {
    name: 'plain',
    allocate: (bytes) => new Uint8Array(bytes),
    release: () => undefined,
    load: (plane) => ({
      resolve: (lookups, rows, winners) => {
        const taking = new Int32Array(PLANE_WORDS);
        for (let at = 0; at < countRows(rows); at += 1) {
          takePart(plane, lookups, rowAt(rows, at), taking);
          for (let value = 0; value < VALUE_KEYS.length; value += 1) {
            const first = firstOf(taking, plane.setters, value);
            if (first !== NO_DIAL && readWinner(winners, at, value) === 0)
              writeWinner(winners, at, value, plane.first + first + 1);
          }
        }
      },
      find: (lookups, rows, dials, found) => {
        const taking = new Int32Array(PLANE_WORDS);
        let count = 0;
        for (let at = 0; at < countRows(rows); at += 1) {
          takePart(plane, lookups, rowAt(rows, at), taking);
          if (firstOf(taking, dials, 0) !== NO_DIAL) found[count++] = rowAt(rows, at);
        }
        return count;
      },
    }),
  };
}

const NO_DIAL = -1;

const rowAt = (rows: BlockRows, at: number): number => ('from' in rows ? rows.from + at : (rows[at] as number));

/** Which dials take part: those that are allowed, for every condition, by any of the codes that the risk has there. */
function takePart({ dials, tables }: Plane, lookups: Lookups, row: number, taking: Int32Array): void {
  taking.set(dials);
  for (let index = 0; index < tables.length; index += 1) {
    const table = tables[index] as Uint32Array;
    const slots = lookups[index] as readonly Codes[];
    let at = slots.length === 0 ? 0 : ((slots[0] as Codes)[row] as number) * PLANE_WORDS;
    let [a, b, c, d] = [table[at] as number, table[at + 1] as number, table[at + 2] as number, table[at + 3] as number];
    for (let slot = 1; slot < slots.length; slot += 1) {
      at = ((slots[slot] as Codes)[row] as number) * PLANE_WORDS;
      a |= table[at] as number;
      b |= table[at + 1] as number;
      c |= table[at + 2] as number;
      d |= table[at + 3] as number;
    }
    taking[0] = (taking[0] as number) & a;
    taking[1] = (taking[1] as number) & b;
    taking[2] = (taking[2] as number) & c;
    taking[3] = (taking[3] as number) & d;
  }
}

/** The first dial that is in both: the lowest bit. */
function firstOf(taking: Int32Array, masks: Uint32Array, mask: number): number {
  for (let word = 0; word < PLANE_WORDS; word += 1) {
    const both = (taking[word] as number) & (masks[mask * PLANE_WORDS + word] as number);
    if (both !== 0) return word * 32 + 31 - Math.clz32(both & -both);
  }
  return NO_DIAL;
}
