import { IMPACT_ENGINE } from '#domain/impact/impact.ts';
import { createThread } from '#server/thread/thread.ts';
import type { EngineAddress } from './clickhouse/address.ts';
import type { ThreadData } from './impact.thread.ts';
import type { AnswerOf, CleanJob, Job } from './job.ts';

export type Measuring = ReturnType<typeof createMeasuring>;

type Options = Readonly<{
  onError: (error: unknown) => void;
  /** Where portfolios are measured; without one, in the memory of the thread. */
  engine?: EngineAddress | undefined;
}>;

/** The same trouble with an engine is logged once in so long: people and reviews ask for it again and again. */
const LOG_AGAIN_MS = 60_000;
/** An engine elsewhere works on several jobs at once; memory of our own on one after the other. */
const MAX_RUNNING_ON_ENGINE = 4;
/** Whose turn it is where nobody in particular asks. */
const SERVER = '';

/** Hands jobs to the thread that measures. */
export function createMeasuring({ onError, engine }: Options) {
  const loggedAt = new Map<string, number>();
  const thread = createThread({
    file: new URL('./impact.thread.ts', import.meta.url),
    workerData: { engine } satisfies ThreadData,
    maxRunning: engine === undefined ? 1 : MAX_RUNNING_ON_ENGINE,
    sentences: {
      failed: 'Impact could not be measured. Please try again.',
      late: 'Measuring took too long. Please try again.',
      full: 'Too much is being measured at once. Please try again.',
    },
    onError: (error, sentence) => {
      if (sentence !== undefined) {
        if (Date.now() - (loggedAt.get(sentence) ?? -LOG_AGAIN_MS) < LOG_AGAIN_MS) return;
        loggedAt.set(sentence, Date.now());
      }
      onError(error);
    },
  });

  return {
    /** What results are said to be measured by. */
    engine: engine === undefined ? IMPACT_ENGINE : `${IMPACT_ENGINE} on ClickHouse`,
    /** Measures for a person; people take turns. */
    ask: <J extends Job>(job: J, personId = SERVER) => thread.ask(personId, job) as Promise<AnswerOf<J>>,
    /** Lets the engine drop what it has of classes other than these, which go by the hashes of their chunks. */
    async clean(readKept: () => Promise<readonly (readonly string[])[]>): Promise<void> {
      if (engine !== undefined) await thread.ask(SERVER, { wants: 'clean', kept: await readKept() } satisfies CleanJob);
    },
    close: () => thread.close(),
  };
}
