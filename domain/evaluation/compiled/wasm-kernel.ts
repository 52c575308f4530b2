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
import { decodeBase64 } from './base64.ts';
import { createRoom, type WasmMemory } from './wasm-memory.ts';
import { KERNEL_MODULE } from './wasm-module.generated.ts';
import { WINNER_WORDS } from './winners.ts';

/** As much as is used here of the WebAssembly of a platform. The domain knows no platform, so it is handed over. */
export type WasmPlatform = Readonly<{
  Memory: new (size: { initial: number; maximum: number; shared: true }) => WasmMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: { env: { memory: WasmMemory } }) => Readonly<{ exports: object }>;
}>;

/** Addresses are bytes from the beginning of the memory. */
type KernelExports = Readonly<{
  resolveRange: (...given: [...Given, from: number, to: number, room: number, winners: number]) => void;
  resolveList: (...given: [...Given, rows: number, length: number, room: number, winners: number]) => void;
  findRange: (...given: [...Given, from: number, to: number, room: number, found: number]) => number;
  findList: (...given: [...Given, rows: number, length: number, room: number, found: number]) => number;
}>;
/** `second` is the place of the first dial of the plane to resolve, and the address of a mask to find. */
type Given = [plane: number, second: number, lookups: number, count: number];

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const LOOKUP_WORDS = 8;
const MAX_LOOKUPS = 64;
const EIGHT_ROWS = 8;

/** The kernel in WebAssembly, 128 dials by one instruction. `assembly/kernel.ts` is what it is built from. */
export function createWasmKernel(platform: WasmPlatform): Kernel {
  const memory = new platform.Memory({ initial: 1, maximum: 65_536, shared: true });
  const module = new platform.Module(decodeBase64(KERNEL_MODULE));
  const kernel = new platform.Instance(module, { env: { memory } }).exports as KernelExports;
  const room = createRoom(memory);
  const bits = (count: number) => {
    const { buffer, byteOffset } = room.allocate(count * WORD);
    return new Int32Array(buffer, byteOffset, count);
  };
  const numbers = (count: number) => {
    const { buffer, byteOffset } = room.allocate(count * WORD);
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
      room.release(tablesAt);
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

  /** Writes the lookups of a block. A condition of which nothing is known there is settled at once. Returns how many. */
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
        const looked = slots.length === 1 ? 1 : MAX_SLOTS;
        lookupsAt.set([tables[index] as number, bytes, looked, ...columns], count * LOOKUP_WORDS);
        count += 1;
      }
    }
    return count;
  };

  const usePlane = (plane: Plane): LoadedPlane => ({
    resolve: (lookups, rows, winners) => {
      const given: Given = [planeAt.byteOffset, plane.first, lookupsAt.byteOffset, writeLookups(plane, lookups)];
      const [room, to] = [eightAt.byteOffset, winnersAt.byteOffset];
      if (plane.first > 0) winnersAt.set(winners);
      if ('from' in rows) kernel.resolveRange(...given, rows.from, rows.to, room, to);
      else {
        rowsAt.set(rows);
        kernel.resolveList(...given, rowsAt.byteOffset, rows.length, room, to);
      }
      winners.set(winnersAt.subarray(0, countRows(rows) * WINNER_WORDS));
    },
    find: (lookups, rows, dials, found) => {
      maskAt.set(dials);
      const given: Given = [planeAt.byteOffset, maskAt.byteOffset, lookupsAt.byteOffset, writeLookups(plane, lookups)];
      const [room, to] = [eightAt.byteOffset, foundAt.byteOffset];
      let count: number;
      if ('from' in rows) count = kernel.findRange(...given, rows.from, rows.to, room, to);
      else {
        rowsAt.set(rows);
        count = kernel.findList(...given, rowsAt.byteOffset, rows.length, room, to);
      }
      found.set(foundAt.subarray(0, count));
      return count;
    },
  });
  return {
    name: 'wasm',
    allocate: room.allocate,
    release: room.release,
    load: (plane) => {
      if (plane !== loaded) copyTables(plane);
      return usePlane(plane);
    },
  };
}
