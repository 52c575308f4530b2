/**
 * The WebAssembly kernel, in AssemblyScript; `../plain-kernel.ts` is the readable version. 128 dials are one vector, a bit
 * each, the first dial of each half its highest bit. Nothing is allocated here: `../wasm-kernel.ts` lays out the memory.
 *
 * A plane: a vector of the active dials, then one per value with the dials that set it.
 *
 * A lookup, eight words: the table, the bytes per code (1, 2 or 4), the number of slots (1 or 4), and the start of the codes
 * of each slot.
 */
const VECTOR: usize = 16;
const LOOKUP: usize = 32;
/** Per value. `VALUES`, at most eight, is added by `tools/kernel.ts`. */
const BITS: u64 = 64 / VALUES;
const FIELD: u64 = (1 << BITS) - 1;

/** Rows are processed eight at a time, to read each lookup once. */
const ROWS_PER_STEP: u32 = 8;

/** One-byte codes per cache line. */
const CODES_PER_LINE: u32 = 64;

/** The winners of a range of rows. `scratch` holds eight vectors. */
export function resolveRange(
  plane: usize,
  first: u32,
  lookups: usize,
  count: u32,
  from: u32,
  to: u32,
  scratch: usize,
  winners: usize,
): void {
  for (let row = from; row < to; row += ROWS_PER_STEP) {
    const rows = min(to - row, ROWS_PER_STEP);
    if (row % CODES_PER_LINE == 0) prefetch(lookups, count, row, scratch);
    if (rows == ROWS_PER_STEP) matchEightRows(plane, lookups, count, row, scratch);
    else for (let at: u32 = 0; at < rows; at++) matchRow(plane, lookups, count, row + at, scratch + usize(at) * VECTOR);
    addWinners(plane, first, scratch, rows, winners);
    winners += ROWS_PER_STEP << 3;
  }
}

/** The winners of listed rows. */
export function resolveList(
  plane: usize,
  first: u32,
  lookups: usize,
  count: u32,
  rows: usize,
  length: u32,
  scratch: usize,
  winners: usize,
): void {
  for (const end = rows + (usize(length) << 2); rows < end; rows += 4) {
    matchRow(plane, lookups, count, load<u32>(rows), scratch);
    addWinners(plane, first, scratch, 1, winners);
    winners += 8;
  }
}

/** The rows of a range that any of these dials matches. */
export function findRange(
  plane: usize,
  dials: usize,
  lookups: usize,
  count: u32,
  from: u32,
  to: u32,
  scratch: usize,
  found: usize,
): u32 {
  const mask = v128.load(dials);
  const start = found;
  for (let row = from; row < to; row += ROWS_PER_STEP) {
    const rows = min(to - row, ROWS_PER_STEP);
    if (row % CODES_PER_LINE == 0) prefetch(lookups, count, row, scratch);
    if (rows == ROWS_PER_STEP) matchEightRows(plane, lookups, count, row, scratch);
    else for (let at: u32 = 0; at < rows; at++) matchRow(plane, lookups, count, row + at, scratch + usize(at) * VECTOR);
    for (let at: u32 = 0; at < rows; at++) {
      store<u32>(found, row + at);
      found += usize(v128.any_true(v128.and(mask, v128.load(scratch + usize(at) * VECTOR)))) << 2;
    }
  }
  return u32((found - start) >> 2);
}

/** The listed rows that any of these dials matches. */
export function findList(
  plane: usize,
  dials: usize,
  lookups: usize,
  count: u32,
  rows: usize,
  length: u32,
  scratch: usize,
  found: usize,
): u32 {
  const mask = v128.load(dials);
  const start = found;
  for (const end = rows + (usize(length) << 2); rows < end; rows += 4) {
    const row = load<u32>(rows);
    matchRow(plane, lookups, count, row, scratch);
    store<u32>(found, row);
    found += usize(v128.any_true(v128.and(mask, v128.load(scratch)))) << 2;
  }
  return u32((found - start) >> 2);
}

