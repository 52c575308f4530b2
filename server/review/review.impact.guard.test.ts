import { expect, test } from 'vitest';
import { parsePermissions } from '#domain/user/permission.ts';
import { recordOnly } from '#server/change/publish.ts';
import type { ImpactService } from '#server/impact/impact.service.ts';
import { hashInput } from '#server/impact/impact.stored.ts';
import { useTestApp } from '#server/testing/app.ts';
import { EVERYONE_MAY, REVIEWERS, useReviews } from '#server/testing/reviews.ts';
import { reviewImpactService } from './review.impact.ts';

const server = useTestApp();
const tester = useReviews(server, 3);
const [one, two] = REVIEWERS;

test('nothing is stored in a review that ended while it was measured', async () => {
  const address = tester.bucket();
  const hash = await tester.submitted(address, tester.entries());
  const portfolio = { id: 'x', name: 'Risks', loaded_at: '2026-11-17T00:00:00.000Z', hash: 'a'.repeat(64), risks: 1 };
  const impact = {
    engine: 'test',
    today: () => '2026-11-17',
    usedPortfolio: async () => portfolio,
    limitsOf: async () => ({ isImported: false, limits: [] }),
    // Two people approve while this one measures.
    measureLists: async () => {
      for (const who of [one, two]) await tester.vote(who, address, hash, 'approve');
      return { state: 'measured', portfolio, against: 1, day: '2026-11-17' };
    },
  } as unknown as ImpactService;
  const { db } = server.database;
  const kit = { db, now: server.now, directory: 'embedded', publish: recordOnly } as const;
  const { measureAgain } = reviewImpactService({
    kit,
    impact,
    prepared: async () => undefined,
    onError: () => undefined,
  });
  const actor = { id: one, permissions: parsePermissions(EVERYONE_MAY) };
  await expect(measureAgain(actor, address)).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('This review has ended'),
  });
});

test('the hash of what was measured depends on everything that the result depends on', () => {
  const input = { before: 'a', after: 'b', portfolio: 'c', day: '2026-11-17', engine: 'd' };
  const hash = (more: object) => hashInput({ ...input, limits: [], ...more });
  const hashes = Object.keys(input).map((key) => hash({ [key]: 'other' }));
  expect(new Set([hash({}), hash({ limits: [{ name: 'US' }] }), ...hashes]).size).toBe(Object.keys(input).length + 2);
});
