import { VALUE_KEYS } from '#domain/value/registry.ts';
import {
  countRows,
  type Kernel,
  type LoadedPlane,
  type Lookups,
  MAX_BLOCK_RISKS,
  MAX_SLOTS,
  type Plane,
  PLANE_WORDS,
} from './kernel.ts';
import { KERNEL_MODULE } from './wasm-module.generated.ts';
import { WINNER_WORDS } from './winners.ts';

/** Shared memory: growing it does not move existing data. */
type WasmMemory = Readonly<{ buffer: ArrayBufferLike; grow: (pages: number) => number }>;

/** The part of the WebAssembly API used here; the domain must not depend on a platform. */
export type WasmPlatform = Readonly<{
  Memory: new (size: { initial: number; maximum: number; shared: true }) => WasmMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: { env: { memory: WasmMemory } }) => Readonly<{ exports: object }>;
}>;

/** All arguments are byte addresses or counts. */
type KernelExports = Readonly<{
  resolveRange: (...args: [...KernelArguments, from: number, to: number, scratch: number, winners: number]) => void;
  resolveList: (...args: [...KernelArguments, rows: number, length: number, scratch: number, winners: number]) => void;
  findRange: (...args: [...KernelArguments, from: number, to: number, scratch: number, found: number]) => number;
  findList: (...args: [...KernelArguments, rows: number, length: number, scratch: number, found: number]) => number;
}>;
/** `second`: the position of the plane's first dial (resolve), or the address of a mask (find). */
type KernelArguments = [plane: number, second: number, lookups: number, count: number];

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const LOOKUP_WORDS = 8;
const MAX_LOOKUPS = 64;
const EIGHT_ROWS = 8;

/** Evaluates 128 dials per instruction. Built from `assembly/kernel.ts`. */
export function createWasmKernel(platform: WasmPlatform, code = KERNEL_MODULE): Kernel {
  const memory = new platform.Memory({ initial: 1, maximum: 65_536, shared: true });
  const module = new platform.Module(decodeBase64(code));
  const kernel = new platform.Instance(module, { env: { memory } }).exports as KernelExports;
  const allocator = createAllocator(memory);
  const bits = (count: number) => {
    const { buffer, byteOffset } = allocator.allocate(count * WORD);
    return new Int32Array(buffer, byteOffset, count);
  };
  const numbers = (count: number) => {
    const { buffer, byteOffset } = allocator.allocate(count * WORD);
    return new Uint32Array(buffer, byteOffset, count);
  };

  const planeAt = bits(PLANE_WORDS * (1 + VALUE_KEYS.length));
  const maskAt = bits(PLANE_WORDS);
  const eightAt = bits(PLANE_WORDS * EIGHT_ROWS);
  const lookupsAt = numbers(MAX_LOOKUPS * LOOKUP_WORDS);
  const rowsAt = numbers(MAX_BLOCK_RISKS);
  const foundAt = numbers(MAX_BLOCK_RISKS);
  const winnersAt = numbers(MAX_BLOCK_RISKS * WINNER_WORDS);
  let tablesAt = bits(0);
  let tables: readonly number[] = [];
  let loaded: Plane | undefined;

  const copyTables = (plane: Plane) => {
    const size = plane.tables.reduce((sum, { length }) => sum + length, 0);
    if (size > tablesAt.length) {
      allocator.release(tablesAt);
      tablesAt = bits(size);
    }
    let at = 0;
    tables = plane.tables.map((table) => {
      tablesAt.set(table, at);
      at += table.length;
      return tablesAt.byteOffset + (at - table.length) * WORD;
    });
    loaded = plane;
  };

  /** Writes the lookups of a block and returns their number. Conditions without any value are applied right away. */
  const writeLookups = (plane: Plane, lookups: Lookups): number => {
    planeAt.set(plane.dials);
    planeAt.set(plane.setters, PLANE_WORDS);
    let count = 0;
    for (const [index, slots] of lookups.entries()) {
      const [first] = slots;
      if (first === undefined)
        for (let word = 0; word < PLANE_WORDS; word += 1)
          planeAt[word] = (planeAt[word] as number) & ((plane.tables[index] as Int32Array)[word] as number);
      else {
        const columns = Array.from({ length: MAX_SLOTS }, (_, slot) => (slots[slot] ?? first).byteOffset);
        const bytes = first.BYTES_PER_ELEMENT;
        const slotCount = slots.length === 1 ? 1 : MAX_SLOTS;
        lookupsAt.set([tables[index] as number, bytes, slotCount, ...columns], count * LOOKUP_WORDS);
        count += 1;
      }
    }
    return count;
  };

  const usePlane = (plane: Plane): LoadedPlane => ({
    resolve: (lookups, rows, winners) => {
      const args: KernelArguments = [
        planeAt.byteOffset,
        plane.first,
        lookupsAt.byteOffset,
        writeLookups(plane, lookups),
      ];
      const [scratch, to] = [eightAt.byteOffset, winnersAt.byteOffset];
      if (plane.first > 0) winnersAt.set(winners);
      if ('from' in rows) kernel.resolveRange(...args, rows.from, rows.to, scratch, to);
      else {
        rowsAt.set(rows);
        kernel.resolveList(...args, rowsAt.byteOffset, rows.length, scratch, to);
      }
      winners.set(winnersAt.subarray(0, countRows(rows) * WINNER_WORDS));
    },
    find: (lookups, rows, dials, found) => {
      maskAt.set(dials);
      const args: KernelArguments = [
        planeAt.byteOffset,
        maskAt.byteOffset,
        lookupsAt.byteOffset,
        writeLookups(plane, lookups),
      ];
      const [scratch, to] = [eightAt.byteOffset, foundAt.byteOffset];
      let count: number;
      if ('from' in rows) count = kernel.findRange(...args, rows.from, rows.to, scratch, to);
      else {
        rowsAt.set(rows);
        count = kernel.findList(...args, rowsAt.byteOffset, rows.length, scratch, to);
      }
      found.set(foundAt.subarray(0, count));
      return count;
    },
  });
  return {
    name: 'wasm',
    allocate: allocator.allocate,
    release: allocator.release,
    load: (plane) => {
      if (plane !== loaded) copyTables(plane);
      return usePlane(plane);
    },
  };
}

const PAGE = 65_536;
/**
 * Allocations start on a cache line. An extra line between them prevents columns a power of two apart from competing for the
 * same cache set.
 */
const CACHE_LINE = 64;

type Allocator = Readonly<{
  allocate: (bytes: number) => Uint8Array;
  release: (memory: Readonly<{ byteLength: number; byteOffset: number }>) => void;
}>;

/** A bump allocator that reuses released memory of the same size. */
function createAllocator(memory: WasmMemory): Allocator {
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

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The domain has no access to a platform function for base64. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = Array.from(text.replaceAll('=', ''), (digit) => DIGITS.indexOf(digit));
  return Uint8Array.from({ length: Math.floor((digits.length * 6) / 8) }, (_, index) => {
    const [first, shift] = [Math.floor((index * 8) / 6), 4 - ((index * 8) % 6)];
    const both = ((digits[first] as number) << 6) | (digits[first + 1] as number);
    return (both >>> shift) & 0xff;
  });
}
