import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import { type Route, route } from '#contract/route.ts';
import { createOwnApp } from '#server/testing/app.ts';
import { addManyDials } from '#server/testing/many-dials.ts';
import { eventually } from '#server/testing/eventually.ts';
import { rawConnection } from '#server/testing/raw-http.ts';
import { answerProblems } from './problem-reply.ts';
import { registerContract } from './register.ts';
import { giveHeavyTurns, MAX_HEAVY_RUNNING as MAX_RUNNING, MAX_HEAVY_WAITING as MAX_WAITING } from './turns.ts';

test('[HV1] these routes are limited per person', () => {
  const heavy = Object.entries<Route>(contract).flatMap(([name, { isHeavy }]) => (isHeavy ? [name] : []));
  expect(heavy.toSorted()).toEqual([
    'countFigures',
    'exportAudit',
    'exportDials',
    'getEvidence',
    'importDials',
    'listMeasuredRisks',
    'measureEdits',
    'measureImpact',
    'measureReviewAgain',
    'measureVersion',
    'noteDrafts',
    'previewImport',
    'previewSigners',
    'readBucketDials',
    'readReviewImpact',
  ]);
  expect(Object.values<Route>(contract).filter(({ isHeavy, access }) => isHeavy && access === 'public')).toEqual([]);
});

test('[HV2] of sixty concurrent exports only that person is refused, and others are answered', async () => {
  const server = await createOwnApp();
  await addManyDials(server.database.db, { count: 300, by: 'demo|underwriter', at: new Date() });
  const greedy = await server.as({ id: 'demo|underwriter', permissions: ['dials:view'] });
  const other = await server.as('administrator');
  const exports = Array.from({ length: 60 }, () => server.app.inject({ url: '/api/dial-export', headers: greedy }));
  const reads = Array.from({ length: 20 }, () => server.app.inject({ url: '/api/dials', headers: other }));
  const heavyOfOther = server.app.inject({ url: '/api/dial-export', headers: other });
  expect((await Promise.all(reads)).map(({ statusCode }) => statusCode)).toEqual(reads.map(() => 200));
  expect((await heavyOfOther).json<{ dials: unknown[] }>().dials).toHaveLength(300);
  const answers = await Promise.all(exports);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(MAX_RUNNING + MAX_WAITING);
  for (const { statusCode, headers, body } of refused) {
    expect(statusCode).toBe(429);
    expect(headers['retry-after']).toBe('5');
    expect(body).toContain('urn:lineslip:problem:too-many-requests');
  }
  // No state is left: the same person is answered again.
  expect((await server.app.inject({ url: '/api/dial-export', headers: greedy })).statusCode).toBe(200);
});

const probeRoutes = {
  heavy: route('GET /api/heavy', {
    summary: 'x',
    access: 'signed-in',
    isHeavy: true,
    answer: z.object({ done: z.literal(true) }),
  }),
  list: route('GET /api/list', {
    summary: 'x',
    access: 'signed-in',
    answer: z.object({ cut: z.boolean(), items: z.array(z.object({ number: z.int() })) }),
    streamsList: 'items',
  }),
};
type Items = { number: number }[];

/** Routes whose handlers finish when the test says so. The header `person` identifies the caller. */
async function useProbe(items: Items | (() => AsyncIterable<Items>) = []) {
  const app: FastifyInstance = fastify();
  onTestFinished(() => app.close());
  answerProblems(app);
  const running: (() => void)[] = [];
  let most = 0;
  registerContract(
    app,
    probeRoutes,
    {
      heavy: async () => {
        await new Promise<void>((resolve) => {
          running.push(resolve);
          most = Math.max(most, running.length);
        });
        return { done: true as const };
      },
      list: async () => ({ cut: false, items: typeof items === 'function' ? items() : items }),
    },
    {
      authenticate: async ({ headers }) => ({
        id: String(headers['person']),
        permissions: {} as never,
        expiresAt: new Date(Date.now() + 60_000),
      }),
    },
  );
  await app.ready();
  const call = (person: string, url = '/api/heavy') => app.inject({ url, headers: { person } });
  return { app, call, running, most: () => most, finishOne: () => running.shift()?.() };
}

