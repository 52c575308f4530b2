import { serveJobs } from './serve.ts';

/** The jobs of the thread tests: each way in which a job can succeed or fail. */
export type TestJob =
  | Readonly<{ echo: string }>
  | Readonly<{ fail: 'throw' | 'crash' | 'exit' | 'never' }>
  | Readonly<{ waitFor: SharedArrayBuffer; beside?: true }>;

serveJobs(
  (job: TestJob) => {
    if ('echo' in job) return job.echo;
    if ('waitFor' in job) {
      const cells = new Int32Array(job.waitFor);
      return job.beside ? Atomics.waitAsync(cells, 0, 0).value : Atomics.wait(cells, 0, 0);
    }
    if (job.fail === 'throw') throw new RangeError('thrown');
    if (job.fail === 'exit') process.exit(3);
    if (job.fail === 'crash') queueMicrotask(() => void Promise.reject(new Error('crashed')));
    return new Promise(() => undefined);
  },
  (error) => (error instanceof RangeError ? 'A sentence of the thread.' : undefined),
);
