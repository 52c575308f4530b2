import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BucketAddress } from '#domain/event/event.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { recordOnly } from '#server/change/publish.ts';
import type { ImpactService } from '#server/impact/impact.service.ts';
import { hashInput } from '#server/impact/impact.stored.ts';
import { useTestApp } from '#server/testing/app.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { EVERYONE_MAY, REVIEWERS, useReviews } from '#server/testing/reviews.ts';
import { reviewImpactService } from './review.impact.ts';

const server = useTestApp();
const tester = useReviews(server, 3);
const [one, two] = REVIEWERS;

/** Measures a review again, with an impact that takes as long as this work. */
function measureAgain(address: BucketAddress, work: () => Promise<void>) {
  const portfolio = { id: 'x', name: 'Risks', loaded_at: '2026-11-17T00:00:00.000Z', hash: 'a'.repeat(64), risks: 1 };
  const impact = {
    engine: 'test',
    today: () => '2026-11-17',
    usedPortfolio: async () => portfolio,
    limitsOf: async () => ({ isImported: false, limits: [] }),
    measureLists: async () => {
      await work();
      return { state: 'measured', portfolio, against: 1, day: '2026-11-17' };
    },
  } as unknown as ImpactService;
  const { db } = server.database;
  const kit = { db, now: server.now, directory: 'embedded', publish: recordOnly } as const;
  const service = reviewImpactService({ kit, impact, prepared: async () => undefined, onError: () => undefined });
  return service.measureAgain({ id: one, permissions: parsePermissions(EVERYONE_MAY) }, address);
}
const HAS_ENDED = { kind: 'conflict', message: expect.stringContaining('This review has ended') };

test('nothing is stored in a review that ended while it was measured', async () => {
  const address = tester.bucket();
  const hash = await tester.submitted(address, tester.entries());
  const approve = async () => {
    for (const who of [one, two]) await tester.vote(who, address, hash, 'approve');
  };
  await expect(measureAgain(address, approve)).rejects.toMatchObject(HAS_ENDED);
});

test('nothing is stored in a review that ends at the moment at which it was measured', async () => {
  const address = tester.bucket();
  await tester.submitted(address, tester.entries());
  const row = sql`select id from bucket where partner_number = ${address.partner} and cob = ${address.cob}`;
  const answered = runBehindLock(
    server.database.db,
    sql`${row} for update`,
    () => measureAgain(address, async () => undefined),
    (holding) =>
      sql`update review_round r set closed_at = now(), outcome = 'cancelled' from bucket_version v
        where v.id = r.bucket_version_id and v.bucket_id = (${row}) and r.closed_at is null`.execute(holding),
  );
  await expect(answered).rejects.toMatchObject(HAS_ENDED);
});

test('the hash of what was measured depends on everything that the result depends on', () => {
  const input = { before: 'a', after: 'b', portfolio: 'c', day: '2026-11-17', engine: 'd' };
  const hash = (more: object) => hashInput({ ...input, limits: [], ...more });
  const hashes = Object.keys(input).map((key) => hash({ [key]: 'other' }));
  expect(new Set([hash({}), hash({ limits: [{ name: 'US' }] }), ...hashes]).size).toBe(Object.keys(input).length + 2);
});
