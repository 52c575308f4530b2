import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type BucketPractice, type DialPractice, MAX_DIAL_BUCKETS } from '#contract/practice.ts';
import type { Settings } from '#contract/settings.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { BucketCount } from '#domain/feed/counters.ts';
import { useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { dialTester } from '#server/testing/dials.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';
import { scheduleTester } from '#server/testing/schedules.ts';

let clock = Date.parse('2026-11-18T09:00:00.000Z');
const now = () => new Date((clock += 10));
const server = useTestApp({ now });
const reviews = useReviews(server, 4);
const { nextVersion } = dialTester(server);
const { schedule } = scheduleTester(reviews);
const { addEngine, send } = feedTester(server);
let address = { partner: 0, cob: '' };
let ids: readonly string[] = [];
let token = '';

const counts = (hour: string, change: Partial<BucketCount> = {}): BucketCount => ({
  ...address,
  version: 2,
  hour,
  decisions: 10,
  nothing_set: 2,
  no_max_line: 3,
  stopped: 0,
  compared: 10,
  differs: 4,
  dials: [
    { dial_id: ids[0] ?? '', version: 1, took_part: 7, decided: 7, won: { max_line: 7 }, beaten_by: null },
    {
      dial_id: ids[1] ?? '',
      version: 1,
      took_part: 5,
      decided: 0,
      won: {},
      beaten_by: { dial_id: ids[0] ?? '', times: 5 },
    },
  ],
  ...change,
});
const report = async (...buckets: BucketCount[]) => {
  const { statusCode, body } = await send(token, 'POST', 'decisions', { id: randomUUID(), dropped: 0, buckets });
  expect([statusCode, body]).toEqual([204, '']);
};
const practice = (days = 30) =>
  reviews.good<BucketPractice>(
    REVIEWERS[0],
    'GET',
    `/api/buckets/${address.partner}/${address.cob}/practice?days=${days}`,
  );

beforeAll(async () => {
  address = reviews.bucket();
  const hash = await reviews.submitted(
    address,
    reviews.dials.map(({ id }) => ({ dial_id: id, version: 1, overrides: {} })),
  );
  for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, address, hash, 'approve');
  ids = ((await reviews.get(address)).live?.entries ?? []).map(({ dial_id }) => dial_id);
  ({ token } = await addEngine());
});

test('without counters there is nothing to show', async () => {
  const { reporting, days, dials } = await practice();
  expect(reporting).toEqual({ engines: 1, reporting: 0, since: null, until: null, dropped: 0 });
  expect(await hasDecisions()).toBe(false);
  expect([days, dials.map(({ dial_id, decided }) => [dial_id, decided])]).toEqual([[], ids.map((id) => [id, 0])]);
});

const hasDecisions = async () => (await reviews.good<Settings>(REVIEWERS[0], 'GET', '/api/settings')).hasDecisions;

test('batches add up per hour and per day, by version and dial', async () => {
  await report(counts('2026-11-18T08'), counts('2026-11-18T09'), counts('2026-11-17T23', { version: 1, dials: [] }));
  await report(counts('2026-11-18T09'));
  const { reporting, days, dials } = await practice();
  expect(reporting).toMatchObject({ engines: 1, reporting: 1, dropped: 0 });
  expect(await hasDecisions()).toBe(true);
  expect(days.map(({ day, version, decisions, no_max_line }) => [day, version, decisions, no_max_line])).toEqual([
    ['2026-11-17', 1, 10, 3],
    ['2026-11-18', 2, 30, 9],
  ]);
  expect(dials[0]).toMatchObject({ took_part: 21, decided: 21, days: [{ day: '2026-11-18', decided: 21 }] });
  expect(dials[0]?.won.max_line).toBe(21);
  expect(dials[1]).toMatchObject({ took_part: 15, decided: 0, beaten_by: ids[0], days: [] });
  const hours = await server.database.db.selectFrom('decision_count').select(['counts', 'decisions']).execute();
  expect(hours.map(({ decisions }) => decisions).toSorted((a, b) => a - b)).toEqual([10, 10, 20]);
  // Took part and decided, by position.
  expect(hours.find(({ decisions }) => decisions === 20)?.counts).toEqual([14, 10, 0, 14, 0, 0]);
});

