import type { ReactNode } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { entryOf, makeDial, withNewer } from '#web/bucket/testing.tsx';

/** The dial changed its Policy share cap, which the bucket overrides, and its Max line, which it does not. */
export const WITH_CONFLICT = withNewer(
  makeDial(1, { name: 'Distressed', values: { max_line: 750_000, policy_share_cap: 4 } }, { version: 3 }),
  { values: { max_line: 900_000, policy_share_cap: 3 }, reason: 'Second-quarter losses' },
);
/** No override conflicts. */
export const PLAIN = withNewer(
  makeDial(2, { name: 'Primary', values: { max_line: 1_800_000, min_line: 250_000 } }, { version: 5 }),
  { values: { max_line: 2_000_000, min_line: 250_000 }, dimensions: { is_primary: 'primary' } },
);
export const NEWEST = makeDial(3, { name: 'Base' });
export const ENTRIES: BucketEntries = [
  entryOf(WITH_CONFLICT, { policy_share_cap: 3.5 }),
  entryOf(PLAIN, { min_line: 300_000 }),
  entryOf(NEWEST),
];

/** Returns every step it makes. */
export async function renderUpdates(children: ReactNode, entries: BucketEntries = ENTRIES) {
  return (await renderInEditor(children, { dials: [WITH_CONFLICT, PLAIN, NEWEST], entries })).steps;
}
