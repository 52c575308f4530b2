import { type AmountKey, isAmountKey, VALUE_KEYS } from '#domain/value/registry.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Rules, rulesOf, settersOf } from './bucket.ts';
import { type Budget, pointOf, regionOf, searchOutside } from './search.ts';
import { makeSpace, type Space } from './space.ts';

/** The highest amount that a risk can get from a bucket. */
export type HighestAmount = Readonly<{
  /** A risk that gets an amount, and the dial that decides it; null where none was found. */
  witness: Readonly<{ amount: number; dial_id: string; position: number; risk: Risk }> | null;
  /**
   * No risk gets more than this; null: no risk gets any. Above the amount of the witness where the search ran out of its
   * budget.
   */
  atMost: number | null;
}>;

export type HighestAmounts = Readonly<Record<AmountKey, HighestAmount>>;

/** Steps per dial, and for all dials of a bucket: about half a second. */
export const HIGHEST_STEPS = { dial: 4000, all: 40_000 };

/**
 * Proves the highest amounts that a bucket gives from a day on, over all risks that can exist. Tries the dials by amount,
 * highest first: the first one that decides the value of some risk gives the highest amount.
 */
export function findHighestAmounts(
  entries: readonly RatedEntry[],
  day: string,
  steps: typeof HIGHEST_STEPS = HIGHEST_STEPS,
): HighestAmounts {
  const space = makeSpace(entries, day);
  const rules = rulesOf(entries, space);
  let left = steps.all;
  const search = (key: AmountKey) =>
    findHighest(space, rules, key, (question) => {
      const granted = Math.max(0, Math.min(left, steps.dial));
      const budget = { steps: granted };
      const found = question(budget);
      left -= granted - Math.max(0, budget.steps);
      return found;
    });
  return Object.fromEntries(VALUE_KEYS.filter(isAmountKey).map((key) => [key, search(key)])) as HighestAmounts;
}

type Run = <T>(question: (budget: Budget) => T) => T;

function findHighest(space: Space, rules: Rules, key: AmountKey, run: Run): HighestAmount {
  const setters = settersOf(rules, key);
  const amountOf = ({ values }: Rules[number]): number => values[key] ?? 0;
  let atMost: number | null = null;
  for (const rule of setters.toSorted((a, b) => amountOf(b) - amountOf(a))) {
    const region = regionOf(space, [rule.box]);
    if (region === undefined) continue;
    const earlier = setters.filter(({ position }) => position < rule.position).map(({ box }) => box);
    let risk: Risk | undefined;
    const found = run((budget) =>
      searchOutside(region, earlier, budget, (free) => {
        risk = space.riskAt(pointOf(free));
        return true;
      }),
    );
    const [amount, { dial_id }] = [amountOf(rule), rule.entry];
    if (risk !== undefined && decides(rules, key, dial_id, risk))
      return { witness: { amount, dial_id, position: rule.position, risk }, atMost: atMost ?? amount };
    // Neither a risk nor a proof that there is none.
    if (found !== 'none') atMost ??= amount;
  }
  return { witness: null, atMost };
}

/** The reference implementation confirms every witness. */
const decides = (rules: Rules, key: AmountKey, dialId: string, risk: Risk): boolean =>
  evaluate(
    rules.map(({ entry }) => entry),
    risk,
  ).values[key]?.winner.dial_id === dialId;
