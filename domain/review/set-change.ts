import type { BucketChange, KeptOverride, ValueMove } from '#domain/bucket/summary.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { effectiveValues } from '#domain/bucket/entry.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { numberWord } from './round.ts';

type ChangeOf<Kind extends BucketChange['kind']> = Extract<BucketChange, { kind: Kind }>;
type DialRef = Readonly<{ dial_id: string; name: string }>;
export type VersionChange = DialRef & Readonly<{ kind: 'version'; before: number; after: number }>;

/** The smallest unit of a difference that buckets can share. Positions in the list are ignored. */
export type ChangePart =
  | Readonly<{ kind: 'whole'; change: ChangeOf<'added' | 'removed'> }>
  | VersionChange
  | (DialRef & Readonly<{ kind: 'field'; change: DialChange }>)
  | (DialRef & Readonly<{ kind: 'kept'; kept: KeptOverride }>)
  | (DialRef & Readonly<{ kind: 'override'; version: number; move: ValueMove }>)
  | (DialRef & Readonly<{ kind: 'moved'; up: boolean }>);

type Amount = string | number | null;
/** A dial that is added or removed as in the other buckets, with what is different here. */
export type WholeDifference = DialRef &
  Readonly<{
    kind: 'whole-difference';
    change: 'added' | 'removed';
    version: number;
    /** The version in the other buckets, if it is another one. */
    instead: number | null;
    /** The values in effect here and in the others. */
    values: readonly Readonly<{ value: ValueKey; here: Amount; there: Amount; overridden: boolean }>[];
  }>;
/** A dial that the others change and this bucket does not: at the version that it holds, or null if it holds none. */
export type UntouchedDial = DialRef &
  Readonly<{
    kind: 'untouched';
    change: 'added' | 'removed' | 'updated' | 'other';
    held: number | null;
    is_new: boolean;
  }>;

type HeldDial = Readonly<{ dial_id: string; version: number }>;

function partsOf(changes: readonly BucketChange[]): ChangePart[] {
  return changes.flatMap((change): ChangePart[] => {
    const { dial_id, name } = change;
    switch (change.kind) {
      case 'added':
      case 'removed':
        return [{ kind: 'whole', change }];
      case 'updated':
        return [
          { kind: 'version', dial_id, name, before: change.before, after: change.after },
          ...change.changes.map((each) => ({ kind: 'field' as const, dial_id, name, change: each })),
          ...change.kept.map((kept) => ({ kind: 'kept' as const, dial_id, name, kept })),
        ];
      case 'overridden':
        return change.values.map((move) => ({ kind: 'override', dial_id, name, version: change.version, move }));
      case 'reordered':
        return [{ kind: 'moved', dial_id, name, up: change.to < change.from }];
    }
  });
}

type Whole = Extract<ChangePart, { kind: 'whole' }>['change'];
const valuesOf = ({ data, overrides }: Whole) => effectiveValues(data.values, overrides);

/** Equal for equal changes. */
function contentOf(part: ChangePart): string {
  if (part.kind !== 'whole') return JSON.stringify(part);
  const { kind, dial_id, version } = part.change;
  const values = valuesOf(part.change);
  return JSON.stringify([kind, dial_id, version, VALUE_KEYS.map((key) => values[key] ?? null)]);
}

/** What is different where both add or both remove the dial. */
function compareWholes(here: Whole, there: Whole): WholeDifference {
  const [own, others] = [valuesOf(here), valuesOf(there)];
  return {
    kind: 'whole-difference',
    dial_id: here.dial_id,
    name: here.name,
    change: here.kind,
    version: here.version,
    instead: there.version === here.version ? null : there.version,
    values: VALUE_KEYS.filter((key) => own[key] !== others[key]).map((value) => ({
      value,
      here: own[value] ?? null,
      there: others[value] ?? null,
      overridden: here.overrides[value] !== undefined,
    })),
  };
}

/** Two parts with the same subject replace each other. */
function subjectOf(part: ChangePart): string {
  if (part.kind === 'whole') return `${part.change.dial_id} whole`;
  return `${part.dial_id} ${fieldOf(part)}`;
}

function fieldOf(part: Exclude<ChangePart, { kind: 'whole' }>): string {
  if (part.kind === 'kept') return part.kept.value;
  if (part.kind === 'override') return part.move.value;
  if (part.kind !== 'field') return part.kind;
  const { change } = part;
  if (change.kind === 'value') return change.value;
  return 'dimension' in change ? change.dimension : change.field;
}