test('a count says from which day on it counts: engines may be new, and so may a dial', async () => {
  expect(await practice(7)).toMatchObject({ from: '2026-11-12', counted_from: '2026-11-17' });
  await server.database.db
    .updateTable('engine')
    .set({ first_counted_at: new Date('2026-11-14T10:00:00Z') })
    .execute();
  const { counted_from, dials } = await practice(7);
  expect([counted_from, dials[0]?.counted_from]).toEqual(['2026-11-14', '2026-11-18']);
});

test('a dial is summed over its buckets, with its version and its share in each', async () => {
  const read = (id = '') => reviews.good<DialPractice>(REVIEWERS[0], 'GET', `/api/dials/${id}/practice?days=30`);
  const other = reviews.bucket();
  const hash = await reviews.submitted(other, [
    { dial_id: ids[1] ?? '', version: 1, overrides: {} },
    { dial_id: ids[0] ?? '', version: 1, overrides: {} },
  ]);
  for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, other, hash, 'approve');
  await report({ ...counts('2026-11-17T10'), ...other });
  const answer = await read(ids[0]);
  const { days, buckets } = answer;
  expect(answer).toMatchObject({ decided: 28, decisions: 50, in_versions: [1], left_off: 0 });
  expect(days).toEqual([
    { day: '2026-11-17', decided: 7 },
    { day: '2026-11-18', decided: 21 },
  ]);
  const ofBucket = ({ partner, cob }: typeof address) =>
    buckets.find((one) => one.partner.number === partner && one.cob === cob);
  expect(buckets).toHaveLength(2);
  expect(ofBucket(address)).toMatchObject({ version: 1, is_live: true, decided: 21, decisions: 40 });
  expect(ofBucket(other)).toMatchObject({ version: 1, is_live: true, decided: 7, decisions: 10 });
  // The database keeps the sums apart. Where it has not yet, all counts of the day are read.
  const { db, config } = server.database;
  const stored = await db.selectFrom('decision_day').select(['counts', 'decided']).where('version', '>', 0).execute();
  expect(stored.some(({ decided }) => decided?.includes(21))).toBe(true);
  for (const { counts: all, decided } of stored) {
    const dials = decided?.length ?? 0;
    expect(decided).toEqual(all.slice(dials, 2 * dials));
  }
  await execute(config, 'update decision_day set decided = null');
  expect(await read(ids[0])).toEqual(answer);
  await execute(config, 'update decision_day set counts = counts');
  const path = '/api/dials/0190f3a2-5f7e-7c3a-9d0e-3b2a1c4d5e6f/practice';
  expect((await reviews.call(REVIEWERS[0], 'GET', path)).status).toBe(404);
});

test('of a dial in very many buckets those are listed in which it decided most, and all are summed', async () => {
  const { config } = server.database;
  // As a book with so many partners has them.
  await execute(
    config,
    `set session_replication_role = replica;
    create temporary table more as select n, gen_random_uuid() as id, gen_random_uuid() as version
      from generate_series(1, ${MAX_DIAL_BUCKETS}) n;
    insert into partner (number, name) select 20000 + n, 'Partner ' || n from more;
    insert into bucket (id, cob, partner_number, appetite, created_at) select id, '${address.cob}', 20000 + n, 0.75, now() from more;
    insert into bucket_version (id, bucket_id, number, state, created_at, saved_at, live_at, dials)
      select version, id, 1, 'live', now(), now(), '2026-01-01', 1 from more;
    insert into bucket_entry (bucket_version_id, position, dial_id, dial_version) select version, 1, '${ids[1]}', 1 from more;
    insert into decision_day (bucket_id, version, day, decisions, nothing_set, no_max_line, stopped, compared, differs, counts, beaten)
      select id, 1, '2026-11-17', 100, 0, 0, 0, 0, 0, array[n, n], '{}' from more;
    select rewrite_current_entries()`,
  );
  const path = `/api/dials/${ids[1]}/practice?days=30`;
  const { buckets, decided, decisions, left_off } = await reviews.good<DialPractice>(REVIEWERS[0], 'GET', path);
  expect([buckets.length, left_off]).toEqual([MAX_DIAL_BUCKETS, 2]);
  expect(decided).toBe((MAX_DIAL_BUCKETS * (MAX_DIAL_BUCKETS + 1)) / 2);
  expect(decisions).toBe(100 * MAX_DIAL_BUCKETS + 50);
  expect(buckets.map(({ partner }) => partner.number).toSorted((a, b) => a - b)[0]).toBe(20001);
});

