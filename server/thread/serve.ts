import { parentPort } from 'node:worker_threads';

/** The messages to and from a thread. */
export type ThreadJob = Readonly<{ id: number; job: unknown }>;
export type ThreadReply = Readonly<{ id: number; isStarted: true }> | JobResult;
export type JobResult = Readonly<{
  id: number;
  answer?: unknown;
  /** For the log, if it failed. */
  cause?: string;
  /** For the caller, if there is more to say than that it failed. */
  sentence?: string | undefined;
}>;

/** Called in the thread: answers each job. */
export function serveJobs(work: (job: never) => unknown, sentenceOf?: (error: unknown) => string | undefined): void {
  const reply = (message: ThreadReply) => parentPort?.postMessage(message);
  parentPort?.on('message', async ({ id, job }: ThreadJob) => {
    reply({ id, isStarted: true });
    try {
      reply({ id, answer: await work(job as never) });
    } catch (error) {
      const sentence = sentenceOf?.(error);
      const isPlain = sentence !== undefined && error instanceof Error;
      const cause = isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
      reply({ id, cause, sentence });
    }
  });
}
