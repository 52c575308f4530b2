import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  EditsImpact,
  Measured,
  MeasuredRisk,
  Measurement,
  StoredMeasurement,
  VersionImpact,
} from '#contract/impact.ts';
import type { Dial } from '#contract/dial.ts';
import type { Evidence } from '#contract/review.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { bucketsImpactService } from '#server/impact/buckets.impact.service.ts';
import { createTestApp, useTestApp } from '#server/testing/app.ts';
import { callsBy } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { portfolioFolder, portfolioLoader } from '#server/testing/portfolios.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

let dataDir = '';
let remove = async (): Promise<void> => undefined;
const server = useTestApp(async () => {
  ({ dataDir, remove } = await portfolioFolder());
  return { environment: { DATA_DIR: dataDir } };
});
afterAll(() => remove());
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
const NONE = { risks: 0, premium: null };
const PORTFOLIO = { id: 'p', name: 'Any', loaded_at: '2026-01-01T00:00:00.000Z', hash: '', risks: 1 };
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

/** Five cargo risks with a revenue of one to five millions, and one of another class. */
const FILE = [
  'reference,class of business,annual revenue,inception,premium',
  ...[1, 2, 3, 4, 5].map((number) => `R${number},Cargo,${number}m,2025-02-0${number},${number}00`),
  'R6,Hull,9m,2025-02-06,900',
].join('\n');

beforeAll(async () => {
  await tester.addBuckets(2, ['cargo', 'hull']);
  dial = await dials.published({
    name: 'Cargo over two millions',
    dimensions: { revenue_ranges: '[2000000,)' },
    values: { max_line: 1000 },
  });
  small = [{ dial_id: dial.id, version: 1, overrides: {} }];
});