const dialOf = (part: ChangePart | WholeDifference | UntouchedDial): DialRef =>
  part.kind === 'whole' ? part.change : part;

/** Earlier descriptions differ by version and are not part of the change. */
const isText = (part: ChangePart): boolean =>
  part.kind === 'field' && part.change.kind === 'text' && part.change.field === 'description';

/** A bucket that differs from the shared change, reduced to what is different. */
export type SetException<Bucket> = Readonly<{
  bucket: Bucket;
  /** For each updated dial; of several dials, only of those that differ from the shared change. */
  versions: readonly VersionChange[];
  /** Only in this bucket; `instead`: the counterpart in the others. */
  own: readonly Readonly<{ part: ChangePart | WholeDifference; instead: ChangePart | undefined }>[];
  /** In the others, but not here. */
  missing: readonly (ChangePart | UntouchedDial)[];
  sharesRest: boolean;
  why: ExceptionReason;
}>;
export type ExceptionReason = 'keeps' | 'overrides' | 'released' | 'older' | 'newer' | 'more' | 'less' | 'other';

export type SetGroups<Bucket> = Readonly<{
  /** Buckets with the shared change; empty where no two are equal. */
  same: readonly Bucket[];
  exceptions: readonly SetException<Bucket>[];
  /** Buckets without changes. */
  apart: readonly Bucket[];
}>;

type SetMember = Readonly<{ partner: Readonly<{ number: number }>; cob: string }>;

const byAddress = (a: SetMember, b: SetMember): number =>
  a.partner.number - b.partner.number || (a.cob < b.cob ? -1 : Number(a.cob > b.cob));

/**
 * Groups the buckets of a set by equal changes. The largest group is the shared change; on a tie, the one with the lowest
 * partner.
 */
export function groupByDifference<Bucket extends SetMember>(
  buckets: readonly Bucket[],
  changesOf: (bucket: Bucket) => readonly BucketChange[] | null,
  /** The dials that others change, as this bucket holds them unchanged. */
  heldOf: (bucket: Bucket) => readonly HeldDial[],
): SetGroups<Bucket> {
  const sorted = buckets.toSorted(byAddress);
  const changed = sorted.flatMap((bucket) => {
    const changes = changesOf(bucket);
    return changes === null ? [] : [{ bucket, parts: partsOf(changes) }];
  });
  const groups = Map.groupBy(changed, ({ parts }) => parts.map(contentOf).toSorted().join('\n'));
  const largest = [...groups.values()].reduce<typeof changed>(
    (found, group) => (group.length > found.length ? group : found),
    [],
  );
  const same = largest.length > 1 || changed.length === 1 ? largest : [];
  const shared = same[0]?.parts ?? [];
  return {
    same: same.map(({ bucket }) => bucket),
    exceptions: changed
      .filter((each) => !same.includes(each))
      .map(({ bucket, parts }) => ({ bucket, ...compareParts(parts, shared, heldOf(bucket)) })),
    apart: sorted.filter((bucket) => changesOf(bucket) === null),
  };
}

function compareParts(parts: readonly ChangePart[], shared: readonly ChangePart[], held: readonly HeldDial[]) {
  const common = new Set(shared.map(contentOf));
  const about = new Map(shared.map((part) => [subjectOf(part), part]));
  const subjects = new Set(parts.map(subjectOf));
  const own = parts
    .filter((part) => part.kind !== 'version' && !common.has(contentOf(part)))
    .map((part) => ({ part, instead: about.get(subjectOf(part)) }))
    .filter(({ part, instead }) => !(isText(part) && instead !== undefined))
    .map(({ part, instead }) => ({
      part:
        part.kind === 'whole' && instead?.kind === 'whole' && part.change.kind === instead.change.kind
          ? compareWholes(part.change, instead.change)
          : part,
      instead,
    }));
  const touched = new Set(parts.map((part) => dialOf(part).dial_id));
  const missing = [
    ...shared.filter(
      (part) =>
        part.kind !== 'version' && !isText(part) && touched.has(dialOf(part).dial_id) && !subjects.has(subjectOf(part)),
    ),
    ...listUntouched(
      shared.filter((part) => !touched.has(dialOf(part).dial_id)),
      held,
    ),
  ];
  const versions = parts.filter((part) => part.kind === 'version');
  const apart = new Set([...own.map(({ part }) => part), ...missing].map((part) => dialOf(part).dial_id));
  const several = new Set([...parts, ...shared].map((part) => dialOf(part).dial_id)).size > 1;
  return {
    versions: versions.filter((part) => !several || apart.has(part.dial_id) || !common.has(contentOf(part))),
    own,
    missing,
    sharesRest: parts.some((part) => common.has(contentOf(part))),
    why: reasonOf(
      own.map(({ part }) => part),
      missing,
      versions.flatMap((versionChange) => {
        const other = about.get(subjectOf(versionChange));
        return other?.kind === 'version' ? [versionChange.before - other.before] : [];
      }),
    ),
  };
}

