import type { ValueKey } from '#domain/value/registry.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Rule, type Rules, settersOf, valuesSetBy } from './bucket.ts';
import { type Budget, pointOf, regionOf, searchOutside } from './search.ts';
import { type Axis, type Box, firstOf, isInside, isPossible, meets, type Space } from './space.ts';

/**
 * The values that two dials set differently for a risk that both match. There are none where one of them matches all that
 * the other does: a wide dial below a narrow one is how exceptions are written.
 *
 * A risk may have several countries. So two dials can both match one although they name none in common, and an axis that
 * allows several keeps no two dials apart.
 */
export function findConflict({ axes }: Space, a: Rule, b: Rule): readonly ValueKey[] {
  const keys = valuesSetBy(a).filter((key) => b.values[key] !== undefined && a.values[key] !== b.values[key]);
  if (keys.length === 0 || !isPossible(a.box) || !isPossible(b.box)) return [];
  return canMeet(axes, a.box, b.box) && !isInside(a.box, b.box) && !isInside(b.box, a.box) ? keys : [];
}

const canMeet = (axes: readonly Axis[], a: Box, b: Box): boolean =>
  a.axes.every((axis) => {
    const [left, right] = [a.classes[axis], b.classes[axis]];
    return left === undefined || right === undefined || axes[axis]?.several === true || meets(left, right);
  });

export type OverlapWitness = Readonly<{
  risk: Risk;
  /**
   * Whether the first of the two dials decides the value for this risk, which has one value of each dimension. Where no
   * such risk was found, an even earlier dial decides, or it takes a risk with several values to match both.
   */
  isPlain: boolean;
}>;

/** A risk that both dials match, the first of them earlier than the second; undefined where the definition disagrees. */
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
  const risk = space.riskAt(space.axes.map((_axis, axis) => classesOfBoth(first.box, second.box, axis)));
  const { dials } = evaluate(entries, risk);
  const matchesBoth = [first, second].every(({ position }) => dials[position - 1]?.miss === null);
  return matchesBoth ? { risk, isPlain: false } : undefined;
}

/** A class that both match, or one of each; none where neither restricts the axis. */
function classesOfBoth(a: Box, b: Box, axis: number): number[] {
  const [left, right] = [a.classes[axis], b.classes[axis]];
  if (left === undefined || right === undefined) return [left ?? right].flatMap((one) => (one ? [firstOf(one)] : []));
  const both = firstOf(left.map((word, index) => word & (right[index] ?? 0)));
  return both === -1 ? [firstOf(left), firstOf(right)] : [both];
}
