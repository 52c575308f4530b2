import type { ConformanceResult } from './conformance.ts';

/** What an engine reports about itself: after every update, whether it succeeded or not, and every minute. */
export type EngineStatus = Readonly<{
  /** The release that it runs; null before the first one. */
  sequence: number | null;
  /** When it began to run it. */
  applied_at: string | null;
  source: 'server' | 'snapshot';
  /** The version of the client. */
  client: string;
  conformance: (ConformanceResult & Readonly<{ pack: string }>) | null;
  /** Why it did not apply the release after that; null after a success. */
  error: Readonly<{ sequence: number | null; message: string; at: string }> | null;
}>;

export const STATUS_EVERY_MS = 60_000;
/** An engine that was not heard of for this long is taken as unreachable. */
export const UNREACHABLE_AFTER_MS = 3 * STATUS_EVERY_MS;
