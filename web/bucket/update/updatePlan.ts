import type { BucketDial, KnownBucketDial } from '#contract/bucket.ts';
import { type BucketEntries, type BucketEntry, effectiveValues } from '#domain/bucket/entry.ts';
import { type UpdateAnswers, updateEntry, type UpdateQuestion, updateQuestions } from '#domain/bucket/update.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { DialLookup } from '#web/bucket/query.ts';

/** A dial of the bucket that has been published anew since. */
export type Outdated = Readonly<{ entry: BucketEntry; position: number; dial: KnownBucketDial; newer: BucketDial }>;

/** What becomes of an override that nobody has to be asked about. */
export type Settled = Readonly<{ value: ValueKey; override: string | number; stays: boolean }>;

export type UpdatePlan = Readonly<{
  questions: readonly UpdateQuestion[];
  /** Questions without an answer. */
  open: number;
  settled: readonly Settled[];
  /** Field by field; values as they hold in this bucket. */
  changes: readonly DialChange[];
  next: BucketEntry;
}>;

export function outdatedIn(entries: BucketEntries, lookup: DialLookup): Outdated[] {
  return entries.flatMap((entry, index) => {
    const dial = lookup(entry);
    return dial === undefined || dial.newer === null ? [] : [{ entry, position: index + 1, dial, newer: dial.newer }];
  });
}

/** An entry, what its version of the dial says, and what the one says that it is to take. */
export type UpdateOf = Readonly<{
  entry: BucketEntry;
  dial: Readonly<{ data: DialData }>;
  newer: Readonly<{ version: number; data: DialData }>;
}>;

export function planUpdate({ entry, dial, newer }: UpdateOf, answers: UpdateAnswers): UpdatePlan {
  const [was, is] = [dial.data, newer.data];
  const target = { version: newer.version, own: is.values };
  const questions = updateQuestions(entry, was.values, target);
  const next = updateEntry(entry, target, answers);
  const changes = diffDials(
    { ...was, values: effectiveValues(was.values, entry.overrides) },
    { ...is, values: effectiveValues(is.values, next.overrides) },
  );
  const asked = new Set(questions.map(({ value }) => value));
  const settled = VALUE_KEYS.flatMap((value): Settled[] => {
    const override = entry.overrides[value];
    if (override === undefined || asked.has(value)) return [];
    return [{ value, override, stays: next.overrides[value] !== undefined }];
  });
  const open = questions.filter(({ value }) => answers[value] === undefined).length;
  return { questions, open, settled, changes, next };
}
