import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { createReadiness } from '#server/http/probes.ts';
import { createOwnApp } from '#server/testing/app.ts';
import { createMetrics } from './metrics.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

/** The value of a series; undefined if it is not shown. */
const valueOf = (output: string, series: string): number | undefined => {
  const line = output.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('requests are counted by route pattern and status, never by address', async () => {
  const metrics = createMetrics(createReadiness());
  const { app, as } = await createOwnApp({ metrics });
  const id = randomUUID();
  const headers = await as('administrator');
  await app.inject({ url: `/api/dials/${id}?secret=${id}`, headers });
  await app.inject({ url: `/api/dials/${id}` });
  await app.inject({ url: `/nowhere/${id}`, headers: { accept: 'application/json' } });
  await app.inject('/readyz');
  const output = await metrics.print();
  expect(output).not.toContain(id);
  expect(output.match(/^http_request_duration_seconds_count.*$/gm)).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/api/dials/:dialId",status="404"} 1',
    'http_request_duration_seconds_count{method="GET",route="/api/dials/:dialId",status="401"} 1',
    'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
  ]);
  expect(output).toMatch(/# EOF\n?$/);
});

test('a scrape shows the state of the installation, and leaves out what it cannot read', async () => {
  const readiness = createReadiness();
  const metrics = createMetrics(readiness);
  const { db } = (await createOwnApp({ metrics, now: () => NOW })).database;
  const message = (createdAt: Date, nextAt: Date | null) => ({
    id: randomUUID(),
    kind: 'approved',
    payload: '{}',
    created_at: createdAt,
    next_at: nextAt,
    delivered_at: nextAt === null ? createdAt : null,
  });
  await db
    .insertInto('webhook_delivery')
    .values([message(before(600), NOW), message(before(60), NOW), message(before(9000), null)])
    .execute();
  const checkpoint = { hash: '', count: 0, key: '', signature: '' };
  await db
    .insertInto('audit_checkpoint')
    .values({ ...checkpoint, seq: 0, at: before(90) })
    .execute();
  await db.updateTable('feed_head').set({ sequence: 7 }).where('channel', '=', 'production').execute();
  readiness.serve({ database: async () => undefined, 'data-folder': async () => undefined });
  const output = await metrics.print();
  const expected = {
    lineslip_ready: 1,
    lineslip_database_up: 1,
    lineslip_database_waiting_queries: 0,
    'lineslip_queue_length{queue="impact"}': 0,
    'lineslip_event_streams{reader="pages"}': 0,
    lineslip_open_reviews: 0,
    lineslip_engines_behind: 0,
    lineslip_webhook_backlog: 2,
    lineslip_webhook_oldest_seconds: 600,
    lineslip_audit_checkpoint_age_seconds: 90,
    'lineslip_feed_sequence{channel="production"}': 7,
  };
  expect(Object.fromEntries(Object.keys(expected).map((series) => [series, valueOf(output, series)]))).toEqual(
    expected,
  );
  expect(valueOf(output, 'lineslip_database_connections{state="idle"}')).toBeGreaterThan(0);

  // At once, although the state is cached.
  readiness.serve({
    database: () => Promise.reject(new Error('ECONNREFUSED')),
    'data-folder': async () => undefined,
  });
  const without = await metrics.print();
  expect(valueOf(without, 'lineslip_database_up')).toBe(0);
  expect(valueOf(without, 'lineslip_webhook_backlog')).toBeUndefined();
  expect(valueOf(without, 'lineslip_queue_length{queue="impact"}')).toBe(0);
});

test('a database that does not answer the query is down, and before the application nothing is said about it', async () => {
  const readiness = createReadiness();
  const metrics = createMetrics(readiness);
  expect(valueOf(await metrics.print(), 'lineslip_database_up')).toBeUndefined();
  metrics.watch(fastify(), {
    db: connect({ host: '127.0.0.1', port: 1 }),
    now: () => NOW,
    queues: {
      requests: () => 0,
      heavy_requests: () => 0,
      impact: () => 3,
      import: () => 0,
      passwords: () => 0,
      proofs: () => 0,
    },
    streams: { engines: () => 0, pages: () => 0 },
    portfolioBytes: () => 0,
  });
  readiness.serve({ database: async () => undefined, 'data-folder': async () => undefined });
  const output = await metrics.print();
  expect(valueOf(output, 'lineslip_database_up')).toBe(0);
  expect(valueOf(output, 'lineslip_queue_length{queue="impact"}')).toBe(3);
});
