import { IMPACT_ENGINE } from '#domain/impact/impact.ts';
import { createThread } from '#server/thread/thread.ts';
import type { EngineAddress } from './clickhouse/address.ts';
import type { ThreadData } from './impact.thread.ts';
import type { AnswerOf, CleanJob, Job } from './job.ts';

export type Measuring = ReturnType<typeof createMeasuring>;

type Options = Readonly<{
  onError: (error: unknown) => void;
  /** The portfolio engine; without one, the thread measures in memory. */
  engine?: EngineAddress | undefined;
}>;

/** The same engine error is logged at most once per interval, since clients retry. */
const LOG_INTERVAL_MS = 60_000;
/** A remote engine runs several jobs at once; our own memory one at a time. */
const MAX_RUNNING_ON_ENGINE = 4;
/** The queue key of the server's own jobs. */
const SERVER = '';

/** Passes jobs to the measuring thread. */
export function createMeasuring({ onError, engine }: Options) {
  const loggedAt = new Map<string, number>();
  /** Written by the thread: the size of its cache. */
  const cacheBytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const thread = createThread({
    file: new URL('./impact.thread.ts', import.meta.url),
    workerData: { engine, cacheBytes } satisfies ThreadData,
    maxRunning: engine === undefined ? 1 : MAX_RUNNING_ON_ENGINE,
    sentences: {
      failed: 'Impact could not be measured. Please try again.',
      late: 'Measuring took too long. Please try again.',
      full: 'Too much is being measured at once. Please try again.',
    },
    onError: (error, sentence) => {
      if (sentence !== undefined) {
        if (Date.now() - (loggedAt.get(sentence) ?? -LOG_INTERVAL_MS) < LOG_INTERVAL_MS) return;
        loggedAt.set(sentence, Date.now());
      }
      onError(error);
    },
  });

  return {
    /** The engine name stored with results. */
    engine: engine === undefined ? IMPACT_ENGINE : `${IMPACT_ENGINE} on ClickHouse`,
    /** Measures for a person; people take turns. Dropped if it still waits when its signal says that nobody wants it. */
    ask: <J extends Job>(job: J, personId = SERVER, signal?: AbortSignal) =>
      thread.ask(personId, job, signal) as Promise<AnswerOf<J>>,
    /** Lets the engine drop all classes but these, identified by their chunk hashes. */
    async clean(readStoredWork: () => Promise<readonly (readonly string[])[]>): Promise<void> {
      if (engine !== undefined)
        await thread.ask(SERVER, { wants: 'clean', kept: await readStoredWork() } satisfies CleanJob);
    },
    countWaiting: thread.countWaiting,
    /** The bytes of risks in memory. */
    readCacheBytes: () => (thread.isRunning() ? (cacheBytes[0] ?? 0) : 0),
    close: () => thread.close(),
  };
}
