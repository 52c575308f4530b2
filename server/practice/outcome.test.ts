import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Notification } from '#contract/notification.ts';
import type { BucketOutcome } from '#contract/outcome.ts';
import type { MonthlyReport } from '#contract/report.ts';
import type { Evidence } from '#contract/evidence.ts';
import { createTestApp } from '#server/testing/app.ts';
import { callsBy } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { execute } from '#server/testing/execute.ts';
import { startPortfolioApp, portfolioLoader } from '#server/testing/portfolios.ts';
import { auditRecords } from '#server/testing/records.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

const server = startPortfolioApp();
const tester = reviewTester(server);
const { published } = dialTester(server);
const { open, keep } = portfolioLoader(server);
const { addEngine, send } = feedTester(server);
const CARGO = { partner: 10_000, cob: 'cargo' };
let token = '';
let dialId = '';
let idleId = '';
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Of 50 risks 40 have a revenue of at least two millions. */
const FILE = [
  'reference,class of business,annual revenue,inception',
  ...Array.from({ length: 50 }, (_, index) => `R${index},Cargo,${index < 10 ? 1 : 3}m,2025-02-01`),
].join('\n');

const hour = () => server.now().toISOString().slice(0, 13);
type Reported = Readonly<{ version: number; decisions: number; differs: number; won: number }>;
const report = async ({ version, decisions, differs, won }: Reported, at = CARGO) => {
  const dial = { dial_id: dialId, version: 1, took_part: won, decided: won, won: { max_line: won }, beaten_by: null };
  const counts = { decisions, nothing_set: decisions - won, no_max_line: decisions - won, stopped: 0 };
  const bucket = { ...at, version, hour: hour(), ...counts, compared: decisions, differs, dials: [dial] };
  const { statusCode, body } = await send(token, 'POST', 'decisions', {
    id: randomUUID(),
    dropped: 0,
    buckets: [bucket],
  });
  expect([statusCode, body]).toEqual([204, '']);
};
const read = (query = '') => tester.good<BucketOutcome>(REVIEWERS[0], 'GET', `${tester.urlOf(CARGO)}/outcome${query}`);
const notices = async (who: string) =>
  (await tester.good<{ items: Notification[] }>(who, 'GET', '/api/notifications')).items.filter(
    ({ kind }) => kind === 'bucket_outcome_drifted',
  );
async function goLive(overrides: object): Promise<void> {
  const hash = await tester.submitted(CARGO, [
    { dial_id: dialId, version: 1, overrides },
    { dial_id: idleId, version: 1, overrides: {} },
  ]);
  for (const who of REVIEWERS.slice(0, 2)) await tester.vote(who, CARGO, hash, 'approve');
}

beforeAll(async () => {
  await tester.addBuckets(1, ['cargo']);
  const dial = await published({
    name: 'Cargo over two millions',
    dimensions: { revenue_ranges: '[2000000,)' },
    values: { max_line: 1000 },
  });
  dialId = dial.id;
  const idle = await published({
    name: 'Cargo without revenue',
    dimensions: { revenue_ranges: '(,0)' },
    values: { min_line: 5 },
    active_until: dayIn(20),
  });
  idleId = idle.id;
  ({ token } = await addEngine());
  await goLive({});
  await keep((await open('risks.csv', FILE)).id, 'Risks of 2025');
  await goLive({ max_line: 2000 });
});

test('without counters there is what the review expected', async () => {
  const { reporting, outcome } = await read();
  expect(reporting).toMatchObject({ engines: 1, reporting: 0, since: null });
  expect(outcome).toMatchObject({
    version: 3,
    superseded_at: null,
    expected: { changed: 40, all: 50 },
    compared: 0,
    differs: 0,
    verdict: 'too-few',
    band: null,
  });
});

