import { canonicalJson } from '#domain/audit/canonical.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import type { ExampleData } from './example.ts';

/** The same text for the same risk, in whatever order its dimensions were given. */
export const riskKey: (risk: Risk) => string = canonicalJson;
export const sameExample = (a: ExampleData, b: ExampleData): boolean => canonicalJson(a) === canonicalJson(b);

/** One change of an example as it was recorded: what it was, none where it was added, and became, none where deleted. */
export type ExampleRecord<By> = Readonly<{
  id: string;
  was: ExampleData | null;
  became: ExampleData | null;
  by: By;
  at: string;
}>;

/** All that happened to one example, as one change: of the records of several people the last one's name stands. */
export type ExampleChange<By> = ExampleRecord<By>;

/** What came of the records, oldest first, for each example; those that are as they were at the start are left out. */
export function foldExampleChanges<By>(records: readonly ExampleRecord<By>[]): ExampleChange<By>[] {
  const changes = new Map<string, ExampleChange<By>>();
  for (const record of records) {
    const earlier = changes.get(record.id);
    changes.set(record.id, earlier === undefined ? record : { ...record, was: earlier.was });
  }
  return [...changes.values()].filter(
    ({ was, became }) => (was ?? became) !== null && (was === null || became === null || !sameExample(was, became)),
  );
}
