/** Shared memory: growing it does not move existing data. */
export type WasmMemory = Readonly<{ buffer: ArrayBufferLike; grow: (pages: number) => number }>;

const PAGE = 65_536;
/**
 * Allocations start on a cache line. An extra line between them prevents columns a power of two apart from competing for the
 * same cache set.
 */
const CACHE_LINE = 64;

export type Allocator = Readonly<{
  allocate: (bytes: number) => Uint8Array;
  release: (memory: Readonly<{ byteLength: number; byteOffset: number }>) => void;
}>;

/** A bump allocator that reuses released memory of the same size. */
export function createAllocator(memory: WasmMemory): Allocator {
  const released = new Map<number, number[]>();
  // Address 0 stays unused.
  let end = CACHE_LINE;
  return {
    allocate: (bytes) => {
      const reused = released.get(bytes)?.pop();
      const at = reused ?? end;
      if (reused === undefined) {
        end += Math.ceil(bytes / CACHE_LINE + 1) * CACHE_LINE;
        const missing = end - memory.buffer.byteLength;
        if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      }
      return new Uint8Array(memory.buffer, at, bytes);
    },
    release: ({ byteLength, byteOffset }) => {
      const same = released.get(byteLength);
      if (same === undefined) released.set(byteLength, [byteOffset]);
      else same.push(byteOffset);
    },
  };
}
