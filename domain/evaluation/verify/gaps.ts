import type { ValueKey } from '#domain/value/registry.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Rules, settersOf } from './bucket.ts';
import { type Budget, pointOf, regionOf, searchOutside } from './search.ts';
import { allBins, createBinSet, firstBin, isWithin, type Point, type Region, type Space, without } from './space.ts';

/** A risk for which no dial sets a value. */
export type Gap = Readonly<{
  value: ValueKey;
  witness: Risk;
  /** Whether the live version sets the value for it. */
  isNew: boolean;
}>;

export const MAX_GAPS = 10;

/**
 * Gaps of one value: first those that the live version covers, then others. Prefers risks for which every restricted
 * dimension is known.
 */
export function findGaps(space: Space, [rules, live]: readonly [Rules, Rules], key: ValueKey, budget: Budget): Gap[] {
  const setters = settersOf(rules, key).map(({ box }) => box);
  const liveSetters = settersOf(live, key);
  if (setters.length + liveSetters.length === 0) return [];
  const gaps = new Map<string, Gap>();
  const look = (region: Region, limit: number, toPoint: (free: Region) => Point) => {
    searchOutside(region, setters, budget, (free) => {
      const witness = space.riskAt(toPoint(free));
      const [here, there] = [rules, live].map((all) => setsNothing(all, witness, key));
      if (here === true) gaps.set(JSON.stringify(witness), { value: key, witness, isNew: there === false });
      return gaps.size >= limit;
    });
  };
  for (const { box } of liveSetters) {
    const region = regionOf(space, [box]);
    if (region !== undefined && gaps.size < MAX_GAPS) look(region, gaps.size + 1, pointOf);
  }
  const lost = gaps.size;
  for (const whole of [knownRegion(space), space.axes.map(allBins)])
    if (gaps.size === lost) look(whole, MAX_GAPS, (free) => pointOfNarrowed(space, free, whole));
  return [...gaps.values()].toSorted((a, b) => Number(b.isNew) - Number(a.isNew));
}

const setsNothing = (rules: Rules, risk: Risk, key: ValueKey): boolean =>
  evaluate(
    rules.map(({ entry }) => entry),
    risk,
  ).values[key] === undefined;

/** For dimensions with several values, a list with only other codes counts as known. */
const knownRegion = ({ axes }: Space): Region =>
  axes.map((axis) =>
    axis.unknown === undefined || axis.several
      ? allBins(axis)
      : without(allBins(axis), createBinSet(axis.size, [axis.unknown])),
  );

/** A bin on each narrowed axis; the others stay unknown. */
const pointOfNarrowed = ({ axes }: Space, free: Region, whole: Region): Point =>
  free.map((bins, axis) => {
    const all = whole[axis];
    const isNarrowed = all === undefined || !isWithin(all, bins);
    return isNarrowed || axes[axis]?.unknown === undefined ? [firstBin(bins)] : [];
  });
