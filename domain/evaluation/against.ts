import type { ChangeKind } from '#domain/bucket/change-kind.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { Evaluation, AppliedValue } from './evaluate.ts';

/** A list of dials with its results for a risk. */
export type Outcome = Readonly<{ entries: readonly BucketEntry[]; values: Evaluation['values'] }>;

/** A changed value, and the change of the bucket that caused it. */
export type ValueMove = Readonly<{
  key: ValueKey;
  before: AppliedValue['value'] | null;
  after: AppliedValue['value'] | null;
  why: ChangeKind;
}>;

/** The values of a risk that a change of the bucket changes. */
export function findMoves(before: Outcome, after: Outcome): ValueMove[] {
  return VALUE_KEYS.flatMap((key) => {
    const [old, now] = [before.values[key]?.winner, after.values[key]?.winner];
    if (old?.value === now?.value) return [];
    const why = findReason(key, [before, old], [after, now]);
    return [{ key, before: old?.value ?? null, after: now?.value ?? null, why }];
  });
}

type Side = readonly [outcome: Outcome, winner: AppliedValue | undefined];

/** Only the two winners can be the cause: every dial between them loses on both sides. */
function findReason(key: ValueKey, [before, old]: Side, [after, now]: Side): ChangeKind {
  const find = ({ entries }: Outcome, id: string) => entries.find(({ dial_id }) => dial_id === id);
  if (now && !find(before, now.dial_id)) return 'added';
  if (old && !find(after, old.dial_id)) return 'removed';
  const sets = ({ values }: Outcome, id: string) =>
    [values[key]?.winner, ...(values[key]?.beaten ?? [])].some((setting) => setting?.dial_id === id);
  // A dial that still sets the value but now loses was only reordered.
  const isBeaten = (id: string) => now?.dial_id !== old?.dial_id && sets(before, id) && sets(after, id);
  const dials = [now, old].flatMap((winner) => winner?.dial_id ?? []).filter((id) => !isBeaten(id));
  const differs = (of: (entry: BucketEntry | undefined) => unknown) =>
    dials.some((id) => of(find(before, id)) !== of(find(after, id)));
  if (differs((entry) => entry?.overrides[key])) return 'overridden';
  return differs((entry) => entry?.version) ? 'updated' : 'reordered';
}
