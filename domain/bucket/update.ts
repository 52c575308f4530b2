import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, dropRedundantOverrides } from './entry.ts';

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
