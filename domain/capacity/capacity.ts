import { writeDay } from '#domain/day/day.ts';
import type { AddedExposure, Exposure, ExposureMeasure } from '#domain/impact/impact.ts';
import { LIMIT_CURRENCY, type Limit, limitDays } from './limit.ts';

/** A limit with what a list of dials adds to it. */
export type LimitImpact = Limit & Pick<Exposure, 'lines' | 'premium'>;

const NOTHING: AddedExposure = { risks: 0, added: 0 };

/** Adds to each limit what the risks of its country add. Whichever class and partner it covers, the bucket is one of them. */
export const addExposures = (limits: readonly Limit[], exposures: readonly Exposure[]): LimitImpact[] =>
  limits.map((limit) => {
    const found = exposures.find(({ country }) => country === limit.country);
    return { ...limit, lines: found?.lines ?? NOTHING, premium: found === undefined ? NOTHING : found.premium };
  });

/** The distinct countries to measure. */
export const countriesOf = (limits: readonly Pick<Limit, 'country'>[]): string[] => [
  ...new Set(limits.flatMap(({ country }) => country ?? [])),
];

const NEAR = 0.9;
export type LimitStatus = 'under' | 'near' | 'over';

function statusOf(amount: number, limit: number): LimitStatus {
  if (amount > limit) return 'over';
  return amount >= NEAR * limit ? 'near' : 'under';
}

/** A limit before and after a list of dials, in dollars. */
export type LimitUse = Readonly<{ limit: Limit; before: number; after: number; status: LimitStatus; risks: number }>;

/** Nothing is taken from a limit below zero: the imported figure and the portfolio need not agree. */
export function limitUse(limit: LimitImpact, measure: ExposureMeasure): LimitUse {
  const { risks, added } = limit[measure] ?? NOTHING;
  const after = Math.max(0, limit.used + added);
  return { limit, before: limit.used, after, status: statusOf(after, limit.limit), risks };
}

/** A limit as imported, without a draft. */
export const importedUse = (limit: Limit): LimitUse => ({
  limit,
  before: limit.used,
  after: limit.used,
  status: statusOf(limit.used, limit.limit),
  risks: 0,
});

const shareOf = ({ limit }: LimitUse, amount: number): number => amount / limit.limit;
export const shareBefore = (use: LimitUse): number => shareOf(use, use.before);
export const shareAfter = (use: LimitUse): number => shareOf(use, use.after);

const MAX_DECIMALS = 2;

/**
 * "62%" and "71%", or one figure if nothing changes. As few decimals as tell both apart, and never rounded across 90% or
 * 100%: "over 100%" where two decimals do not tell.
 */
export function describeShares(use: LimitUse): Readonly<{ before: string; after: string | null }> {
  const { before, after, limit } = use;
  const round = (amount: number, decimals: number) => Number(((amount / limit.limit) * 100).toFixed(decimals));
  const isHonest = (decimals: number): boolean =>
    [before, after].every((amount) => statusOf(round(amount, decimals), 100) === statusOf(amount, limit.limit)) &&
    (before === after || round(before, decimals) !== round(after, decimals));
  let decimals = 0;
  while (decimals < MAX_DECIMALS && !isHonest(decimals)) decimals += 1;
  const [was, is] = [before, after].map((amount) => {
    const shown = round(amount, decimals);
    const isSameSide = statusOf(shown, 100) === statusOf(amount, limit.limit);
    return isSameSide ? `${shown}%` : `${(amount / limit.limit) * 100 > shown ? 'over' : 'under'} ${shown}%`;
  }) as [string, string];
  return { before: was, after: was === is ? null : is };
}

const STEPS: readonly (readonly [at: number, suffix: string])[] = [
  [1e9, 'bn'],
  [1e6, 'm'],
  [1e3, 'k'],
];