/** One line for each dial of these parts. */
function listUntouched(shared: readonly ChangePart[], held: readonly HeldDial[]): UntouchedDial[] {
  const versions = new Map(held.map(({ dial_id, version }) => [dial_id, version]));
  return [...Map.groupBy(shared, (part) => dialOf(part).dial_id)].flatMap(([dial_id, parts]) =>
    parts.slice(0, 1).map((first) => {
      const version = versions.get(dial_id) ?? null;
      const update = parts.find((part) => part.kind === 'version');
      const change = first.kind === 'whole' ? first.change.kind : update ? 'updated' : 'other';
      return {
        kind: 'untouched',
        dial_id,
        name: dialOf(first).name,
        change,
        held: version,
        is_new: update?.after === version,
      };
    }),
  );
}

export type DialException = DialRef &
  Readonly<{ version: VersionChange | undefined } & Pick<SetException<unknown>, 'own' | 'missing'>>;

/** What differs, dial by dial. */
export function splitByDial({ versions, own, missing }: Omit<SetException<unknown>, 'bucket'>): DialException[] {
  const dials = [...versions, ...own.map(({ part }) => part), ...missing].map(dialOf);
  return [...new Map(dials.map((dial) => [dial.dial_id, dial])).values()].map(({ dial_id, name }) => ({
    dial_id,
    name,
    version: versions.find((version) => version.dial_id === dial_id),
    own: own.filter(({ part }) => dialOf(part).dial_id === dial_id),
    missing: missing.filter((part) => dialOf(part).dial_id === dial_id),
  }));
}

function reasonOf(
  own: readonly (ChangePart | WholeDifference)[],
  missing: SetException<unknown>['missing'],
  versionDeltas: readonly number[],
): ExceptionReason {
  if (own.some(({ kind }) => kind === 'kept')) return 'keeps';
  if (own.some((part) => (part.kind === 'override' && part.move.overridden) || isOverridden(part))) return 'overrides';
  if (own.some(({ kind }) => kind === 'override')) return 'released';
  if (versionDeltas.some((delta) => delta < 0)) return 'older';
  if (versionDeltas.some((delta) => delta > 0)) return 'newer';
  if (missing.length === 0 && own.some(({ kind }) => kind !== 'whole-difference')) return 'more';
  return own.length === 0 && missing.length > 0 ? 'less' : 'other';
}

const isOverridden = (part: ChangePart | WholeDifference): boolean =>
  part.kind === 'whole-difference' && part.values.some(({ overridden }) => overridden);

const REASON_WORDS = {
  keeps: ['keeps its own value', 'keep their own value'],
  overrides: ['overrides a value', 'override a value'],
  released: ['no longer overrides a value', 'no longer override a value'],
  older: ['comes from an older version', 'come from an older version'],
  newer: ['comes from a newer version', 'come from a newer version'],
  more: ['has more changes', 'have more changes'],
  less: ['has fewer changes', 'have fewer changes'],
  other: ['has another change', 'have another change'],
} as const satisfies Record<ExceptionReason, readonly [one: string, many: string]>;

/** "one keeps its own value, two come from an older version" */
export function describeExceptions(exceptions: readonly Readonly<{ why: ExceptionReason }>[]): string {
  const counted = Map.groupBy(exceptions, ({ why }) => why);
  return [...counted]
    .map(([why, { length }]) => `${numberWord(length).toLowerCase()} ${REASON_WORDS[why][length === 1 ? 0 : 1]}`)
    .join(', ');
}
