import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { useTestDatabase } from '#server/testing/database.ts';
import { queueWebhook } from './webhook.service.ts';
import { signedHeaders, MAX_ATTEMPTS, pauseAfter, webhookWorker } from './webhook.worker.ts';
import { eventually } from '#server/testing/eventually.ts';

const SECRET = 'a secret of the tests';
const database = useTestDatabase();

type Received = Readonly<{ headers: IncomingHttpHeaders; body: string }>;

/** A real receiver. The script lists the status of each response, then 200; 0 never answers. */
async function receiver(script: number[] = []) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const status = script.shift() ?? 200;
      if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { received, close, url: `http://localhost:${(server.address() as AddressInfo).port}/in` };
}

let time = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date(time);
function workerFor(url: string, more: Partial<Parameters<typeof webhookWorker>[0]> = {}) {
  const trouble: string[] = [];
  const worker = webhookWorker({
    db: database.db,
    now,
    url,
    secret: SECRET,
    chance: () => 0,
    onError: (error, message) => trouble.push(`${message} ${error instanceof Error ? error.stack : String(error)}`),
    ...more,
  });
  onTestFinished(() => worker.close());
  return { worker, trouble };
}
const message = (data: object) => ({ type: 'bucket_voted', timestamp: now().toISOString(), data });
const queue = (data: object) => transaction(database.db, (trx) => queueWebhook(trx, message(data)));
const rows = () => database.db.selectFrom('webhook_delivery').selectAll().orderBy('created_at').execute();
const empty = () => database.db.deleteFrom('webhook_delivery').execute();

test('[W1] webhooks are signed per Standard Webhooks', async () => {
  // The example of the specification.
  const body = '{"test": 2432232314}';
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: new Date(1_614_265_330_000), body };
  expect(signedHeaders(signed, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('[W2] a failed webhook is sent again later, with the same id and a new signature', async () => {
  await empty();
  const { received, url } = await receiver([500, 302]);
  const { worker } = workerFor(url);
  await queue({ text: 'Zoë' });
  expect(await worker.sendDue()).toBe(1);
  expect(await rows()).toMatchObject([{ attempts: 1, delivered_at: null, last_error: 'The receiver answered 500.' }]);
  expect(await worker.sendDue()).toBe(0);
  time += 5000;
  expect(await worker.sendDue()).toBe(1);
  expect(await rows()).toMatchObject([{ attempts: 2, last_error: 'The receiver answered 302.' }]);
  time += 14_999;
  expect(await worker.sendDue()).toBe(0);
  time += 1;
  expect(await worker.sendDue()).toBe(1);
  expect(await rows()).toMatchObject([{ attempts: 3, delivered_at: now(), next_at: null, last_error: null }]);
  time += 3_600_000;
  expect(await worker.sendDue()).toBe(0);

  expect(received).toHaveLength(3);
  const [{ id } = { id: '' }] = await rows();
  for (const { headers, body } of received) {
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id });
    const signature = createHmac('sha256', SECRET).update(`${id}.${String(headers['webhook-timestamp'])}.${body}`);
    expect(headers['webhook-signature']).toBe(`v1,${signature.digest('base64')}`);
    expect(JSON.parse(body)).toMatchObject({ type: 'bucket_voted', data: { text: 'Zoë' } });
  }
  const times = received.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(times.map((one) => one - (times[0] ?? 0))).toEqual([0, 5, 20]);
});

test('[W3] the delays between webhook attempts grow to an hour, with jitter of up to half', () => {
  const seconds = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => pauseAfter(index + 1, 0) / 1000);
  expect(seconds).toEqual([5, 15, 45, 135, 405, 1215, 3600, 3600, 3600]);
  expect([pauseAfter(9, 1), pauseAfter(1, 0.5)]).toEqual([1_800_000, 3750]);
});

test('[W4] a webhook is abandoned after ten attempts, stored, and reported', async () => {
  await empty();
  const { received, url, close } = await receiver();
  await close();
  const { worker, trouble } = workerFor(url);
  await queue({});
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await worker.sendDue();
    time += 3_600_000;
  }
  const [row] = await rows();
  expect(row).toMatchObject({ attempts: 10, delivered_at: null, next_at: null });
  expect(row?.last_error).toMatch(/fetch failed/);
  expect(trouble).toEqual([expect.stringMatching(`^The webhook ${row?.id} was given up after 10 attempts.`)]);
  expect(received).toEqual([]);
});

