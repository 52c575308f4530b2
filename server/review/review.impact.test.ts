import { beforeAll, expect, test } from 'vitest';
import type { Measured, MeasuredRisk, Measurement, StoredMeasurement } from '#contract/impact.ts';
import type { Dial } from '#contract/dial.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { type Caller, createTestApp } from '#server/testing/app.ts';
import { callsBy } from '#server/testing/calls.ts';
import { auditRecords } from '#server/testing/records.ts';
import { execute } from '#server/testing/execute.ts';
import { dialTester } from '#server/testing/dials.ts';
import { startPortfolioApp, portfolioLoader } from '#server/testing/portfolios.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

let clock = 0;
const server = startPortfolioApp({}, () => new Date(Date.now() + clock));
const tester = reviewTester(server);
const dials = dialTester(server);
const admin = callsBy('administrator', server);
const { open, keep } = portfolioLoader(server);

type ReviewImpact = Readonly<{
  stored: StoredMeasurement[];
  missing: string | null;
  unchanged: boolean | null;
  live: number;
}>;
const CARGO = { partner: 10_000, cob: 'cargo' };
const HULL = { partner: 10_000, cob: 'hull' };
const url = tester.urlOf(CARGO);
let small: BucketEntries;
let dial: Dial;
const measure = (body: object, who: string = UNDERWRITER) =>
  tester.good<Measurement>(who, 'POST', `${url}/impact`, { body });
const risks = (figure: Figure, query = '') =>
  tester.good<{ items: MeasuredRisk[]; next: string | null; total: number }>(
    UNDERWRITER,
    'POST',
    `${url}/impact/risks${query}`,
    { body: { entries: small, figure } },
  );
const counts = (figures: readonly Figure[], entries = small) =>
  tester.good<{ risks: number[] | null }>(UNDERWRITER, 'POST', `${url}/impact/counts`, { body: { entries, figures } });
const ofReview = () => tester.good<ReviewImpact>(REVIEWERS[0], 'GET', `${url}/review/impact`);

async function use(name: string): Promise<void> {
  const { items } = await admin.good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios');
  const found = items.find((one) => one.name === name);
  await admin.good('POST', `/api/admin/portfolios/${found?.id}/use`, { ifMatch: found?.revision ?? '' });
}

/** Five cargo risks with a revenue of one to five million, and one of another class. */
const FILE = [
  'reference,class of business,annual revenue,inception,premium',
  ...[1, 2, 3, 4, 5].map((number) => `R${number},Cargo,${number}m,2025-02-0${number},${number}00`),
  'R6,Hull,9m,2025-02-06,900',
].join('\n');

beforeAll(async () => {
  await tester.addBuckets(2, ['cargo', 'hull']);
  await tester.addBuckets(1, ['cargo']);
  dial = await dials.published({
    name: 'Cargo over two millions',
    dimensions: { revenue_ranges: '[2000000,)' },
    values: { max_line: 1000 },
  });
  small = [{ dial_id: dial.id, version: 1, overrides: {} }];
});

test('without a portfolio nothing is measured, and the review says so permanently', async () => {
  expect(await measure({ entries: small })).toEqual({ state: 'no-portfolio' });
  expect(await counts([{ of: 'changed' }])).toEqual({ risks: null });
  expect((await ofReview()).missing).toBe('no-round');
  await tester.submitted(CARGO, small);
  expect(await ofReview()).toMatchObject({ stored: [], missing: 'no-portfolio', unchanged: null });
  const again = await tester.call(UNDERWRITER, 'POST', `${url}/review/impact`);
  expect([again.status, again.body]).toEqual([409, expect.stringContaining('There is no portfolio yet')]);
  const { revision } = await tester.get(CARGO);
  await tester.cancel(UNDERWRITER, CARGO, revision);
  await keep((await open('risks.csv', FILE)).id, 'Risks of 2025');
});

