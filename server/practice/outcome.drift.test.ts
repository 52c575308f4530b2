import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Notification } from '#contract/notification.ts';
import type { BucketOutcome } from '#contract/outcome.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { MIN_COMPARED } from '#domain/practice/expected.ts';
import { useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

const server = useTestApp();
const reviews = useReviews(server);
const { bucket, entries, submitted, vote, addPeople } = reviews;
const { addEngine, send } = feedTester(server);
const [one, two] = REVIEWERS;
let token = '';
beforeAll(async () => void ({ token } = await addEngine()));

/** Measurements of the newest round of a bucket, in their order: how many of 100 risks change. */
const measure = ({ partner, cob }: BucketAddress, ...changed: number[]) =>
  execute(
    server.database.config,
    `set session_replication_role = replica; ${changed
      .map(
        (risks, index) => `
      insert into review_impact (round_id, number, measured_at, measured_by, at_submit, portfolio_id, engine, measured)
      select r.id, (select coalesce(max(number), 0) + 1 from review_impact where round_id = r.id), now(), '${UNDERWRITER}', ${index === 0}, gen_random_uuid(), 'test',
        '{"impact": {"all": {"risks": 100, "premium": null}, "changed": {"risks": ${risks}, "premium": null}, "values": [], "gaps": []}}'
      from review_round r join bucket_version v on v.id = r.bucket_version_id join bucket b on b.id = v.bucket_id
      where b.partner_number = ${partner} and b.cob = '${cob}'`,
      )
      .join(';')}`,
  );
const clear = () =>
  execute(server.database.config, 'set session_replication_role = replica; delete from review_impact');

/** A live version whose review expected other changes than engines then counted, half of the decisions. */
async function drift(expected: readonly number[], voters: readonly string[] = [one, two]): Promise<BucketAddress> {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  await clear();
  await measure(at, ...expected);
  for (const who of voters) expect((await vote(who, at, hash, 'approve')).status).toBe(200);
  const hour = server.now().toISOString().slice(0, 13);
  const counts = { decisions: MIN_COMPARED, nothing_set: 0, no_max_line: 0, stopped: 0, compared: MIN_COMPARED };
  const buckets = [{ ...at, version: 2, hour, ...counts, differs: MIN_COMPARED / 2, dials: [] }];
  const sent = await send(token, 'POST', 'decisions', { id: randomUUID(), dropped: 0, buckets });
  expect([sent.statusCode, sent.body]).toEqual([204, '']);
  return at;
}
const notices = async (who: string, at: BucketAddress) =>
  (await reviews.good<{ items: Notification[] }>(who, 'GET', '/api/notifications?limit=200')).items.filter(
    ({ kind, bucket: about }) =>
      kind === 'bucket_outcome_drifted' && about?.cob === at.cob && about.partner.number === at.partner,
  );

test('what is expected is the newest measurement, on the page and in the job', async () => {
  const at = await drift([5, 50]);
  const { outcome } = await reviews.good<BucketOutcome>(one, 'GET', `${reviews.urlOf(at)}/outcome`);
  expect(outcome).toMatchObject({ expected: { changed: 50, all: 100 }, verdict: 'as-expected' });
  await server.runJob('outcomeDrifts');
  expect(await notices(UNDERWRITER, at)).toEqual([]);
});

test('somebody whose approval did not count is not told of a drift', async () => {
  const [unverified = ''] = await addPeople(1);
  await server.database.db
    .updateTable('person')
    .set({ verified_at: null, verification: null })
    .where('id', '=', unverified)
    .execute();
  const at = await drift([5], [unverified, one, two]);
  await server.runJob('outcomeDrifts');
  for (const who of [UNDERWRITER, one, two]) expect(await notices(who, at)).toHaveLength(1);
  expect(await notices(unverified, at)).toEqual([]);
});

test('two servers that find a drift at the same moment tell of it once', async () => {
  const at = await drift([5]);
  const version = sql`select v.id, now() from bucket_version v join bucket b on b.id = v.bucket_id
    where b.partner_number = ${at.partner} and b.cob = ${at.cob} and v.state = 'live'`;
  // The other server noted it, and has not committed yet.
  const noted = sql`insert into outcome_drift (bucket_version_id, notified_at) ${version}`;
  await runBehindLock(server.database.db, noted, () => server.runJob('outcomeDrifts'));
  expect(await notices(UNDERWRITER, at)).toEqual([]);
  expect(await reviews.records(at, 'bucket_outcome_drifted')).toEqual([]);
});
