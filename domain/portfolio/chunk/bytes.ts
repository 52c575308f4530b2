import type { Codes } from '#domain/evaluation/compiled/kernel.ts';

/**
 * A binary container: four words (format, checksum of everything after it, total length, head length), a JSON head, then
 * arrays of numbers. Little endian; arrays are aligned to eight bytes.
 */
const FORMAT = 1;
const HEADER_WORDS = 4;
const WORD = 4;
const ALIGNED = 8;

export type Packed = Codes | Float64Array;
type Width = keyof typeof ARRAYS;

/** By element size in bytes. */
const ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;

/** Damaged, truncated, or written by another version. */
export class UnreadableChunk extends Error {
  override readonly name = 'UnreadableChunk';
}

const DAMAGED = 'This part of the portfolio is damaged. Load the portfolio again.';
const ANOTHER_VERSION = 'This part of the portfolio was written by another version. Load the portfolio again.';

const align = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED;

/** UTF-16 code units, as bytes where they fit. Lossless for any string. */
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
    // Spreading the array would be many times slower.
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(from, from + MAX_ARGUMENTS));
  return text;
}

/** The location of an array, stored in the head. */
export type ArrayLocation = readonly [at: number, length: number, width: Width];

export type Writer = Readonly<{
  put: (array: Packed) => ArrayLocation;
  finish: (head: unknown) => Uint8Array<ArrayBuffer>;
}>;

export function createWriter(): Writer {
  const arrays: Packed[] = [];
  /** Offset after the head. */
  let end = 0;
  return {
    put: (array) => {
      const location: ArrayLocation = [end, array.length, array.BYTES_PER_ELEMENT as Width];
      arrays.push(array);
      end = align(end + array.byteLength);
      return location;
    },
    finish: (head) => {
      const units = Uint16Array.from(packText(JSON.stringify(head)));
      const start = align(HEADER_WORDS * WORD + units.byteLength);
      const bytes = new Uint8Array(start + end);
      bytes.set(new Uint8Array(units.buffer), HEADER_WORDS * WORD);
      let at = start;
      for (const { buffer, byteOffset, byteLength } of arrays) {
        bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
        at = align(at + byteLength);
      }
      const header = new Uint32Array(bytes.buffer, 0, HEADER_WORDS);
      header.set([FORMAT, 0, bytes.length, units.length]);
      header[1] = checksum(bytes);
      return bytes;
    },
  };
}

export type Reader = Readonly<{ head: unknown; read: (location: ArrayLocation) => Packed }>;

export function createReader(input: Uint8Array): Reader {
  // Arrays are read in place, which requires alignment.
  const bytes = input.byteOffset % ALIGNED === 0 ? input : input.slice();
  if (bytes.length < HEADER_WORDS * WORD) throw new UnreadableChunk(DAMAGED);
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const [format, sum, length, units] = header as unknown as [number, number, number, number];
  if (format !== FORMAT) throw new UnreadableChunk(ANOTHER_VERSION);
  if (length !== bytes.length || length % ALIGNED !== 0 || sum !== checksum(bytes)) throw new UnreadableChunk(DAMAGED);
  const head = new Uint16Array(bytes.buffer, bytes.byteOffset + HEADER_WORDS * WORD, units);
  const start = bytes.byteOffset + align(HEADER_WORDS * WORD + head.byteLength);
  return {
    head: JSON.parse(readText(head)) as unknown,
    read: ([at, size, width]) => new ARRAYS[width](bytes.buffer as ArrayBuffer, start + at, size),
  };
}

const PRIME = 0x01_00_01_93;

/**
 * Over everything after the first two words, in four interleaved sums for speed. Detects every error in a single word; other
 * errors are missed with a probability of 2^-32.
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
    // Mixes high bits into low ones.
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