test('a list is compared with live on the risks of its class, and every figure lists its risks', async () => {
  const measured = (await measure({ entries: small })) as Measured;
  expect(measured).toMatchObject({
    state: 'measured',
    portfolio: { name: 'Risks of 2025', risks: 6 },
    against: 1,
    day: new Date().toISOString().slice(0, 10),
    impact: { all: { risks: 5, premium: 1500 }, changed: { risks: 4, premium: 1400 } },
  });
  expect(measured.largest[0]).toMatchObject({ reference: 'R5', before: {}, after: { max_line: 1000 } });
  const first = await risks({ of: 'changed' }, '?limit=3');
  expect([first.total, first.items.map(({ reference }) => reference)]).toEqual([4, ['R2', 'R3', 'R4']]);
  const second = await risks({ of: 'changed' }, `?limit=3&cursor=${first.next}`);
  expect([second.next, second.items.map(({ reference }) => reference)]).toEqual([null, ['R5']]);
  expect(await measure({ entries: small, day: '2025-01-31' })).toMatchObject({ day: '2025-01-31' });
  const saved = await measure({ entries: small, against: 'draft', day: 'own' });
  expect(saved).toMatchObject({ against: null, day: null, impact: { changed: { risks: 0 } } });
});

test('risks that an unsaved list leaves without a value, or that two of its dials match, are counted and listed', async () => {
  const wide = await dials.published({
    name: 'Cargo under five millions',
    dimensions: { revenue_ranges: '(,5000000)' },
    values: { max_line: 2000 },
  });
  const both = [...small, { dial_id: wide.id, version: 1, overrides: {} }];
  const overlap = { of: 'overlap', first: dial.id, second: wide.id, value: 'max_line' } as const;
  const figures = [
    overlap,
    { ...overlap, first: wide.id, second: dial.id },
    { ...overlap, second: 'no such dial' },
    { of: 'unset', value: 'max_line' } as const,
    { of: 'unset', value: 'min_line' } as const,
  ];
  expect(await counts(figures, both)).toEqual({ risks: [3, 0, 0, 0, 5] });
  expect(await counts(figures)).toEqual({ risks: [0, 0, 0, 1, 5] });
  expect((await risks({ of: 'unset', value: 'max_line' })).items.map(({ reference }) => reference)).toEqual(['R1']);
});

test('a missing dial is named', async () => {
  const unknown = [{ dial_id: '6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11', version: 1, overrides: {} }];
  const answer = await tester.call(UNDERWRITER, 'POST', `${url}/impact`, { body: { entries: unknown } });
  expect([answer.status, answer.json()]).toMatchObject([400, { errors: [{ path: 'entries.0' }] }]);
});

test('if single risks need view on admin, others get the figures without them', async () => {
  const strict = await createTestApp({
    environment: { DATA_DIR: server.config.dataDir, SINGLE_RISKS_NEED: 'admin:view' },
    on: server.database,
  });
  try {
    const by = (who: string) => callsBy(who, strict);
    const body = { entries: small, figure: { of: 'changed' } };
    const figures = await by('underwriter').good<Measured>('POST', `${url}/impact`, { body: { entries: small } });
    expect(figures).toMatchObject({ impact: { changed: { risks: 0, premium: null, few: true } }, largest: [] });
    expect((await by('underwriter').call('POST', `${url}/impact/risks`, { body })).statusCode).toBe(403);
    expect((await by('administrator').call('POST', `${url}/impact/risks`, { body })).statusCode).toBe(200);
  } finally {
    await strict.app.close();
  }
});

