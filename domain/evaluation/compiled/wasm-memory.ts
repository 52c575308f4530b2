/** A memory that can be shared: where it grows, what was read and written before stays where it is. */
export type WasmMemory = Readonly<{ buffer: ArrayBufferLike; grow: (pages: number) => number }>;

const PAGE = 65_536;
/**
 * Everything begins on a line of the processor's cache. Columns of a block are read side by side: were they a power of
 * two apart they would fall on the same lines, so each is moved on by one.
 */
const CACHE_LINE = 64;

export type Room = Readonly<{
  allocate: (bytes: number) => Uint8Array;
  release: (room: Readonly<{ byteLength: number; byteOffset: number }>) => void;
}>;

/** Hands out the memory from its beginning on, and what was released again to whoever asks for the same size. */
export function createRoom(memory: WasmMemory): Room {
  const released = new Map<number, number[]>();
  // Address 0 is left to nobody.
  let end = CACHE_LINE;
  return {
    allocate: (bytes) => {
      const again = released.get(bytes)?.pop();
      const at = again ?? end;
      if (again === undefined) {
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
