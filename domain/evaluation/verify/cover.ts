import { evaluate } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Rule, type Rules, settersOf, valuesSetBy } from './bucket.ts';
import { type Budget, holdsPoint, pointOf, regionOf, searchOutside } from './search.ts';
import type { Region, Space } from './space.ts';

export type Decision =
  | Readonly<{ kind: 'decides'; witness: Risk }>
  /**
   * `coveredBy`: a smallest set of earlier dials by position; empty where the budget ran out. `witness`: a risk that the dial
   * matches; null where none can.
   */
  | Readonly<{ kind: 'never'; coveredBy: readonly number[]; witness: Risk | null }>
  | Readonly<{ kind: 'unknown' }>;

/** Whether a dial decides a value of any risk. Not called for dials that set no value. */
export function findDecision(space: Space, rules: Rules, rule: Rule, budget: Budget): Decision {
  const region = regionOf(space, [rule.box]);
  if (region === undefined) return { kind: 'never', coveredBy: [], witness: null };
  const earlier = rules.slice(0, rule.position - 1);
  let isKnown = true;
  for (const key of valuesSetBy(rule)) {
    let free: Region | undefined;
    const found = searchOutside(region, boxesOf(settersOf(earlier, key)), budget, (one) => {
      free = one;
      return true;
    });
    if (free !== undefined) return { kind: 'decides', witness: space.riskAt(pointOf(free)) };
    isKnown &&= found === 'none';
  }
  if (!isKnown) return { kind: 'unknown' };
  const coveredBy = findCover(region, earlier, rule, budget);
  const witness = space.riskAt(pointOf(region));
  return losesEverything(rules, rule, witness) ? { kind: 'never', coveredBy, witness } : { kind: 'unknown' };
}

const boxesOf = (rules: Rules) => rules.map(({ box }) => box);

/** Verifies with `evaluate`: the dial takes part, and earlier ones win all its values. */
function losesEverything(rules: Rules, rule: Rule, witness: Risk): boolean {
  const { dials, values } = evaluate(
    rules.map(({ entry }) => entry),
    witness,
  );
  const isEarlier = (id: string | undefined) =>
    rules.some(({ entry, position }) => entry.dial_id === id && position < rule.position);
  return (
    dials[rule.position - 1]?.miss === null && valuesSetBy(rule).every((key) => isEarlier(values[key]?.winner.dial_id))
  );
}

/** Covers up to this size are minimal; larger ones are found greedily. */
const MAX_SMALLEST = 3;

/**
 * The fewest earlier dials that decide everything a dial sets: a minimum hitting set by lazy constraint generation. Each
 * risk seen so far needs, per value, one of the dials that match it and set the value. Try a smallest choice that satisfies
 * all of them, and add a risk that it misses. When it misses none, no smaller choice exists.
 */
function findCover(region: Region, earlier: Rules, rule: Rule, budget: Budget): number[] {
  const needs: number[][] = [];
  for (;;) {
    if (budget.steps <= 0) return [];
    const chosen = chooseOneOfEach(needs);
    const missing = valuesSetBy(rule).flatMap((key) => {
      const setters = settersOf(earlier, key);
      const need: number[] = [];
      const used = setters.filter(({ position }) => chosen.includes(position));
      const found = searchOutside(region, boxesOf(used), budget, (free) => {
        const point = pointOf(free);
        need.push(...setters.filter(({ box }) => holdsPoint(box, point)).map(({ position }) => position));
        return true;
      });
      return found === 'none' ? [] : [need];
    });
    if (missing.length === 0) return chosen;
    if (missing.some((need) => need.length === 0)) return [];
    needs.push(...missing);
  }
}

/** The fewest numbers, sorted, such that each list contains one. */
function chooseOneOfEach(lists: readonly (readonly number[])[]): number[] {
  for (let size = 0; size <= MAX_SMALLEST; size += 1) {
    const chosen = chooseWithin(lists, size);
    if (chosen !== undefined) return chosen.toSorted((a, b) => a - b);
  }
  return chooseGreedily(lists).toSorted((a, b) => a - b);
}

function chooseWithin(lists: readonly (readonly number[])[], size: number): number[] | undefined {
  const [first, ...rest] = lists;
  if (first === undefined) return [];
  if (size === 0) return undefined;
  for (const number of first) {
    const others = chooseWithin(
      rest.filter((list) => !list.includes(number)),
      size - 1,
    );
    if (others !== undefined) return [number, ...others];
  }
  return undefined;
}

function chooseGreedily(lists: readonly (readonly number[])[]): number[] {
  if (lists.length === 0) return [];
  const counts = new Map<number, number>();
  for (const number of lists.flat()) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [most = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return [most, ...chooseGreedily(lists.filter((list) => !list.includes(most)))];
}
