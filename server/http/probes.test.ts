import { fastify } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { createReadiness, MAX_ANSWER_MS, NOT_READY, registerProbes, type Reason } from './probes.ts';

afterEach(() => void vi.useRealTimers());

const writable = async () => undefined;

const document = (...reasons: Reason[]) => ({
  ready: reasons.length === 0,
  reasons: reasons.map((reason) => ({ reason, message: NOT_READY[reason] })),
});

test('a server is ready after its start, while the database answers', async () => {
  const readiness = createReadiness();
  const app = fastify();
  registerProbes(app, readiness);
  const probe = async (path: string) => {
    const { statusCode, body } = await app.inject(path);
    return [statusCode, body];
  };
  expect(await probe('/readyz')).toEqual([503, 'not ready']);
  expect(await probe('/readyz?verbose')).toEqual([503, JSON.stringify(document('migrating'))]);
  let ping = vi.fn(async (): Promise<void> => undefined);
  readiness.serve({ database: () => ping(), 'data-folder': writable });
  expect(await probe('/readyz')).toEqual([200, 'ok']);
  expect(await probe('/readyz?verbose')).toEqual([200, JSON.stringify(document())]);
  ping = vi.fn(() => Promise.reject(new Error('ECONNREFUSED')));
  expect(await probe('/readyz?verbose')).toEqual([503, JSON.stringify(document('database'))]);
  readiness.serve({ database: async () => undefined, 'data-folder': () => Promise.reject(new Error('EROFS')) });
  expect(await probe('/readyz')).toEqual([503, 'not ready']);
  expect(await probe('/readyz?verbose')).toEqual([503, JSON.stringify(document('data-folder'))]);
  readiness.drain();
  expect(await probe('/readyz?verbose')).toEqual([503, JSON.stringify(document('draining'))]);
  expect(await probe('/livez')).toEqual([200, 'ok']);
});

test('a database that does not answer in time is not ready, and probes share one query', async () => {
  vi.useFakeTimers();
  const readiness = createReadiness();
  const ping = vi.fn(() => new Promise<void>(() => undefined));
  readiness.serve({ database: ping, 'data-folder': writable });
  const both = Promise.all([readiness.reasons(), readiness.reasons()]);
  await vi.advanceTimersByTimeAsync(MAX_ANSWER_MS);
  expect(await both).toEqual([['database'], ['database']]);
  expect(ping).toHaveBeenCalledTimes(1);
});
