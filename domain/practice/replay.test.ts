import { expect, test } from 'vitest';
import type { DocumentEntry } from '#domain/feed/document.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { countArrivals, listArrivingClasses, type ReplayBucket, replayDecisions } from './replay.ts';

const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(text);
const hourOf = (ms: number) => new Date(ms).toISOString().slice(0, 13);

test('a year brings as many risks as it says: fewer on Saturdays and Sundays, none at night', () => {
  const start = at('2026-01-01T00:00:00Z');
  const year = countArrivals(start + 365 * DAY_MS, 36_500) - countArrivals(start, 36_500);
  expect(Math.abs(year - 36_500)).toBeLessThan(150);
  const between = (from: string, until: string) => countArrivals(at(until), 36_500) - countArrivals(at(from), 36_500);
  const [friday, saturday] = [
    between('2026-11-13T00:00:00Z', '2026-11-14T00:00:00Z'),
    between('2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z'),
  ];
  expect(friday).toBeGreaterThan(5 * saturday);
  expect(saturday).toBeGreaterThan(0);
  expect(between('2026-11-13T20:00:00Z', '2026-11-14T06:00:00Z')).toBe(0);
});

const entry = (max_line: number): DocumentEntry => ({
  dial_id: 'dial',
  version: 1,
  overrides: {},
  name: 'Base',
  dial: { active_from: null, active_until: null, journeys: [], dimensions: {}, values: { max_line } },
});
const bucket: ReplayBucket = {
  partner: 9101,
  cob: 'cargo',
  stopped: false,
  versions: [
    { version: 1, live_at: 0, entries: [entry(1)] },
    { version: 2, live_at: at('2026-11-12T00:00:00Z'), entries: [entry(2)] },
  ],
};
const make = (row: number): PortfolioRisk => ({
  reference: String(row),
  cob: row % 2 === 0 ? 'cargo' : 'other',
  risk: { date: '2025-01-01', journey: null, dimensions: {} },
  premium: null,
  kept: {},
});
const run = (from: string, until: string, buckets = [bucket]) =>
  [...replayDecisions({ buckets, risks: 36_500, make, from: at(from), until: at(until), hourOf })].flat();

test('the classes of a period are those of its risks; at night there are none', () => {
  const classes = (from: string, until: string) =>
    listArrivingClasses({ risks: 36_500, make, from: at(from), until: at(until) });
  expect(classes('2026-11-13T08:00:00Z', '2026-11-13T12:00:00Z')).toEqual(new Set(['cargo', 'other']));
  expect(classes('2026-11-13T20:00:00Z', '2026-11-14T06:00:00Z')).toEqual(new Set());
});

test('a day is decided in parts, with a rest between them', () => {
  const days = { risks: 36_500, make, from: at('2026-11-13T00:00:00Z'), until: at('2026-11-14T00:00:00Z') };
  const parts = [...replayDecisions({ ...days, buckets: [bucket], hourOf })];
  expect(parts.filter((part) => part.length === 0).length).toBeGreaterThan(2);
  expect(parts.filter((part) => part.length > 0)).toHaveLength(1);
});

test('risks are decided by the version of their day, and compared with the one before for 30 days', () => {
  const counts = run('2026-11-11T00:00:00Z', '2026-11-13T12:00:00Z');
  expect(counts.map(({ hour, version }) => [hour, version])).toEqual([
    ['2026-11-11T23', 1],
    ['2026-11-12T23', 2],
    ['2026-11-13T11', 2],
  ]);
  expect(counts[0]).toMatchObject({ compared: 0, differs: 0 });
  expect(counts[1]?.differs).toBe(counts[1]?.decisions);
  expect(counts[1]?.dials[0]?.decided).toBe(counts[1]?.decisions);
  expect(run('2026-12-20T00:00:00Z', '2026-12-22T00:00:00Z')[0]).toMatchObject({ version: 2, compared: 0 });
});

test('going on where it stopped decides every risk once', () => {
  const sum = (counts: ReturnType<typeof run>) => counts.reduce((all, { decisions }) => all + decisions, 0);
  const whole = sum(run('2026-11-11T00:00:00Z', '2026-11-13T12:00:00Z'));
  const parts = ['2026-11-11T00:00:00Z', '2026-11-11T08:13:07Z', '2026-11-11T08:13:41Z', '2026-11-13T12:00:00Z'];
  const summed = parts.slice(1).map((until, index) => sum(run(parts[index] ?? '', until)));
  expect(summed.reduce((all, one) => all + one, 0)).toBe(whole);
});

test('a stopped bucket decides nothing', () => {
  const [counts] = run('2026-11-12T00:00:00Z', '2026-11-13T00:00:00Z', [{ ...bucket, stopped: true }]);
  expect(counts).toMatchObject({ stopped: counts?.decisions, compared: 0, dials: [] });
});
