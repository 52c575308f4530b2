import type { BucketDial, KnownBucketDial } from '#contract/bucket.ts';
import { type BucketEntries, type BucketEntry, effectiveValues } from '#domain/bucket/entry.ts';
import { type UpdateAnswers, updateEntry, type UpdateQuestion, updateQuestions } from '#domain/bucket/update.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { DialLookup } from '#web/bucket/query.ts';

/** An outdated dial of the bucket. */
export type OutdatedDial = Readonly<{ entry: BucketEntry; position: number; dial: KnownBucketDial; newer: BucketDial }>;

/** What happens to an override without a question. */
export type SettledOverride = Readonly<{ value: ValueKey; override: string | number; stays: boolean }>;

export type UpdatePlan = Readonly<{
  questions: readonly UpdateQuestion[];
  /** Unanswered questions. */
  open: number;
  settled: readonly SettledOverride[];
  /** Field by field; values as they apply in this bucket. */
  changes: readonly DialChange[];
  next: BucketEntry;
}>;

export function outdatedIn(entries: BucketEntries, lookup: DialLookup): OutdatedDial[] {
  return entries.flatMap((entry, index) => {
    const dial = lookup(entry);
    return dial === undefined || dial.newer === null ? [] : [{ entry, position: index + 1, dial, newer: dial.newer }];
  });
}

/** An entry, its dial version, and the version to update to. */
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
  const questioned = new Set(questions.map(({ value }) => value));
  const settled = VALUE_KEYS.flatMap((value): SettledOverride[] => {
    const override = entry.overrides[value];
    if (override === undefined || questioned.has(value)) return [];
    return [{ value, override, stays: next.overrides[value] !== undefined }];
  });
  const open = questions.filter(({ value }) => answers[value] === undefined).length;
  return { questions, open, settled, changes, next };
}
