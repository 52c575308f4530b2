import { beforeAll, expect, test } from 'vitest';
import type { Dial } from '#contract/dial.ts';
import type { EditsImpact, Measured, StoredMeasurement, VersionImpact } from '#contract/impact.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { ReviewSet } from '#contract/review.ts';
import { callsBy } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { startPortfolioApp, portfolioLoader } from '#server/testing/portfolios.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

const server = startPortfolioApp({ SINGLE_RISKS_NEED: 'admin:view' });
const tester = reviewTester(server);
const dials = dialTester(server);
const { open, keep } = portfolioLoader(server);
const [administrator, underwriter, reviewer] = ['administrator', 'underwriter', 'reviewer.one'].map((who) =>
  callsBy(who, server),
) as [Calls, Calls, Calls];
type Calls = ReturnType<typeof callsBy>;

const CARGO = { partner: 10_000, cob: 'cargo' };
const HULL = { partner: 10_000, cob: 'hull' };
const url = tester.urlOf(CARGO);
const FEW = { risks: 0, premium: null, few: true };
const RISKS = 61;

/** 61 cargo risks with a revenue of as many million as their number, a third of them in France. */
const FILE = [
  'reference,class of business,annual revenue,inception,premium,broker office',
  ...Array.from({ length: RISKS }, (_, index) => index + 1).map(
    (number) => `R${number},Cargo,${number}m,2025-02-01,${number}00,${number % 3 === 0 ? 'Paris' : 'London'}`,
  ),
].join('\n');

/** Matches one risk, and 41 of them. */
let narrow: Dial;
let wide: Dial;
const entryOf = ({ id: dial_id }: Dial) => ({ dial_id, version: 1, overrides: {} });

beforeAll(async () => {
  await tester.addBuckets(2, ['cargo', 'hull']);
  narrow = await dials.published({
    name: 'Largest',
    dimensions: { revenue_ranges: '[61000000,)' },
    values: { max_line: 1000 },
  });
  wide = await dials.published({
    name: 'Large',
    dimensions: { revenue_ranges: '[21000000,)' },
    values: { max_line: 500 },
  });
  await keep((await open('risks.csv', FILE)).id, 'Risks of 2025');
});

/** Every number of risks in an answer that is not rounded to a multiple of twenty. */
function leaksIn(answer: object): string[] {
  const { portfolio: _, ...rest } = answer as { portfolio?: unknown };
  const found = JSON.stringify(rest).matchAll(/"(?:risks|changed|lower|higher|gain|lose|other|alike)":(\d+)/g);
  return [...found].filter(([, count]) => Number(count) % 20 !== 0).map(([text]) => text);
}

test('a draft that affects one risk shows no figure, group or premium of it; larger effects are rounded', async () => {
  const measure = (by: Calls, entries: object[]) => by.good<Measured>('POST', `${url}/impact`, { body: { entries } });
  const one = await measure(underwriter, [entryOf(narrow)]);
  expect(one.impact).toMatchObject({ changed: FEW, all: { risks: 60 }, decided: [FEW], behind: [], largest: [] });
  expect(one.impact.groups.flatMap(({ members }) => members)).toEqual([]);
  expect([one.impact.segments.listed, one.largest, leaksIn(one)]).toEqual([[], [], []]);
  const most = await measure(underwriter, [entryOf(narrow), entryOf(wide)]);
  expect(most.impact).toMatchObject({ coarse: true, changed: { risks: 40 }, decided: [FEW, { risks: 40 }] });
  expect(leaksIn(most)).toEqual([]);
  const exact = await measure(administrator, [entryOf(narrow)]);
  expect([exact.impact.changed, exact.largest[0]?.reference]).toEqual([{ risks: 1, premium: 6100 }, 'R61']);
});

test('counts of findings and the list of risks do not leak it either', async () => {
  const figures = [
    { of: 'changed' },
    { of: 'unset', value: 'max_line' },
    { of: 'decided', dial_id: narrow.id },
    { of: 'overlap', first: narrow.id, second: wide.id, value: 'max_line' },
  ];
  const body = { entries: [entryOf(narrow), entryOf(wide)], figures };
  const count = (by: Calls) => by.good('POST', `${url}/impact/counts`, { body });
  expect(await count(underwriter)).toEqual({ risks: [40, 20, null, null] });
  expect(await count(administrator)).toEqual({ risks: [41, 20, 1, 1] });
  const list = { entries: body.entries, figure: { of: 'changed' } };
  expect((await underwriter.call('POST', `${url}/impact/risks`, { body: list })).statusCode).toBe(403);
});

