import { beforeAll, expect, test } from 'vitest';
import type { Dial } from '#contract/dial.ts';
import type { EditsImpact, VersionImpact } from '#contract/impact.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import { type Direction, mapDirections } from '#domain/impact/impact.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { dialTester } from '#server/testing/dials.ts';
import { startPortfolioApp, portfolioLoader } from '#server/testing/portfolios.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';
import { bucketsImpactService } from './buckets.impact.service.ts';
import { EXACT_VIEW } from './impact.view.ts';

const server = startPortfolioApp();
const tester = reviewTester(server);
const dials = dialTester(server);
const { open, keep } = portfolioLoader(server);

const CARGO = { partner: 10_000, cob: 'cargo' };
const NOBODY = { id: 'nobody', permissions: NO_PERMISSIONS };
const NONE = { risks: 0, premium: null };
const PORTFOLIO = {
  id: 'p',
  name: 'Any',
  loaded_at: '2026-01-01T00:00:00.000Z',
  hash: '',
  risks: 1,
  rows: null,
  period: null,
};
let dial: Dial;

/** Five cargo risks with a revenue of two to five and of seven million, and one of another class. */
const FILE = [
  'reference,class of business,annual revenue,inception,premium',
  ...[7, 2, 3, 4, 5].map((millions, index) => `R${index + 1},Cargo,${millions}m,2025-02-01,${index + 1}00`),
  'R6,Hull,9m,2025-02-06,900',
].join('\n');

beforeAll(async () => {
  await tester.addBuckets(2, ['cargo', 'hull']);
  dial = await dials.published({
    name: 'Cargo over two millions',
    dimensions: { revenue_ranges: '[2000000,)' },
    values: { max_line: 1000 },
  });
  await keep((await open('risks.csv', FILE)).id, 'Risks of 2026');
  const hash = await tester.submitted(CARGO, [{ dial_id: dial.id, version: 1, overrides: {} }]);
  for (const reviewer of REVIEWERS.slice(0, 2)) await tester.vote(reviewer, CARGO, hash, 'approve');
});

test('another version of a dial is measured in every bucket that pins an older one, keeping its overrides', async () => {
  const { id } = dial;
  const before = await dials.good('GET', `/api/dials/${id}?draft=yes`);
  expect(
    (await dials.save(before, { dimensions: { revenue_ranges: '[4000000,)' }, reason: 'Higher' })).statusCode,
  ).toBe(200);
  const draft = await dials.good('GET', `/api/dials/${id}?draft=yes`);
  await dials.putIntoBucket(dial, 'live', 'cargo', 9101);
  await dials.putIntoBucket(dial, 'live', 'hull', 9101);
  await dials.putIntoBucket(dial, 'draft', 'marine-war', 9101);
  const ask = () => tester.good<VersionImpact>(UNDERWRITER, 'GET', `/api/dials/${id}/versions/2/impact`);
  // Revenues of 2, 3, 4, 5 and 7 million: the first two no longer match. One bucket overrides to 5, for the same risks.
  const ofDraft = await ask();
  expect(ofDraft).toMatchObject({
    state: 'measured',
    portfolio: { name: 'Risks of 2026' },
    more: false,
    buckets: [
      { partner: 9101, cob: 'cargo', version: 1, all: { risks: 5 }, changed: { risks: 2, premium: 500 } },
      { partner: 10_000, cob: 'cargo', version: 1, all: { risks: 5 }, changed: { risks: 2, premium: 500 } },
      { partner: 9101, cob: 'hull', version: 1, all: { risks: 1 }, changed: { risks: 0 } },
    ],
  });
  const saved = await dials.save(draft, { values: { max_line: 2000 } });
  expect(await ask()).toMatchObject({ buckets: [{ changed: { risks: 2 } }, { changed: { risks: 5 } }, {}] });
  await dials.publish(saved.json());
  expect(await ask()).toMatchObject({ buckets: [{ changed: { risks: 2 } }, { changed: { risks: 5 } }, {}] });
  const older = await tester.good<VersionImpact>(UNDERWRITER, 'GET', `/api/dials/${id}/versions/1/impact`);
  expect(older).toMatchObject({ state: 'measured', buckets: [] });
  const none = await tester.call(UNDERWRITER, 'GET', `/api/dials/${id}/versions/7/impact`);
  expect(none.status).toBe(404);
});