test('the impact measured at submit is stored with the round, re-checked, and survives a replaced portfolio', async () => {
  const { revision } = await tester.get(CARGO);
  expect((await tester.submit(UNDERWRITER, CARGO, revision)).status).toBe(200);
  const first = await ofReview();
  expect(first).toMatchObject({ missing: null, unchanged: true, live: 1 });
  expect(first.stored).toMatchObject([
    { at_submit: true, is_used: true, against: 1, impact: { changed: { risks: 4 } }, measured_by: { id: UNDERWRITER } },
  ]);

  await keep((await open('more.csv', FILE.replace('R1,Cargo,1m', 'R1,Cargo,7m'))).id, 'Risks of 2026');
  const { items } = await admin.good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios');
  const [old, fresh] = ['Risks of 2025', 'Risks of 2026'].map((name) => items.find((one) => one.name === name));
  await admin.good('POST', `/api/admin/portfolios/${fresh?.id}/use`, { ifMatch: fresh?.revision ?? '' });
  expect(await ofReview()).toMatchObject({
    unchanged: true,
    stored: [{ is_used: false, impact: first.stored[0]?.impact }],
  });

  await Promise.all([1, 2, 3].map(() => tester.good(REVIEWERS[0], 'POST', `${url}/review/impact`)));
  const { stored } = await ofReview();
  expect(stored).toMatchObject([
    { at_submit: true, impact: { changed: { risks: 4 } } },
    { at_submit: false, impact: { changed: { risks: 5 } }, portfolio: { name: 'Risks of 2026' } },
  ]);
  await tester.good(REVIEWERS[1], 'POST', `${url}/review/impact`);
  expect((await ofReview()).stored).toHaveLength(2);
  const records = await auditRecords(server.database.db, { object: '10000/cargo', action: 'bucket_impact_measured' });
  expect(records).toMatchObject([
    { by: REVIEWERS[0], detail: { round: 2, portfolio: 'Risks of 2026', input_hash: expect.any(String) } },
  ]);
  const listed = await admin.good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios');
  const revisionOf = (id: string | undefined) => listed.items.find((one) => one.id === id)?.revision ?? '';
  const refused = await admin.call('DELETE', `/api/admin/portfolios/${old?.id}`, { ifMatch: revisionOf(old?.id) });
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('A review was measured against')]);
});

test('someone who may not see the review stores nothing in it; what is missing is measured by a job', async () => {
  const viewer = { id: 'demo|viewer', permissions: ['bucket:view', 'dials:view'] };
  const by = callsBy(viewer, server);
  expect((await by.call('POST', `${url}/review/impact`)).statusCode).toBe(403);
  // The token still grants it, the directory no longer does.
  const late = { id: 'demo|viewer', permissions: ['bucket:view', 'review:view'] };
  await execute(
    server.database.config,
    `update person set permissions = array_remove(permissions, 'review:view') where id = 'demo|viewer'`,
  );
  await keep((await open('third.csv', FILE.replace('R1,Cargo,1m', 'R1,Cargo,8m'))).id, 'Risks of 2027');
  await use('Risks of 2027');
  expect((await callsBy(late, server).call('POST', `${url}/review/impact`)).statusCode).toBe(403);
  expect((await ofReview()).stored).toHaveLength(2);
  await use('Risks of 2026');

  // A round whose server stopped before it was measured.
  const hash = await tester.submitted({ partner: 10_002, cob: 'cargo' }, small);
  const other = tester.urlOf({ partner: 10_002, cob: 'cargo' });
  await execute(
    server.database.config,
    `set session_replication_role = replica; delete from review_impact where round_id = (select id from review_round where content_hash = '${hash}' order by submitted_at desc limit 1)`,
  );
  const look = (who: Caller) => callsBy(who, server).good<ReviewImpact>('GET', `${other}/review/impact`);
  for (const who of [viewer, 'reviewer.one'])
    expect(await look(who)).toMatchObject({ stored: [], missing: 'on-its-way' });
  await server.runJob('reviewImpacts');
  expect(await look('reviewer.one')).toMatchObject({ stored: [], missing: 'on-its-way' });
  clock += 31_000;
  await server.runJob('reviewImpacts');
  expect((await look('reviewer.one')).stored).toMatchObject([{ at_submit: false, measured_by: { id: UNDERWRITER } }]);
  const records = await auditRecords(server.database.db, { object: '10002/cargo', action: 'bucket_impact_measured' });
  expect(records).toMatchObject([{ by: null }]);
});