test('a version that was reviewed without a portfolio was not measured', async () => {
  expect((await read('?version=2')).outcome).toMatchObject({ version: 2, expected: null, verdict: 'not-measured' });
  const missing = await tester.call(REVIEWERS[0], 'GET', `${tester.urlOf(CARGO)}/outcome?version=99`);
  expect([missing.status, missing.json().detail]).toEqual([404, 'This bucket has no version with that number.']);
});

test('decisions since the go-live stand beside the expected share, and each value beside the version before', async () => {
  await report({ version: 2, decisions: 100, differs: 0, won: 70 });
  await report({ version: 3, decisions: 300, differs: 243, won: 240 });
  const { outcome } = await read();
  expect(outcome).toMatchObject({ compared: 300, differs: 243, verdict: 'as-expected' });
  expect(outcome.band?.low).toBeCloseTo(0.753, 3);
  expect(outcome.values).toEqual([
    {
      value: 'max_line',
      results: [
        { result: 1000, before: 70, expected: 0, since: 0 },
        { result: 2000, before: 0, expected: 40, since: 240 },
        { result: null, before: 30, expected: 10, since: 60 },
      ],
      others: { before: 0, expected: 0, since: 0 },
    },
  ]);
  await server.runJob('outcomeDrifts');
  expect(await notices(UNDERWRITER)).toEqual([]);
});

test('people who may not see single risks get rounded figures and the same verdict', async () => {
  const environment = { DATA_DIR: server.config.dataDir, SINGLE_RISKS_NEED: 'admin:view' };
  const strict = await createTestApp({ environment, on: server.database });
  try {
    const path = `${tester.urlOf(CARGO)}/outcome`;
    const { outcome } = await callsBy('underwriter', strict).good<BucketOutcome>('GET', path);
    expect(outcome).toMatchObject({ expected: { changed: 40, all: 40 }, verdict: 'as-expected', band: null });
    expect(outcome.values[0]?.others).toMatchObject({ expected: 0 });
    expect((await callsBy('administrator', strict).good<BucketOutcome>('GET', path)).outcome.band).not.toBe(null);
  } finally {
    await strict.app.close();
  }
});

test('the evidence of a version says what engines decided with it', async () => {
  const url = `${tester.urlOf(CARGO)}/versions/3/evidence`;
  const { practice } = await tester.good<Evidence>(REVIEWERS[0], 'GET', url);
  expect(practice).toMatchObject({ reporting: { engines: 1 }, outcome: { version: 3, compared: 300, differs: 243 } });
});

test('a drift is recorded once, and authors and approvers are notified even if a new draft is in review', async () => {
  await tester.submitted(CARGO, [{ dial_id: dialId, version: 1, overrides: { max_line: 3000 } }]);
  await report({ version: 3, decisions: 300, differs: 100, won: 100 });
  for (const _ of [1, 2]) await server.runJob('outcomeDrifts');
  const text = 'v3 changes fewer than expected: 343 of 600 decisions (57.2%)';
  for (const who of [UNDERWRITER, ...REVIEWERS.slice(0, 2)])
    expect(await notices(who)).toMatchObject([{ by: null, text, bucket: { cob: 'cargo' }, set: null }]);
  expect(await notices(REVIEWERS[2])).toEqual([]);
  expect(await auditRecords(server.database.db, { action: 'bucket_outcome_drifted' })).toMatchObject([
    { by: null, detail: { number: 3, direction: 'fewer', compared: 600, differs: 343 } },
  ]);
});

