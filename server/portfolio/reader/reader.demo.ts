import type { Told } from './reader.protocol.ts';

/** The demo's portfolio. */
export async function makeDemo(_tell: (told: Told) => void): Promise<void> {
  await Promise.resolve();
}
