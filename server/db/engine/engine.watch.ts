import { StartError } from '#server/start-error.ts';
import type { Engine } from './engine.ts';
import { MAX_STARTS_PER_MINUTE, nextStartAt } from './engine.restart.ts';

export type EngineWatch = Readonly<{ close: () => Promise<void> }>;

type WatchOptions = Readonly<{
  report: (line: string) => void;
  /** It ends again and again; the server cannot go on. */
  onGivenUp: (problem: StartError) => void;
}>;

const LOOK_EVERY_MS = 500;

/** Starts the engine again when its process ends, however that came about, unless it keeps ending. */
export function watchEngine(engine: Engine, { report, onGivenUp }: WatchOptions): EngineWatch {
  const starts: number[] = [];
  let closed = false;
  let reason = 'its process ended';
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function look(): Promise<void> {
    if (!engine.isRunning()) {
      const now = Date.now();
      const at = nextStartAt(starts, now);
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
    timer = setTimeout(() => (work = look()), LOOK_EVERY_MS).unref();
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