test('[W40] stored and logged errors of a webhook never contain the address or parts of it', async () => {
  await empty();
  const { worker, trouble } = workerFor('https://bridge:letmein@bridge.invalid/in/hidden-token?key=hidden-key');
  await queue({});
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await worker.sendDue();
    time += 3_600_000;
  }
  const [row] = await rows();
  expect(row).toMatchObject({ attempts: 10, next_at: null });
  expect(row?.last_error).toMatch(/credentials: WEBHOOK_URL$/);
  expect(trouble).toHaveLength(1);
  expect(JSON.stringify([row, trouble])).not.toMatch(/letmein|hidden/);
});

test('[W5] an unresponsive webhook receiver times out', async () => {
  await empty();
  const { url } = await receiver([0]);
  const { worker } = workerFor(url, { timeoutMs: 50 });
  await queue({});
  await worker.sendDue();
  expect(await rows()).toMatchObject([
    { attempts: 1, delivered_at: null, last_error: expect.stringMatching(/timeout/) },
  ]);
});

test('[W6] servers share the webhooks: each message is sent by one of them', async () => {
  await empty();
  const { received, url } = await receiver();
  for (let index = 0; index < 40; index += 1) await queue({ index });
  const workers = Array.from({ length: 4 }, () => workerFor(url).worker);
  const sent = await Promise.all(workers.map(({ sendDue }) => sendDue()));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(40);
  expect(received).toHaveLength(40);
});

test('[W6] a message that another server delivered meanwhile stays delivered, whatever becomes of the first attempt', async () => {
  await empty();
  const { received, url, close } = await receiver([0]);
  const [slow, quick] = [workerFor(url, { timeoutMs: 60_000 }).worker, workerFor(url).worker];
  await queue({});
  const first = slow.sendDue();
  await eventually(() => expect(received).toHaveLength(1));
  expect(await quick.sendDue()).toBe(0);
  // The claim of the first one is over.
  time += 180_000;
  expect(await quick.sendDue()).toBe(1);
  const delivered = await rows();
  expect(delivered).toMatchObject([{ attempts: 2, delivered_at: now(), next_at: null }]);
  await close();
  await first;
  expect(await rows()).toEqual(delivered);
});

test('[W7] the webhook worker sends when woken; it never sees uncommitted messages', async () => {
  await empty();
  const { received, url } = await receiver([503]);
  const { worker } = workerFor(url, { pollMs: 5, now: () => new Date((time += 10_000)) });
  const broken = transaction(database.db, async (trx) => {
    await queueWebhook(trx, message({ never: true }));
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  await queue({ first: true });
  worker.wake();
  await eventually(async () => expect(await rows()).toMatchObject([{ delivered_at: expect.any(Date) }]));
  expect(received.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([
    { first: true },
    { first: true },
  ]);
});

test('the webhook worker keeps polling while the database is down, and reports it once', async () => {
  let looked = 0;
  const away = connect({ host: '127.0.0.1', port: 1 });
  onTestFinished(() => away.destroy());
  const { worker, trouble } = workerFor('http://localhost:1/', {
    db: away,
    pollMs: 1,
    now: () => {
      looked += 1;
      return now();
    },
  });
  worker.wake();
  await eventually(() => expect(looked).toBeGreaterThan(5));
  expect(trouble).toEqual([expect.stringMatching(/^Webhooks could not be sent; they are tried again\./)]);
});

test('[W8] closing the webhook worker aborts the current attempt, and leaves it to the next server', async () => {
  await empty();
  const { received, url } = await receiver([0]);
  const { worker } = workerFor(url);
  await queue({});
  worker.wake();
  await eventually(() => expect(received).toHaveLength(1));
  await worker.close();
  expect(await rows()).toMatchObject([{ attempts: 1, delivered_at: null, next_at: now() }]);
  const next = workerFor(url);
  expect(await next.worker.sendDue()).toBe(1);
  expect(await rows()).toMatchObject([{ attempts: 2, delivered_at: now() }]);
});

test('a receiver of cards gets a card with a link, signed like every message', async () => {
  await empty();
  const { received, url } = await receiver();
  const { worker } = workerFor(url, { format: 'teams' });
  await queue({ url: 'https://l.example/x', review: { description: 'Lower the cap', content_hash: 'unknown' } });
  expect(await worker.sendDue()).toBe(1);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'message',
    attachments: [
      { content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', url: 'https://l.example/x' }] } },
    ],
  });
  expect(received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
});