test('unsaved edits of several buckets are measured in each; buckets that cannot take them are left out', async () => {
  const { id: dial_id } = dial;
  const at = (partner: number, cob: string, ...edits: readonly BucketEdit[]) => ({ partner, cob, edits });
  const ask = (who: string, ...buckets: readonly object[]) =>
    tester.call(who, 'POST', '/api/bucket-drafts/impact', { body: { buckets } });
  const answer = await ask(
    UNDERWRITER,
    at(10_000, 'cargo', { kind: 'remove', dial_id }),
    at(9101, 'cargo', { kind: 'update', dial_id, version: 2, answers: { max_line: 'override' } }),
    at(9101, 'hull', { kind: 'set', dial_id, version: 1, overrides: { max_line: 4 } }),
    // Measured on its draft, which has the dial; live does not.
    at(9101, 'marine-war', { kind: 'remove', dial_id }),
    at(10_001, 'hull', { kind: 'remove', dial_id }),
    at(99_000, 'cargo', { kind: 'remove', dial_id }),
    at(10_001, 'cargo', { kind: 'add', dial_id, version: 7, overrides: {}, place: { at: 'end' } }),
  );
  const measured = answer.json<Extract<EditsImpact, { state: 'measured' }>>();
  expect(measured).toMatchObject({ state: 'measured', portfolio: { name: 'Risks of 2026' } });
  const [five, one] = [
    { risks: 5, premium: 1500 },
    { risks: 1, premium: 900 },
  ];
  const moved = (direction: Direction, risks: number) => [
    { ...mapDirections((one) => (one === direction ? risks : 0)), value: 'max_line' },
  ];
  expect(new Set(measured.buckets.map(({ day }) => day)).size).toBe(1);
  expect(measured.buckets.map(({ day: _day, ...bucket }) => bucket)).toEqual([
    { partner: 10_000, cob: 'cargo', all: five, changed: five, values: moved('lose', 5), gaps: [] },
    { partner: 9101, cob: 'cargo', all: five, changed: { risks: 2, premium: 500 }, values: moved('lose', 2), gaps: [] },
    { partner: 9101, cob: 'hull', all: one, changed: one, values: moved('lower', 1), gaps: [] },
    { partner: 9101, cob: 'marine-war', all: NONE, changed: NONE, values: [], gaps: [] },
  ]);
  const hull = { partner: 10_000, cob: 'hull' };
  await tester.save(UNDERWRITER, hull, (await tester.get(hull)).revision, [{ dial_id, version: 1, overrides: {} }]);
  const measure = (against: 'saved' | 'live') =>
    tester.good(UNDERWRITER, 'POST', '/api/bucket-drafts/impact', {
      body: { buckets: [{ ...hull, edits: [] }], against },
    });
  expect(await measure('saved')).toMatchObject({ buckets: [{ changed: { risks: 0 } }] });
  expect(await measure('live')).toMatchObject({ buckets: [{ changed: one }] });
  expect((await ask('nobody', at(9101, 'hull'))).status).toBe(403);
  expect((await ask(UNDERWRITER, at(9101, 'hull'), at(9101, 'hull'))).status).toBe(400);
  expect(await tester.get({ partner: 9101, cob: 'hull' })).toMatchObject({ draft: null });
});

test('a version that starts later tells the risks that nothing decides until then, and for how long', async () => {
  const { id } = dial;
  const draft = await dials.good('GET', `/api/dials/${id}?draft=yes`);
  const saved = await dials.save(draft, { active_from: '2999-12-01', reason: 'Later' });
  const later = await dials.publish(saved.json());
  const edits = [{ kind: 'update', dial_id: id, version: later.version, answers: {} }];
  const body = { buckets: [{ ...CARGO, edits }] };
  const measured = await tester.good<EditsImpact>(UNDERWRITER, 'POST', '/api/bucket-drafts/impact', { body });
  const gap = { dial_id: id, kind: 'starts', day: '2999-12-01' };
  // Live is version 1, for revenues of two million and more.
  expect(measured).toMatchObject({
    buckets: [
      { values: [{ value: 'max_line', lose: 5 }], gaps: [{ ...gap, values: [{ value: 'max_line', risks: 5 }] }] },
    ],
  });
  const list = { entries: [{ dial_id: id, version: later.version, overrides: {} }] };
  const figures = [{ of: 'gap', dial_id: id, value: 'max_line' }];
  const counts = await tester.call(UNDERWRITER, 'POST', '/api/buckets/10000/cargo/impact/counts', {
    body: { ...list, figures },
  });
  expect(counts.json()).toEqual({ risks: [5] });
});

test('measuring stops when the caller disconnects', async () => {
  const leaving = new AbortController();
  const measured: string[] = [];
  const { measureVersion } = bucketsImpactService({
    db: server.database.db,
    now: () => new Date(),
    portfolios: { used: async () => PORTFOLIO, files: async (_id, cob) => [cob], preparing: () => undefined },
    viewOf: () => EXACT_VIEW,
    measuring: {
      ask: async ({ files }: { files: readonly string[] }): Promise<never> => {
        measured.push(...files);
        leaving.abort();
        return { all: NONE, changed: NONE } as never;
      },
    },
  });
  await expect(measureVersion(NOBODY, { dialId: dial.id, version: 2 }, leaving.signal)).rejects.toMatchObject({
    kind: 'unavailable',
  });
  expect(measured).toEqual(['cargo']);
});
