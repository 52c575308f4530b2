import { evaluate } from '#domain/evaluation/evaluate.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { createCounters, type BucketCount } from '#domain/feed/counters.ts';
import type { DocumentEntry } from '#domain/feed/document.ts';
import { BEFORE_DAYS } from '#domain/practice/expected.ts';
import { hasSameValues } from '#domain/feed/rules.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of a working day. */
const WEEKEND_WEIGHT = 0.12;
const WORKING_DAYS_A_YEAR = 365 * ((5 + 2 * WEEKEND_WEIGHT) / 7);
/** Risks arrive in these hours (UTC). */
const OPENS = 7;
const CLOSES = 19;

const isWeekend = (dayNumber: number): boolean => [2, 3].includes(dayNumber % 7);
const weightOf = (dayNumber: number): number => (isWeekend(dayNumber) ? WEEKEND_WEIGHT : 1);

/** How many risks have arrived by then, if a year brings `risks` of them: more on working days, and none at night. */
export function countArrivals(atMs: number, risks: number): number {
  const dayNumber = Math.floor(atMs / DAY_MS);
  const weeks = Math.floor(dayNumber / 7);
  let days = weeks * (5 + 2 * WEEKEND_WEIGHT);
  for (let day = weeks * 7; day < dayNumber; day += 1) days += weightOf(day);
  const hour = (atMs % DAY_MS) / HOUR_MS;
  const part = Math.min(Math.max((hour - OPENS) / (CLOSES - OPENS), 0), 1);
  return Math.floor(((days + part * weightOf(dayNumber)) * risks) / WORKING_DAYS_A_YEAR);
}

/** A bucket with its versions, oldest first. */
export type ReplayBucket = BucketAddress &
  Readonly<{
    stopped: boolean;
    versions: readonly Readonly<{ version: number; live_at: number; entries: readonly DocumentEntry[] }>[];
  }>;

type ReplayOptions = Readonly<{
  buckets: readonly ReplayBucket[];
  /** Risks a year, and each of them by its number. */
  risks: number;
  make: (row: number) => PortfolioRisk;
  /** Milliseconds since 1970. */
  from: number;
  until: number;
  /** The hour of a moment, `2026-12-01T09`. */
  hourOf: (ms: number) => string;
}>;

type Arrivals = Pick<ReplayOptions, 'risks' | 'make' | 'from' | 'until'>;

/** Lists the classes of the risks that arrive in a period. */
export function listArrivingClasses({ risks, make, from, until }: Arrivals): ReadonlySet<string> {
  const classes = new Set<string>();
  const last = countArrivals(until, risks);
  for (let arrival = countArrivals(from, risks); arrival < last; arrival += 1) classes.add(make(arrival % risks).cob);
  return classes;
}

/** So many risks take a few milliseconds. */
const RISKS_WITHOUT_REST = 20;

/**
 * Decides the risks of a period as an engine would have done, with the version of that time. Yields what it counted after
 * each day, and nothing between some risks, so that the caller can rest.
 */
export function* replayDecisions(options: ReplayOptions): Generator<readonly BucketCount[]> {
  const { buckets, risks, make, from, until, hourOf } = options;
  const ofClass = Map.groupBy(buckets, ({ cob }) => cob);
  for (let start = from; start < until; start = Math.min((Math.floor(start / DAY_MS) + 1) * DAY_MS, until)) {
    const end = Math.min((Math.floor(start / DAY_MS) + 1) * DAY_MS, until);
    const counters = createCounters();
    // One hour per part of a day: the hours of the past would only take room.
    const hour = hourOf(end - 1);
    const date = hour.slice(0, 10);
    const last = countArrivals(end, risks);
    for (let arrival = countArrivals(start, risks); arrival < last; arrival += 1) {
      const { cob, risk } = make(arrival % risks);
      for (const bucket of ofClass.get(cob) ?? []) decide(counters, bucket, { ...risk, date }, { hour, at: end });
      if (arrival % RISKS_WITHOUT_REST === 0) yield [];
    }
    yield counters.take();
  }
}

type Moment = Readonly<{ hour: string; at: number }>;

function decide(
  counters: ReturnType<typeof createCounters>,
  { partner, cob, stopped, versions }: ReplayBucket,
  risk: PortfolioRisk['risk'],
  { hour, at }: Moment,
): void {
  const index = versions.findLastIndex(({ live_at }) => live_at < at);
  const version = versions[index];
  if (version === undefined) return;
  const { entries } = version;
  const before = at - version.live_at <= BEFORE_DAYS * DAY_MS ? versions[index - 1] : undefined;
  const evaluation = stopped ? { dials: [], values: {} } : evaluate(entries, risk);
  const isCompared = before !== undefined && !stopped;
  counters.add(
    { partner, cob },
    {
      reason: stopped ? 'stopped' : 'evaluated',
      bucket: undefined,
      version: version.version,
      entries,
      evaluation,
      differs: isCompared ? !hasSameValues(evaluation, evaluate(before.entries, risk)) : null,
    },
    hour,
  );
}
