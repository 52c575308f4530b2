import type { DecisionCounts } from '#domain/feed/counters.ts';
import { UNREACHABLE_AFTER_MS } from '#domain/feed/status.ts';
import { type Beaten, type PositionCount, readCount } from './counts.ts';

/** The periods that a screen offers, in days with today. */
export const PRACTICE_PERIODS = [7, 30, 90] as const;
export type PracticePeriod = (typeof PRACTICE_PERIODS)[number];
export const DEFAULT_PERIOD = 30 satisfies PracticePeriod;

/** A dial that decided nothing for so many days is probably not needed. */
export const UNUSED_DAYS = 90 satisfies PracticePeriod;

/** What engines counted in one day (UTC) with one version of a bucket. */
export type VersionDay = Readonly<{ day: string; version: number }> & DecisionCounts;

/** The same with its dials, in the order of the version. */
export type CountedDay = VersionDay &
  Readonly<{ dial_ids: readonly string[]; counts: readonly number[]; beaten: Beaten }>;

/** What a dial did in a bucket in a period, in all versions of the bucket. */
export type DialTotal = Readonly<{
  took_part: number;
  decided: number;
  won: PositionCount['won'];
  /** Decisions in which it set a value, by day. Days without any are left out. */
  days: ReadonlyMap<string, number>;
  /** The dial that decided most often instead, if it decided nothing. */
  beaten_by: string | null;
}>;

/** All dials of these days, or those of a set. */
export function sumDials(
  days: readonly Pick<CountedDay, 'day' | 'dial_ids' | 'counts' | 'beaten'>[],
  only?: ReadonlySet<string>,
): ReadonlyMap<string, DialTotal> {
  type Tally = {
    took_part: number;
    decided: number;
    won: Record<string, number>;
    days: Map<string, number>;
    beaten: Map<string, number>;
  };
  const totals = new Map<string, Tally>();
  const wanted = new Map<readonly string[], readonly (readonly [position: number, id: string])[]>();
  for (const { day, dial_ids, counts, beaten } of days) {
    // The days of a version share their dials.
    const dials = wanted.get(dial_ids) ?? [...dial_ids.entries()].filter(([, id]) => only?.has(id) !== false);
    wanted.set(dial_ids, dials);
    for (const [position, id] of dials) {
      const { took_part, decided, won } = readCount(counts, dial_ids.length, position);
      const total: Tally = totals.get(id) ?? { took_part: 0, decided: 0, won: {}, days: new Map(), beaten: new Map() };
      totals.set(id, total);
      total.took_part += took_part;
      total.decided += decided;
      for (const [key, count] of Object.entries(won)) total.won[key] = (total.won[key] ?? 0) + count;
      if (decided > 0) total.days.set(day, (total.days.get(day) ?? 0) + decided);
      for (const [by, times] of Object.entries(beaten[position] ?? {})) {
        const winner = dial_ids[Number(by)];
        if (winner !== undefined) total.beaten.set(winner, (total.beaten.get(winner) ?? 0) + times);
      }
    }
  }
  return new Map(
    [...totals].map(([id, { beaten, won, ...total }]) => {
      const [most] = [...beaten].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1));
      const beaten_by = total.decided === 0 ? (most?.[0] ?? null) : null;
      return [id, { ...total, won: won as PositionCount['won'], beaten_by }];
    }),
  );
}

type VersionCount = Readonly<{ version: number; decided: number }>;

/** What each version of a dial decided, newest first: those that decided something, and the one that is asked about. */
export function sumVersions(
  counted: readonly Readonly<{ version: number | null; decided: number }>[],
  asked: number,
): readonly VersionCount[] {
  const sums = new Map([[asked, 0]]);
  for (const { version, decided } of counted)
    if (version !== null && decided > 0) sums.set(version, (sums.get(version) ?? 0) + decided);
  return [...sums].map(([version, decided]) => ({ version, decided })).toSorted((a, b) => b.version - a.version);
}

/** A version of a bucket that is or was live, with its dials. */
export type LiveVersion = Readonly<{ live_at: Date; dial_ids: readonly string[] }>;

/** The day (UTC) since which each dial of the last version has been live without a break. Versions are in order. */
export function listFirstDays(versions: readonly LiveVersion[]): ReadonlyMap<string, string> {
  let first = new Map<string, string>();
  for (const { live_at, dial_ids } of versions)
    first = new Map(dial_ids.map((id) => [id, first.get(id) ?? live_at.toISOString().slice(0, 10)]));
  return first;
}

/** The latest of these days, so that nobody reads a short count as a long one. */
export const latestDay = (...days: readonly (string | null | undefined)[]): string =>
  days.reduce<string>((latest, day) => (day && day > latest ? day : latest), '');

/** Which production engines report, and since when. */
export type Reporting = Readonly<{
  engines: number;
  reporting: number;
  /** The first counters, and the newest ones; null if there never were any. */
  since: Date | null;
  until: Date | null;
  /** Decisions that engines could not keep or that came too late. */
  dropped: number;
}>;

type ReportingEngine = Readonly<{
  last_seen_at: Date | null;
  first_counted_at: Date | null;
  last_counted_at: Date | null;
  dropped: number;
  is_valid: boolean;
}>;

/** An engine without a valid token reports no more, but what it counted stays. */
export function describeReporting(engines: readonly ReportingEngine[], now: Date): Reporting {
  const valid = engines.filter(({ is_valid }) => is_valid);
  const firsts = engines.flatMap(({ first_counted_at: at }) => (at === null ? [] : [at]));
  const lasts = engines.flatMap(({ last_counted_at: at }) => (at === null ? [] : [at]));
  return {
    engines: valid.length,
    reporting: valid.filter(
      ({ last_seen_at: seen, first_counted_at: first }) =>
        seen !== null && first !== null && now.getTime() - seen.getTime() <= UNREACHABLE_AFTER_MS,
    ).length,
    since: firsts.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
    until: lasts.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    dropped: engines.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}
