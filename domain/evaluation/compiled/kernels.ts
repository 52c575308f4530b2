import type { Kernel } from './kernel.ts';
import { createPlainKernel } from './plain-kernel.ts';
import { createWasmKernel, type WasmPlatform } from './wasm-kernel.ts';

/**
 * WebAssembly, or plain JavaScript where that is missing, too old or blocked. A kernel owns the memory of its columns: use
 * a new one for risks that are replaced as a whole.
 */
export function createKernel(): Kernel {
  const { WebAssembly: platform } = globalThis as { WebAssembly?: WasmPlatform };
  if (platform === undefined) return createPlainKernel();
  try {
    return createWasmKernel(platform);
  } catch {
    return createPlainKernel();
  }
}
