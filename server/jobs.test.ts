import { fastify, type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { scheduleJobs } from './jobs.ts';

/** A server that listens, with one job; returns what it logs as errors. */
async function serve(
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<Readonly<{ app: FastifyInstance; errors: string[] }>> {
  const errors: string[] = [];
  const write = (line: string) => void errors.push((JSON.parse(line) as { msg: string }).msg);
  const app = fastify({ logger: { level: 'error', stream: { write } } });
  scheduleJobs(app, { some: { everyMs: 1, atStart: true, run, failure: 'It failed; it is tried again.' } });
  onTestFinished(() => app.close());
  await app.listen({ host: 'localhost', port: 0 });
  return { app, errors };
}

test('a job that failed runs again, and each failure is logged', async () => {
  let runs = 0;
  const { errors } = await serve(async () => {
    runs += 1;
    if (runs <= 2) throw new Error('away');
  });
  await eventually(() => expect(runs).toBeGreaterThan(4));
  expect(errors).toEqual(['It failed; it is tried again.', 'It failed; it is tried again.']);
});

test('a job never runs beside itself, and closing waits for the run and tells it to stop', async () => {
  let [running, runs, most] = [0, 0, 0];
  let isStopped = false;
  const { app, errors } = await serve(async (signal) => {
    runs += 1;
    running += 1;
    most = Math.max(most, running);
    if (runs > 2) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    else await new Promise(setImmediate);
    running -= 1;
    isStopped = signal.aborted;
    signal.throwIfAborted();
  });
  await eventually(() => expect(runs).toBe(3));
  await app.close();
  expect([running, runs, most, isStopped, errors]).toEqual([0, 3, 1, true, []]);
});
