import { type BucketEntry, byDial } from '#domain/bucket/entry.ts';
import { findMoves } from '#domain/evaluation/against.ts';
import { evaluate, type Evaluation, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { type Example, type Expected, expectedKeys, NONE } from './example.ts';

/** Expected and actual value, and the dial that sets it. */
export type CheckedValue = Readonly<{
  value: ValueKey;
  expected: string | number;
  given: string | number;
  ok: boolean;
  /** Null where no dial sets the value. */
  dial_id: string | null;
  source: 'dial' | 'override' | null;
}>;

export type CheckedExample<E extends Example = Example> = Readonly<{
  example: E;
  ok: boolean;
  /** The expected values, in registry order. */
  values: readonly CheckedValue[];
}>;

export function checkExample<E extends Example>(entries: readonly RatedEntry[], example: E): CheckedExample<E> {
  const values = checkValues(evaluate(entries, example.risk).values, example.expected);
  return { example, ok: values.every(({ ok }) => ok), values };
}

export function checkValues(given: Evaluation['values'], expected: Expected): CheckedValue[] {
  return expectedKeys(expected).map((key) => {
    const winner = given[key]?.winner;
    const [expectedValue, actual] = [expected[key] ?? NONE, winner?.value ?? NONE];
    return {
      value: key,
      expected: expectedValue,
      given: actual,
      ok: expectedValue === actual,
      dial_id: winner?.dial_id ?? null,
      source: winner?.source ?? null,
    };
  });
}

/** Turns actual values into expectations. */
export const expectResults = (given: Evaluation['values'], keys: readonly ValueKey[]): Expected =>
  Object.fromEntries(keys.map((key) => [key, given[key]?.winner.value ?? NONE]));

/** In display order. */
export const checkExamples = <E extends Example>(
  entries: readonly RatedEntry[],
  examples: readonly E[],
): CheckedExample<E>[] => sortChecked(examples.map((example) => checkExample(entries, example)));

/** Failing examples first, largest deviation first; then passing ones by name. */
export const sortChecked = <C extends CheckedExample>(checked: readonly C[]): C[] =>
  checked.toSorted((a, b) => distanceOf(b) - distanceOf(a) || a.example.name.localeCompare(b.example.name, 'en'));

export const brokenOf = <C extends Pick<CheckedExample, 'ok'>>(checked: readonly C[]): C[] =>
  checked.filter(({ ok }) => !ok);

/** The examples that pass with one list and break with another, as those who change it must know. */
export const findNewlyBroken = <E extends Example>(
  live: readonly RatedEntry[],
  draft: readonly RatedEntry[],
  examples: readonly E[],
): E[] => examples.filter((example) => !checkExample(draft, example).ok && checkExample(live, example).ok);

/** The largest relative deviation, from 0 to 1. */
const distanceOf = ({ values }: CheckedExample): number =>
  Math.max(0, ...values.filter(({ ok }) => !ok).map(({ expected, given }) => distance(expected, given)));

function distance(a: string | number, b: string | number): number {
  if (typeof a !== 'number' || typeof b !== 'number') return 1;
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

type Pinned = RatedEntry & BucketEntry;

/**
 * Explains a value by the change in the draft that caused it: "dial 2 is overridden in this draft". Otherwise names the dial
 * that sets it. Dials are named by their position in the draft.
 */
export function explainResult(
  live: readonly Pinned[],
  draft: readonly Pinned[],
  { value, dial_id }: CheckedValue,
  { risk }: Pick<Example, 'risk'>,
): string {
  const before = { entries: live, values: evaluate(live, risk).values };
  const after = { entries: draft, values: evaluate(draft, risk).values };
  const move = findMoves(before, after).find(({ key }) => key === value);
  const nameOf = (id: string) => `dial ${draft.findIndex((entry) => entry.dial_id === id) + 1}`;
  const setBy = dial_id === null ? 'no dial sets it' : `from ${nameOf(dial_id)}`;
  const [was, is] = [byDial(live), byDial(draft)];
  /** The winner in the draft or live whose property changed. */
  const findChanged = (of: (entry: BucketEntry | undefined) => unknown) =>
    [dial_id, before.values[value]?.winner.dial_id].find((id) => id && of(was.get(id)) !== of(is.get(id))) ?? '';
  switch (move?.why) {
    case undefined:
      return setBy;
    case 'added':
      return `${nameOf(dial_id ?? '')} is new in this draft`;
    case 'removed':
      return `${setBy}: the dial that gives it live is removed in this draft`;
    case 'overridden': {
      const id = findChanged((entry) => entry?.overrides[value]);
      const isOverridden = is.get(id)?.overrides[value] !== undefined;
      return `${nameOf(id)} is ${isOverridden ? '' : 'no longer '}overridden in this draft`;
    }
    case 'updated': {
      const id = findChanged((entry) => entry?.version);
      return `${nameOf(id)} is v${is.get(id)?.version} in this draft, v${was.get(id)?.version} live`;
    }
    case 'reordered':
      return `${setBy}: the order is different in this draft`;
  }
}
