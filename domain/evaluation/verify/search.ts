import {
  allBins,
  type Box,
  createBinSet,
  firstBin,
  has,
  isEmptySet,
  isWithin,
  meets,
  type Point,
  type Region,
  intersectBins,
  type Space,
  without,
} from './space.ts';

/** Remaining steps of a search. When they run out, the result is unknown. */
export type Budget = { steps: number };

export type SearchResult = 'found' | 'none' | 'unknown';

/**
 * The region to search for a risk that matches all of these dials and as few others as possible.
 *
 * It only contains risks with one bin per axis. That is sufficient, although a risk can have several countries: each
 * further one can only make more dials match. On an axis that none of these dials restricts, an unknown value is missed by
 * every dial that does.
 *
 * Undefined where no risk with one bin per axis matches them all.
 */
export function regionOf({ axes }: Space, boxes: readonly Box[]): Region | undefined {
  const region = axes.map((axis, index) => {
    const [first, ...others] = boxes.flatMap(({ bins }) => bins[index] ?? []);
    if (first !== undefined) return others.reduce(intersectBins, first);
    return axis.unknown === undefined ? allBins(axis) : createBinSet(axis.size, [axis.unknown]);
  });
  return region.some(isEmptySet) ? undefined : region;
}

/**
 * Finds disjoint parts of a region outside all boxes, and passes each to `visit` until it returns true. Depth first: picks
 * the box with the fewest ways to miss it, and misses it on one axis after the other.
 */
export function searchOutside(
  region: Region,
  boxes: readonly Box[],
  budget: Budget,
  visit: (free: Region) => boolean,
): SearchResult {
  budget.steps -= 1;
  if (budget.steps < 0) return 'unknown';
  const left: Box[] = [];
  let [next, fewest]: [Box | undefined, number] = [undefined, Infinity];
  for (const box of boxes) {
    const ways = countWaysOut(region, box);
    if (ways === 0) return 'none';
    if (ways === Infinity) continue;
    left.push(box);
    if (ways < fewest) [next, fewest] = [box, ways];
  }
  if (next === undefined) return visit(region) ? 'found' : 'none';
  const others = left.filter((box) => box !== next);
  const inside = [...region];
  for (const axis of next.axes) {
    const [here, matched] = [inside[axis], next.bins[axis]];
    if (here === undefined || matched === undefined || isWithin(here, matched)) continue;
    const found = searchOutside(inside.with(axis, without(here, matched)), others, budget, visit);
    if (found !== 'none') return found;
    inside[axis] = intersectBins(here, matched);
  }
  return 'none';
}

/** The number of axes on which a risk of the region can miss the box; Infinity where it always does. */
function countWaysOut(region: Region, { axes, bins }: Box): number {
  let ways = 0;
  for (const axis of axes) {
    const [here, matched] = [region[axis], bins[axis]];
    if (here === undefined || matched === undefined) continue;
    if (!meets(here, matched)) return Infinity;
    if (!isWithin(here, matched)) ways += 1;
  }
  return ways;
}

/** The first bin on each axis. */
export const pointOf = (region: Region): Point => region.map((bins) => [firstBin(bins)]);

export const holdsPoint = ({ axes, bins }: Box, point: Point): boolean =>
  axes.every((axis) => {
    const matched = bins[axis];
    return matched === undefined || (point[axis]?.some((index) => has(matched, index)) ?? false);
  });
