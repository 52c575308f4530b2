import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BucketPractice } from '#contract/practice.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { type BucketCount, UNKNOWN_VERSION } from '#domain/feed/counters.ts';
import { CALLED_OFF } from '#domain/practice/counts.ts';
import { useTestApp } from '#server/testing/app.ts';
import { createClock } from '#server/testing/clock.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';
import { DAY, scheduleTester } from '#server/testing/schedules.ts';
import { createVersionReader, keyOf } from './decision.store.ts';

const { now, moveTo } = createClock('2026-11-18T09:00:00.000Z');
const server = useTestApp({ now });
const reviews = useReviews(server);
const { bucket, entries } = reviews;
const { schedule, callOff } = scheduleTester(reviews);
const { addEngine, send, release, engine } = feedTester(server);
let token = '';
let id = '';
beforeAll(async () => {
  const added = await addEngine();
  token = added.token;
  id = added.engine.id;
});

const count = (at: BucketAddress, change: Partial<BucketCount> = {}): BucketCount => ({
  ...at,
  version: 2,
  hour: '2026-11-18T09',
  decisions: 10,
  nothing_set: 0,
  no_max_line: 0,
  stopped: 0,
  compared: 0,
  differs: 0,
  dials: [],
  ...change,
});
const batchOf = (...buckets: BucketCount[]) => ({ id: randomUUID(), dropped: 0, buckets });
const report = (...buckets: BucketCount[]) => send(token, 'POST', 'decisions', batchOf(...buckets));
const stored = async ({ partner, cob }: BucketAddress) => {
  const path = `/api/buckets/${partner}/${cob}/practice?days=90`;
  const { days, dials } = await reviews.good<BucketPractice>(REVIEWERS[0], 'GET', path);
  return {
    days: days.map(({ version, decisions }) => [version, decisions]),
    decided: dials.map((dial) => dial.decided),
  };
};
const dropped = async () => (await engine(id))?.dropped ?? 0;
/** What the release names as approved for a day. */
const nextOf = async ({ partner, cob }: BucketAddress) =>
  (await release(token)).buckets.find((one) => one.partner === partner && one.cob === cob)?.next;
const decided = (list: ReturnType<typeof entries>) =>
  list.map(({ dial_id }) => ({ dial_id, version: 1, took_part: 5, decided: 5, won: { max_line: 5 }, beaten_by: null }));

describe('decisions by a draft that is approved for a day', () => {
  test('are stored from its approval on, by number or document, and are those of the version that it becomes', async () => {
    const at = await schedule();
    const next = await nextOf(at);
    expect(next?.version).toBe(2);
    const dials = decided(entries(0));
    expect((await report(count(at, { dials }))).statusCode).toBe(204);
    expect((await report(count(at, { dials, ...(next && { document: next.document }) }))).statusCode).toBe(204);
    expect((await stored(at)).days).toEqual([[2, 20]]);
    // The minute after midnight, before a server activates it.
    moveTo(`${DAY}T00:00:10.000Z`);
    expect((await report(count(at, { hour: `${DAY}T00`, dials }))).statusCode).toBe(204);
    await server.runJob('goLive');
    expect((await report(count(at, { hour: `${DAY}T00`, dials }))).statusCode).toBe(204);
    expect(await stored(at)).toEqual({
      days: [
        [2, 20],
        [2, 20],
      ],
      decided: [20],
    });
    expect(await dropped()).toBe(0);
  });

  test('stay apart from the next draft if it is called off', async () => {
    const at = await schedule();
    const next = await nextOf(at);
    const document = next?.document ?? '';
    await report(count(at, { dials: decided(entries(0)) }));
    expect((await callOff(at)).status).toBe(200);
    expect((await stored(at)).days).toEqual([[CALLED_OFF, 10]]);
    // A batch that was on its way. Its number alone says nothing any more.
    expect((await report(count(at, { document }))).statusCode).toBe(204);
    expect((await report(count(at))).statusCode).toBe(400);
    await schedule(at, entries(1, 0));
    await report(count(at, { document }), count(at, { hour: '2026-11-18T08', document }));
    await report(count(at, { dials: decided(entries(1)) }));
    expect((await stored(at)).days).toEqual([
      [CALLED_OFF, 40],
      [2, 10],
    ]);
  });

  test('wait for somebody who calls it off at that moment', async () => {
    const at = await schedule();
    const document = (await nextOf(at))?.document ?? '';
    const rows = sql`select id from bucket where partner_number = ${at.partner} and cob = ${at.cob}`;
    const answer = await runBehindLock(
      server.database.db,
      sql`${rows} for update`,
      () => report(count(at, { document })),
      (holding) =>
        sql`with closed as (update review_round r set closed_at = now(), outcome = 'cancelled' from bucket_version v
            where v.id = r.bucket_version_id and v.bucket_id = (${rows}) and r.closed_at is null returning v.id)
          update bucket_version v set state = 'draft' from closed where v.id = closed.id`.execute(holding),
    );
    expect([answer.statusCode, (await stored(at)).days]).toEqual([204, [[CALLED_OFF, 10]]]);
  });
});

