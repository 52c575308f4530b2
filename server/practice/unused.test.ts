import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { DialRow } from '#contract/dial.ts';
import type { ReportingView } from '#contract/practice.ts';
import type { DialCount } from '#domain/feed/counters.ts';
import { useTestApp } from '#server/testing/app.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';

let clock = Date.parse('2026-08-01T09:00:00.000Z');
const server = useTestApp({ now: () => new Date((clock += 10)) });
const reviews = useReviews(server, 1);
const { addEngine, send } = feedTester(server);
let address = { partner: 0, cob: '' };
let ids: readonly string[] = [];
let token = '';

const goLive = async (dials: readonly string[]) => {
  const hash = await reviews.submitted(
    address,
    dials.map((dial_id) => ({ dial_id, version: 1, overrides: {} })),
  );
  for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, address, hash, 'approve');
};
const report = async (hour: string, version: number, decided: readonly string[]) => {
  const count = { ...address, version, hour, decisions: 5, nothing_set: 0, no_max_line: 0, stopped: 0 };
  const dials = decided.map((dial_id): DialCount => ({
    dial_id,
    version: 1,
    took_part: 5,
    decided: 5,
    won: { max_line: 5 },
    beaten_by: null,
  }));
  const batch = { id: randomUUID(), dropped: 0, buckets: [{ ...count, compared: 0, differs: 0, dials }] };
  expect((await send(token, 'POST', 'decisions', batch)).statusCode).toBe(204);
};
const list = async (query = '') =>
  (await reviews.good<{ items: DialRow[] }>(REVIEWERS[0], 'GET', `/api/dials?unused=yes${query}`)).items.map(
    ({ id }) => id,
  );

beforeAll(async () => {
  address = reviews.bucket();
  ids = reviews.dials.map(({ id }) => id);
  await goLive(ids.slice(0, 2));
  clock = Date.parse('2026-11-10T09:00:00.000Z');
  // In another order, and with a dial that is new in the bucket.
  await goLive([ids[2] ?? '', ids[1] ?? '', ids[0] ?? '']);
  clock = Date.parse('2026-11-18T09:00:00.000Z');
  ({ token } = await addEngine());
});

test('nothing is called unused before engines have reported for 90 days', async () => {
  await report('2026-08-22T10', 2, [ids[0] ?? '']);
  expect(await list()).toEqual([]);
  const { since } = await reviews.good<ReportingView>(REVIEWERS[0], 'GET', '/api/reporting');
  expect(since).toBe('2026-08-22T10:00:00.000Z');
});

test('dials that were live all the time and decided nothing are listed, in an export, too', async () => {
  await report('2026-08-20T10', 2, []);
  expect(await list()).toEqual([ids[1]]);
  expect(await list('&status=expired')).toEqual([]);
  const { dials } = await reviews.good<{ dials: { id: string }[] }>(REVIEWERS[0], 'GET', '/api/dial-export?unused=yes');
  expect(dials.map(({ id }) => id)).toEqual([ids[1]]);
});

test('a decision in any version of the bucket ends it, whatever the place of the dial there', async () => {
  await report('2026-11-18T08', 3, [ids[1] ?? '']);
  expect(await list()).toEqual([]);
});
