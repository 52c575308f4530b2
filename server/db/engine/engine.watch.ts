import { StartError } from '#server/start-error.ts';
import type { Engine } from './engine.ts';

export type EngineWatch = Readonly<{ close: () => Promise<void> }>;

type WatchOptions = Readonly<{
  report: (line: string) => void;
  /** Called when it ended too often; the server cannot continue. */
  onGivenUp: (problem: StartError) => void;
  /** The polling interval. */
  intervalMs?: number;
  /** The delay of the second start in a minute; doubles with each further one. */
  firstPauseMs?: number;
}>;

/** More deaths within a minute have a cause that a restart does not cure. */
const MAX_STARTS_PER_MINUTE = 5;
const MINUTE_MS = 60_000;

/**
 * When to restart an engine that ended: at once the first time, then with exponential backoff from the previous start.
 * Undefined if it was started too often in the last minute. All times in milliseconds.
 */
export function nextStartAt(earlierStarts: readonly number[], now: number, firstPauseMs = 1000): number | undefined {
  const recent = earlierStarts.filter((at) => now - at < MINUTE_MS);
  const last = recent.at(-1);
  if (last === undefined) return now;
  if (recent.length >= MAX_STARTS_PER_MINUTE) return undefined;
  return Math.max(now, last + firstPauseMs * 2 ** (recent.length - 1));
}

/** Restarts the engine when its process ends, unless it keeps ending. */
export function watchEngine(engine: Engine, options: WatchOptions): EngineWatch {
  const { report, onGivenUp, intervalMs = 500, firstPauseMs } = options;
  const starts: number[] = [];
  let closed = false;
  let reason = 'its process ended';
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function check(): Promise<void> {
    if (!engine.isRunning()) {
      const now = Date.now();
      const at = nextStartAt(starts, now, firstPauseMs);
      if (at === undefined) return giveUp();
      if (at <= now) await startAgain(now);
    }
    scheduleCheck();
  }

  async function startAgain(now: number): Promise<void> {
    starts.push(now);
    report('The embedded database ended unexpectedly. Starting it again …');
    try {
      await engine.startAgain();
      report('The embedded database is running again.');
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }

  function giveUp(): void {
    const problem = `The embedded database ended, and ${MAX_STARTS_PER_MINUTE} starts within a minute did not help: `;
    onGivenUp(new StartError(`${problem}${reason.replace(/\.$/, '')}. Its log is in ${engine.location}.`));
  }

  function scheduleCheck(): void {
    if (closed) return;
    timer = setTimeout(() => (work = check()), intervalMs).unref();
  }

  scheduleCheck();
  return {
    /** Waits for a start in progress, so that nothing is left running. */
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await work;
    },
  };
}
