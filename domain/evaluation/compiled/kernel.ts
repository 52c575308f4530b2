/** A code for each risk of a block, as narrow as the largest of them allows. 0 = nothing is known. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Dials are looked up 128 at a time: one bit each, in four words. */
export const PLANE_DIALS = 128;
export const PLANE_WORDS = PLANE_DIALS / 32;

/** Risks have room for this many codes where they may have several; what is more is coded together. */
export const MAX_SLOTS = 4;

/** Risks are kept in blocks of at most this many. */
export const MAX_BLOCK_RISKS = 16_384;

/** Up to 128 dials of a bucket, laid out to be looked up. */
export type Plane = Readonly<{
  /** The place in the bucket of its first dial. */
  first: number;
  /** The dials that are there, before anything is asked. */
  dials: Int32Array;
  /** For each condition that any of them sets: four words for each code, the dials that a risk with it may match. */
  tables: readonly Int32Array[];
  /** For each of the five values four words: the dials that set it. */
  setters: Int32Array;
}>;

/** For each condition of a plane the codes of a block: none where all of it is missing, otherwise one to four slots. */
export type Lookups = readonly (readonly Codes[])[];

/** Risks of one block: from the first up to, not including, the last; or those listed. */
export type BlockRows = Readonly<{ from: number; to: number }> | Uint32Array;

export type LoadedPlane = Readonly<{
  /**
   * Adds the winners of this plane, two words a risk (`winners.ts`). What is decided by an earlier plane stays, so planes
   * are resolved in their order.
   */
  resolve: (lookups: Lookups, rows: BlockRows, winners: Uint32Array) => void;
  /** Lists the risks in which any of these dials takes part. Returns how many were written. */
  find: (lookups: Lookups, rows: BlockRows, dials: Int32Array, found: Uint32Array) => number;
}>;

/** What does the work on many risks. All kernels give the same answers. */
export type Kernel = Readonly<{
  name: 'plain' | 'wasm';
  /** Room for the codes of a block, where this kernel can read them. It never moves. */
  allocate: (bytes: number) => Uint8Array;
  /** Room that is no longer read may be used again. */
  release: (room: Codes) => void;
  /** Only the plane that was loaded last may be used. */
  load: (plane: Plane) => LoadedPlane;
}>;

/**
 * Sets the bit of a dial in one of many rows of four words. Seen as two numbers of 64 bits, the lower word first, the
 * first dial is the highest bit: counting zeros from there is what every processor does quickly.
 */
export function setDial(rows: Int32Array, row: number, dial: number): void {
  const at = row * PLANE_WORDS + wordOf(dial >>> 5);
  rows[at] = (rows[at] as number) | (1 << (31 - (dial & 31)));
}

/** Where the word of each 32 dials stands. */
export const wordOf = (thirtyTwo: number): number => thirtyTwo ^ 1;

export const countRows = (rows: BlockRows): number => ('from' in rows ? rows.to - rows.from : rows.length);
