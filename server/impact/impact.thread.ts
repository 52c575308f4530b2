import { parentPort } from 'node:worker_threads';
import type { Job } from './job.ts';
import { createMeasurer } from './measurer.ts';

/** The thread that measures, one job after the other: the one that answers calls never waits for it. */
const { measure } = createMeasurer();

parentPort?.on('message', ({ id, job }: { id: number; job: Job }) => {
  try {
    parentPort?.postMessage({ id, answer: measure(job) });
  } catch (error) {
    parentPort?.postMessage({ id, trouble: error instanceof Error ? error.stack : String(error) });
  }
});