test('[HV3] a person has two heavy requests running and eight queued; everyone has their own limit', async () => {
  const { call, running, most, finishOne } = await useProbe();
  const calls = Array.from({ length: 60 }, () => call('greedy'));
  const statuses: number[] = [];
  for (const one of calls) void one.then(({ statusCode }) => statuses.push(statusCode));
  await eventually(() => expect(statuses).toEqual(Array.from({ length: 50 }, () => 429)));
  await eventually(() => expect(running).toHaveLength(MAX_RUNNING));
  const other = call('other');
  await eventually(() => expect(running).toHaveLength(MAX_RUNNING + 1));
  running.pop()?.();
  expect((await other).statusCode).toBe(200);
  for (let number = 0; number < MAX_RUNNING + MAX_WAITING; number += 1) {
    await eventually(() => expect(running.length).toBeGreaterThan(0));
    finishOne();
  }
  await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_RUNNING + MAX_WAITING);
  expect(most()).toBe(MAX_RUNNING + 1);
});

test('[HV4] disconnecting frees the place in the queue, or the running slot', async () => {
  const { app, running, finishOne } = await useProbe();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const open = () => {
    const connection = rawConnection(app);
    connection.socket.write('GET /api/heavy HTTP/1.1\r\nhost: x\r\nperson: one\r\n\r\n');
    return connection;
  };
  const refusal = async () => expect(await open().received('HTTP/1.1')).toMatch(/^HTTP\/1\.1 429/);
  const first = [open(), open()];
  await eventually(() => expect(running).toHaveLength(MAX_RUNNING));
  const waiting = Array.from({ length: MAX_WAITING }, open);
  await eventually(refusal);
  waiting[0]?.socket.destroy();
  // One of these takes the freed place; the queue is full again.
  const next = open();
  await eventually(refusal);
  first[0]?.socket.destroy();
  await eventually(() => expect(running).toHaveLength(MAX_RUNNING + 1));
  while (running.length > 0) {
    finishOne();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => {
    finishOne();
    expect(running).toHaveLength(0);
  });
  expect(await waiting[1]?.received('done')).toContain('200 OK');
  next.socket.destroy();
});

test('[HV6] a request that left while it waited takes no turn from those after it', async () => {
  const { enter } = giveHeavyTurns(10);
  const makeResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
  const running = Array.from({ length: MAX_RUNNING }, makeResponse);
  for (const response of running) await enter('one', response);
  const gone = makeResponse();
  const waiting = enter('one', gone);
  gone.emit('close');
  await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
  for (const response of running) response.emit('finish');
  // All places are free again.
  for (let number = 0; number < MAX_RUNNING; number += 1) await enter('one', makeResponse());
  await expect(enter('other', makeResponse())).resolves.toBeUndefined();
});

test('[HV5] a long list is sent in parts, from batches read meanwhile; an invalid item aborts it', async () => {
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ number: from + index }));
  const all = numbers(0, 20_000);
  const whole = await useProbe(all);
  expect((await whole.call('one', '/api/list')).json()).toEqual({ cut: false, items: all });
  expect((await (await useProbe([])).call('one', '/api/list')).json()).toEqual({ cut: false, items: [] });
  let read = 0;
  const { app } = await useProbe(async function* () {
    for (; read < 1000; read += 1) yield numbers(read * 1000, 1000);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { socket, received } = rawConnection(app);
  socket.write('GET /api/list HTTP/1.1\r\nhost: x\r\nperson: one\r\n\r\n');
  await received('"number":1}');
  socket.destroy();
  // The caller left after the first part: the rest is not read.
  await eventually(async () => {
    const before = read;
    await new Promise((resolve) => setImmediate(resolve));
    expect(read).toBe(before);
  });
  expect(read).toBeLessThan(1000);
  const wrong = await useProbe([{ number: 0.5 }]);
  expect((await wrong.call('one', '/api/list')).statusCode).toBe(500);
});