/** Writes the winners of the rows whose matches are in `scratch`. Unrolled: values stay in registers. */
function addWinners(plane: usize, first: u32, scratch: usize, rows: u32, winners: usize): void {
  const early0: u64 = VALUES > 0 ? load<u64>(plane, 16) : 0;
  const late0: u64 = VALUES > 0 ? load<u64>(plane, 24) : 0;
  const early1: u64 = VALUES > 1 ? load<u64>(plane, 32) : 0;
  const late1: u64 = VALUES > 1 ? load<u64>(plane, 40) : 0;
  const early2: u64 = VALUES > 2 ? load<u64>(plane, 48) : 0;
  const late2: u64 = VALUES > 2 ? load<u64>(plane, 56) : 0;
  const early3: u64 = VALUES > 3 ? load<u64>(plane, 64) : 0;
  const late3: u64 = VALUES > 3 ? load<u64>(plane, 72) : 0;
  const early4: u64 = VALUES > 4 ? load<u64>(plane, 80) : 0;
  const late4: u64 = VALUES > 4 ? load<u64>(plane, 88) : 0;
  const early5: u64 = VALUES > 5 ? load<u64>(plane, 96) : 0;
  const late5: u64 = VALUES > 5 ? load<u64>(plane, 104) : 0;
  const early6: u64 = VALUES > 6 ? load<u64>(plane, 112) : 0;
  const late6: u64 = VALUES > 6 ? load<u64>(plane, 120) : 0;
  const early7: u64 = VALUES > 7 ? load<u64>(plane, 128) : 0;
  const late7: u64 = VALUES > 7 ? load<u64>(plane, 136) : 0;
  for (const end = scratch + usize(rows) * VECTOR; scratch < end; scratch += VECTOR) {
    const early = load<u64>(scratch);
    const late = load<u64>(scratch, 8);
    let here = positionOf(early & early0, late & late0);
    if (VALUES > 1) here |= positionOf(early & early1, late & late1) << (1 * BITS);
    if (VALUES > 2) here |= positionOf(early & early2, late & late2) << (2 * BITS);
    if (VALUES > 3) here |= positionOf(early & early3, late & late3) << (3 * BITS);
    if (VALUES > 4) here |= positionOf(early & early4, late & late4) << (4 * BITS);
    if (VALUES > 5) here |= positionOf(early & early5, late & late5) << (5 * BITS);
    if (VALUES > 6) here |= positionOf(early & early6, late & late6) << (6 * BITS);
    if (VALUES > 7) here |= positionOf(early & early7, late & late7) << (7 * BITS);
    store<u64>(winners, first == 0 ? here : addLater(load<u64>(winners), here, first));
    winners += 8;
  }
}

/**
 * The 1-based position of the first of 128 dials; 0 where there is none. Branch-free, as a branch would be unpredictable: 64
 * leading zeros mean that the second half decides, 128 that there is none.
 */
// @ts-ignore: a decorator of the compiler
@inline
function positionOf(earlier: u64, later: u64): u64 {
  const zeros = clz(earlier);
  const position = zeros + (clz(later) & (0 - (zeros >> 6)));
  return (position + 1) & ((position >> 7) - 1);
}

/** Adds the winners of a later plane to values without one. */
function addLater(before: u64, here: u64, first: u32): u64 {
  for (let shift: u64 = 0; shift < VALUES * BITS; shift += BITS) {
    const position = (here >> shift) & FIELD;
    if (position != 0 && ((before >> shift) & FIELD) == 0) before |= (position + u64(first)) << shift;
  }
  return before;
}

/**
 * Prefetches the next cache line of every slot at once; otherwise each lookup would wait for memory.
 */
function prefetch(lookups: usize, count: u32, row: u32, scratch: usize): void {
  let sum: u32 = 0;
  for (const end = lookups + usize(count) * LOOKUP; lookups < end; lookups += LOOKUP) {
    const at = row * load<u32>(lookups, 4);
    sum += load<u8>(load<u32>(lookups, 12) + at);
    if (load<u32>(lookups, 8) > 1) {
      sum += load<u8>(load<u32>(lookups, 16) + at);
      sum += load<u8>(load<u32>(lookups, 20) + at);
      sum += load<u8>(load<u32>(lookups, 24) + at);
    }
  }
  // The store keeps the compiler from dropping the reads.
  store<u32>(scratch, sum);
}