describe('the report of a month', () => {
  const month = () => server.now().toISOString().slice(0, 7);
  const readReport = (of = month(), cob = 'cargo') =>
    tester.good<MonthlyReport>(REVIEWERS[0], 'GET', `/api/classes/${cob}/report?month=${of}`);

  test('has what went live and who approved it, what was expected, idle dials and dials that end', async () => {
    const { reporting, decisions, buckets, changes, idle, ends, left_off } = await readReport();
    expect(reporting).toMatchObject({ engines: 1, reporting: 1 });
    expect([decisions, buckets]).toEqual([700, 1]);
    expect(changes.map(({ partner, version, verdict }) => [partner.number, version, verdict])).toEqual([
      [CARGO.partner, 2, 'not-measured'],
      [CARGO.partner, 3, 'fewer'],
    ]);
    expect(changes[1]).toMatchObject({
      description: 'Because',
      submitted_by: { id: UNDERWRITER },
      approved_by: REVIEWERS.slice(0, 2).map((id) => ({ id })),
      expected: { changed: 40, all: 50 },
      compared: 600,
      differs: 343,
    });
    expect(idle).toEqual([
      {
        dial_id: idleId,
        name: 'Cargo without revenue',
        version: 1,
        partner: changes[0]?.partner,
        decisions: 700,
        took_part: 0,
        ended_on: null,
        beaten_by: null,
      },
    ]);
    expect(ends).toMatchObject([{ dial_id: idleId, day: dayIn(20), partners: [{ number: CARGO.partner }] }]);
    expect(left_off).toEqual({ changes: 0, idle: 0, ends: 0 });
  });

  test('counts what was decided without dials: by a bucket that never had any, and by one that was emptied meanwhile', async () => {
    const { decisions, buckets } = await readReport();
    await tester.addBuckets(1, ['cargo']);
    const { number: other } = await server.database.db
      .selectFrom('bucket as b')
      .innerJoin('partner as p', 'p.number', 'b.partner_number')
      .select('p.number')
      .where('b.cob', '=', 'cargo')
      .where('p.number', '!=', CARGO.partner)
      .executeTakeFirstOrThrow();
    const empty = { ...CARGO, partner: other };
    await report({ version: 1, decisions: 30, differs: 0, won: 0 }, empty);
    expect(await readReport()).toMatchObject({ decisions: decisions + 30, buckets: buckets + 1 });
    const hash = await tester.submitted(empty, [{ dial_id: dialId, version: 1, overrides: {} }]);
    for (const who of REVIEWERS.slice(0, 2)) await tester.vote(who, empty, hash, 'approve');
    await report({ version: 2, decisions: 20, differs: 0, won: 20 }, empty);
    const emptied = await tester.submitted(empty, []);
    for (const who of REVIEWERS.slice(0, 2)) await tester.vote(who, empty, emptied, 'approve');
    expect(await readReport()).toMatchObject({ decisions: decisions + 50, buckets: buckets + 1 });
  });

  test('is empty for another month or class, and needs a class and a month that exist', async () => {
    const nothing = { changes: [], idle: [], ends: [], decisions: 0, buckets: 0 };
    expect(await readReport('2020-01')).toMatchObject({ ...nothing, from: '2020-01-01', until: '2020-01-31' });
    expect(await readReport(month(), 'hull')).toMatchObject(nothing);
    for (const path of ['cargo/report?month=2026-13', 'nothing/report?month=2026-11'])
      expect((await tester.call(REVIEWERS[0], 'GET', `/api/classes/${path}`)).status).toBe(400);
  });
});

test('counts at the limit of the database, on several days, are still read and compared', async () => {
  const limit = 2_147_483_647;
  await execute(
    server.database.config,
    `insert into decision_day select v.bucket_id, v.number, current_date - n, ${limit}, 0, 0, 0, ${limit}, ${limit}, '{}', '{}'
     from bucket_version v join bucket b on b.id = v.bucket_id, generate_series(1, 2) as n
     where b.cob = '${CARGO.cob}' and v.state = 'live' and v.number > 1`,
  );
  await server.runJob('outcomeDrifts');
  expect((await read()).outcome.differs).toBeGreaterThanOrEqual(limit);
  const path = `/api/classes/${CARGO.cob}/report?month=${dayIn(0).slice(0, 7)}`;
  expect((await tester.call(REVIEWERS[0], 'GET', path)).status).toBe(200);
});
