import { startOfDay, writeDay } from '#domain/day/day.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describePercent, MIN_SHOWN_RISKS } from '#domain/impact/percent.ts';

/** The risks of the portfolio that a version changes, as its review measured them. */
export type Expectation = Readonly<{ changed: number; all: number }>;
/** The decisions that engines compared with the version before, and those of them with other values. */
export type Comparison = Readonly<{ compared: number; differs: number }>;

/** How long a release names the version that the live one replaced, and engines compare both. */
export const BEFORE_DAYS = 30;
/** With fewer decisions a share says nothing. */
export const MIN_COMPARED = 200;
/** A share that is further away from the expected one, and outside its band, is a drift. */
export const MAX_DRIFT = 0.05;
/** How many standard deviations cover 95 of 100 samples. */
const DEVIATIONS = 1.96;

export const VERDICTS = ['as-expected', 'more', 'fewer', 'too-few', 'not-measured'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type DriftDirection = Extract<Verdict, 'more' | 'fewer'>;

/** The lowest and the highest share, from 0 to 1. */
export type Band = Readonly<{ low: number; high: number }>;

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const expectedShare = ({ changed, all }: Expectation): number => shareOf(changed, all);

/** The shares of 95 of 100 samples of so many decisions: the binomial distribution, to the half decision. */
export function findBand(expected: Expectation, decisions: number): Band {
  const share = expectedShare(expected);
  if (decisions === 0) return { low: 0, high: 1 };
  const reach = DEVIATIONS * Math.sqrt((share * (1 - share)) / decisions) + 0.5 / decisions;
  return { low: Math.max(0, share - reach), high: Math.min(1, share + reach) };
}

export function judgeOutcome(expected: Expectation | null, { compared, differs }: Comparison): Verdict {
  if (expected === null || expected.all === 0) return 'not-measured';
  if (compared < MIN_COMPARED) return 'too-few';
  const { low, high } = findBand(expected, compared);
  const share = shareOf(differs, compared);
  if (share > high) return 'more';
  return share < low ? 'fewer' : 'as-expected';
}

/** Where it drifted to, if authors and approvers have to know of it. */
export function findDrift(expected: Expectation, comparison: Comparison): DriftDirection | undefined {
  const verdict = judgeOutcome(expected, comparison);
  if (verdict !== 'more' && verdict !== 'fewer') return undefined;
  const distance = Math.abs(shareOf(comparison.differs, comparison.compared) - expectedShare(expected));
  return distance > MAX_DRIFT ? verdict : undefined;
}

export const sumComparison = (days: readonly Comparison[]): Comparison => ({
  compared: days.reduce((sum, { compared }) => sum + compared, 0),
  differs: days.reduce((sum, { differs }) => sum + differs, 0),
});

export const VERDICT_TEXT = {
  'as-expected': 'As expected',
  more: 'More than expected',
  fewer: 'Fewer than expected',
  'too-few': 'Too few to say',
  'not-measured': 'Not measured',
} as const satisfies Record<Verdict, string>;

/** "3 of 4 production engines" */
export const describeEngines = ({ engines, reporting }: Readonly<{ engines: number; reporting: number }>): string =>
  `${reporting === engines ? '' : `${grouped(reporting)} of `}${grouped(engines)} production ${engines === 1 ? 'engine' : 'engines'}`;

/** `changed` is null below the smallest number that the reader may see. */
export type ShownExpectation = Readonly<{ changed: number | null; all: number }>;

/** "26,788 of 38,412 risks (69.7%)" */
export const describeExpectation = ({ changed, all }: ShownExpectation): string =>
  changed === null
    ? `fewer than ${MIN_SHOWN_RISKS} of ${grouped(all)} risks`
    : `${grouped(changed)} of ${grouped(all)} risks (${describePercent(changed, all)})`;

/** "1,204 of 1,731 decisions (69.6%)" */
const describeComparison = ({ compared, differs }: Comparison): string =>
  `${grouped(differs)} of ${grouped(compared)} ${compared === 1 ? 'decision' : 'decisions'} (${describePercent(differs, compared)})`;

/** Moments are milliseconds since 1970. */
type LiveSpan = Readonly<{ live: number; superseded?: number | undefined }>;

/** When engines no longer compare a version with the one before. */
export const comparedUntil = ({ live, superseded = Number.POSITIVE_INFINITY }: LiveSpan): number =>
  Math.min(live + BEFORE_DAYS * 86_400_000, superseded);

/** The comparison, or why there is none. `since`: the moment, in ISO 8601, when engines began to count. */
export function describeCompared(
  comparison: Comparison,
  span: LiveSpan,
  { since, now }: Readonly<{ since: string | null; now: number }>,
): string {
  if (comparison.compared > 0) return describeComparison(comparison);
  const until = comparedUntil(span);
  const began = since?.slice(0, 10);
  if (began !== undefined && until <= startOfDay(began)) return `not counted before ${writeDay(began)}`;
  return until <= now ? 'no decisions' : 'no decisions yet';
}

type Drift = Comparison & Readonly<{ number: number; direction: DriftDirection }>;

/** "v12 changes more than expected: 1,204 of 1,731 decisions (69.6%)" */
export const describeDrift = ({ number, direction, ...comparison }: Drift): string =>
  `v${number} changes ${direction} than expected: ${describeComparison(comparison)}`;
