import { Worker } from 'node:worker_threads';
import { Problem } from '#contract/problem.ts';
import { IMPACT_ENGINE } from '#domain/impact/impact.ts';
import type { EngineAddress } from './clickhouse/address.ts';
import type { ThreadData, ThreadReply } from './impact.thread.ts';
import type { AnswerOf, CleanJob, Job } from './job.ts';

/** A thread that takes longer than this over what it was given is ended; the next job gets a new one. */
const MAX_SECONDS = 60;
/** More than this many jobs at once are not taken. */
const MAX_WAITING = 200;

type Waiting = Readonly<{ resolve: (answer: never) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }>;
type Running = Readonly<{ worker: Worker; waiting: Map<number, Waiting> }>;
export type Measuring = ReturnType<typeof createMeasuring>;

type Options = Readonly<{
  onTrouble: (error: unknown) => void;
  /** Where portfolios are measured; without one, in the memory of the thread. */
  engine?: EngineAddress | undefined;
  maxSeconds?: number;
}>;

/** The same trouble with an engine is told of once in so long: people and reviews ask for it again and again. */
const TOLD_EVERY_MS = 60_000;

/** Hands jobs to the thread that measures. It is started with the first job, and again after it failed. */
export function createMeasuring({ onTrouble, engine, maxSeconds = MAX_SECONDS }: Options) {
  const workerData: ThreadData = { engine };
  const told = new Map<string, number>();
  let running: Running | undefined;
  let last = 0;

  const tell = (trouble: string, sentence: string | undefined) => {
    if (sentence !== undefined) {
      if (Date.now() - (told.get(sentence) ?? -TOLD_EVERY_MS) < TOLD_EVERY_MS) return;
      told.set(sentence, Date.now());
    }
    onTrouble(new Error(trouble));
  };

  const fail = (failed: Running, error: unknown, sentence: string) => {
    if (running === failed) running = undefined;
    onTrouble(error);
    for (const { reject, timer } of failed.waiting.values()) {
      clearTimeout(timer);
      reject(new Problem('unavailable', sentence));
    }
    failed.waiting.clear();
    void failed.worker.terminate();
  };

  const start = (): Running => {
    const worker = new Worker(new URL('./impact.thread.ts', import.meta.url), { workerData });
    const started: Running = { worker, waiting: new Map() };
    worker.on('message', ({ id, answer, trouble, sentence }: ThreadReply) => {
      const asked = started.waiting.get(id);
      if (asked === undefined) return;
      started.waiting.delete(id);
      clearTimeout(asked.timer);
      if (started.waiting.size === 0) worker.unref();
      if (trouble === undefined) return asked.resolve(answer as never);
      tell(trouble, sentence);
      asked.reject(new Problem('unavailable', sentence ?? 'Impact could not be measured. Please try again.'));
    });
    worker.on('error', (error) => fail(started, error, 'Impact could not be measured. Please try again.'));
    worker.unref();
    return started;
  };

  const ask = <J extends Job | CleanJob>(job: J): Promise<AnswerOf<J>> => {
    const thread = (running ??= start());
    if (thread.waiting.size >= MAX_WAITING)
      return Promise.reject(new Problem('unavailable', 'Too much is being measured at once. Please try again.'));
    return new Promise((resolve, reject) => {
      last += 1;
      const timer = setTimeout(() => {
        fail(thread, new Error('Measuring took too long.'), 'Measuring took too long. Please try again.');
      }, maxSeconds * 1000).unref();
      thread.waiting.set(last, { resolve, reject, timer });
      thread.worker.ref();
      thread.worker.postMessage({ id: last, job });
    });
  };

  return {
    /** What results are said to be measured by. */
    engine: engine === undefined ? IMPACT_ENGINE : `${IMPACT_ENGINE} on ClickHouse`,
    ask: <J extends Job>(job: J) => ask(job),
    /** Lets the engine drop what it has of classes other than these, which go by the hashes of their chunks. */
    async clean(readKept: () => Promise<readonly (readonly string[])[]>): Promise<void> {
      if (engine !== undefined) await ask({ wants: 'clean', kept: await readKept() });
    },
    async close(): Promise<void> {
      const ended = running;
      running = undefined;
      for (const { reject, timer } of ended?.waiting.values() ?? []) {
        clearTimeout(timer);
        reject(new Problem('unavailable', 'The server is stopping.'));
      }
      await ended?.worker.terminate();
    },
  };
}
