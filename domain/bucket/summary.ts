import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, byDial, effectiveValues } from './entry.ts';
import { type BucketDiff, diffEntries } from './diff.ts';

/** One value as it holds in the bucket, before and after; `overridden`: the bucket says so, not the dial. */
export type ValueMove = Readonly<{
  value: ValueKey;
  before: string | number | null;
  after: string | number | null;
  overridden: boolean;
}>;

type Named = Readonly<{ dial_id: string; name: string }>;
type Whole = Named & Readonly<{ version: number; position: number; data: DialData; overrides: DialValues }>;

/** One line of the change summary, with all that is needed to draw it as before and after. */
export type BucketChange =
  | (Readonly<{ kind: 'added' }> & Whole)
  | (Readonly<{ kind: 'removed' }> & Whole)
  | (Named & Readonly<{ kind: 'updated'; before: number; after: number; changes: readonly DialChange[] }>)
  | (Named & Readonly<{ kind: 'overridden'; version: number; values: readonly ValueMove[] }>)
  | (Named & Readonly<{ kind: 'reordered'; version: number; from: number; to: number }>);

/** What the version of an entry says. */
export type DataOf = (entry: Readonly<{ dial_id: string; version: number }>) => DialData;

/** The change summary of draft against live, category by category, in the order of the list. */
export function summariseChanges(before: BucketEntries, after: BucketEntries, dataOf: DataOf): BucketChange[] {
  return explainDiff(diffEntries(before, after), before, after, dataOf);
}

function explainDiff(diff: BucketDiff, before: BucketEntries, after: BucketEntries, dataOf: DataOf): BucketChange[] {
  const [old, now] = [byDial(before), byDial(after)];
  const whole = (entry: BucketEntry, position: number): Whole => {
    const data = dataOf(entry);
    return { ...entry, name: data.name, position, data };
  };
  const nameOf = (id: string) => dataOf(now.get(id) as BucketEntry).name;
  return [
    ...diff.added.map(({ entry, position }) => ({ kind: 'added' as const, ...whole(entry, position) })),
    ...diff.removed.map(({ entry, position }) => ({ kind: 'removed' as const, ...whole(entry, position) })),
    ...diff.updated.map(({ dial_id, before: from, after: to }) => ({
      kind: 'updated' as const,
      dial_id,
      name: nameOf(dial_id),
      before: from,
      after: to,
      changes: diffDials(dataOf({ dial_id, version: from }), dataOf({ dial_id, version: to })),
    })),
    ...diff.overridden.map(({ dial_id }) => {
      const [was, is] = [old.get(dial_id) as BucketEntry, now.get(dial_id) as BucketEntry];
      const values = moveValues(was, is, dataOf);
      return { kind: 'overridden' as const, dial_id, name: nameOf(dial_id), version: is.version, values };
    }),
    ...diff.reordered.map(({ dial_id, from, to }) => {
      const { version } = now.get(dial_id) as BucketEntry;
      return { kind: 'reordered' as const, dial_id, name: nameOf(dial_id), version, from, to };
    }),
  ];
}

/** The values whose override came, went or changed, as they hold in the bucket. */
function moveValues(was: BucketEntry, is: BucketEntry, dataOf: DataOf): ValueMove[] {
  const old = effectiveValues(dataOf(was).values, was.overrides);
  const now = effectiveValues(dataOf(is).values, is.overrides);
  return VALUE_KEYS.filter((key) => was.overrides[key] !== is.overrides[key]).map((value) => ({
    value,
    before: old[value] ?? null,
    after: now[value] ?? null,
    overridden: is.overrides[value] !== undefined,
  }));
}
