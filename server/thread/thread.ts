import { Worker } from 'node:worker_threads';
import { Problem } from '#contract/problem.ts';
import { createFairQueue, ONE_KIND } from '#server/queue/fair-queue.ts';
import type { JobResult, ThreadJob, ThreadReply } from './serve.ts';

/** A longer job is aborted together with its thread; queued jobs get a new one. */
const MAX_SECONDS = 60;
/** Queued jobs per owner and in total; more are rejected. */
const MAX_WAITING_OF_OWNER = 20;
const MAX_WAITING = 200;
/** A job that ran beside one that ended the thread is retried once. */
const MAX_STARTS = 2;

type Options = Readonly<{
  /** The module that the thread runs: it calls `serveJobs`. */
  file: URL;
  workerData?: unknown;
  /** Concurrent jobs of the thread. */
  maxRunning?: number;
  maxSeconds?: number;
  /** Messages for callers. */
  sentences: Readonly<{ failed: string; late: string; full: string }>;
  /** Receives every failure for the log, with the caller's message if the thread gave one. */
  onError: (error: unknown, sentence?: string) => void;
}>;

type Work = {
  readonly job: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  starts: number;
  readonly signal: AbortSignal | undefined;
};
/** The time of a job starts when the thread says so: neither queueing nor starting the thread counts. */
type StartedJob = Readonly<{ work: Work; startTimer: () => void; stopTimer: () => void }>;
const nobodyWaits = () => new Problem('unavailable', 'Nobody waits for this any more.');
type Running = Readonly<{ worker: Worker; started: Map<number, StartedJob> }>;

/**
 * Runs jobs in a thread, owners in turn. The thread starts with the first job, and again after it failed. Each job has
 * its own timeout, and a failing or slow job fails alone.
 */
export function createThread({ file, workerData, maxRunning = 1, maxSeconds = MAX_SECONDS, ...options }: Options) {
  const { sentences, onError } = options;
  const queue = createFairQueue<'work', Work>({
    kinds: ONE_KIND,
    slots: maxRunning,
    maxWaiting: MAX_WAITING,
    maxWaitingPerCaller: MAX_WAITING_OF_OWNER,
  });
  let running: Running | undefined;
  let lastId = 0;

  const startThread = (): Running => {
    const worker = new Worker(file, { workerData });
    const thread: Running = { worker, started: new Map() };
    worker.on('message', (reply: ThreadReply) => {
      const entry = thread.started.get(reply.id);
      if (entry === undefined) return;
      if ('isStarted' in reply) entry.startTimer();
      else finish(thread, reply, entry);
    });
    const fail = (error: unknown) => {
      if (running !== thread) return;
      onError(error);
      const [only, ...others] = thread.started.keys();
      // If several were running, the culprit is unknown.
      abandon(thread, others.length === 0 ? only : undefined, sentences.failed);
    };
    worker.on('error', fail).on('exit', (code) => fail(new Error(`The thread ended with code ${code}.`)));
    worker.unref();
    return thread;
  };

  const finish = ({ worker, started }: Running, reply: JobResult, { work, stopTimer }: StartedJob): void => {
    const { id, answer, cause, sentence } = reply;
    started.delete(id);
    queue.leave(work);
    stopTimer();
    if (started.size === 0) worker.unref();
    if (cause === undefined) work.resolve(answer);
    else {
      onError(new Error(cause), sentence);
      work.reject(new Problem('unavailable', sentence ?? sentences.failed));
    }
    startNext();
  };

  /** Ends a thread because of one of its jobs. The others are retried. */
  const abandon = (thread: Running, failedId: number | undefined, sentence: string): void => {
    if (running === thread) running = undefined;
    const jobs = [...thread.started].toReversed();
    thread.started.clear();
    for (const [id, { work, stopTimer }] of jobs) {
      stopTimer();
      if (id !== failedId && work.starts < MAX_STARTS && !work.signal?.aborted) queue.putBack(work);
      else {
        queue.leave(work);
        work.reject(new Problem('unavailable', sentence));
      }
    }
    void thread.worker.terminate();
    startNext();
  };

  const startNext = (): void => {
    for (let work = queue.take(); work !== undefined; work = queue.take()) {
      const thread = (running ??= startThread());
      lastId += 1;
      const id = lastId;
      let timer: NodeJS.Timeout | undefined;
      const startTimer = () => {
        timer = setTimeout(() => {
          onError(new Error(sentences.late));
          abandon(thread, id, sentences.late);
        }, maxSeconds * 1000).unref();
      };
      work.starts += 1;
      thread.started.set(id, { work, startTimer, stopTimer: () => clearTimeout(timer) });
      thread.worker.ref();
      thread.worker.postMessage({ id, job: work.job } satisfies ThreadJob);
    }
  };

  return {
    /** Runs a job in the thread. `owner` determines its turn. Dropped if it still waits when nobody wants it any more. */
    async ask(owner: string, job: unknown, signal?: AbortSignal): Promise<unknown> {
      if (signal?.aborted) throw nobodyWaits();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const work: Work = { job, resolve, reject, starts: 0, signal };
      const refused = queue.add(work, owner, 'work');
      refused?.work.reject(
        new Problem(refused.because === 'caller' ? 'too-many-requests' : 'unavailable', sentences.full),
      );
      const drop = () => {
        if (!queue.isWaiting(work)) return;
        queue.leave(work);
        reject(nobodyWaits());
      };
      signal?.addEventListener('abort', drop);
      startNext();
      return promise.finally(() => signal?.removeEventListener('abort', drop));
    },
    countWaiting: queue.countWaiting,
    isRunning: () => running !== undefined,
    async close(): Promise<void> {
      const ended = running;
      running = undefined;
      const started = [...(ended?.started.values() ?? [])];
      ended?.started.clear();
      for (const { stopTimer } of started) stopTimer();
      for (const work of [...started.map((one) => one.work), ...queue.listWaiting()]) {
        queue.leave(work);
        work.reject(new Problem('unavailable', 'The server is stopping.'));
      }
      await ended?.worker.terminate();
    },
  };
}
