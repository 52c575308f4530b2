import type { UnusualValue } from '#domain/bucket/unusual.ts';
import {
  type ChangeCount,
  isMoved,
  mapDirections,
  type MeasuredGap,
  type Share,
  type ValueCount,
  type WindowGap,
} from '#domain/impact/impact.ts';
import { commonDay } from './set-days.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';

type NamedExample = Readonly<{ id: string; name: string }>;
/** How many values of one kind are unusual for one reason. */
export type UnusualCount = Pick<UnusualValue, 'key' | 'kind'> & Readonly<{ count: number }>;

/** What a submitter and the last voter should know of a draft. */
export type DraftFacts = Readonly<{
  gaps: readonly (WindowGap & Readonly<{ name: string }>)[];
  /** All examples of the bucket. */
  examples: number;
  /** Those that pass in the live version and break in the draft. */
  broken: readonly NamedExample[];
  /** Those that break in both. */
  broken_before: readonly NamedExample[];
  unusual: readonly UnusualCount[];
  /** Comments of any round. */
  unresolved: number;
}>;

export type SetGap = MeasuredGap & Readonly<{ name: string; buckets: number }>;
type MeasuredDraft = Readonly<{ facts: DraftFacts; count?: ChangeCount | undefined }>;

/** The gaps that are left if the draft goes live on this day. */
export const gapsOn = <G extends WindowGap>(gaps: readonly G[], day: string): G[] =>
  gaps.filter((gap) => gap.kind !== 'starts' || gap.day > day);

/** The gaps of several drafts: one per dial and day, with the risks of all its buckets; most risks first. */
export function joinGaps(drafts: readonly MeasuredDraft[]): SetGap[] {
  const measured = drafts.flatMap(({ facts, count }) =>
    facts.gaps.map((gap) => ({ ...gap, values: withRisks(gap, count) })).filter(({ values }) => values.length > 0),
  );
  return [...Map.groupBy(measured, ({ dial_id, kind, day }) => `${dial_id} ${kind} ${day}`).values()]
    .flatMap((same) => same.slice(0, 1).map((gap) => ({ ...gap, values: joinValues(same), buckets: same.length })))
    .toSorted((a, b) => mostRisks(b) - mostRisks(a));
}

/** The measured values that risks lose; all of them, without risks, if the draft is not measured. */
function withRisks({ dial_id, values }: WindowGap, count: ChangeCount | undefined): MeasuredGap['values'] {
  const measured = count?.gaps.find((gap) => gap.dial_id === dial_id)?.values;
  return measured ? measured.filter(({ risks }) => risks !== 0) : values.map((value) => ({ value }));
}

/** Unknown if it is unknown in one of them. */
function joinValues(gaps: readonly MeasuredGap[]): MeasuredGap['values'] {
  const all = gaps.flatMap(({ values }) => values);
  return [...Map.groupBy(all, ({ value }) => value)].map(([value, same]) => {
    const risks = same.map((each) => each.risks);
    if (risks.includes(undefined)) return { value };
    const known = risks.filter((each) => typeof each === 'number');
    return { value, risks: known.length === 0 ? null : sum(known) };
  });
}

const mostRisks = ({ values }: MeasuredGap): number => Math.max(...values.map(({ risks }) => risks ?? 0));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The changes of several buckets. Each has its own risks, so a risk of the portfolio counts once per bucket. */
export function addCounts(counts: readonly ChangeCount[]): Omit<ChangeCount, 'gaps'> {
  const values = VALUE_KEYS.map((value) => {
    const same = counts.flatMap((count) => count.values.filter((each) => each.value === value));
    return { value, ...mapDirections((direction) => sum(same.map((each) => each[direction]))) };
  });
  return {
    all: addShares(counts.map(({ all }) => all)),
    changed: addShares(counts.map(({ changed }) => changed)),
    values: values.filter(isMoved),
  };
}

/** What was measured for a bucket of a set; `changed` is null where it is too few to show. */
export type SetImpact = Readonly<{
  changed: number | null;
  risks: number;
  premium: number | null;
  day: string | null;
  values: readonly ValueCount[];
}>;

/** The same of several buckets, with the day if it is the same for all. */
export function addSetImpacts(
  impacts: readonly SetImpact[],
): Readonly<{ count: ReturnType<typeof addCounts>; day: string | null }> {
  const counts = impacts.map(({ changed, risks, premium, values }) => ({
    all: { risks, premium: null },
    changed: { risks: changed ?? 0, premium, ...(changed === null && { few: true as const }) },
    values,
    gaps: [],
  }));
  return { count: addCounts(counts), day: commonDay(impacts.map(({ day }) => day)) };
}

function addShares(shares: readonly Share[]): Share {
  const risks = sum(shares.map((share) => share.risks));
  const premiums = shares.flatMap(({ premium }) => premium ?? []);
  const isFew = risks === 0 && shares.some(({ few }) => few);
  return { risks, premium: premiums.length < shares.length ? null : sum(premiums), ...(isFew && { few: true }) };
}

/** Most values first. */
export const addUnusual = (counts: readonly UnusualCount[]): UnusualCount[] =>
  [...Map.groupBy(counts, ({ key, kind }) => `${key} ${kind}`).values()]
    .flatMap((same) => same.slice(0, 1).map((each) => ({ ...each, count: sum(same.map(({ count }) => count)) })))
    .toSorted((a, b) => b.count - a.count);
