import {
  type AddedExposure,
  type ChangeCount,
  type Exposure,
  type Impact,
  isMoved,
  mapDirections,
  type Share,
  type ValueImpact,
} from './impact.ts';
import { MIN_SHOWN_RISKS } from './percent.ts';

export { MIN_SHOWN_RISKS };

/** Stands in for every figure below the minimum, zero included. */
const FEW: Share = { risks: 0, premium: null, few: true };

const isFew = ({ risks }: Pick<Share, 'risks'>): boolean => risks < MIN_SHOWN_RISKS;
const roundDown = (risks: number): number => risks - (risks % MIN_SHOWN_RISKS);

/** Rounded down; null below the minimum. */
export const coarsenCount = (risks: number): number | null => (isFew({ risks }) ? null : roundDown(risks));

/**
 * Rounds risks to steps of twenty, and premiums to steps of twenty average premiums of the class. Subtracting one figure
 * from another then reveals nothing about fewer risks than that.
 */
function coarsener(all: Share): (share: Share) => Share {
  const step = premiumStep(all);
  return (share) =>
    isFew(share)
      ? FEW
      : { risks: roundDown(share.risks), premium: share.premium === null ? null : roundTo(share.premium, step) };
}

/** Twenty average premiums of the class. */
const premiumStep = (all: Share): number =>
  all.risks === 0 ? 0 : Math.round((MIN_SHOWN_RISKS * (all.premium ?? 0)) / all.risks);

/** To the nearest multiple. */
const roundTo = (amount: number, step: number): number => (step === 0 ? 0 : Math.round(amount / step) * step);

/**
 * Rounds what limits gain: max lines to steps of twenty of the largest line that either list sets, premiums as elsewhere.
 * `impact` is the exact one.
 */
export function coarsenExposures<E extends Pick<Exposure, 'lines' | 'premium'>>(
  exposures: readonly E[],
  { all, values }: Pick<Impact, 'all' | 'values'>,
): E[] {
  const moves = values.find(({ value }) => value === 'max_line')?.moves ?? [];
  const largest = Math.max(0, ...moves.flatMap(({ before, after }) => [Number(before), Number(after)]));
  const coarsen = ({ risks, added }: AddedExposure, step: number): AddedExposure =>
    isFew({ risks }) ? { risks: 0, added: 0, few: true } : { risks: roundDown(risks), added: roundTo(added, step) };
  return exposures.map((exposure) => ({
    ...exposure,
    lines: coarsen(exposure.lines, MIN_SHOWN_RISKS * largest),
    premium: exposure.premium && coarsen(exposure.premium, premiumStep(all)),
  }));
}

/** Change counts of one bucket, coarsened for display. */
export function coarsenChanges<C extends ChangeCount>(count: C): C {
  const coarsen = coarsener(count.all);
  const values = count.values
    .map(({ value, ...risks }) => ({ value, ...mapDirections((direction) => coarsenCount(risks[direction]) ?? 0) }))
    .filter(isMoved);
  const gaps = count.gaps.map((gap) => ({
    ...gap,
    values: gap.values.map(({ value, risks }) => ({ value, risks: coarsenCount(risks ?? 0) })),
  }));
  return { ...count, all: coarsen(count.all), changed: coarsen(count.changed), values, gaps };
}

/** An impact coarsened for display: small groups are dropped, small moves are added to the unlisted ones. */
export function coarsenImpact(impact: Impact): Impact {
  const coarsen = coarsener(impact.all);
  const coarsenEach = <T extends Share>(shares: readonly T[]): T[] =>
    shares.map((share) => ({ ...share, ...coarsen(share) }));
  const listShown = <T extends Readonly<{ changed: Share; all: Share }>>(members: readonly T[]): T[] =>
    members
      .filter(({ changed }) => !isFew(changed))
      .map((member) => ({ ...member, changed: coarsen(member.changed), all: coarsen(member.all) }));
  const coarsenValue = ({ value, moves, unlisted, ...shares }: ValueImpact): ValueImpact => ({
    value,
    ...mapDirections((direction) => coarsen(shares[direction])),
    moves: coarsenEach(moves.filter((move) => !isFew(move))),
    unlisted: coarsen(sumShares([unlisted, ...moves.filter(isFew)])),
  });
  const groups = impact.groups.map(({ by, members }) => ({ by, members: listShown(members) }));
  const listed = listShown(impact.segments.listed);
  return {
    all: coarsen(impact.all),
    changed: coarsen(impact.changed),
    values: impact.values.map(coarsenValue),
    decided: coarsenEach(impact.decided),
    behind: coarsenEach(impact.behind.filter((dial) => !isFew(dial))),
    groups: groups.map(({ by, members }) => ({ by, members, count: members.length })),
    segments: { listed, count: listed.length },
    // Each entry is a single risk.
    largest: [],
    coarse: true,
  };
}

const sumShares = (shares: readonly Share[]): Share => ({
  risks: shares.reduce((sum, { risks }) => sum + risks, 0),
  premium: shares.reduce<number | null>((sum, { premium }) => (premium === null ? sum : (sum ?? 0) + premium), null),
});