describe('decisions of a version that nobody knows', () => {
  test('are refused by bucket and version and count as dropped; the rest of the batch is stored, once', async () => {
    const [at, other] = [bucket(), bucket()];
    const before = await dropped();
    const nowhere = { partner: 4242, cob: at.cob };
    const batch = batchOf(
      count(at, { version: 1 }),
      count(other, { version: 7, decisions: 250 }),
      count(nowhere, { version: 1 }),
    );
    const answer = await send(token, 'POST', 'decisions', batch);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      type: UNKNOWN_VERSION,
      detail: expect.stringContaining('260 decisions count as dropped'),
      errors: [
        { path: 'buckets.1.version', message: `Nobody knows version 7 of ${other.partner} ${other.cob}.` },
        { path: 'buckets.2.version', message: `Nobody knows version 1 of 4242 ${at.cob}.` },
      ],
    });
    // The answer may have been lost on its way.
    expect((await send(token, 'POST', 'decisions', batch)).statusCode).toBe(204);
    expect(await dropped()).toBe(before + 260);
    expect([(await stored(at)).days, (await stored(other)).days]).toEqual([[[1, 10]], []]);
  });

  test('are those of another content under its number, and those of partners that the engine does not read', async () => {
    const [at, other] = [await schedule(), bucket()];
    const before = await dropped();
    const answer = await report(count(at, { document: 'a'.repeat(64) }));
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      `Nobody knows version 2 with the document ${'a'.repeat(64)} of ${at.partner} ${at.cob}.`,
    ]);
    expect(await dropped()).toBe(before + 10);
    const { number } = await server.database.db
      .selectFrom('partner')
      .select('number')
      .where('number', '!=', other.partner)
      .executeTakeFirstOrThrow();
    const { token: limited } = await addEngine({ partners: [number] });
    const elsewhere = await send(limited, 'POST', 'decisions', batchOf(count(other, { version: 1 })));
    expect([elsewhere.statusCode, (await stored(other)).days]).toEqual([400, []]);
  });

  test('are none of those of a candidate engine, which decides nothing', async () => {
    const { token: candidate } = await addEngine({ channel: 'candidate' });
    const answer = await send(candidate, 'POST', 'decisions', batchOf(count(bucket(), { version: 9 })));
    expect(answer.statusCode).toBe(204);
  });
});

test('a batch is counted whole, however few versions are remembered', async () => {
  const rows = [bucket(), bucket(), bucket()].map((at) => count(at, { version: 1 }));
  const read = createVersionReader(1);
  const { db } = server.database;
  await read(db, rows.slice(0, 2));
  const found = await read(db, rows);
  expect(rows.map((row) => found.get(keyOf(row))?.number)).toEqual([1, 1, 1]);
});
