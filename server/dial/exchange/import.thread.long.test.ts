import { setTimeout as pause } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { ImportOutcome } from '#contract/dial-exchange.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { createOwnApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';

const TOO_MANY = 'There are too many intervals. At most 100 fit.';
const intervals = (count: number) => Array.from({ length: count }, (_, n) => `[${n}.1,${n}.5]`).join(' ');
const KEYS = DIMENSION_KEYS.filter((key) => dimensionOf(key).kind === 'intervals');
const wide = (count: number) => Object.fromEntries(KEYS.map((key) => [key, intervals(count)]));

test('[DX12] an import of megabytes is read in a thread: other requests are answered before it', async () => {
  const events: ('query' | 'other' | 'answer')[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      events.push('query');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { app, as } = await createOwnApp({ plugin });
  const rowBytes = JSON.stringify({ data: { name: 'Wide 000', dimensions: wide(200) } }).length;
  const rows = Array.from({ length: Math.floor(1_500_000 / rowBytes) }, (_, index) => ({
    data: { name: `Wide ${index}`, dimensions: wide(200) },
  }));
  const headers = await as('administrator');
  events.length = 0;
  let isAnswered = false;
  const preview = app.inject({ method: 'POST', url: '/api/dial-import/preview', headers, payload: { rows } });
  void preview.finally(() => {
    isAnswered = true;
    events.push('answer');
  });
  while (!isAnswered) {
    await app.inject('/livez');
    events.push('other');
    // The thread needs a core for itself.
    await pause(5);
  }
  const { outcomes } = (await preview).json<{ outcomes: ImportOutcome[] }>();
  expect(outcomes).toHaveLength(rows.length);
  expect(outcomes[0]).toEqual({
    outcome: 'wrong',
    name: 'Wide 0',
    errors: KEYS.map((key) => ({ path: `dimensions.${key}`, message: TOO_MANY })),
  });
  // Rows are read before the first query and compared after the last one.
  const answeredIn = (from: number, to: number) => events.slice(from, to).filter((event) => event === 'other').length;
  expect(answeredIn(0, events.indexOf('query'))).toBeGreaterThan(2);
  expect(answeredIn(events.lastIndexOf('query'), events.indexOf('answer'))).toBeGreaterThan(2);
});

test('[DX13] a field of a dial accepts a hundred intervals, in the form and in a file', async () => {
  const server = await createOwnApp();
  const { call, good, save } = dialTester(server);
  const dial = await good('POST', '/api/dials', {
    body: { name: 'Full', dimensions: { revenue_ranges: intervals(100) } },
  });
  const more = { revenue_ranges: intervals(101) };
  const errors = [{ path: 'dimensions.revenue_ranges', message: TOO_MANY }];
  const created = await call('POST', '/api/dials', { body: { name: 'More', dimensions: more } });
  expect([created.statusCode, created.json()]).toMatchObject([400, { errors }]);
  const saved = await save(dial, { dimensions: more });
  expect([saved.statusCode, saved.json()]).toMatchObject([400, { errors }]);
  const { outcomes } = await good<{ outcomes: ImportOutcome[] }>('POST', '/api/dial-import/preview', {
    body: { rows: [{ data: { name: 'x', dimensions: more } }, { data: { name: 'y', dimensions: wide(100) } }] },
  });
  expect(outcomes).toMatchObject([{ outcome: 'wrong', errors }, { outcome: 'new' }]);
});

test('[DX14] people take turns between the steps of an import', async () => {
  const server = await createOwnApp();
  const rowOf = (name: string) => ({ data: { name, dimensions: wide(100) } });
  const bytes = JSON.stringify(rowOf('x')).length;
  const many = Array.from({ length: Math.floor(2_800_000 / bytes) }, (_, index) => rowOf(`Many ${index}`));
  const preview = async (who: string, rows: object[]) =>
    server.app.inject({
      method: 'POST',
      url: '/api/dial-import/preview',
      headers: await server.as(who),
      payload: { rows },
    });
  const order: string[] = [];
  const ask = async (who: string, rows: object[]) => {
    const { statusCode } = await preview(who, rows);
    order.push(who);
    return statusCode;
  };
  const slow = [ask('administrator', many), ask('administrator', many)];
  const quick = ask('underwriter', [rowOf('One')]);
  expect(await Promise.all([...slow, quick])).toEqual([200, 200, 200]);
  expect(order).toEqual(['underwriter', 'administrator', 'administrator']);
});
