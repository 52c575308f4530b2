/**
 * The kernel in WebAssembly, in AssemblyScript. `../plain-kernel.ts` says the same to be read. 128 dials are one vector:
 * a bit each. All pointers are given; nothing is allocated here. `../wasm-kernel.ts` lays out what they point to.
 *
 * A plane: one vector of the dials that are there, then one for each of the five values, of the dials that set it.
 *
 * A lookup, eight words: the table, the bytes of a code (1, 2 or 4), how many slots are to be looked at (1, or else 4),
 * and where the codes of each of the four slots begin.
 */
const VECTOR: usize = 16;
const LOOKUP: usize = 32;
const BITS: u64 = 12;
const NONE: u64 = 0;

/** Eight rows at a time, so that a lookup is read once for all of them. */
const EIGHT: u32 = 8;

/** Winners of a range of rows, one after another. */
export function resolveRange(
  plane: usize,
  first: u32,
  lookups: usize,
  count: u32,
  from: u32,
  to: u32,
  room: usize,
  winners: usize,
): void {
  let row = from;
  for (; row + EIGHT <= to; row += EIGHT) {
    takePartByEight(plane, lookups, count, row, room);
    for (let at: usize = 0; at < 8; at++) {
      addWinners(plane, first, v128.load(room + at * VECTOR), winners);
      winners += 8;
    }
  }
  for (; row < to; row++) {
    addWinners(plane, first, takePart(plane, lookups, count, row), winners);
    winners += 8;
  }
}

/** Winners of listed rows. */
export function resolveList(
  plane: usize,
  first: u32,
  lookups: usize,
  count: u32,
  rows: usize,
  length: u32,
  winners: usize,
): void {
  for (let at: usize = 0; at < length; at++)
    addWinners(plane, first, takePart(plane, lookups, count, load<u32>(rows + (at << 2))), winners + (at << 3));
}

/** Lists the rows of a range in which any of these dials takes part. */
export function findRange(
  plane: usize,
  dials: usize,
  lookups: usize,
  count: u32,
  from: u32,
  to: u32,
  room: usize,
  found: usize,
): u32 {
  const wanted = v128.load(dials);
  const start = found;
  let row = from;
  for (; row + EIGHT <= to; row += EIGHT) {
    takePartByEight(plane, lookups, count, row, room);
    for (let at: u32 = 0; at < EIGHT; at++) {
      store<u32>(found, row + at);
      found += usize(v128.any_true(v128.and(wanted, v128.load(room + usize(at) * VECTOR)))) << 2;
    }
  }
  for (; row < to; row++) {
    store<u32>(found, row);
    found += usize(v128.any_true(v128.and(wanted, takePart(plane, lookups, count, row)))) << 2;
  }
  return u32((found - start) >> 2);
}

/** Lists those of listed rows in which any of these dials takes part. */
export function findList(
  plane: usize,
  dials: usize,
  lookups: usize,
  count: u32,
  rows: usize,
  length: u32,
  found: usize,
): u32 {
  const wanted = v128.load(dials);
  const start = found;
  for (let at: usize = 0; at < length; at++) {
    const row = load<u32>(rows + (at << 2));
    store<u32>(found, row);
    found += usize(v128.any_true(v128.and(wanted, takePart(plane, lookups, count, row)))) << 2;
  }
  return u32((found - start) >> 2);
}

// @ts-ignore: a decorator of the compiler
@inline
function addWinners(plane: usize, first: u32, taking: v128, winners: usize): void {
  const before = first == 0 ? NONE : load<u64>(winners);
  store<u64>(
    winners,
    before |
      winnerOf(plane, 0, first, taking, before) |
      winnerOf(plane, 1, first, taking, before) |
      winnerOf(plane, 2, first, taking, before) |
      winnerOf(plane, 3, first, taking, before) |
      winnerOf(plane, 4, first, taking, before),
  );
}

/** The first dial that takes part and sets this value, in the bits of the value; none where an earlier plane has one. */
// @ts-ignore: a decorator of the compiler
@inline
function winnerOf(plane: usize, value: u64, first: u32, taking: v128, before: u64): u64 {
  const both = v128.and(taking, v128.load(plane + VECTOR + usize(value) * VECTOR));
  const low = i64x2.extract_lane(both, 0);
  const high = i64x2.extract_lane(both, 1);
  const place = low != 0 ? u64(ctz(low)) + 1 : high != 0 ? u64(ctz(high)) + 65 : NONE;
  const shift = value * BITS;
  const isOpen = place != 0 && ((before >> shift) & ((1 << BITS) - 1)) == 0;
  return isOpen ? (place + u64(first)) << shift : NONE;
}

/** The dials that take part for one row. */
function takePart(plane: usize, lookups: usize, count: u32, row: u32): v128 {
  let taking = v128.load(plane);
  for (const end = lookups + usize(count) * LOOKUP; lookups < end; lookups += LOOKUP) {
    const bytes = load<u32>(lookups, 4);
    if (bytes == 1) taking = v128.and(taking, allowedBy<u8>(lookups, row));
    else if (bytes == 2) taking = v128.and(taking, allowedBy<u16>(lookups, row));
    else taking = v128.and(taking, allowedBy<u32>(lookups, row));
  }
  return taking;
}

