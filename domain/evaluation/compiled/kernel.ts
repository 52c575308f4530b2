/** One code per risk of a block, in the narrowest array that fits; 0 = unknown. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Dials are evaluated 128 at a time: one bit each, in four words. */
export const PLANE_DIALS = 128;
export const PLANE_WORDS = PLANE_DIALS / 32;

/** Codes per risk and condition; the rest are combined into one code. */
export const MAX_SLOTS = 4;

export const MAX_BLOCK_RISKS = 16_384;

/** Up to 128 dials of a bucket as bit masks. */
export type Plane = Readonly<{
  /** The position of its first dial in the bucket. */
  first: number;
  /** The active dials, before any condition. */
  dials: Int32Array;
  /** Per condition, four words per code: the dials that accept it. */
  tables: readonly Int32Array[];
  /** Per value, four words: the dials that set it. */
  setters: Int32Array;
}>;

/** Per condition, the codes of a block: one to four slots, or none where all values are unknown. */
export type Lookups = readonly (readonly Codes[])[];

/** Rows of one block: a range with an exclusive end, or a list. */
export type BlockRows = Readonly<{ from: number; to: number }> | Uint32Array;

export type LoadedPlane = Readonly<{
  /**
   * Adds the winners of this plane, two words per risk (`winners.ts`). Earlier planes take precedence, so resolve planes in
   * order.
   */
  resolve: (lookups: Lookups, rows: BlockRows, winners: Uint32Array) => void;
  /** Writes the rows that any of these dials matches. Returns their number. */
  find: (lookups: Lookups, rows: BlockRows, dials: Int32Array, found: Uint32Array) => number;
}>;

/** Evaluates many risks. All kernels give the same results. */
export type Kernel = Readonly<{
  name: 'plain' | 'wasm';
  /** Allocates memory for codes that this kernel can read. It never moves. */
  allocate: (bytes: number) => Uint8Array;
  /** Frees codes for reuse. */
  release: (codes: Codes) => void;
  /** Invalidates the plane loaded before. */
  load: (plane: Plane) => LoadedPlane;
}>;

/**
 * Sets the bit of a dial in a row of four words. Seen as two 64-bit numbers, low word first, the first dial is the highest
 * bit, so that counting leading zeros finds it.
 */
export function setDial(rows: Int32Array, row: number, dial: number): void {
  const at = row * PLANE_WORDS + wordOf(dial >>> 5);
  rows[at] = (rows[at] as number) | (1 << (31 - (dial & 31)));
}

/** The word that holds these 32 dials. */
export const wordOf = (thirtyTwo: number): number => thirtyTwo ^ 1;

export const countRows = (rows: BlockRows): number => ('from' in rows ? rows.to - rows.from : rows.length);
