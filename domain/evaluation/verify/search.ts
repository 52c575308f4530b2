import {
  allClasses,
  type Box,
  classesOf,
  firstOf,
  has,
  isNone,
  isWithin,
  meets,
  type Point,
  type Region,
  shared,
  type Space,
  without,
} from './space.ts';

/** How many steps a search may still take. Who runs out of them knows nothing. */
export type Budget = { steps: number };

export type Found = 'found' | 'none' | 'unknown';

/**
 * Where a risk that matches all of these dials is looked for, when it shall match as few others as possible.
 *
 * A risk has one class on each axis here. That leaves nothing out, though a risk may have several countries: each
 * further one can only make more dials match. Where a risk with several is matched by one dial and missed by others, so
 * is the risk that has but one of them, one that the dial names. On an axis that none of the dials restricts, nothing
 * known is missed by every dial that does.
 *
 * Undefined where no risk with one class on each axis matches them all.
 */
export function regionOf({ axes }: Space, boxes: readonly Box[]): Region | undefined {
  const region = axes.map((axis, index) => {
    const [first, ...others] = boxes.flatMap(({ classes }) => classes[index] ?? []);
    if (first !== undefined) return others.reduce(shared, first);
    return axis.unknown === undefined ? allClasses(axis) : classesOf(axis.size, [axis.unknown]);
  });
  return region.some(isNone) ? undefined : region;
}

/**
 * Looks for parts of a region that none of the boxes touches, and shows each to `visit` until that says it has enough.
 * What it shows never overlaps. Depth first: of the boxes that may still match, the one with the fewest ways to miss it
 * is missed on one axis after the other.
 */
export function searchOutside(
  region: Region,
  boxes: readonly Box[],
  budget: Budget,
  visit: (free: Region) => boolean,
): Found {
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
    const [here, matched] = [inside[axis], next.classes[axis]];
    if (here === undefined || matched === undefined || isWithin(here, matched)) continue;
    const found = searchOutside(inside.with(axis, without(here, matched)), others, budget, visit);
    if (found !== 'none') return found;
    inside[axis] = shared(here, matched);
  }
  return 'none';
}

/** On how many axes a risk of the region can miss the box; Infinity where it always does. */
function countWaysOut(region: Region, { axes, classes }: Box): number {
  let ways = 0;
  for (const axis of axes) {
    const [here, matched] = [region[axis], classes[axis]];
    if (here === undefined || matched === undefined) continue;
    if (!meets(here, matched)) return Infinity;
    if (!isWithin(here, matched)) ways += 1;
  }
  return ways;
}

/** Some class on each axis of a region. */
export const pointOf = (region: Region): Point => region.map((classes) => [firstOf(classes)]);

export const holdsPoint = ({ axes, classes }: Box, point: Point): boolean =>
  axes.every((axis) => {
    const matched = classes[axis];
    return matched === undefined || (point[axis]?.some((index) => has(matched, index)) ?? false);
  });
