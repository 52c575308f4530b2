import type { Kernel } from './kernel.ts';
import { createPlainKernel } from './plain-kernel.ts';
import { createWasmKernel, type WasmPlatform } from './wasm-kernel.ts';

/**
 * The quickest kernel that can be had: WebAssembly, or plain JavaScript where that is missing, too old or not allowed.
 * All that its columns need is freed with it, so risks that are replaced as a whole get a kernel of their own.
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
