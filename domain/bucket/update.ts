import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, dropRedundantOverrides, effectiveValues } from './entry.ts';

/** The bucket overrides a value that the new version changes: a person must choose. */
export type UpdateQuestion = Readonly<{
  value: ValueKey;
  /** In the pinned version; null where unset. */
  base: string | number | null;
  override: string | number;
  /** In the newer version. */
  next: string | number | null;
}>;

/** Keep the override, or take the dial's new value. */
export type UpdateAnswer = 'override' | 'dial';
export type UpdateAnswers = Readonly<Partial<Record<ValueKey, UpdateAnswer>>>;

export type NewerVersion = Readonly<{ version: number; own: DialValues }>;

/** The choices to make before updating. Overrides of values that the dial did not change need none. */
export function updateQuestions(entry: BucketEntry, own: DialValues, newer: NewerVersion): UpdateQuestion[] {
  return VALUE_KEYS.flatMap((value) => {
    const [base, override, next] = [own[value], entry.overrides[value], newer.own[value]];
    if (override === undefined || base === next || override === next) return [];
    return [{ value, base: base ?? null, override, next: next ?? null }];
  });
}

/** The entry with the newer version. Unanswered questions keep the override. */
export function updateEntry(entry: BucketEntry, newer: NewerVersion, answers: UpdateAnswers = {}): BucketEntry {
  const remaining = Object.fromEntries(
    VALUE_KEYS.filter((key) => answers[key] !== 'dial').map((key) => [key, entry.overrides[key]]),
  );
  return { ...entry, version: newer.version, overrides: dropRedundantOverrides(remaining, newer.own) };
}

/** Updates one dial in the list, if it is there. */
export const updateList = (entries: BucketEntries, dialId: string, newer: NewerVersion): BucketEntries =>
  entries.map((entry) => (entry.dial_id === dialId ? updateEntry(entry, newer) : entry));

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

/** An entry, its dial version, and the version to update to. */
export type UpdateOf = Readonly<{
  entry: BucketEntry;
  dial: Readonly<{ data: DialData }>;
  newer: Readonly<{ version: number; data: DialData }>;
}>;

/** What an update changes in a bucket, and what has to be decided first. */
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
