import { allocateCodes } from './codes.ts';
import type { Block, Column } from './column.ts';
import { numberAt, type Numbers } from './encoded.ts';
import type { Codes, Kernel } from './kernel.ts';
import { createSegments } from './segments.ts';
import { translate } from './text-column.ts';

const NONE: readonly never[] = [];

/** One number per risk. */
export type NumberColumn = Column<Numbers> &
  Readonly<{
    numberAt: (block: number, row: number) => number | undefined;
    /** Writes the numbers of these rows at their row index, and 0 where unknown. */
    readBlock: (block: number, rows: Uint32Array, numbers: Float64Array) => void;
  }>;

/** The numbers of one `add`. Kept, because later intervals may require new codes. */
type Batch = { readonly encoded: Numbers; readonly codes: Codes[] };
type BlockLocation = Readonly<{ batch: Batch; index: number; start: number }>;

/** Codes are assigned lazily: no dial restricts most dimensions. */
export function createNumberColumn(kernel: Kernel): NumberColumn {
  const segments = createSegments();
  const batches: (Batch & { readonly ranges: readonly Block[] })[] = [];
  const locations: (BlockLocation | undefined)[] = [];
  let isEncoded = false;

  const encodeRange = (
    encoded: Numbers,
    { start, risks }: Block,
    before?: Readonly<{ codes: Codes; wasSplit: Uint8Array }>,
  ) => {
    const codes = allocateCodes(kernel, risks, segments.count() - 1);
    if (!('known' in encoded)) segments.encode(encoded.numbers.subarray(start, start + risks), codes, before);
    return codes;
  };
  /** Encodes numbers that have no code yet or are in a segment that was split. */
  const encodeBatch = (batch: (typeof batches)[number], wasSplit?: Uint8Array) => {
    const { encoded, codes: all, ranges } = batch;
    const table = 'known' in encoded ? segments.codesOf(encoded.known) : undefined;
    for (const [index, range] of ranges.entries()) {
      const before = all[index];
      const previous = before === undefined || wasSplit === undefined ? undefined : { codes: before, wasSplit };
      const codes = encodeRange(encoded, range, previous);
      if (table !== undefined && 'known' in encoded)
        translate(encoded.places.subarray(range.start, range.start + range.risks), table, codes);
      if (before !== undefined) kernel.release(before);
      all[index] = codes;
    }
  };
  return {
    add: (encoded, ranges) => {
      if (encoded === undefined) {
        for (const _range of ranges) locations.push(undefined);
        return;
      }
      const batch = { encoded: copy(encoded), codes: [], ranges };
      batches.push(batch);
      for (const [index, { start }] of ranges.entries()) locations.push({ batch, index, start });
      if (isEncoded) encodeBatch(batch);
    },
    slots: (block) => {
      const location = locations[block];
      const codes = location?.batch.codes[location.index];
      return codes === undefined ? NONE : [codes];
    },
    count: segments.count,
    distinguish: (conditions) => {
      const wasSplit = segments.cut(conditions.map(({ intervals }) => intervals));
      if (isEncoded && wasSplit === undefined) return false;
      for (const batch of batches) encodeBatch(batch, isEncoded ? wasSplit : undefined);
      isEncoded = true;
      return true;
    },
    matching: ({ intervals }) => segments.codesIn(intervals),
    combinations: () => NONE,
    numberAt: (block, row) => {
      const location = locations[block];
      return location === undefined ? undefined : numberAt(location.batch.encoded, location.start + row);
    },
    readBlock: (block, rows, numbers) => {
      const location = locations[block];
      if (location === undefined) for (const row of rows) numbers[row] = 0;
      else readNumbers(location.batch.encoded, location.start, rows, numbers);
    },
    bytes: () =>
      batches.reduce(
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

/** Detaches the arrays from the file buffer they were read from. */
const copy = (encoded: Numbers): Numbers =>
  'known' in encoded
    ? { ...encoded, known: encoded.known.slice(), places: encoded.places.slice() }
    : { ...encoded, numbers: encoded.numbers.slice() };

const bytesOf = (encoded: Numbers): number =>
  'known' in encoded ? encoded.known.byteLength + encoded.places.byteLength : encoded.numbers.byteLength;