/** "2.4m", "400m", "1.25bn": three digits, for sentences. */
export function describeMoney(amount: number): string {
  for (const [at, suffix] of STEPS) {
    const scaled = Number((Math.abs(amount) / at).toPrecision(3));
    if (scaled >= 1) return `${amount < 0 ? '−' : ''}${scaled}${suffix}`;
  }
  return String(Math.round(amount));
}

/** "UK cyber has 2.4m left" "of 60m, USD"; "UK cyber is 1.8m over" "its 60m, USD". */
export function describeLeft({ limit: { name, limit }, after }: LimitUse): Readonly<{ text: string; of: string }> {
  const money = `${describeMoney(limit)}, ${LIMIT_CURRENCY}`;
  return after > limit
    ? { text: `${name} is ${describeMoney(after - limit)} over`, of: `its ${money}` }
    : { text: `${name} has ${describeMoney(limit - after)} left`, of: `of ${money}` };
}

const WORDS: Readonly<Record<string, string>> = { bn: ' billion', m: ' million', k: ' thousand' };

/** For screen readers: "US cyber, 62% to 71% of 400 million". */
export function announceUse(use: LimitUse): string {
  const { before, after } = describeShares(use);
  const amount = describeMoney(use.limit.limit).replace(/(bn|m|k)$/, (suffix) => WORDS[suffix] ?? suffix);
  return `${use.limit.name}, ${before}${after === null ? '' : ` to ${after}`} of ${amount}`;
}

/** The one with the highest share. */
export const nearestUse = (uses: readonly LimitUse[]): LimitUse | undefined =>
  uses.reduce<LimitUse | undefined>(
    (nearest, use) => (nearest === undefined || shareAfter(use) > shareAfter(nearest) ? use : nearest),
    undefined,
  );

export const SHOWN_LIMITS = 4;

/**
 * Four of them in the given order: those from 90%, even if they are more, then the first one of the partner, then the
 * others.
 */
export function pickShown(uses: readonly LimitUse[]): LimitUse[] {
  const urgent = uses.filter(({ status }) => status !== 'under');
  const ofPartner = uses.filter(({ limit }) => limit.partner !== null).slice(0, 1);
  const ranked = [...new Set([...urgent, ...ofPartner, ...uses])];
  const shown = new Set(ranked.slice(0, Math.max(SHOWN_LIMITS, urgent.length)));
  return uses.filter((use) => shown.has(use));
}

/** Those that a list of dials exceeds, by max lines, most first. */
export const listOver = (limits: readonly LimitImpact[]): LimitUse[] =>
  limits
    .map((limit) => limitUse(limit, 'lines'))
    .filter(({ status }) => status === 'over')
    .toSorted((a, b) => shareAfter(b) - shareAfter(a));

/** "as of 31 Oct 2026", or "as of 30 Sep to 31 Oct 2026". */
export function describeLimitDays(limits: readonly Limit[]): string {
  const days = limitDays(limits);
  if (days === undefined) return '';
  if (days.from === days.to) return `as of ${writeDay(days.to)}`;
  const first = writeDay(days.from);
  return `as of ${yearOf(days.from) === yearOf(days.to) ? first.replace(/ \d{4}$/, '') : first} to ${writeDay(days.to)}`;
}

type Period = Readonly<{ from: string; until: string }>;
const yearOf = (day: string): number => Number(day.slice(0, 4));

/** "The limits are of 2026, the risks of 2025." Undefined if the portfolio has risks of the year of each limit. */
export function describeOtherYear(limits: readonly Limit[], period: Period | null): string | undefined {
  const days = limitDays(limits);
  if (days === undefined || period === null) return undefined;
  const [from, until] = [yearOf(period.from), yearOf(period.until)];
  if (from <= yearOf(days.from) && yearOf(days.to) <= until) return undefined;
  const years = (first: number, last: number) => [...new Set([first, last])].join(' to ');
  return `The limits are of ${years(yearOf(days.from), yearOf(days.to))}, the risks of ${years(from, until)}.`;
}
