import { beforeAll, expect, test } from 'vitest';
import type { PendingReview } from '#contract/review.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { readPages } from '#server/testing/calls.ts';
import { execute } from '#server/testing/execute.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { scheduleTester } from '#server/testing/schedules.ts';

let clock = Date.parse('2026-11-18T09:00:00.000Z');
const server = useTestApp({ now: () => new Date((clock += 1000)), environment: { SINGLE_RISKS_NEED: 'admin:view' } });
const tester = useReviews(server);
const { submitDraft } = scheduleTester(tester);
const [one] = REVIEWERS;
const ADMINISTRATOR = 'demo|administrator';

let first: BucketAddress;
let second: BucketAddress;
let third: BucketAddress;
let set = '';

/** As if this was measured for the open rounds of the buckets. */
async function measured(places: readonly BucketAddress[], changed: number, all: number): Promise<void> {
  const names = places.map(({ partner, cob }) => `(${partner}, '${cob}')`).join(', ');
  const stored = JSON.stringify({ impact: { changed: { risks: changed }, all: { risks: all } } });
  await execute(
    server.database.config,
    `set session_replication_role = replica;
    delete from review_impact where round_id in (select r.id from review_round r
      join bucket_version v on v.id = r.bucket_version_id join bucket b on b.id = v.bucket_id
      where (b.partner_number, b.cob) in (${names}));
    insert into review_impact (round_id, number, measured_at, measured_by, at_submit, portfolio_id, engine, measured)
    select r.id, 1, now(), '${UNDERWRITER}', true, gen_random_uuid(), 'test', '${stored}'
    from review_round r join bucket_version v on v.id = r.bucket_version_id join bucket b on b.id = v.bucket_id
    where r.closed_at is null and (b.partner_number, b.cob) in (${names})`,
  );
}

const list = (who: string, order = 'waiting', limit = 200) =>
  readPages<PendingReview>((cursor) => tester.good(who, 'GET', `/api/reviews?order=${order}&limit=${limit}${cursor}`));
const keyOf = (row: Pick<PendingReview, 'set' | 'cob'> & { partner: number | { number: number } }) =>
  row.set?.id ?? `${typeof row.partner === 'number' ? row.partner : row.partner.number}/${row.cob}`;
const impacts = async (who: string) => new Map((await list(who)).map((row) => [keyOf(row), row.impact]));
const idOf = (at: BucketAddress) => `${at.partner}/${at.cob}`;
/** These impacts were measured, if at all, for no day. */
const figures = (state: string, changed: number | null = null, all: number | null = null) => ({
  state,
  changed,
  all,
  day: null,
});

beforeAll(async () => {
  [first, second, third] = [tester.bucket(), tester.bucket(), tester.bucket()];
  await submitDraft(first, null);
  await submitDraft(second, '2027-02-01');
  await submitDraft(third, '2027-01-01');
  const dialId = tester.dials[0]?.id ?? '';
  const edits = [{ kind: 'add', dial_id: dialId, version: 1, place: { at: 'end' } }];
  const buckets = await Promise.all(
    [tester.bucket(), tester.bucket()].map(async (at) => ({ ...at, revision: (await tester.get(at)).revision, edits })),
  );
  const body = { buckets, submit: { description: 'Together' } };
  ({ set } = await tester.good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', { body }));
  members = buckets.map(({ partner, cob }) => ({ partner, cob }));
});
let members: BucketAddress[] = [];

test('the queue has the impact of each round, of a set its sum, and says why there is none', async () => {
  expect((await impacts(ADMINISTRATOR)).get(idOf(first))).toEqual(figures('no-portfolio'));
  await measured([first], 401, 1205);
  await measured(members.slice(0, 1), 30, 100);
  expect((await impacts(ADMINISTRATOR)).get(set)).toEqual(figures('measured', 30, 100));
  await execute(
    server.database.config,
    `set session_replication_role = replica; delete from review_impact where missing is not null`,
  );
  const unmeasured = await impacts(ADMINISTRATOR);
  expect(unmeasured.get(idOf(first))).toEqual(figures('measured', 401, 1205));
  expect(unmeasured.get(idOf(second))).toEqual(figures('on-its-way'));
  // One of its buckets is not measured yet.
  expect(unmeasured.get(set)).toEqual(figures('on-its-way'));
  await measured(members.slice(1), 19, 50);
  expect((await impacts(ADMINISTRATOR)).get(set)).toEqual(figures('measured', 49, 150));
});

test('people without the right to single risks get rounded figures, each bucket before the sum', async () => {
  await measured([first], 401, 1205);
  await measured([second], 19, 1205);
  await measured(members.slice(0, 1), 39, 100);
  await measured(members.slice(1), 19, 50);
  const coarse = await impacts(one);
  expect(coarse.get(idOf(first))).toEqual(figures('measured', 400, 1200));
  expect(coarse.get(idOf(second))).toEqual(figures('measured', null, 1200));
  expect(coarse.get(set)).toEqual(figures('measured', 20, 140));
});

test('the queue is ordered by wait, impact or day, over all pages', async () => {
  await measured([first], 100, 1000);
  await measured([second], 900, 1000);
  await measured(members, 500, 1000);
  const orderOf = async (order: string) => (await list(one, order, 1)).map(keyOf);
  const [a, b, c] = [idOf(first), idOf(second), idOf(third)];
  expect(await orderOf('waiting')).toEqual([a, b, c, set]);
  expect(await orderOf('impact')).toEqual([b, set, a, c]);
  expect(await orderOf('day')).toEqual([c, b, a, set]);
});