test('without a portfolio nothing is measured, and a review that was asked for says so for good', async () => {
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

test('a list is measured against live with the risks of its class, and every figure opens the risks behind it', async () => {
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

test('risks that an unsaved list leaves without a value, and those that two of its dials match, are counted and listed', async () => {
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

test('a dial that is not there is named', async () => {
  const unknown = [{ dial_id: '6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11', version: 1, overrides: {} }];
  const answer = await tester.call(UNDERWRITER, 'POST', `${url}/impact`, { body: { entries: unknown } });
  expect([answer.status, answer.json()]).toMatchObject([400, { errors: [{ path: 'entries.0' }] }]);
});

test('where single risks need view on admin, others get the figures without them', async () => {
  const strict = await createTestApp({
    environment: { DATA_DIR: dataDir, SINGLE_RISKS_NEED: 'admin:view' },
    on: server.database,
  });
  try {
    const by = (who: string) => callsBy(who, strict);
    const body = { entries: small, figure: { of: 'changed' } };
    const figures = await by('underwriter').good<Measured>('POST', `${url}/impact`, { body: { entries: small } });
    expect([figures.impact.changed.risks, figures.largest]).toEqual([4, []]);
    expect((await by('underwriter').call('POST', `${url}/impact/risks`, { body })).statusCode).toBe(403);
    expect((await by('administrator').call('POST', `${url}/impact/risks`, { body })).statusCode).toBe(200);
  } finally {
    await strict.app.close();
  }
});

test('what was measured at submit is kept with the round, checked again, and stays when the portfolio is replaced', async () => {
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

  await tester.good(REVIEWERS[0], 'POST', `${url}/review/impact`);
  const { stored } = await ofReview();
  expect(stored).toMatchObject([
    { at_submit: true, impact: { changed: { risks: 4 } } },
    { at_submit: false, impact: { changed: { risks: 5 } }, portfolio: { name: 'Risks of 2026' } },
  ]);
  const listed = await admin.good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios');
  const revisionOf = (id: string | undefined) => listed.items.find((one) => one.id === id)?.revision ?? '';
  const refused = await admin.call('DELETE', `/api/admin/portfolios/${old?.id}`, { ifMatch: revisionOf(old?.id) });
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('A review was measured against')]);
});

test('where the engine of the portfolio is away, a sentence says so, what is stored is shown, and a submit goes through', async () => {
  const away = await createTestApp({
    environment: { DATA_DIR: dataDir, PORTFOLIO_URL: 'clickhouse://lineslip:open-sesame@127.0.0.1:9/risks' },
    on: server.database,
  });
  try {
    const { call, good, submitted, urlOf } = reviewTester(away);
    const answer = await call(UNDERWRITER, 'POST', `${url}/impact`, { body: { entries: small } });
    expect([answer.status, answer.body]).toEqual([503, expect.stringContaining('does not answer. Everything else')]);
    const shown = await good<ReviewImpact>(REVIEWERS[0], 'GET', `${url}/review/impact`);
    expect([shown.unchanged, shown.stored.length]).toEqual([null, 2]);
    await submitted(HULL, small);
    const later = await good<ReviewImpact>(REVIEWERS[0], 'GET', `${urlOf(HULL)}/review/impact`);
    expect(later).toMatchObject({ stored: [], missing: 'on-its-way' });
  } finally {
    await away.app.close();
  }
});

test('the evidence of a version carries what was measured for it', async () => {
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

test('another version of a dial is measured in every bucket that holds an older one, with what the bucket overrides kept', async () => {
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
  // Revenues of 2, 3, 4, 5 and 7 millions: the first two are no longer matched. One bucket gives 5 instead, to the same.
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

test('edits of several buckets are measured in each before anyone saves them; buckets that cannot take them are left out', async () => {
  const { id: dial_id } = dial;
  const at = (partner: number, cob: string, ...edits: readonly BucketEdit[]) => ({ partner, cob, edits });
  const ask = (who: string, ...buckets: readonly object[]) =>
    tester.call(who, 'POST', '/api/bucket-drafts/impact', { body: { buckets } });
  const answer = await ask(
    UNDERWRITER,
    at(10_000, 'cargo', { kind: 'remove', dial_id }),
    at(9101, 'cargo', { kind: 'update', dial_id, version: 2, answers: { max_line: 'override' } }),
    at(9101, 'hull', { kind: 'set', dial_id, version: 1, overrides: { max_line: 4 } }),
    // Measured on its draft, which holds the dial; live does not.
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
  const moved = (value: string, lower: number, higher: number, other: number) => [{ value, lower, higher, other }];
  expect(measured.buckets).toEqual([
    { partner: 10_000, cob: 'cargo', all: five, changed: five, values: moved('max_line', 0, 0, 5) },
    { partner: 9101, cob: 'cargo', all: five, changed: { risks: 2, premium: 500 }, values: moved('max_line', 0, 0, 2) },
    { partner: 9101, cob: 'hull', all: one, changed: one, values: moved('max_line', 1, 0, 0) },
    { partner: 9101, cob: 'marine-war', all: NONE, changed: NONE, values: [] },
  ]);
  expect((await ask('nobody', at(9101, 'hull'))).status).toBe(403);
  expect((await ask(UNDERWRITER, at(9101, 'hull'), at(9101, 'hull'))).status).toBe(400);
  expect(await tester.get({ partner: 9101, cob: 'hull' })).toMatchObject({ draft: null });
});

test('nothing more is measured for somebody who has gone', async () => {
  const leaving = new AbortController();
  const asked: string[] = [];
  const { measureVersion } = bucketsImpactService({
    db: server.database.db,
    now: () => new Date(),
    portfolios: { used: async () => PORTFOLIO, files: async (_id, cob) => [cob] },
    measuring: {
      ask: async ({ files }: { files: readonly string[] }): Promise<never> => {
        asked.push(...files);
        leaving.abort();
        return { all: NONE, changed: NONE } as never;
      },
    },
  });
  await expect(measureVersion(dial.id, 2, { personId: 'one', signal: leaving.signal })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  expect(asked).toEqual(['cargo']);
});
