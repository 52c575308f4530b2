import { canonicalJson } from '#domain/audit/canonical.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import type { ExampleData } from './example.ts';

/** Equal for equal risks, whatever the key order. */
export const riskKey: (risk: Risk) => string = canonicalJson;
export const sameExample = (a: ExampleData, b: ExampleData): boolean => canonicalJson(a) === canonicalJson(b);

/** A recorded change: `was` is null if added, `became` if deleted. */
export type ExampleRecord<By> = Readonly<{
  id: string;
  was: ExampleData | null;
  became: ExampleData | null;
  by: By;
  at: string;
}>;

/** All changes of one example combined; `by` and `at` of the last. */
export type ExampleChange<By> = ExampleRecord<By>;

/** Combines the records (oldest first) of each example. Leaves out examples without a net change. */
export function mergeExampleChanges<By>(records: readonly ExampleRecord<By>[]): ExampleChange<By>[] {
  const changes = new Map<string, ExampleChange<By>>();
  for (const record of records) {
    const earlier = changes.get(record.id);
    changes.set(record.id, earlier === undefined ? record : { ...record, was: earlier.was });
  }
  return [...changes.values()].filter(
    ({ was, became }) => (was ?? became) !== null && (was === null || became === null || !sameExample(was, became)),
  );
}