// @ts-ignore: a decorator of the compiler
@inline
function allowedBy<T>(lookup: usize, row: u32): v128 {
  const table = usize(load<u32>(lookup));
  const at = usize(row) * sizeof<T>();
  return anyOf<T>(
    table,
    usize(load<u32>(lookup, 12)) + at,
    usize(load<u32>(lookup, 16)) + at,
    usize(load<u32>(lookup, 20)) + at,
    usize(load<u32>(lookup, 24)) + at,
    0,
  );
}

/** The same for eight rows one after another, into eight vectors. */
function takePartByEight(plane: usize, lookups: usize, count: u32, row: u32, room: usize): void {
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
    if (load<u32>(lookups, 8) == 1) {
      if (bytes == 1) {
        t0 = v128.and(t0, rowOf<u8>(table, a, 0));
        t1 = v128.and(t1, rowOf<u8>(table, a, 1));
        t2 = v128.and(t2, rowOf<u8>(table, a, 2));
        t3 = v128.and(t3, rowOf<u8>(table, a, 3));
        t4 = v128.and(t4, rowOf<u8>(table, a, 4));
        t5 = v128.and(t5, rowOf<u8>(table, a, 5));
        t6 = v128.and(t6, rowOf<u8>(table, a, 6));
        t7 = v128.and(t7, rowOf<u8>(table, a, 7));
        continue;
      }
    }
    const b = usize(load<u32>(lookups, 16)) + at;
    const c = usize(load<u32>(lookups, 20)) + at;
    const d = usize(load<u32>(lookups, 24)) + at;
    if (bytes == 1) {
      t0 = v128.and(t0, anyOf<u8>(table, a, b, c, d, 0));
      t1 = v128.and(t1, anyOf<u8>(table, a, b, c, d, 1));
      t2 = v128.and(t2, anyOf<u8>(table, a, b, c, d, 2));
      t3 = v128.and(t3, anyOf<u8>(table, a, b, c, d, 3));
      t4 = v128.and(t4, anyOf<u8>(table, a, b, c, d, 4));
      t5 = v128.and(t5, anyOf<u8>(table, a, b, c, d, 5));
      t6 = v128.and(t6, anyOf<u8>(table, a, b, c, d, 6));
      t7 = v128.and(t7, anyOf<u8>(table, a, b, c, d, 7));
    } else if (bytes == 2) {
      t0 = v128.and(t0, anyOf<u16>(table, a, b, c, d, 0));
      t1 = v128.and(t1, anyOf<u16>(table, a, b, c, d, 1));
      t2 = v128.and(t2, anyOf<u16>(table, a, b, c, d, 2));
      t3 = v128.and(t3, anyOf<u16>(table, a, b, c, d, 3));
      t4 = v128.and(t4, anyOf<u16>(table, a, b, c, d, 4));
      t5 = v128.and(t5, anyOf<u16>(table, a, b, c, d, 5));
      t6 = v128.and(t6, anyOf<u16>(table, a, b, c, d, 6));
      t7 = v128.and(t7, anyOf<u16>(table, a, b, c, d, 7));
    } else {
      t0 = v128.and(t0, anyOf<u32>(table, a, b, c, d, 0));
      t1 = v128.and(t1, anyOf<u32>(table, a, b, c, d, 1));
      t2 = v128.and(t2, anyOf<u32>(table, a, b, c, d, 2));
      t3 = v128.and(t3, anyOf<u32>(table, a, b, c, d, 3));
      t4 = v128.and(t4, anyOf<u32>(table, a, b, c, d, 4));
      t5 = v128.and(t5, anyOf<u32>(table, a, b, c, d, 5));
      t6 = v128.and(t6, anyOf<u32>(table, a, b, c, d, 6));
      t7 = v128.and(t7, anyOf<u32>(table, a, b, c, d, 7));
    }
  }
  v128.store(room, t0, 0);
  v128.store(room, t1, 16);
  v128.store(room, t2, 32);
  v128.store(room, t3, 48);
  v128.store(room, t4, 64);
  v128.store(room, t5, 80);
  v128.store(room, t6, 96);
  v128.store(room, t7, 112);
}

/** The dials that any of the codes of one row allows. A slot that is not used is the first again, which adds nothing. */
// @ts-ignore: a decorator of the compiler
@inline
function anyOf<T>(table: usize, a: usize, b: usize, c: usize, d: usize, at: usize): v128 {
  return v128.or(
    v128.or(rowOf<T>(table, a, at), rowOf<T>(table, b, at)),
    v128.or(rowOf<T>(table, c, at), rowOf<T>(table, d, at)),
  );
}

// @ts-ignore: a decorator of the compiler
@inline
function rowOf<T>(table: usize, codes: usize, at: usize): v128 {
  return v128.load(table + (usize(load<T>(codes + at * sizeof<T>())) << 4));
}
