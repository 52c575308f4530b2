import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { answerProblems } from './problem-reply.ts';
import { registerContract } from './register.ts';

const contract = {
  count: route('GET /api/count', {
    summary: 'Numbers',
    access: 'signed-in',
    streams: true,
    answer: z.object({ number: z.int() }),
  }),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server with one stream, controlled by the test. */
async function open(seconds: number) {
  const app = fastify();
  onTestFinished(() => app.close());
  answerProblems(app);
  const watching = new Set<(answer: { number: number }) => void>();
  const handlers = {
    count: (_call: object, send: (answer: { number: number }) => void) => {
      watching.add(send);
      return () => void watching.delete(send);
    },
  };
  const expiresAt = new Date(Date.now() + seconds * 1000);
  registerContract(app, contract, handlers, {
    authenticate: async () => ({ id: 'ada', permissions: NO_PERMISSIONS, expiresAt }),
  });
  const answer = await app.inject({ url: '/api/count', payloadAsStream: true });
  return { app, answer, watching, send: (number: number) => watching.forEach((push) => push({ number })) };
}

test('each item is sent as an event at once, and no proxy may buffer it', async () => {
  const { answer, send, watching } = await open(60);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  send(1);
  send(2);
  vi.advanceTimersByTime(60_000);
  expect(await text(answer.stream())).toBe(
    ': here\n\ndata: {"number":1}\n\ndata: {"number":2}\n\n: still here\n\n: still here\n\n',
  );
  expect(watching.size).toBe(0);
});

test('a long token does not extend a stream beyond ten minutes', async () => {
  const { answer, watching } = await open(24 * 60 * 60);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(watching.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await text(answer.stream())).toContain(': still here');
  expect(watching.size).toBe(0);
});

test('[W22] a client that does not read is disconnected instead of buffering everything', async () => {
  const { answer, send, watching } = await open(60);
  for (let number = 0; number < 200_000 && watching.size > 0; number += 1) send(number);
  expect(watching.size).toBe(0);
  answer.stream().destroy();
});

test('closing the server ends every stream', async () => {
  const { app, watching } = await open(60);
  await app.close();
  expect(watching.size).toBe(0);
});
