import { fastify } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { compose } from '#server/compose.ts';
import { transaction } from '#server/db/transaction.ts';
import { createTestApp, TEST_AUDIT_KEY, type TestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { dialTester } from '#server/testing/dials.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, reviewTester } from '#server/testing/reviews.ts';
import { checkpointService, logCheckpoint } from './audit.checkpoint.ts';
import { listCheckpoints } from './audit.store.ts';
import { isSignatureValid, signerOf } from './audit.key.ts';
import { recordAudit } from './audit.service.ts';
import { eventually, untilWaiting } from '#server/testing/eventually.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date(clock);
let server: TestApp;
beforeAll(async () => {
  const environment = { WEBHOOK_URL: 'http://localhost:9/in', WEBHOOK_SECRET: 'a secret of the tests' };
  server = await createTestApp({ now, environment });
});
afterAll(() => server.close());

const db = () => server.database.db;
const end = () => db().selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
const record = () =>
  transaction(db(), (trx) =>
    recordAudit(
      trx,
      null,
      [{ action: 'partner_added', object: { type: 'partner', id: '1' }, detail: { name: 'A' } }],
      now(),
    ),
  );
const messages = async () =>
  (await db().selectFrom('webhook_delivery').select(['kind', 'payload']).orderBy('created_at').execute()).filter(
    ({ kind }) => kind === 'audit_checkpoint',
  );

/** One of several servers that share the database. */
function serverWithLog() {
  const logged: SignedCheckpoint[] = [];
  const checkpoints = checkpointService({
    db: db(),
    now,
    signer: signerOf(TEST_AUDIT_KEY),
    webhooks: true,
    log: (checkpoint) => logged.push(checkpoint),
  });
  return { ...checkpoints, logged };
}

test('[A40] an audit checkpoint is signed every hour with new records: in the table, in the log and in the webhook', async () => {
  const { addIfDue, logged } = serverWithLog();
  const first = await addIfDue();
  const { seq, hash, count } = await end();
  expect(first).toMatchObject({ seq: Number(seq), hash, count: Number(count), at: now().toISOString() });
  expect(first && isSignatureValid(first)).toBe(true);
  clock += 3_600_000;
  expect(await addIfDue()).toBeUndefined();
  await record();
  const second = await addIfDue();
  expect(second?.count).toBe(Number(count) + 1);
  await record();
  clock += 3_599_999;
  expect(await addIfDue()).toBeUndefined();
  clock += 1;
  expect(await addIfDue()).toBeDefined();
  expect(await listCheckpoints(db())).toEqual(logged);
  expect(logged.slice(0, 2)).toEqual([first, second]);
  expect((await messages()).map(({ payload }) => payload)).toEqual(
    logged.map((data) => ({ type: 'audit_checkpoint', timestamp: data.at, data })),
  );
});

test('an audit checkpoint is made by one of the servers that share a database', async () => {
  clock += 3_600_000;
  await record();
  const servers = Array.from({ length: 6 }, serverWithLog);
  const holding = await db().startTransaction().execute();
  await sql`select from audit_head for update`.execute(holding);
  const runs = Promise.all(servers.map(({ addIfDue }) => addIfDue()));
  // All of them found that it is due.
  await untilWaiting(server.database.config, servers.length);
  await holding.commit().execute();
  const made = await runs;
  expect(made.filter((one) => one !== undefined)).toHaveLength(1);
  expect(servers.flatMap(({ logged }) => logged)).toHaveLength(1);
});

test('[A42] an audit checkpoint is signed with every activation, in its transaction, over its record', async () => {
  const tester = reviewTester(server);
  const dial = await dialTester(server).published({ name: 'One' });
  const [address] = await tester.addBuckets(1, ['cargo']);
  if (address === undefined) throw new Error('There is no bucket.');
  const hash = await tester.submitted(address, [entryOf(dial)]);
  await tester.vote(REVIEWERS[0], address, hash, 'approve');
  const before = await listCheckpoints(db());
  expect((await tester.vote(REVIEWERS[1], address, hash, 'approve')).status).toBe(200);
  const added = (await listCheckpoints(db())).slice(before.length);
  const activated = await db()
    .selectFrom('audit_event')
    .select(['seq', 'hash'])
    .where('action', '=', 'bucket_activated')
    .execute();
  expect(added).toMatchObject(activated.map((row) => ({ seq: Number(row.seq), hash: row.hash })));
  expect(added.map(isSignatureValid)).toEqual([true]);
  expect((await messages()).map(({ payload }) => payload['data'])).toContainEqual(added[0]);
});

test('an audit checkpoint is logged at every log level', async () => {
  const [checkpoint] = await listCheckpoints(db());
  if (checkpoint === undefined) throw new Error('There is no checkpoint.');
  for (const level of ['debug', 'warn', 'error']) {
    const lines: string[] = [];
    const app = fastify({ logger: { level, stream: { write: (line: string) => void lines.push(line) } } });
    logCheckpoint(app.log, checkpoint);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 30, msg: 'Audit checkpoint', checkpoint },
    ]);
  }
});

test('an audit checkpoint is made regularly by a listening server', async () => {
  clock += 3_600_000;
  await record();
  const before = await listCheckpoints(db());
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { app } = await compose({
    config: server.config,
    db: db(),
    connection: server.database.config,
    root: '/nowhere',
    now,
  });
  onTestFinished(() => app.close());
  await app.listen({ host: 'localhost', port: 0 });
  expect(await listCheckpoints(db())).toEqual(before);
  vi.advanceTimersByTime(60_000);
  await eventually(async () => expect(await listCheckpoints(db())).toHaveLength(before.length + 1));
});

test('an audit checkpoint is invalid once any part of it, or its signature, was changed', async () => {
  const checkpoint = signerOf(TEST_AUDIT_KEY).sign({
    seq: 7,
    hash: 'a'.repeat(64),
    count: 7,
    at: now().toISOString(),
  });
  const other = signerOf(Buffer.alloc(32, 'x').toString('base64'));
  expect(isSignatureValid(checkpoint)).toBe(true);
  const changes: Partial<SignedCheckpoint>[] = [
    { seq: 8 },
    { hash: 'b'.repeat(64) },
    { count: 8 },
    { at: '2026-11-15T09:00:00.001Z' },
    { key: other.key },
    { key: 'no key' },
    { signature: other.sign(checkpoint).signature },
    { signature: '' },
  ];
  for (const change of changes)
    expect(isSignatureValid({ ...checkpoint, ...change }), JSON.stringify(change)).toBe(false);
});

test.each(['update audit_checkpoint set count = 0', 'delete from audit_checkpoint', 'truncate audit_checkpoint'])(
  '[A44] an audit checkpoint cannot be changed by the application or by the owner of the table: %s',
  async (statement) => {
    const before = await listCheckpoints(db());
    expect(before.length).toBeGreaterThan(0);
    await expect(sql.raw(statement).execute(db())).rejects.toMatchObject({ code: '42501' });
    await expect(execute(server.database.config, statement)).rejects.toThrow('Audit records are append-only.');
    expect(await listCheckpoints(db())).toEqual(before);
  },
);
