import { allocateCodes } from './codes.ts';
import type { Block, Column } from './column.ts';
import { numberAt, type Numbers } from './encoded.ts';
import type { Codes, Kernel } from './kernel.ts';
import { createSegments } from './segments.ts';
import { translate } from './text-column.ts';

const NONE: readonly never[] = [];

/** Risks that have one number. */
export type NumberColumn = Column<Numbers> &
  Readonly<{
    /** The number of one risk of a block. */
    numberAt: (block: number, row: number) => number | undefined;
    /** Writes the numbers of these rows of a block at their places, and 0 where there is none. */
    readBlock: (block: number, rows: Uint32Array, numbers: Float64Array) => void;
  }>;

/** What was added together. Its numbers are kept, because intervals that come later may tell them apart anew. */
type Part = { readonly encoded: Numbers; readonly codes: Codes[] };
type Place = Readonly<{ part: Part; index: number; start: number }>;

/** Codes are only made once a dial asks for the numbers: most dimensions are asked for by none. */
export function createNumberColumn(kernel: Kernel): NumberColumn {
  const segments = createSegments();
  const parts: (Part & { readonly ranges: readonly Block[] })[] = [];
  const places: (Place | undefined)[] = [];
  let isAsked = false;

  const codeRange = (
    encoded: Numbers,
    { start, risks }: Block,
    before?: Readonly<{ codes: Codes; wasCut: Uint8Array }>,
  ) => {
    const codes = allocateCodes(kernel, risks, segments.count() - 1);
    if (!('known' in encoded)) segments.encode(encoded.numbers.subarray(start, start + risks), codes, before);
    return codes;
  };
  /** Codes whatever of a part is not coded yet, or stood in a segment that was cut; codes that widen get new room. */
  const codePart = (part: (typeof parts)[number], wasCut?: Uint8Array) => {
    const { encoded, codes: all, ranges } = part;
    const table = 'known' in encoded ? segments.codesOf(encoded.known) : undefined;
    for (const [index, range] of ranges.entries()) {
      const before = all[index];
      const known = before === undefined || wasCut === undefined ? undefined : { codes: before, wasCut };
      const codes = codeRange(encoded, range, known);
      if (table !== undefined && 'known' in encoded)
        translate(encoded.places.subarray(range.start, range.start + range.risks), table, codes);
      if (before !== undefined) kernel.release(before);
      all[index] = codes;
    }
  };
  return {
    add: (encoded, ranges) => {
      if (encoded === undefined) {
        for (const _range of ranges) places.push(undefined);
        return;
      }
      const part = { encoded: copy(encoded), codes: [], ranges };
      parts.push(part);
      for (const [index, { start }] of ranges.entries()) places.push({ part, index, start });
      if (isAsked) codePart(part);
    },
    slots: (block) => {
      const place = places[block];
      const codes = place?.part.codes[place.index];
      return codes === undefined ? NONE : [codes];
    },
    count: segments.count,
    distinguish: (asked) => {
      const wasCut = segments.cut(asked.map(({ intervals }) => intervals));
      if (isAsked && wasCut === undefined) return false;
      for (const part of parts) codePart(part, isAsked ? wasCut : undefined);
      isAsked = true;
      return true;
    },
    matching: ({ intervals }) => segments.codesIn(intervals),
    combinations: () => NONE,
    numberAt: (block, row) => {
      const place = places[block];
      return place === undefined ? undefined : numberAt(place.part.encoded, place.start + row);
    },
    readBlock: (block, rows, numbers) => {
      const place = places[block];
      if (place === undefined) for (const row of rows) numbers[row] = 0;
      else readNumbers(place.part.encoded, place.start, rows, numbers);
    },
    bytes: () =>
      parts.reduce(
        (sum, { encoded, codes }) =>
          sum + bytesOf(encoded) + codes.reduce((all, { byteLength }) => all + byteLength, 0),
        0,
      ),
  };
}

function readNumbers(encoded: Numbers, start: number, rows: Uint32Array, numbers: Float64Array): void {
  if ('known' in encoded) {
    const { known, places } = encoded;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const place = places[start + row] as number;
      numbers[row] = place === 0 ? 0 : (known[place - 1] as number);
    }
  } else
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      numbers[row] = numberAt(encoded, start + row) ?? 0;
    }
}

/** What was read from a file is not to keep all of the file. */
const copy = (encoded: Numbers): Numbers =>
  'known' in encoded
    ? { ...encoded, known: encoded.known.slice(), places: encoded.places.slice() }
    : { ...encoded, numbers: encoded.numbers.slice() };

const bytesOf = (encoded: Numbers): number =>
  'known' in encoded ? encoded.known.byteLength + encoded.places.byteLength : encoded.numbers.byteLength;