/** The matching dials of one row. */
function matchRow(plane: usize, lookups: usize, count: u32, row: u32, scratch: usize): void {
  let matches = v128.load(plane);
  for (const end = lookups + usize(count) * LOOKUP; lookups < end; lookups += LOOKUP) {
    const table = usize(load<u32>(lookups));
    const bytes = load<u32>(lookups, 4);
    const at = usize(row) * usize(bytes);
    const slots = load<u32>(lookups, 8);
    let any = rowOf(table, codeAt(usize(load<u32>(lookups, 12)) + at, bytes));
    if (slots > 1) {
      any = v128.or(any, rowOf(table, codeAt(usize(load<u32>(lookups, 16)) + at, bytes)));
      any = v128.or(any, rowOf(table, codeAt(usize(load<u32>(lookups, 20)) + at, bytes)));
      any = v128.or(any, rowOf(table, codeAt(usize(load<u32>(lookups, 24)) + at, bytes)));
    }
    matches = v128.and(matches, any);
  }
  v128.store(scratch, matches);
}

// @ts-ignore: a decorator of the compiler
@inline
function codeAt(codes: usize, bytes: u32): u64 {
  if (bytes == 1) return load<u8>(codes);
  return bytes == 2 ? load<u16>(codes) : load<u32>(codes);
}

/**
 * The same for eight consecutive rows. One-byte codes are read eight at once: a read costs more than the shifts.
 */
