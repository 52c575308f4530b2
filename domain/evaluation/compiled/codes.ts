import type { Codes, Kernel } from './kernel.ts';

/** Allocates codes in the narrowest array that fits the highest one. */
export function allocateCodes(kernel: Pick<Kernel, 'allocate'>, risks: number, highest: number): Codes {
  if (highest <= 0xff) return kernel.allocate(risks);
  const bytes = kernel.allocate(risks * (highest <= 0xffff ? 2 : 4));
  if (highest <= 0xffff) return new Uint16Array(bytes.buffer, bytes.byteOffset, risks);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, risks);
}