test.each([
  ['changed', `update review_impact set measured = '{}'`],
  ['given to another person', `update review_impact set measured_by = 'demo|viewer'`],
  ['deleted', 'delete from review_impact'],
  ['truncated', 'truncate review_impact'],
])('what was measured for a review is not %s, not even by the owner of the database', async (_what, statement) => {
  await expect(execute(server.database.config, statement)).rejects.toThrow(
    'What was measured for a review cannot change.',
  );
});

test('if the portfolio engine is down, a message says so, stored results are shown, and a submit succeeds', async () => {
  const away = await createTestApp({
    environment: {
      DATA_DIR: server.config.dataDir,
      PORTFOLIO_URL: 'clickhouse://lineslip:open-sesame@127.0.0.1:9/risks',
    },
    on: server.database,
  });
  try {
    const { call, good, submitted, urlOf } = reviewTester(away);
    const answer = await call(UNDERWRITER, 'POST', `${url}/impact`, { body: { entries: small } });
    expect([answer.status, answer.body]).toEqual([503, expect.stringContaining('does not respond. Everything else')]);
    const shown = await good<ReviewImpact>(REVIEWERS[0], 'GET', `${url}/review/impact`);
    expect([shown.unchanged, shown.stored.length]).toEqual([true, 2]);
    await submitted(HULL, small);
    const later = await good<ReviewImpact>(REVIEWERS[0], 'GET', `${urlOf(HULL)}/review/impact`);
    expect(later).toMatchObject({ stored: [], missing: 'on-its-way' });
  } finally {
    await away.app.close();
  }
});

test('a measurement that failed is made by a later run of the job on the same server', async () => {
  const { config } = server.database;
  const look = () => tester.good<ReviewImpact>(REVIEWERS[0], 'GET', `${tester.urlOf(HULL)}/review/impact`);
  clock += 31_000;
  await execute(config, 'alter table portfolio rename to portfolio_away');
  await server.runJob('reviewImpacts');
  await execute(config, 'alter table portfolio_away rename to portfolio');
  expect(await look()).toMatchObject({ stored: [], missing: 'on-its-way' });
  await server.runJob('reviewImpacts');
  expect((await look()).stored).toMatchObject([{ at_submit: false, measured_by: { id: UNDERWRITER } }]);
});

test('the evidence of a version includes its measurements', async () => {
  const { hash } = (await tester.review(CARGO)).round ?? { hash: '' };
  for (const who of REVIEWERS.slice(0, 2)) await tester.vote(who, CARGO, hash, 'approve');
  const evidence = await tester.good<Evidence>(REVIEWERS[0], 'GET', `${url}/versions/2/evidence`);
  expect(evidence.impact.map(({ portfolio, impact }) => [portfolio.name, impact.changed.risks])).toEqual([
    ['Risks of 2025', 4],
    ['Risks of 2026', 5],
  ]);
  expect((await ofReview()).stored).toHaveLength(2);
  const ended = await tester.call(UNDERWRITER, 'POST', `${url}/review/impact`);
  expect([ended.status, ended.body]).toEqual([409, expect.stringContaining('This review has ended')]);
});

test('[R30] a draft that is submitted for a day is measured for that day', async () => {
  const [at] = await tester.addBuckets(1, ['cargo']);
  if (at === undefined) throw new Error('There is no bucket.');
  const day = `${new Date().getUTCFullYear() + 2}-01-01`;
  const { revision } = await tester.get(at);
  const saved = (await tester.save(UNDERWRITER, at, revision, small)).json<{ revision: string }>();
  const body = { description: 'For the renewals', live_on: day };
  await tester.good(UNDERWRITER, 'POST', `${tester.urlOf(at)}/draft/submit`, { ifMatch: saved.revision, body });
  await server.runJob('reviewImpacts');
  const { stored } = await tester.good<ReviewImpact>(REVIEWERS[0], 'GET', `${tester.urlOf(at)}/review/impact`);
  expect(stored.map((one) => one.day)).toEqual([day]);
});
