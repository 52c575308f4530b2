import { fastify, type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { feedHub } from './feed/feed.hub.ts';
import { createJobs, scheduleJobs } from './jobs.ts';

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

test('a job also runs on its occasions, once more for all that come during a run, and no more after the end', async () => {
  let runs = 0;
  let occur = () => undefined as void;
  let isHeard = false;
  const turns: PromiseWithResolvers<void>[] = [];
  const app = fastify();
  const run = () => {
    runs += 1;
    const turn = Promise.withResolvers<void>();
    turns.push(turn);
    return turn.promise;
  };
  const alsoOn = (start: () => void) => {
    [occur, isHeard] = [start, true];
    return () => void (isHeard = false);
  };
  scheduleJobs(app, { some: { everyMs: 3_600_000, alsoOn, run, failure: 'It failed.' } });
  await app.listen({ host: 'localhost', port: 0 });
  expect(runs).toBe(0);
  occur();
  occur();
  occur();
  expect(runs).toBe(1);
  turns[0]?.resolve();
  await eventually(() => expect(runs).toBe(2));
  turns[1]?.resolve();
  await turns[1]?.promise;
  await app.close();
  expect([runs, isHeard]).toEqual([2, false]);
});

test('the engine of the demo hears of production releases', () => {
  const hub = feedHub();
  const { demoEngine } = createJobs({ services: {}, hub } as never);
  let starts = 0;
  const leave = demoEngine.alsoOn?.(() => void (starts += 1));
  const say = (channel: string) => hub.subscription.onMessage(JSON.stringify({ channel, sequence: 2 }));
  say('production');
  say('candidate');
  expect(starts).toBe(1);
  leave?.();
  say('production');
  expect(starts).toBe(1);
});
