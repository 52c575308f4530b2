import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, dropRedundantOverrides } from './entry.ts';

/** The bucket sets something else, and the dial itself changed that value too: only a person can say which one holds. */
export type UpdateQuestion = Readonly<{
  value: ValueKey;
  /** What the pinned version of the dial says; null where it says nothing. */
  base: string | number | null;
  override: string | number;
  /** What the newer version says. */
  next: string | number | null;
}>;

/** Keep what the bucket sets, or take what the dial says now. */
export type UpdateAnswer = 'override' | 'dial';
export type UpdateAnswers = Readonly<Partial<Record<ValueKey, UpdateAnswer>>>;

export type Newer = Readonly<{ version: number; own: DialValues }>;

/** What must be asked before the entry takes the newer version. An override of a value the dial left alone is none. */
export function updateQuestions(entry: BucketEntry, own: DialValues, newer: Newer): UpdateQuestion[] {
  return VALUE_KEYS.flatMap((value) => {
    const [base, override, next] = [own[value], entry.overrides[value], newer.own[value]];
    if (override === undefined || base === next || override === next) return [];
    return [{ value, base: base ?? null, override, next: next ?? null }];
  });
}

/** The entry on the newer version. What nobody answered stays overridden: nothing the bucket sets changes unasked. */
export function updateEntry(entry: BucketEntry, newer: Newer, answers: UpdateAnswers = {}): BucketEntry {
  const kept = Object.fromEntries(
    VALUE_KEYS.filter((key) => answers[key] !== 'dial').map((key) => [key, entry.overrides[key]]),
  );
  return { ...entry, version: newer.version, overrides: dropRedundantOverrides(kept, newer.own) };
}

/** The list with this dial on that version, in its place. A list that does not hold the dial stays as it is. */
export const updateList = (entries: BucketEntries, dialId: string, newer: Newer): BucketEntries =>
  entries.map((entry) => (entry.dial_id === dialId ? updateEntry(entry, newer) : entry));
