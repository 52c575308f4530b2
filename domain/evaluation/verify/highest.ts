import { FIRST_DAY } from '#domain/day/day.ts';
import { type AmountKey, isAmountKey, VALUE_KEYS } from '#domain/value/registry.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Rule, type Rules, rulesOf, settersOf } from './bucket.ts';
import { type Budget, pointOf, regionOf, searchOutside } from './search.ts';
import {
  allBins,
  type BinSet,
  type Box,
  createBinSet,
  DATE,
  has,
  isEmptySet,
  isInside,
  makeSpace,
  type Region,
  intersectBins,
  type Space,
  without,
} from './space.ts';

/** The highest amount that a risk can get. */
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

/** What a new list makes possible, compared with the list before it, over every date that an engine accepts. */
export type ProvenAmounts = Readonly<{
  /** The highest amounts that the new list gives. */
  highest: HighestAmounts;
  /** The highest amounts that the new list gives on a date on which the list before gave every risk less. */
  raised: HighestAmounts;
  /**
   * The highest amounts that some risk gets from the new list and did not get before; null where none was found. This is
   * for readers only: no decision may depend on it.
   */
  gained: Readonly<Record<AmountKey, number | null>>;
}>;

/** Steps per question, and for all questions about a list: about half a second. */
export const HIGHEST_STEPS = { dial: 4000, all: 40_000 };

/** Asks a question within the steps that are left. */
type Run = <T>(question: (budget: Budget) => T) => T;

/**
 * Proves what a list of dials gives, over all risks that can exist and every date from the first one that an engine
 * accepts: a limit that held from today on could be evaded by a risk with an earlier date.
 *
 * Dials are tried by amount, highest first: the first one that decides the value of some risk gives the highest amount.
 */
export function proveAmounts(
  before: readonly RatedEntry[],
  after: readonly RatedEntry[],
  steps: typeof HIGHEST_STEPS = HIGHEST_STEPS,
): ProvenAmounts {
  const space = makeSpace([...after, ...before], FIRST_DAY);
  const list = (rules: Rules): List => ({ space, rules, run: createRun(steps), never: new Set() });
  const now = list(rulesOf(after, space));
  const [again, further] = [
    { ...now, run: createRun(steps) },
    { ...now, run: createRun(steps) },
  ];
  const then = list(rulesOf(before, space, after.length));
  return {
    highest: forEachAmount((key) => findHighest(now, key)),
    raised: forEachAmount((key) => findHighest(again, key, findReachedByDay(then, key))),
    gained: forEachAmount((key) => findGained(then, further, key)),
  };
}

const forEachAmount = <T>(find: (key: AmountKey) => T) =>
  Object.fromEntries(VALUE_KEYS.filter(isAmountKey).map((key) => [key, find(key)])) as Record<AmountKey, T>;

/** A list of dials with the steps that are left to ask about it. */
type List = Readonly<{
  space: Space;
  rules: Rules;
  run: Run;
  /** `never`: what is proven to decide no risk, by value and position. */
  never: Set<string>;
}>;

function createRun(steps: typeof HIGHEST_STEPS): Run {
  let left = steps.all;
  return (question) => {
    const granted = Math.max(0, Math.min(left, steps.dial));
    const budget = { steps: granted };
    const found = question(budget);
    left -= granted - Math.max(0, budget.steps);
    return found;
  };
}

const amountOf = ({ values }: Rule, key: AmountKey): number => values[key] ?? 0;
const byAmount = (rules: Rules, key: AmountKey): Rules =>
  settersOf(rules, key).toSorted((a, b) => amountOf(b, key) - amountOf(a, key));
const boxesBefore = (rules: Rules, key: AmountKey, { position }: Rule): Box[] =>
  settersOf(rules, key)
    .filter((one) => one.position < position)
    .map(({ box }) => box);

/** `reached`: the amounts that are not counted as raised. */
function findHighest(list: List, key: AmountKey, reached?: Reached): HighestAmount {
  let atMost: number | null = null;
  for (const rule of byAmount(list.rules, key)) {
    const amount = amountOf(rule, key);
    const dates = reached && datesBelow(reached.amounts, amount);
    const found = findDecided(list, key, rule, dates);
    if (typeof found !== 'string' && reached?.isComplete === false) return { witness: null, atMost: atMost ?? amount };
    if (typeof found !== 'string') {
      const risk = list.space.riskAt(pointOf(found));
      const { dial_id } = rule.entry;
      return { witness: { amount, dial_id, position: rule.position, risk }, atMost: atMost ?? amount };
    }
    // Neither a risk nor a proof that there is none.
    if (found === 'unknown') atMost ??= amount;
  }
  return { witness: null, atMost };
}

