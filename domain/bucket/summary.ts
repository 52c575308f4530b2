import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, byDial, effectiveValues } from './entry.ts';
import { type BucketDiff, diffEntries } from './diff.ts';

type Amount = string | number | null;
type Move = Readonly<{ before: Amount; after: Amount }>;

/**
 * One value as it holds in the bucket, before and after; `overridden`: the bucket says so, not the dial. `own`: what the
 * new version of the dial made of its own value, where it changed it as well.
 */
export type ValueMove = Move & Readonly<{ value: ValueKey; overridden: boolean; own: Move | null }>;

/** A value that the new version changes while the bucket's override of it stays: nothing changes in the bucket. */
export type KeptOverride = Move & Readonly<{ value: ValueKey; override: string | number }>;

type Named = Readonly<{ dial_id: string; name: string }>;
type Whole = Named & Readonly<{ version: number; position: number; data: DialData; overrides: DialValues }>;

/** One line of the change summary, with all that is needed to draw it as before and after. */
export type BucketChange =
  | (Readonly<{ kind: 'added' }> & Whole)
  | (Readonly<{ kind: 'removed' }> & Whole)
  | (Named &
      Readonly<{
        kind: 'updated';
        before: number;
        after: number;
        /** What the new version changes in this bucket. Each value is told once: if its override moved, only there. */
        changes: readonly DialChange[];
        kept: readonly KeptOverride[];
        /** The values it changes that are told among the overridden ones. */
        elsewhere: readonly ValueKey[];
      }>)
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
      ...tellUpdate(old.get(dial_id) as BucketEntry, now.get(dial_id) as BucketEntry, dataOf),
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

/** What a new version changes, apart from values that the bucket overrides on either side. */
function tellUpdate(was: BucketEntry, is: BucketEntry, dataOf: DataOf) {
  const all = diffDials(dataOf(was), dataOf(is));
  const values = all.filter((change) => change.kind === 'value');
  const moved = (key: ValueKey) => was.overrides[key] !== is.overrides[key];
  return {
    changes: all.filter(
      (change) => change.kind !== 'value' || (!moved(change.value) && is.overrides[change.value] === undefined),
    ),
    kept: values.flatMap(({ value, before, after }) => {
      const override = is.overrides[value];
      return override === undefined || moved(value) ? [] : [{ value, before, after, override }];
    }),
    elsewhere: values.map(({ value }) => value).filter(moved),
  };
}

/** The values whose override came, went or changed, as they hold in the bucket. */
function moveValues(was: BucketEntry, is: BucketEntry, dataOf: DataOf): ValueMove[] {
  const [ownBefore, ownAfter] = [dataOf(was).values, dataOf(is).values];
  const old = effectiveValues(ownBefore, was.overrides);
  const now = effectiveValues(ownAfter, is.overrides);
  return VALUE_KEYS.filter((key) => was.overrides[key] !== is.overrides[key]).map((value) => ({
    value,
    before: old[value] ?? null,
    after: now[value] ?? null,
    overridden: is.overrides[value] !== undefined,
    own:
      ownBefore[value] === ownAfter[value]
        ? null
        : { before: ownBefore[value] ?? null, after: ownAfter[value] ?? null },
  }));
}
