import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ImportedLimits } from '#contract/capacity.ts';
import type { Dial } from '#contract/dial.ts';
import type { Measured, MeasuredRisk, StoredMeasurement } from '#contract/impact.ts';
import type { Limit } from '#domain/capacity/limit.ts';
import { callsBy } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { startPortfolioApp, portfolioLoader } from '#server/testing/portfolios.ts';
import { auditRecords } from '#server/testing/records.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

const server = startPortfolioApp({ SINGLE_RISKS_NEED: 'admin:view' });
const tester = reviewTester(server);
const dials = dialTester(server);
const { open, keep } = portfolioLoader(server);
const admin = callsBy('administrator', server);

const LIMITS = '/api/admin/limits';
const CARGO = { partner: 10_000, cob: 'cargo' };
const url = tester.urlOf(CARGO);
const makeLimit = (name: string, more: Partial<Limit> = {}): Limit => ({
  name,
  partner: null,
  country: null,
  cob: 'cargo',
  limit: 100_000,
  used: 50_000,
  as_of: '2026-10-31',
  source: 'Exposure desk',
  ...more,
});
const CARGO_LIMITS = [
  makeLimit('The partner', { partner: 10_000, cob: null }),
  makeLimit('All cargo'),
  makeLimit('US cargo', { country: 'US' }),
];
const OTHERS = [makeLimit('Hull', { cob: 'hull' }), makeLimit('Another partner', { partner: 10_001 })];

/** 30 risks, the first 25 in the United States, the last two in two countries, each with a premium of 100. */
const FILE = [
  'reference,class of business,inception,premium,annual revenue,domicile country',
  ...Array.from({ length: 30 }, (_, index) => {
    const country = index < 25 ? 'US' : index < 28 ? 'FR' : 'FR; US';
    return `R${index + 1},Cargo,2025-02-01,100,${index + 1}m,${country}`;
  }),
].join('\n');

let all: Dial;
let few: Dial;
const entryOf = ({ id: dial_id }: Dial) => ({ dial_id, version: 1, overrides: {} });
const readLimits = () => admin.good<ImportedLimits>('GET', LIMITS);
const importing = (limits: readonly Limit[], ifMatch: string, who = 'demo|administrator') =>
  tester.call(who, 'PUT', LIMITS, { body: { file: 'limits.csv', limits }, ifMatch });

beforeAll(async () => {
  await tester.addBuckets(3, ['cargo', 'hull']);
  all = await dials.published({ name: 'All', values: { max_line: 1000 } });
  few = await dials.published({
    name: 'Few',
    dimensions: { revenue_ranges: '[26000000,)' },
    values: { max_line: 3000 },
  });
  await keep((await open('risks.csv', FILE)).id, 'Risks of 2025');
});

test('an import replaces all limits on its revision, and is recorded with what became of them', async () => {
  expect(await readLimits()).toEqual({ items: [], file: null, imported_at: null, imported_by: null, revision: '0' });
  expect((await importing([makeLimit('First')], '0')).status).toBe(200);
  expect((await importing(CARGO_LIMITS, '0')).status).toBe(412);
  const second = await importing([...OTHERS, ...CARGO_LIMITS], '1');
  expect(second.json()).toMatchObject({
    items: [...OTHERS, ...CARGO_LIMITS],
    file: 'limits.csv',
    imported_by: { id: 'demo|administrator' },
    revision: '2',
  });
  const records = await auditRecords(server.database.db, { object: 'limits' });
  expect(records).toMatchObject([
    { action: 'portfolio_limits_imported', detail: { was: 0, became: [{ name: 'First' }] } },
    { action: 'portfolio_change_refused', detail: { attempt: 'portfolio_limits_imported', because: 'stale' } },
    { action: 'portfolio_limits_imported', detail: { was: 1, became: { length: 5 } } },
  ]);
});

test('of two imports on one revision the second is refused, also if the first was under way when it began', async () => {
  const { db } = server.database;
  const { revision } = await readLimits();
  const other = sql`update capacity_sheet set revision = revision + 1, file = 'other.csv'`;
  expect((await runBehindLock(db, other, () => importing(CARGO_LIMITS, revision))).status).toBe(412);
  expect((await readLimits()).file).toBe('other.csv');
});

