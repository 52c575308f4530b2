import { expect, test } from 'vitest';
import {
  addExposures,
  announceUse,
  countriesOf,
  describeLeft,
  describeLimitDays,
  describeMoney,
  describeOtherYear,
  describeShares,
  importedUse,
  type LimitImpact,
  limitUse,
  listOver,
  nearestUse,
  pickShown,
} from './capacity.ts';
import { isOldLimit, type Limit, listLimitsOf } from './limit.ts';

const makeLimit = (name: string, more: Partial<LimitImpact> = {}): LimitImpact => ({
  name,
  partner: null,
  country: null,
  cob: 'cargo',
  limit: 100,
  used: 50,
  as_of: '2026-10-31',
  source: '',
  lines: { risks: 0, added: 0 },
  premium: null,
  ...more,
});
const adding = (used: number, added: number, more: Partial<LimitImpact> = {}) =>
  limitUse(makeLimit('UK cyber', { used, lines: { risks: 1, added }, ...more }), 'lines');

test('a bucket uses the limits of its class and partner in the order of the file, those of the partner last', () => {
  const limits: Limit[] = [
    makeLimit('partner', { partner: 9101, cob: null }),
    makeLimit('class'),
    makeLimit('other class', { cob: 'hull' }),
    makeLimit('other partner', { partner: 9102 }),
    makeLimit('country', { country: 'US', cob: null }),
  ];
  const names = listLimitsOf(limits, { partner: 9101, cob: 'cargo' }).map(({ name }) => name);
  expect(names).toEqual(['class', 'country', 'partner']);
});

test('a limit gets what the risks of its country add, or what all risks add', () => {
  const of = (country: string | null, added: number) => ({ country, lines: { risks: 1, added }, premium: null });
  const limits = [makeLimit('US', { country: 'US' }), makeLimit('all'), makeLimit('FR', { country: 'FR' })];
  expect(countriesOf(limits)).toEqual(['US', 'FR']);
  expect(addExposures(limits, [of(null, 7), of('US', 5)]).map(({ lines }) => lines.added)).toEqual([5, 7, 0]);
});

test('a status starts at 90% and above 100%, after the draft', () => {
  expect([adding(50, 39), adding(50, 40), adding(50, 50), adding(50, 51)].map(({ status }) => status)).toEqual([
    'under',
    'near',
    'near',
    'over',
  ]);
  expect(adding(50, -80)).toMatchObject({ before: 50, after: 0, status: 'under' });
  expect(importedUse(makeLimit('A', { used: 95 }))).toMatchObject({ before: 95, after: 95, status: 'near' });
});

test('premium is another measure against the same limit', () => {
  const limit = makeLimit('A', { lines: { risks: 9, added: 9 }, premium: { risks: 2, added: 60 } });
  expect(limitUse(limit, 'lines')).toMatchObject({ after: 59, risks: 9, status: 'under' });
  expect(limitUse(limit, 'premium')).toMatchObject({ after: 110, risks: 2, status: 'over' });
  expect(limitUse(makeLimit('A'), 'premium')).toMatchObject({ after: 50, risks: 0 });
});

test('shares are whole, unless that hides a change or crosses a threshold', () => {
  const shares = (used: number, added: number) => Object.values(describeShares(adding(used, added)));
  expect(shares(62, 9)).toEqual(['62%', '71%']);
  expect(shares(62, 0)).toEqual(['62%', null]);
  expect(shares(62, 0.3)).toEqual(['62%', '62.3%']);
  expect(shares(62, 0.02)).toEqual(['62%', '62.02%']);
  expect(shares(62, 0.001)).toEqual(['62%', null]);
  expect(shares(80, 9.7)).toEqual(['80%', '89.7%']);
  expect(shares(80, 20.2)).toEqual(['80%', '100.2%']);
  expect(shares(80, 20.000001)).toEqual(['80%', 'over 100%']);
  expect(shares(100, 0.000001)).toEqual(['100%', 'over 100%']);
  expect(shares(89.999999, 0)).toEqual(['under 90%', null]);
});

test('sentences say what is left, or how much it is over', () => {
  const million = { limit: 60e6 };
  expect(describeLeft(adding(52.8e6, 4.8e6, million))).toEqual({ text: 'UK cyber has 2.4m left', of: 'of 60m, USD' });
  expect(describeLeft(adding(52.8e6, 9e6, million))).toEqual({ text: 'UK cyber is 1.8m over', of: 'its 60m, USD' });
  expect(announceUse(adding(248e6, 36e6, { limit: 400e6 }))).toBe('UK cyber, 62% to 71% of 400 million');
  expect(announceUse(adding(9_000_000_001, 0, { limit: 9e9 }))).toBe('UK cyber, over 100% of 9 billion');
  expect(announceUse(adding(248e6, 0, { limit: 1.25e9 }))).toBe('UK cyber, 20% of 1.25 billion');
  expect([999_999, 1_249_999_999, 950, -2.4e6].map(describeMoney)).toEqual(['1m', '1.25bn', '950', '−2.4m']);
});

test('four limits are shown in order, those from 90% always, and the nearest is named', () => {
  const uses = [50, 50, 50, 50, 95, 101].map((used, index) => limitUse(makeLimit(`L${index}`, { used }), 'lines'));
  const names = (some: typeof uses) => some.map(({ limit }) => limit.name);
  expect(names(pickShown(uses))).toEqual(['L0', 'L1', 'L4', 'L5']);
  expect(names(pickShown(uses.slice(4)))).toEqual(['L4', 'L5']);
  const own = limitUse(makeLimit('own', { partner: 9101 }), 'lines');
  expect(names(pickShown([...uses.slice(0, 5), own]))).toEqual(['L0', 'L1', 'L4', 'own']);
  expect(nearestUse(uses)?.limit.name).toBe('L5');
  expect(nearestUse([])).toBeUndefined();
  const five = Array.from({ length: 5 }, () => adding(95, 0));
  expect(pickShown(five)).toHaveLength(5);
});

test('limits that the draft exceeds are listed, the worst first', () => {
  const makeExceeded = (name: string, added: number) => makeLimit(name, { lines: { risks: 1, added } });
  const listed = listOver([makeExceeded('A', 51), makeExceeded('B', 50), makeExceeded('C', 80)]);
  expect(listed.map(({ limit }) => limit.name)).toEqual(['C', 'A']);
});

test('a limit is old after 60 days, and its year may be another one than that of the risks', () => {
  expect(['2026-09-19', '2026-09-18'].map((as_of) => isOldLimit({ as_of }, '2026-11-18'))).toEqual([false, true]);
  const limits = [makeLimit('A'), makeLimit('B', { as_of: '2026-09-30' })];
  expect(describeLimitDays(limits.slice(0, 1))).toBe('as of 31 Oct 2026');
  expect(describeLimitDays(limits)).toBe('as of 30 Sep to 31 Oct 2026');
  const older = makeLimit('C', { as_of: '2025-12-31' });
  expect(describeLimitDays([...limits, older])).toBe('as of 31 Dec 2025 to 31 Oct 2026');
  const year = (from: string, until = from) =>
    describeOtherYear(limits, { from: `${from}-01-01`, until: `${until}-12-31` });
  expect(year('2025')).toBe('The limits are of 2026, the risks of 2025.');
  expect(year('2024', '2025')).toBe('The limits are of 2026, the risks of 2024 to 2025.');
  expect(year('2025', '2026')).toBeUndefined();
  expect(describeOtherYear([], { from: '2025-01-01', until: '2025-12-31' })).toBeUndefined();
});