test('decisions stay with the version of the dial that made them', async () => {
  const dial = await reviews.published({ name: 'Changed twice' });
  const at = reviews.bucket();
  const goLive = async (version: number) => {
    const hash = await reviews.submitted(at, [{ dial_id: dial.id, version, overrides: {} }]);
    for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, at, hash, 'approve');
    return (await reviews.get(at)).live?.number ?? 0;
  };
  const decide = async (version: number, number: number, decided: number) =>
    report({
      ...counts('2026-11-18T09', { version: number }),
      ...at,
      dials: [{ dial_id: dial.id, version, took_part: decided, decided, won: { max_line: decided }, beaten_by: null }],
    });
  await decide(1, await goLive(1), 8);
  const { version } = await nextVersion(dial);
  const number = await goLive(version);
  const read = async () => {
    const answer = await reviews.good<DialPractice>(REVIEWERS[0], 'GET', `/api/dials/${dial.id}/practice?days=30`);
    return answer.buckets[0];
  };
  const none = [
    { version, decided: 0 },
    { version: 1, decided: 8 },
  ];
  expect(await read()).toMatchObject({ version, decided: 8, decisions: 10, versions: none });
  await decide(version, number, 3);
  expect(await read()).toMatchObject({ decided: 11, decisions: 20 });
  expect((await read())?.versions.map(({ decided }) => decided)).toEqual([3, 8]);
});

test('a dial that left a bucket at the first moment of the period was not in it', async () => {
  const read = (days: number) =>
    reviews.good<DialPractice>(REVIEWERS[0], 'GET', `/api/dials/${ids[2] ?? ''}/practice?days=${days}`);
  expect((await read(7)).buckets).toHaveLength(1);
  await schedule(
    address,
    ids.slice(0, 2).map((dial_id) => ({ dial_id, version: 1, overrides: {} })),
    '2026-11-19',
  );
  clock = Date.parse('2026-11-25T06:00:00.000Z');
  await server.runJob('goLive');
  const lists = [await read(7), await read(30)].map(({ from, buckets }) => [from, buckets.length]);
  clock = Date.parse('2026-11-18T10:00:00.000Z');
  expect(lists).toEqual([
    ['2026-11-19', 0],
    ['2026-10-27', 1],
  ]);
});

test('an engine that is limited to partners is one of those that report for each of them, and for no other', async () => {
  const more = await reviews.addBuckets(CLASSES.length);
  const elsewhere = more.find(({ partner }) => partner !== address.partner) ?? address;
  const enginesOf = async ({ partner, cob }: typeof address) => {
    const path = `/api/buckets/${partner}/${cob}/practice?days=30`;
    return (await reviews.good<BucketPractice>(REVIEWERS[0], 'GET', path)).reporting.engines;
  };
  const count = () => Promise.all([address, elsewhere].map(enginesOf));
  const [here = 0, there = 0] = await count();
  await addEngine({ partners: [address.partner, elsewhere.partner] });
  expect(await count()).toEqual([here + 1, there + 1]);
  await addEngine({ partners: [elsewhere.partner] });
  expect(await count()).toEqual([here + 1, there + 2]);
});

test('a period ends today, and only the periods of the screen are asked for', async () => {
  await report(counts('2026-11-01T08'));
  expect((await practice(7)).days.map(({ day }) => day)).not.toContain('2026-11-01');
  expect((await practice(30)).days.map(({ day }) => day)).toContain('2026-11-01');
  expect((await practice(7)).from).toBe('2026-11-12');
  const path = `/api/buckets/${address.partner}/${address.cob}/practice?days=5`;
  expect((await reviews.call(REVIEWERS[0], 'GET', path)).status).toBe(400);
});