test('limits of unknown partners and countries, without a scope or named twice are refused as a whole', async () => {
  const wrong = [
    makeLimit('A', { partner: 4 }),
    makeLimit('a', { country: 'XX' }),
    makeLimit('B', { cob: null }),
    makeLimit('C', { as_of: '2999-01-01' }),
  ];
  const { revision } = await readLimits();
  const refused = await importing(wrong, revision);
  expect(refused.status).toBe(400);
  expect(refused.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path)).toEqual([
    'limits.0.partner',
    'limits.1.name',
    'limits.1.country',
    'limits.2.partner',
    'limits.3.as_of',
  ]);
  expect((await importing([makeLimit('A', { limit: 0 })], revision)).status).toBe(400);
  expect((await importing(CARGO_LIMITS, revision, UNDERWRITER)).status).toBe(403);
  expect((await readLimits()).revision).toBe(revision);
});

test('a bucket lists the limits that its risks use', async () => {
  const { items } = await tester.good<{ items: Limit[] }>(UNDERWRITER, 'GET', `${url}/limits`);
  expect(items.map(({ name }) => name)).toEqual(['All cargo', 'US cargo', 'The partner']);
  expect((await tester.call(UNDERWRITER, 'GET', tester.urlOf({ partner: 4, cob: 'cargo' }) + '/limits')).status).toBe(
    404,
  );
});

test('an impact adds what a draft takes to each limit, and its figures list the risks', async () => {
  const body = { entries: [entryOf(few), entryOf(all)] };
  const { capacity } = await admin.good<Measured>('POST', `${url}/impact`, { body });
  expect(capacity?.is_imported).toBe(true);
  expect(capacity?.limits.map(({ name, lines, premium }) => ({ name, lines, premium }))).toEqual([
    { name: 'All cargo', lines: { risks: 30, added: 40_000 }, premium: { risks: 30, added: 3000 } },
    { name: 'US cargo', lines: { risks: 27, added: 31_000 }, premium: { risks: 27, added: 2700 } },
    { name: 'The partner', lines: { risks: 30, added: 40_000 }, premium: { risks: 30, added: 3000 } },
  ]);
  const figure = { of: 'exposure', measure: 'premium', country: 'US' };
  const risks = await admin.good<{ total: number; items: MeasuredRisk[] }>('POST', `${url}/impact/risks`, {
    body: { ...body, figure },
  });
  expect([risks.total, risks.items.at(-1)?.reference]).toEqual([27, 'R30']);
});

test('without the right to single risks, what fewer than 20 risks add is hidden, and the rest is rounded', async () => {
  const measure = async (...entries: object[]) => {
    const { capacity } = await tester.good<Measured>(UNDERWRITER, 'POST', `${url}/impact`, { body: { entries } });
    return capacity?.limits.map(({ lines }) => lines);
  };
  const hidden = { risks: 0, added: 0, few: true };
  expect(await measure(entryOf(few))).toEqual([hidden, hidden, hidden]);
  const rounded = { risks: 20, added: 60_000 };
  expect(await measure(entryOf(few), entryOf(all))).toEqual([rounded, rounded, rounded]);
});

test('a review stores the limits as they were, and measures again only after others were imported', async () => {
  type Read = { stored: StoredMeasurement[]; has_new_limits: boolean };
  const read = () => tester.good<Read>(REVIEWERS[0], 'GET', `${url}/review/impact`);
  const used = async () => (await read()).stored.map(({ capacity }) => capacity?.limits[0]?.used);
  const again = () => tester.good(UNDERWRITER, 'POST', `${url}/review/impact`);
  await tester.submitted(CARGO, [entryOf(all)]);
  expect(await used()).toEqual([50_000]);
  expect((await read()).has_new_limits).toBe(false);
  await again();
  expect(await used()).toHaveLength(1);
  await importing([makeLimit('All cargo', { used: 60_000 })], (await readLimits()).revision);
  expect((await read()).has_new_limits).toBe(true);
  await again();
  expect(await used()).toEqual([50_000, 60_000]);
  expect((await read()).has_new_limits).toBe(false);
});