const datesBelow = (reached: readonly number[], amount: number): BinSet =>
  createBinSet(
    reached.length,
    reached.flatMap((one, bin) => (one < amount ? [bin] : [])),
  );

/** Finds risks whose value a dial decides, on these dates or on any. */
function findDecided(list: List, key: AmountKey, rule: Rule, dates?: BinSet): Region | 'none' | 'unknown' {
  const { space, rules, run, never } = list;
  const name = `${key} ${rule.position}`;
  if (never.has(name)) return 'none';
  const region = regionOf(space, [rule.box]);
  const inTime = region && (dates === undefined ? region : limitDates(region, dates));
  if (inTime === undefined) return 'none';
  let free: Region | undefined;
  const found = run((budget) =>
    searchOutside(inTime, boxesBefore(rules, key, rule), budget, (one) => {
      free = one;
      return true;
    }),
  );
  if (found === 'none' && dates === undefined) never.add(name);
  if (free === undefined) return found === 'none' ? 'none' : 'unknown';
  return decides(rules, key, rule, space.riskAt(pointOf(free))) ? free : 'unknown';
}

function limitDates(region: Region, dates: BinSet): Region | undefined {
  const both = intersectBins(region[DATE] as BinSet, dates);
  return isEmptySet(both) ? undefined : region.with(DATE, both);
}

/** `amounts`: what some risk gets, by the bin of the date; -Infinity where nothing was found. */
type Reached = Readonly<{ amounts: readonly number[]; isComplete: boolean }>;

/** Finds the highest amount of each date. */
function findReachedByDay(list: List, key: AmountKey): Reached {
  const axis = list.space.axes[DATE] as Space['axes'][number];
  const amounts = Array<number>(axis.size).fill(-Infinity);
  let isComplete = true;
  let left = allBins(axis);
  for (const rule of byAmount(list.rules, key)) {
    while (!isEmptySet(left)) {
      const found = findDecided(list, key, rule, left);
      isComplete &&= found !== 'unknown';
      if (typeof found === 'string') break;
      const dates = found[DATE] as BinSet;
      for (const bin of amounts.keys()) if (has(dates, bin)) amounts[bin] = amountOf(rule, key);
      left = without(left, dates);
    }
  }
  return { amounts, isComplete };
}

/** Finds the highest amount that some risk gets from the new list, and got less than, or nothing, from the list before. */
function findGained(then: List, now: List, key: AmountKey): number | null {
  const { space, rules, run } = now;
  const former = settersOf(then.rules, key);
  for (const rule of byAmount(rules, key)) {
    const amount = amountOf(rule, key);
    const earlier = boxesBefore(rules, key, rule);
    if (now.never.has(`${key} ${rule.position}`) || gaveTheSame(then, key, rule, earlier)) continue;
    const lower = former.filter((one) => amountOf(one, key) < amount);
    for (const given of [undefined, ...lower]) {
      const region = regionOf(space, given === undefined ? [rule.box] : [rule.box, given.box]);
      if (region === undefined) continue;
      const others = given === undefined ? former.map(({ box }) => box) : boxesBefore(then.rules, key, given);
      const found = run((budget) => searchOutside(region, [...earlier, ...others], budget, () => true));
      if (found === 'found') return amount;
    }
  }
  return null;
}

/** Whether every risk that gets its amount from this dial got the same amount from a dial of the list before. */
const gaveTheSame = ({ rules }: List, key: AmountKey, rule: Rule, earlier: readonly Box[]): boolean =>
  settersOf(rules, key).some(
    (former) =>
      amountOf(former, key) === amountOf(rule, key) &&
      isInside(rule.box, former.box) &&
      boxesBefore(rules, key, former).every((box) => earlier.some((own) => isInside(box, own))),
  );

/** Confirms a witness by the reference implementation. */
const decides = (rules: Rules, key: AmountKey, rule: Rule, risk: Risk): boolean =>
  evaluate(
    rules.map(({ entry }) => entry),
    risk,
  ).values[key]?.winner.dial_id === rule.entry.dial_id;