function matchEightRows(plane: usize, lookups: usize, count: u32, row: u32, scratch: usize): void {
  let t0 = v128.load(plane);
  let t1 = t0;
  let t2 = t0;
  let t3 = t0;
  let t4 = t0;
  let t5 = t0;
  let t6 = t0;
  let t7 = t0;
  for (const end = lookups + usize(count) * LOOKUP; lookups < end; lookups += LOOKUP) {
    const table = usize(load<u32>(lookups));
    const bytes = load<u32>(lookups, 4);
    const at = usize(row) * usize(bytes);
    const a = usize(load<u32>(lookups, 12)) + at;
    const b = usize(load<u32>(lookups, 16)) + at;
    const c = usize(load<u32>(lookups, 20)) + at;
    const d = usize(load<u32>(lookups, 24)) + at;
    if (bytes == 1) {
      const e = load<u64>(a);
      if (load<u32>(lookups, 8) == 1) {
        t0 = v128.and(t0, rowOf(table, byteOf(e, 0)));
        t1 = v128.and(t1, rowOf(table, byteOf(e, 1)));
        t2 = v128.and(t2, rowOf(table, byteOf(e, 2)));
        t3 = v128.and(t3, rowOf(table, byteOf(e, 3)));
        t4 = v128.and(t4, rowOf(table, byteOf(e, 4)));
        t5 = v128.and(t5, rowOf(table, byteOf(e, 5)));
        t6 = v128.and(t6, rowOf(table, byteOf(e, 6)));
        t7 = v128.and(t7, rowOf(table, byteOf(e, 7)));
      } else {
        const f = load<u64>(b);
        const g = load<u64>(c);
        const h = load<u64>(d);
        t0 = v128.and(t0, anyOf(table, byteOf(e, 0), byteOf(f, 0), byteOf(g, 0), byteOf(h, 0)));
        t1 = v128.and(t1, anyOf(table, byteOf(e, 1), byteOf(f, 1), byteOf(g, 1), byteOf(h, 1)));
        t2 = v128.and(t2, anyOf(table, byteOf(e, 2), byteOf(f, 2), byteOf(g, 2), byteOf(h, 2)));
        t3 = v128.and(t3, anyOf(table, byteOf(e, 3), byteOf(f, 3), byteOf(g, 3), byteOf(h, 3)));
        t4 = v128.and(t4, anyOf(table, byteOf(e, 4), byteOf(f, 4), byteOf(g, 4), byteOf(h, 4)));
        t5 = v128.and(t5, anyOf(table, byteOf(e, 5), byteOf(f, 5), byteOf(g, 5), byteOf(h, 5)));
        t6 = v128.and(t6, anyOf(table, byteOf(e, 6), byteOf(f, 6), byteOf(g, 6), byteOf(h, 6)));
        t7 = v128.and(t7, anyOf(table, byteOf(e, 7), byteOf(f, 7), byteOf(g, 7), byteOf(h, 7)));
      }
    } else if (bytes == 2) {
      t0 = v128.and(t0, anyOf(table, load<u16>(a, 0), load<u16>(b, 0), load<u16>(c, 0), load<u16>(d, 0)));
      t1 = v128.and(t1, anyOf(table, load<u16>(a, 2), load<u16>(b, 2), load<u16>(c, 2), load<u16>(d, 2)));
      t2 = v128.and(t2, anyOf(table, load<u16>(a, 4), load<u16>(b, 4), load<u16>(c, 4), load<u16>(d, 4)));
      t3 = v128.and(t3, anyOf(table, load<u16>(a, 6), load<u16>(b, 6), load<u16>(c, 6), load<u16>(d, 6)));
      t4 = v128.and(t4, anyOf(table, load<u16>(a, 8), load<u16>(b, 8), load<u16>(c, 8), load<u16>(d, 8)));
      t5 = v128.and(t5, anyOf(table, load<u16>(a, 10), load<u16>(b, 10), load<u16>(c, 10), load<u16>(d, 10)));
      t6 = v128.and(t6, anyOf(table, load<u16>(a, 12), load<u16>(b, 12), load<u16>(c, 12), load<u16>(d, 12)));
      t7 = v128.and(t7, anyOf(table, load<u16>(a, 14), load<u16>(b, 14), load<u16>(c, 14), load<u16>(d, 14)));
    } else {
      t0 = v128.and(t0, anyOf(table, load<u32>(a, 0), load<u32>(b, 0), load<u32>(c, 0), load<u32>(d, 0)));
      t1 = v128.and(t1, anyOf(table, load<u32>(a, 4), load<u32>(b, 4), load<u32>(c, 4), load<u32>(d, 4)));
      t2 = v128.and(t2, anyOf(table, load<u32>(a, 8), load<u32>(b, 8), load<u32>(c, 8), load<u32>(d, 8)));
      t3 = v128.and(t3, anyOf(table, load<u32>(a, 12), load<u32>(b, 12), load<u32>(c, 12), load<u32>(d, 12)));
      t4 = v128.and(t4, anyOf(table, load<u32>(a, 16), load<u32>(b, 16), load<u32>(c, 16), load<u32>(d, 16)));
      t5 = v128.and(t5, anyOf(table, load<u32>(a, 20), load<u32>(b, 20), load<u32>(c, 20), load<u32>(d, 20)));
      t6 = v128.and(t6, anyOf(table, load<u32>(a, 24), load<u32>(b, 24), load<u32>(c, 24), load<u32>(d, 24)));
      t7 = v128.and(t7, anyOf(table, load<u32>(a, 28), load<u32>(b, 28), load<u32>(c, 28), load<u32>(d, 28)));
    }
  }
  v128.store(scratch, t0, 0);
  v128.store(scratch, t1, 16);
  v128.store(scratch, t2, 32);
  v128.store(scratch, t3, 48);
  v128.store(scratch, t4, 64);
  v128.store(scratch, t5, 80);
  v128.store(scratch, t6, 96);
  v128.store(scratch, t7, 112);
}

// @ts-ignore: a decorator of the compiler
@inline
function byteOf(eight: u64, at: u64): u64 {
  return (eight >> (at << 3)) & 0xff;
}

/** The dials that accept any of the codes. Unused slots repeat the first code. */
// @ts-ignore: a decorator of the compiler
@inline
function anyOf(table: usize, a: u64, b: u64, c: u64, d: u64): v128 {
  return v128.or(v128.or(rowOf(table, a), rowOf(table, b)), v128.or(rowOf(table, c), rowOf(table, d)));
}

// @ts-ignore: a decorator of the compiler
@inline
function rowOf(table: usize, code: u64): v128 {
  return v128.load(table + (usize(code) << 4));
}
