import type { Codes } from '#domain/evaluation/compiled/kernel.ts';

/**
 * Bytes that hold a head, which is any JSON, and arrays of numbers one after another. In front stand four words: the
 * format, the checksum of all that follows it, the length of everything and the length of the head. Words have their
 * lowest byte first, and each array begins at a multiple of eight bytes.
 */
const FORMAT = 1;
const FRONT_WORDS = 4;
const WORD = 4;
const ALIGNED = 8;

export type Packed = Codes | Float64Array;
type Width = keyof typeof ARRAYS;

/** By the bytes of one number. */
const ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;

/** Bytes that are not what they should be: damaged, cut off, or written by another version. */
export class UnreadableChunk extends Error {
  override readonly name = 'UnreadableChunk';
}

const DAMAGED = 'This part of the portfolio is damaged. Load the portfolio again.';
const ANOTHER_VERSION = 'This part of the portfolio was written by another version. Load the portfolio again.';

const align = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;

/** Texts as units of 16 bits, or of 8 where that is enough: every text comes back, whatever it holds. */
export function packText(text: string): Uint8Array | Uint16Array {
  const units = new Uint16Array(text.length);
  let isNarrow = true;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    units[at] = unit;
    isNarrow &&= unit <= 0xff;
  }
  return isNarrow ? Uint8Array.from(units) : units;
}

const MAX_ARGUMENTS = 8192;
export function readText(units: Packed): string {
  let text = '';
  for (let from = 0; from < units.length; from += MAX_ARGUMENTS)
    // Spread out they would be taken one by one, which is many times as slow.
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(from, from + MAX_ARGUMENTS));
  return text;
}

/** Where an array stands. The head names it by this. */
export type Placed = readonly [at: number, length: number, width: Width];

export type Writer = Readonly<{
  /** Takes down an array. */
  put: (array: Packed) => Placed;
  finish: (head: unknown) => Uint8Array<ArrayBuffer>;
}>;

export function createWriter(): Writer {
  const arrays: Packed[] = [];
  /** Counted from behind the head. */
  let end = 0;
  return {
    put: (array) => {
      const placed: Placed = [end, array.length, array.BYTES_PER_ELEMENT as Width];
      arrays.push(array);
      end = align(end + array.byteLength);
      return placed;
    },
    finish: (head) => {
      const units = Uint16Array.from(packText(JSON.stringify(head)));
      const start = align(FRONT_WORDS * WORD + units.byteLength);
      const bytes = new Uint8Array(start + end);
      bytes.set(new Uint8Array(units.buffer), FRONT_WORDS * WORD);
      let at = start;
      for (const { buffer, byteOffset, byteLength } of arrays) {
        bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
        at = align(at + byteLength);
      }
      const front = new Uint32Array(bytes.buffer, 0, FRONT_WORDS);
      front.set([FORMAT, 0, bytes.length, units.length]);
      front[1] = checksum(bytes);
      return bytes;
    },
  };
}

export type Reader = Readonly<{ head: unknown; read: (placed: Placed) => Packed }>;

export function createReader(given: Uint8Array): Reader {
  // Arrays are read where they stand, which is only possible at certain addresses.
  const bytes = given.byteOffset % ALIGNED === 0 ? given : given.slice();
  if (bytes.length < FRONT_WORDS * WORD) throw new UnreadableChunk(DAMAGED);
  const front = new Uint32Array(bytes.buffer, bytes.byteOffset, FRONT_WORDS);
  const [format, sum, length, units] = front as unknown as [number, number, number, number];
  if (format !== FORMAT) throw new UnreadableChunk(ANOTHER_VERSION);
  if (length !== bytes.length || length % ALIGNED !== 0 || sum !== checksum(bytes)) throw new UnreadableChunk(DAMAGED);
  const head = new Uint16Array(bytes.buffer, bytes.byteOffset + FRONT_WORDS * WORD, units);
  const start = bytes.byteOffset + align(FRONT_WORDS * WORD + head.byteLength);
  return {
    head: JSON.parse(readText(head)) as unknown,
    read: ([at, size, width]) => new ARRAYS[width](bytes.buffer as ArrayBuffer, start + at, size),
  };
}

const PRIME = 0x01_00_01_93;

/**
 * Of everything behind the first two words. Four sums take turns, which is quicker than one. Whatever is wrong in a
 * single word is certain to be noticed; of other damage one in four thousand million is not.
 */
function checksum({ buffer, byteOffset, byteLength }: Uint8Array): number {
  const words = new Uint32Array(buffer, byteOffset, byteLength / WORD);
  let [a, b, c, d] = [1, 2, 3, 4];
  let at = 2;
  for (; at + 4 <= words.length; at += 4) {
    a = Math.imul(a ^ (words[at] as number), PRIME);
    b = Math.imul(b ^ (words[at + 1] as number), PRIME);
    c = Math.imul(c ^ (words[at + 2] as number), PRIME);
    d = Math.imul(d ^ (words[at + 3] as number), PRIME);
    // High bits would never reach low ones otherwise.
    a ^= a >>> 15;
    b ^= b >>> 15;
    c ^= c >>> 15;
    d ^= d >>> 15;
  }
  for (; at < words.length; at += 1) a = Math.imul(a ^ (words[at] as number), PRIME);
  let sum = 0;
  for (const part of [a, b, c, d]) sum = Math.imul(sum ^ part, PRIME);
  return sum >>> 0;
}
