import type { BucketEntry } from '#domain/bucket/entry.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { type Example, expectedKeys, NONE } from './example.ts';

/** One value of an example: what it should be, what the bucket gives, and the dial that gives it. */
export type CheckedValue = Readonly<{
  value: ValueKey;
  expected: string | number;
  given: string | number;
  ok: boolean;
  /** None where no dial sets the value. */
  dial_id: string | null;
  source: 'dial' | 'override' | null;
}>;

export type CheckedExample<E extends Example = Example> = Readonly<{
  example: E;
  ok: boolean;
  /** Those that are expected, in the order of the registry. */
  values: readonly CheckedValue[];
}>;

/** What a bucket gives the risk of an example, beside what it should give. */
export function checkExample<E extends Example>(entries: readonly RatedEntry[], example: E): CheckedExample<E> {
  const given = evaluate(entries, example.risk).values;
  const values = expectedKeys(example.expected).map((key): CheckedValue => {
    const winner = given[key]?.winner;
    const [expected, value] = [example.expected[key] ?? NONE, winner?.value ?? NONE];
    return {
      value: key,
      expected,
      given: value,
      ok: expected === value,
      dial_id: winner?.dial_id ?? null,
      source: winner?.source ?? null,
    };
  });
  return { example, ok: values.every(({ ok }) => ok), values };
}

/** Every example checked: broken ones first, those furthest off before the others; then those that pass, by name. */
export function checkExamples<E extends Example>(
  entries: readonly RatedEntry[],
  examples: readonly E[],
): CheckedExample<E>[] {
  return examples
    .map((example) => checkExample(entries, example))
    .toSorted((a, b) => distanceOf(b) - distanceOf(a) || a.example.name.localeCompare(b.example.name, 'en'));
}

export const brokenOf = <C extends Pick<CheckedExample, 'ok'>>(checked: readonly C[]): C[] =>
  checked.filter(({ ok }) => !ok);

/** How far the value that is furthest off is from what is expected: 0 where all are as expected, 1 at most. */
const distanceOf = ({ values }: CheckedExample): number =>
  Math.max(0, ...values.filter(({ ok }) => !ok).map(({ expected, given }) => distance(expected, given)));

function distance(a: string | number, b: string | number): number {
  if (typeof a !== 'number' || typeof b !== 'number') return 1;
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

type Pinned = RatedEntry & Pick<BucketEntry, 'version'>;

/**
 * Why a value of an example is what it is, told by what a draft does to the live list: "dial 2 is overridden in this
 * draft". Where the draft is not the reason: which dial gives it. Dials are named by their position in the draft.
 */
export function explainGiven(
  live: readonly Pinned[],
  draft: readonly Pinned[],
  { value, dial_id }: CheckedValue,
  example: Example,
): string {
  const before = evaluate(live, example.risk).values[value]?.winner;
  const was = before && live.find((entry) => entry.dial_id === before.dial_id);
  const now = draft.find((entry) => entry.dial_id === dial_id);
  if (now === undefined) return was === undefined ? 'no dial sets it' : lossOf(was, draft);
  const name = `dial ${draft.indexOf(now) + 1}`;
  const old = live.find((entry) => entry.dial_id === now.dial_id);
  if (old === undefined) return `${name} is new in this draft`;
  if (old.overrides[value] !== now.overrides[value])
    return now.overrides[value] === undefined
      ? `${name} is no longer overridden in this draft`
      : `${name} is overridden in this draft`;
  if (old.version !== now.version) return `${name} is v${now.version} in this draft, v${old.version} live`;
  if (was !== undefined && was.dial_id !== now.dial_id) return `from ${name}: ${lossOf(was, draft)}`;
  return `from ${name}`;
}

/** What became of the dial that gives the value live. */
function lossOf(was: Pinned, draft: readonly Pinned[]): string {
  const index = draft.findIndex(({ dial_id }) => dial_id === was.dial_id);
  const kept = draft[index];
  if (kept === undefined) return 'the dial that gives it live is removed in this draft';
  if (kept.version !== was.version) return `dial ${index + 1} is v${kept.version} in this draft, v${was.version} live`;
  return `dial ${index + 1} gives it live and has moved`;
}
