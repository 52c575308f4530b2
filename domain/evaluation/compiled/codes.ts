import type { Codes, Kernel } from './kernel.ts';

/** Room for as many codes, as narrow as the highest allows: nothing is ever cut. */
export function allocateCodes(kernel: Pick<Kernel, 'allocate'>, risks: number, highest: number): Codes {
  if (highest <= 0xff) return kernel.allocate(risks);
  const room = kernel.allocate(risks * (highest <= 0xffff ? 2 : 4));
  if (highest <= 0xffff) return new Uint16Array(room.buffer, room.byteOffset, risks);
  return new Uint32Array(room.buffer, room.byteOffset, risks);
}
