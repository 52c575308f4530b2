import { Worker } from 'node:worker_threads';
import { Problem } from '#contract/problem.ts';
import type { AnswerOf, Job } from './job.ts';

/** A thread that takes longer than this over what it was given is ended; the next job gets a new one. */
const MAX_SECONDS = 60;
/** More than this many jobs at once are not taken. */
const MAX_WAITING = 200;

type Waiting = Readonly<{ resolve: (answer: never) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }>;
type Reply = Readonly<{ id: number; answer?: unknown; trouble?: string }>;
type Running = Readonly<{ worker: Worker; waiting: Map<number, Waiting> }>;
export type Measuring = ReturnType<typeof createMeasuring>;

/** Hands jobs to the thread that measures. It is started with the first job, and again after it failed. */
export function createMeasuring(onTrouble: (error: unknown) => void, maxSeconds = MAX_SECONDS) {
  let running: Running | undefined;
  let last = 0;

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
    const worker = new Worker(new URL('./impact.thread.ts', import.meta.url));
    const started: Running = { worker, waiting: new Map() };
    worker.on('message', ({ id, answer, trouble }: Reply) => {
      const asked = started.waiting.get(id);
      if (asked === undefined) return;
      started.waiting.delete(id);
      clearTimeout(asked.timer);
      if (started.waiting.size === 0) worker.unref();
      if (trouble === undefined) return asked.resolve(answer as never);
      onTrouble(new Error(trouble));
      asked.reject(new Problem('unavailable', 'Impact could not be measured. Please try again.'));
    });
    worker.on('error', (error) => fail(started, error, 'Impact could not be measured. Please try again.'));
    worker.unref();
    return started;
  };

  return {
    ask<J extends Job>(job: J): Promise<AnswerOf<J>> {
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