test('edits of several buckets, and another version of a dial, are rounded the same way', async () => {
  const edits = [{ kind: 'add', dial_id: narrow.id, version: 1, overrides: {}, place: { at: 'end' } }];
  const body = { buckets: [{ ...CARGO, edits }] };
  const ofEdits = await underwriter.good<EditsImpact>('POST', '/api/bucket-drafts/impact', { body });
  expect(ofEdits).toMatchObject({ buckets: [{ all: { risks: 60 }, changed: FEW, values: [] }] });
  expect(leaksIn(ofEdits)).toEqual([]);
  expect(await administrator.good('POST', '/api/bucket-drafts/impact', { body })).toMatchObject({
    buckets: [{ all: { risks: 61 }, changed: { risks: 1, premium: 6100 }, values: [{ value: 'max_line', gain: 1 }] }],
  });

  await dials.putIntoBucket(wide, 'live', 'cargo', 9101);
  const draft = await dials.good('GET', `/api/dials/${wide.id}?draft=yes`);
  await dials.save(draft, { dimensions: { revenue_ranges: '[22000000,)' }, reason: 'Higher' });
  const ofVersion = (by: Calls) => by.good<VersionImpact>('GET', `/api/dials/${wide.id}/versions/2/impact`);
  expect(await ofVersion(underwriter)).toMatchObject({ buckets: [{ all: { risks: 60 }, changed: FEW, values: [] }] });
  expect(await ofVersion(administrator)).toMatchObject({ buckets: [{ all: { risks: 61 }, changed: { risks: 1 } }] });
});

test('stored measurements of reviews, sets and evidence do not leak it either', async () => {
  const edited = [CARGO, HULL].map((address) => ({
    ...address,
    edits: [{ kind: 'add', dial_id: narrow.id, version: 1, overrides: {}, place: { at: 'end' } }],
  }));
  const buckets = await Promise.all(
    edited.map(async (one) => ({ ...one, revision: (await tester.get(one)).revision })),
  );
  const { set } = await tester.good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', {
    body: { buckets, submit: { description: 'Narrow' } },
  });
  type Stored = { stored: StoredMeasurement[] };
  const ofReview = async (by: Calls) => (await by.good<Stored>('GET', `${url}/review/impact`)).stored[0];
  const stored = await ofReview(reviewer);
  expect(stored).toMatchObject({ impact: { changed: FEW, behind: [], largest: [] }, largest: [] });
  expect(leaksIn(stored ?? {})).toEqual([]);
  expect(await ofReview(administrator)).toMatchObject({
    impact: { changed: { risks: 1 } },
    largest: [{ reference: 'R61' }],
  });

  const ofSet = async (by: Calls) => (await by.good<ReviewSet>('GET', `/api/review-sets/${set}`)).buckets;
  const day: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const cargoOf = (rows: ReviewSet['buckets']) => rows.find(({ cob }) => cob === 'cargo')?.impact;
  expect(cargoOf(await ofSet(reviewer))).toEqual({ changed: null, risks: 60, premium: null, values: [], day });
  const whole = cargoOf(await ofSet(administrator));
  expect(whole).toMatchObject({ changed: 1, risks: 61, premium: 6100, day });
  expect(whole?.values).not.toEqual([]);
  const { round } = await tester.review(CARGO);
  for (const who of REVIEWERS.slice(0, 2)) await tester.vote(who, CARGO, round?.hash ?? '', 'approve');
  const evidenceOf = (by: Calls) => by.good<Evidence>('GET', `${url}/versions/2/evidence`);
  const { impact } = await evidenceOf(reviewer);
  expect(impact).toMatchObject([{ impact: { changed: FEW }, largest: [] }]);
  expect(leaksIn(impact[0] ?? {})).toEqual([]);
  expect((await evidenceOf(administrator)).impact).toMatchObject([{ impact: { changed: { risks: 1 } } }]);
});
