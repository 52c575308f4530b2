import type { Block } from './column.ts';
import type { CompiledBucket } from './compile.ts';
import {
  type BlockRows,
  countRows,
  type Lookups,
  MAX_BLOCK_RISKS,
  PLANE_DIALS,
  PLANE_WORDS,
  setDial,
} from './kernel.ts';
import { WINNER_WORDS, type Winners } from './winners.ts';

/** A range with an exclusive end, or an ascending list. */
export type Rows = Readonly<{ from: number; to: number }> | Uint32Array;

/**
 * The winners of these rows, in order. Uses `buffer` if it is large enough; the result is then valid until its next use.
 */
export function resolveWinners(bucket: CompiledBucket, rows: Rows = allRows(bucket), buffer?: Winners): Winners {
  const words = countRows(rows) * WINNER_WORDS;
  const winners =
    buffer !== undefined && buffer.length >= words ? buffer.subarray(0, words).fill(0) : new Uint32Array(words);
  for (const { block, at, inside } of splitByBlock(bucket.columns.blocks(), rows)) {
    const lookups = lookupsOf(bucket, block);
    const here = winners.subarray(at * WINNER_WORDS, (at + countRows(inside)) * WINNER_WORDS);
    for (const plane of bucket.planes()) bucket.columns.kernel.load(plane).resolve(lookups, inside, here);
  }
  return winners;
}

/** The rows that any of these dials (by 0-based position) matches. */
export function findRows(
  bucket: CompiledBucket,
  dials: readonly number[],
  rows: Rows = allRows(bucket),
): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(countRows(rows));
  const [some, isFound] = [new Uint32Array(MAX_BLOCK_RISKS), new Uint8Array(MAX_BLOCK_RISKS)];
  const masks = bucket.planes().flatMap((plane) => {
    const mask = maskOfPositions(dials, plane.first);
    return mask.some((word) => word !== 0) ? [{ plane, mask }] : [];
  });
  let count = 0;
  for (const { block, start, risks, inside } of splitByBlock(bucket.columns.blocks(), rows)) {
    const lookups = lookupsOf(bucket, block);
    isFound.fill(0, 0, risks);
    for (const { plane, mask } of masks) {
      const length = bucket.columns.kernel.load(plane).find(lookups, inside, mask, some);
      for (let index = 0; index < length; index += 1) isFound[some[index] as number] = 1;
    }
    for (let row = 0; row < risks; row += 1) if (isFound[row] === 1) found[count++] = start + row;
  }
  return found.slice(0, count);
}

const allRows = ({ columns }: CompiledBucket): Rows => ({ from: 0, to: columns.size() });

const lookupsOf = ({ columns, conditions }: CompiledBucket, block: number): Lookups =>
  conditions.map((condition) => columns.column(condition).slots(block));

function maskOfPositions(positions: readonly number[], first: number): Int32Array {
  const mask = new Int32Array(PLANE_WORDS);
  for (const position of positions)
    if (position >= first && position < first + PLANE_DIALS) setDial(mask, 0, position - first);
  return mask;
}

/** The rows of one block: `inside` is relative to the block, `at` the index of the first among all rows. */
type BlockSlice = Block & Readonly<{ block: number; at: number; inside: BlockRows }>;

function splitByBlock(blocks: readonly Block[], rows: Rows): BlockSlice[] {
  let at = 0;
  return blocks.flatMap(({ start, risks }, block) => {
    const inside = rowsInside(rows, start, risks, at);
    const slice = { block, start, risks, at, inside };
    at += countRows(inside);
    return countRows(inside) === 0 ? [] : [slice];
  });
}

function rowsInside(rows: Rows, start: number, risks: number, at: number): BlockRows {
  if ('from' in rows) {
    const from = Math.max(rows.from - start, 0);
    return { from, to: Math.max(from, Math.min(rows.to - start, risks)) };
  }
  let end = at;
  while (end < rows.length && (rows[end] as number) < start + risks) end += 1;
  return rows.subarray(at, end).map((row) => row - start);
}
