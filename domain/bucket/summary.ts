import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, byDial, effectiveValues } from './entry.ts';
import { type BucketDiff, diffEntries } from './diff.ts';

type Amount = string | number | null;
type Move = Readonly<{ before: Amount; after: Amount }>;

/**
 * The effective value in the bucket before and after; `overridden`: set by the bucket. `own`: the change of the dial's own
 * value in the new version, if any.
 */
export type ValueMove = Move & Readonly<{ value: ValueKey; overridden: boolean; own: Move | null }>;

/** The new version changes the value, but the bucket's override stays in effect. */
export type KeptOverride = Move & Readonly<{ value: ValueKey; override: string | number }>;

type DialRef = Readonly<{ dial_id: string; name: string }>;
type WholeDial = DialRef & Readonly<{ version: number; position: number; data: DialData; overrides: DialValues }>;

/** One line of the change summary. */
export type BucketChange =
  | (Readonly<{ kind: 'added' }> & WholeDial)
  | (Readonly<{ kind: 'removed' }> & WholeDial)
  | (DialRef &
      Readonly<{
        kind: 'updated';
        before: number;
        after: number;
        /** Changes of the new version. Values whose override changed are listed there instead. */
        changes: readonly DialChange[];
        kept: readonly KeptOverride[];
        /** Changed values that are listed as overridden. */
        elsewhere: readonly ValueKey[];
      }>)
  | (DialRef & Readonly<{ kind: 'overridden'; version: number; values: readonly ValueMove[] }>)
  | (DialRef & Readonly<{ kind: 'reordered'; version: number; from: number; to: number }>);

export type DataOf = (entry: Readonly<{ dial_id: string; version: number }>) => DialData;

/** The change summary by kind, in list order. */
export function summariseChanges(before: BucketEntries, after: BucketEntries, dataOf: DataOf): BucketChange[] {
  return explainDiff(diffEntries(before, after), before, after, dataOf);
}

function explainDiff(diff: BucketDiff, before: BucketEntries, after: BucketEntries, dataOf: DataOf): BucketChange[] {
  const [old, now] = [byDial(before), byDial(after)];
  const describeWhole = (entry: BucketEntry, position: number): WholeDial => {
    const data = dataOf(entry);
    return { ...entry, name: data.name, position, data };
  };
  const nameOf = (id: string) => dataOf(now.get(id) as BucketEntry).name;
  return [
    ...diff.added.map(({ entry, position }) => ({ kind: 'added' as const, ...describeWhole(entry, position) })),
    ...diff.removed.map(({ entry, position }) => ({ kind: 'removed' as const, ...describeWhole(entry, position) })),
    ...diff.updated.map(({ dial_id, before: from, after: to }) => ({
      kind: 'updated' as const,
      dial_id,
      name: nameOf(dial_id),
      before: from,
      after: to,
      ...describeUpdate(old.get(dial_id) as BucketEntry, now.get(dial_id) as BucketEntry, dataOf),
    })),
    ...diff.overridden.map(({ dial_id }) => {
      const [was, is] = [old.get(dial_id) as BucketEntry, now.get(dial_id) as BucketEntry];
      const values = listValueMoves(was, is, dataOf);
      return { kind: 'overridden' as const, dial_id, name: nameOf(dial_id), version: is.version, values };
    }),
    ...diff.reordered.map(({ dial_id, from, to }) => {
      const { version } = now.get(dial_id) as BucketEntry;
      return { kind: 'reordered' as const, dial_id, name: nameOf(dial_id), version, from, to };
    }),
  ];
}

/** The change of one value, if a draft changes nothing else. New versions that change no value are left aside. */
export function findOnlyMove(changes: readonly BucketChange[]): ValueMove | undefined {
  const moves = changes.flatMap((change): (ValueMove | undefined)[] => {
    if (change.kind === 'overridden') return [...change.values];
    if (change.kind !== 'updated') return [undefined];
    return change.changes.flatMap((one) =>
      one.kind === 'value'
        ? [{ value: one.value, before: one.before, after: one.after, overridden: false, own: null }]
        : [],
    );
  });
  return moves.length === 1 ? moves[0] : undefined;
}

/** Changes of a new version, except values that the bucket overrides on either side. */
function describeUpdate(was: BucketEntry, is: BucketEntry, dataOf: DataOf) {
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

/** The effective values whose override was added, removed or changed. */
function listValueMoves(was: BucketEntry, is: BucketEntry, dataOf: DataOf): ValueMove[] {
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
