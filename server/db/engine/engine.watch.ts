import { StartError } from '#server/start-error.ts';
import type { Engine } from './engine.ts';

export type EngineWatch = Readonly<{ close: () => Promise<void> }>;

type WatchOptions = Readonly<{
  report: (line: string) => void;
  /** It ends again and again; the server cannot go on. */
  onGivenUp: (problem: StartError) => void;
  /** How often it is looked whether it still runs. */
  lookEveryMs?: number;
  /** How long the second start in a minute waits; each further one waits twice as long. */
  firstPauseMs?: number;
}>;

/** More than so many deaths within a minute have a cause that another start does not cure. */
const MAX_STARTS_PER_MINUTE = 5;
const MINUTE_MS = 60_000;

/**
 * When an engine that ended may be started again: at once the first time, then after pauses that double, each counted
 * from the start before. Undefined when it was started too often in the last minute. All times are milliseconds.
 */
export function nextStartAt(earlierStarts: readonly number[], now: number, firstPauseMs = 1000): number | undefined {
  const recent = earlierStarts.filter((at) => now - at < MINUTE_MS);
  const last = recent.at(-1);
  if (last === undefined) return now;
  if (recent.length >= MAX_STARTS_PER_MINUTE) return undefined;
  return Math.max(now, last + firstPauseMs * 2 ** (recent.length - 1));
}

/** Starts the engine again when its process ends, however that came about, unless it keeps ending. */
export function watchEngine(engine: Engine, options: WatchOptions): EngineWatch {
  const { report, onGivenUp, lookEveryMs = 500, firstPauseMs } = options;
  const starts: number[] = [];
  let closed = false;
  let reason = 'its process ended';
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function look(): Promise<void> {
    if (!engine.isRunning()) {
      const now = Date.now();
      const at = nextStartAt(starts, now, firstPauseMs);
      if (at === undefined) return giveUp();
      if (at <= now) await startAgain(now);
    }
    lookLater();
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

  function lookLater(): void {
    if (closed) return;
    timer = setTimeout(() => (work = look()), lookEveryMs).unref();
  }

  lookLater();
  return {
    /** A start that is under way is waited for, so that nothing is left running. */
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await work;
    },
  };
}
