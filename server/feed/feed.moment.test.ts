import { beforeAll, expect, test } from 'vitest';
import type { EngineRelease } from '#contract/engine.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { recordOnly } from '#server/change/publish.ts';
import { expiryOf } from '#domain/feed/token.ts';
import { BEFORE_DAYS } from '#domain/practice/expected.ts';
import { useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { createClock } from '#server/testing/clock.ts';
import { execute } from '#server/testing/execute.ts';
import { untilWaiting } from '#server/testing/eventually.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { DAY, scheduleTester } from '#server/testing/schedules.ts';
import { stopTester } from '#server/testing/stops.ts';
import { engineService } from './engine.service.ts';
import { feedSigners } from './feed.key.ts';
import { releaseWriter } from './feed.release.ts';
import { forgetState } from './feed.store.ts';

const DAY_MS = 86_400_000;
const { now, moveTo } = createClock('2026-11-18T09:00:00.000Z');
const server = useTestApp({ now });
const reviews = useReviews(server);
const { bucket, entries, submitted, vote } = reviews;
const { schedule, putOff } = scheduleTester(reviews);
const { stop } = stopTester(reviews);
const { addEngine, good, read, status, release } = feedTester(server);
const [one, two] = REVIEWERS;
let token = '';
// It outlives the months of these tests.
beforeAll(async () => void ({ token } = await addEngine({ expires_on: '2027-06-30' })));

const inRelease = async ({ partner, cob }: BucketAddress) =>
  (await release(token)).buckets.find((found) => found.partner === partner && found.cob === cob);
const goLive = async (at: BucketAddress) => {
  const hash = await submitted(at, entries(0));
  for (const who of [one, two]) expect((await vote(who, at, hash, 'approve')).status).toBe(200);
};
const endingAt = (day: number) => new Date(Date.parse('2026-11-18T09:00:00.000Z') + day * DAY_MS).toISOString();

test('a token that was replaced ends when it would have ended, if that is sooner than the hour it is given', async () => {
  const { engine, token: old } = await addEngine({ expires_on: '2026-12-31' });
  moveTo('2026-12-31T23:45:00.000Z');
  const url = `/api/engines/${engine.id}/token`;
  const { token: fresh } = await good<{ token: string }>('POST', url, { body: { expires_on: '2027-03-31' } });
  expect((await read(old, 'production')).statusCode).toBe(200);
  moveTo('2027-01-01T00:00:00.000Z');
  expect((await read(old, 'production')).statusCode).toBe(401);
  expect((await read(fresh, 'production')).statusCode).toBe(200);
});

test('a token is over at the very moment at which it ends, a replaced one as well', async () => {
  const { db } = server.database;
  const { engine, token: old } = await addEngine({ expires_on: '2026-12-31' });
  const isValidAt = async (ms: number) => {
    const kit = { db, now: () => new Date(ms), directory: 'embedded', publish: recordOnly } as const;
    return (await engineService(kit).authenticate(old)) !== undefined;
  };
  const end = expiryOf('2026-12-31');
  expect([await isValidAt(end - 1), await isValidAt(end)]).toEqual([true, false]);
  await good('POST', `/api/engines/${engine.id}/token`, { body: { expires_on: '2026-12-31' } });
  const row = db.selectFrom('engine').select('old_token_ends_at').where('id', '=', engine.id);
  const sooner = (await row.executeTakeFirstOrThrow()).old_token_ends_at?.getTime() ?? 0;
  expect([sooner < end, await isValidAt(sooner - 1), await isValidAt(sooner)]).toEqual([true, true, false]);
});

test('a release names the version before for as many days as engines compare with it, and the next one no longer', async () => {
  const at = bucket();
  await goLive(at);
  moveTo(endingAt(BEFORE_DAYS - 1));
  await stop(bucket());
  expect((await inRelease(at))?.before).toMatchObject({ version: 1 });
  moveTo(endingAt(BEFORE_DAYS + 1));
  await stop(bucket());
  expect((await inRelease(at))?.before).toBeUndefined();
});

test('a go-live that was refused on its day is no next, until it is put off', async () => {
  const dial = await reviews.published({ name: 'Gone for a while' });
  const at = await schedule(bucket(), [entryOf(dial)]);
  expect((await inRelease(at))?.next?.from).toBe(DAY);
  const deleteDial = (deleted_at: Date | null) =>
    server.database.db.updateTable('dial').set({ deleted_at }).where('id', '=', dial.id).execute();
  await deleteDial(now());
  moveTo(`${DAY}T00:00:20.000Z`);
  await server.runJob('goLive');
  expect(await inRelease(at)).toMatchObject({ version: 1 });
  expect((await inRelease(at))?.next).toBeUndefined();
  await deleteDial(null);
  expect((await putOff(at, '2026-12-10')).status).toBe(200);
  expect((await inRelease(at))?.next?.from).toBe('2026-12-10');
});

test('a release that an engine applied stays applied, also if it reports a refusal of it later', async () => {
  const { engine, token: own } = await addEngine();
  await stop(bucket());
  const { sequence } = await release(own);
  const at = now().toISOString();
  const error = { sequence, message: 'The pack fails', at };
  const outcome = async () => {
    const path = `/api/engines/${engine.id}/releases`;
    const { items } = await good<{ items: EngineRelease[] }>('GET', path);
    return items.find((item) => item.sequence === sequence);
  };
  await status(own, { error });
  expect(await outcome()).toMatchObject({ outcome: 'refused', message: 'The pack fails' });
  await status(own, { sequence, applied_at: at });
  expect(await outcome()).toMatchObject({ outcome: 'applied', message: '' });
  await status(own, { sequence, applied_at: at, error });
  expect(await outcome()).toMatchObject({ outcome: 'applied', message: '' });
});

test('two changes at one moment are two releases without a gap, and the second has what the first changed', async () => {
  const before = await release(token);
  const buckets = [bucket(), bucket()];
  const holding = await server.database.db.startTransaction().execute();
  await holding.selectFrom('feed_head').selectAll().forUpdate().execute();
  // By two people, who share no lock before that of the release.
  const stops = [UNDERWRITER, 'demo|underwriter.two'].map((who, index) =>
    stop(buckets[index] ?? bucket(), 'Wrong rates', who),
  );
  await untilWaiting(server.database.config, 2);
  await holding.commit().execute();
  expect((await Promise.all(stops)).map(({ status: code }) => code)).toEqual([200, 200]);
  const rows = await server.database.db
    .selectFrom('feed_release')
    .select('sequence')
    .where('channel', '=', 'production')
    .where('sequence', '>', before.sequence)
    .orderBy('sequence')
    .execute();
  expect(rows.map(({ sequence }) => sequence)).toEqual([before.sequence + 1, before.sequence + 2]);
  for (const at of buckets) expect((await inRelease(at))?.stopped).toBe(true);
});

test('two servers that start at one moment with a change of the product write one release', async () => {
  const { db, config } = server.database;
  const before = await release(token);
  await forgetState(db);
  const holding = await db.startTransaction().execute();
  await holding.selectFrom('feed_head').selectAll().forUpdate().execute();
  const starts = [1, 2].map(() =>
    releaseWriter({ signers: feedSigners(server.config), alarmSeconds: 3600 }).atStart(db, now()),
  );
  await untilWaiting(config, 2);
  await holding.commit().execute();
  await Promise.all(starts);
  expect((await release(token)).sequence).toBe(before.sequence + 1);
});

test('who waits is answered if a release came while the server could not hear of it', async () => {
  const { config } = server.database;
  const etag = String((await read(token, 'production')).headers['etag']);
  const waiting = read(token, 'production', { 'if-none-match': etag, prefer: 'wait=60' });
  const postgres = { ...config, database: 'postgres' };
  await execute(postgres, `alter database ${config.database} with allow_connections false`);
  try {
    await execute(
      postgres,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = '${config.database}' and application_name = 'lineslip listener'`,
    );
    expect((await stop(bucket())).status).toBe(200);
  } finally {
    await execute(postgres, `alter database ${config.database} with allow_connections true`);
  }
  // The server hears again: whoever waits asks again, and has the release.
  expect([200, 304]).toContain((await waiting).statusCode);
  expect((await read(token, 'production', { 'if-none-match': etag })).statusCode).toBe(200);
});
