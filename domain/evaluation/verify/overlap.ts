import type { ValueKey } from '#domain/value/registry.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Rule, type Rules, settersOf, valuesSetBy } from './bucket.ts';
import { type Budget, pointOf, regionOf, searchOutside } from './search.ts';
import { type Axis, type Box, firstBin, isInside, isPossible, meets, type Space } from './space.ts';

/**
 * The values that two dials set differently for a risk that both match. Empty where one box contains the other: a wide dial
 * below a narrow one is how exceptions are written.
 *
 * A risk can have several countries, so two dials can both match it without a common one: an axis that allows several never
 * separates two dials.
 */
export function findConflict({ axes }: Space, a: Rule, b: Rule): readonly ValueKey[] {
  const keys = valuesSetBy(a).filter((key) => b.values[key] !== undefined && a.values[key] !== b.values[key]);
  if (keys.length === 0 || !isPossible(a.box) || !isPossible(b.box)) return [];
  return canMeet(axes, a.box, b.box) && !isInside(a.box, b.box) && !isInside(b.box, a.box) ? keys : [];
}

const canMeet = (axes: readonly Axis[], a: Box, b: Box): boolean =>
  a.axes.every((axis) => {
    const [left, right] = [a.bins[axis], b.bins[axis]];
    return left === undefined || right === undefined || axes[axis]?.several === true || meets(left, right);
  });

export type OverlapWitness = Readonly<{
  risk: Risk;
  /**
   * Whether the first of the two dials decides the value, and the risk has a single value per dimension. Otherwise an even
   * earlier dial decides, or only a risk with several values matches both.
   */
  isPlain: boolean;
}>;

/** A risk that both dials match; undefined where `evaluate` disagrees. `first` precedes `second`. */
export function findOverlapWitness(
  space: Space,
  rules: Rules,
  [first, second, key]: readonly [Rule, Rule, ValueKey],
  budget: Budget,
): OverlapWitness | undefined {
  const entries = rules.map(({ entry }) => entry);
  const region = regionOf(space, [first.box, second.box]);
  const before = settersOf(rules.slice(0, first.position - 1), key).map(({ box }) => box);
  let plain: Risk | undefined;
  if (region !== undefined)
    searchOutside(region, before, budget, (free) => {
      plain = space.riskAt(pointOf(free));
      return true;
    });
  if (plain !== undefined && evaluate(entries, plain).values[key]?.winner.dial_id === first.entry.dial_id)
    return { risk: plain, isPlain: true };
  const risk = space.riskAt(space.axes.map((_axis, axis) => binsOfBoth(first.box, second.box, axis)));
  const { dials } = evaluate(entries, risk);
  const matchesBoth = [first, second].every(({ position }) => dials[position - 1]?.miss === null);
  return matchesBoth ? { risk, isPlain: false } : undefined;
}

/** A common bin, or one of each; none where neither restricts the axis. */
function binsOfBoth(a: Box, b: Box, axis: number): number[] {
  const [left, right] = [a.bins[axis], b.bins[axis]];
  if (left === undefined || right === undefined) return [left ?? right].flatMap((one) => (one ? [firstBin(one)] : []));
  const both = firstBin(left.map((word, index) => word & (right[index] ?? 0)));
  return both === -1 ? [firstBin(left), firstBin(right)] : [both];
}
