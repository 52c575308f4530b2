import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { CounterBatch } from '#domain/feed/counters.ts';
import { useTestApp } from '#server/testing/app.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { useReviews } from '#server/testing/reviews.ts';

let clock = Date.parse('2026-11-18T09:00:00.000Z');
const now = () => new Date((clock += 10));
const server = useTestApp({ now });
const reviews = useReviews(server);
const { addEngine, read, send, status, engine } = feedTester(server);
let address = { partner: 0, cob: '' };
beforeAll(() => void (address = reviews.bucket()));

const batch = (counts: object = {}): CounterBatch => ({
  id: randomUUID(),
  dropped: 0,
  buckets: [
    {
      ...address,
      version: 1,
      hour: '2026-11-18T09',
      decisions: 10,
      nothing_set: 2,
      no_max_line: 3,
      stopped: 0,
      compared: 10,
      differs: 4,
      dials: [],
      ...counts,
    },
  ],
});
const counted = () =>
  server.database.db
    .selectFrom('decision_count as c')
    .innerJoin('bucket as b', 'b.id', 'c.bucket_id')
    .selectAll('c')
    .where('b.partner_number', '=', address.partner)
    .where('b.cob', '=', address.cob)
    .executeTakeFirst();

test('a batch of counters adds up, and counts once however often it is sent', async () => {
  const { engine: added, token } = await addEngine();
  const one = batch();
  const answers = await Promise.all([1, 2, 3].map(() => send(token, 'POST', 'decisions', one)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
  expect(await counted()).toMatchObject({ decisions: 10, differs: 4 });
  await send(token, 'POST', 'decisions', { ...batch(), dropped: 6 });
  expect(await counted()).toMatchObject({ decisions: 20, no_max_line: 6 });
  expect((await engine(added.id))?.dropped).toBe(6);
  const { token: candidate } = await addEngine({ channel: 'candidate' });
  const other = await server.database.db
    .selectFrom('partner')
    .select('number')
    .where('number', '!=', address.partner)
    .executeTakeFirstOrThrow();
  const { token: elsewhere } = await addEngine({ partners: [other.number] });
  await send(candidate, 'POST', 'decisions', batch());
  await send(elsewhere, 'POST', 'decisions', batch());
  const nonsense = [
    {},
    { ...batch(), id: 'x' },
    batch({ hour: 'now' }),
    batch({ decisions: -1 }),
    batch({ name: 'Risk 1' }),
  ];
  for (const body of nonsense) expect((await send(token, 'POST', 'decisions', body)).statusCode).toBe(400);
  const twice = { ...batch(), buckets: [...batch().buckets, ...batch().buckets] };
  expect((await send(token, 'POST', 'decisions', twice)).statusCode).toBe(400);
  expect((await counted())?.decisions).toBe(20);
  // Counts of another time are dropped, and a number that is too large stays where it is.
  const before = (await engine(added.id))?.dropped ?? 0;
  await send(token, 'POST', 'decisions', batch({ hour: '2099-01-01T00' }));
  await send(token, 'POST', 'decisions', batch({ hour: '2020-01-01T00' }));
  expect((await engine(added.id))?.dropped).toBe(before + 20);
  for (const _turn of [1, 2, 3])
    expect((await send(token, 'POST', 'decisions', batch({ decisions: 1_000_000_000 }))).statusCode).toBe(204);
  expect((await counted())?.decisions).toBe(2_147_483_647);
});

test('an engine that reports too often has to wait', async () => {
  const { token } = await addEngine();
  clock += 60_000;
  const frozen = clock;
  const codes = [];
  for (let turn = 0; turn < 121; turn += 1) {
    clock = frozen;
    codes.push((await status(token)).statusCode);
  }
  expect([codes.slice(0, 120).every((code) => code === 204), codes[120]]).toEqual([true, 429]);
  expect((await read(token, 'production')).statusCode).toBe(200);
});

test('a sequence that does not exist, or no number of the database, leaves no outcome and no failure', async () => {
  const { engine: added, token } = await addEngine();
  const at = new Date(clock).toISOString();
  const error = { sequence: 900, message: 'Refused', at };
  expect((await status(token, { sequence: 800, applied_at: at, error })).statusCode).toBe(204);
  const outcomes = await server.database.db
    .selectFrom('engine_release')
    .select('sequence')
    .where('engine_id', '=', added.id)
    .execute();
  expect(outcomes).toEqual([]);
  for (const change of [{ sequence: 3e9 }, { error: { ...error, sequence: 3e9 } }])
    expect((await status(token, change)).statusCode).toBe(400);
  for (const change of [{ version: 3e9 }, { partner: 3e9 }])
    expect((await send(token, 'POST', 'decisions', batch(change))).statusCode).toBe(400);
});
