import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { registerContract } from './register.ts';

const contract = {
  ask: route('POST /api/ask', {
    summary: 'Answers on demand',
    access: 'public',
    body: z.strictObject({ of: z.string() }),
    answer: z.object({ left: z.boolean() }),
  }),
};

test('a request with a body is handled until its caller disconnects', async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const answered = Promise.withResolvers<void>();
  const app = fastify();
  onTestFinished(() => app.close());
  const ask = async ({ signal }: Readonly<{ signal: AbortSignal }>) => {
    started.resolve(signal);
    await answered.promise;
    return { left: signal.aborted };
  };
  registerContract(app, contract, { ask }, { authenticate: () => Promise.reject(new Error('Nobody signs in here.')) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const send = (signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"of":"me"}',
      ...(signal && { signal }),
    });
  const gone = send(leaving.signal).catch(() => 'gone');
  const signal = await started.promise;
  const left = new Promise((resolve) => signal.addEventListener('abort', resolve));
  leaving.abort();
  expect(await gone).toBe('gone');
  await left;
  answered.resolve();
  expect(await (await send()).json()).toEqual({ left: false });
});
