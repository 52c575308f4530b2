import { diffSets, type DimensionChange, type SetChange } from '#domain/dimension/kind/kind.ts';
import { diffDimension } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey } from '#domain/dimension/registry.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { DialData } from './dial.ts';

export type TextField = 'name' | 'description' | 'reason' | 'active_from' | 'active_until';
export type ListField = 'tags' | 'authors' | 'journeys';

/** A changed field. Sets list additions and removals; intervals list gained and lost ranges. */
export type DialChange =
  | Readonly<{ kind: 'text'; field: TextField; before: string | null; after: string | null }>
  | (Readonly<{ kind: 'list'; field: ListField }> & SetChange)
  | (Readonly<{ dimension: DimensionKey }> & DimensionChange)
  | Readonly<{ kind: 'value'; value: ValueKey; before: string | number | null; after: string | number | null }>;

const TEXT_FIELDS: readonly TextField[] = ['name', 'description', 'active_from', 'active_until'];
const LIST_FIELDS: readonly ListField[] = ['tags', 'authors', 'journeys'];

/**
 * Whether a field without a restriction got one, or the other way round. A first restriction is not a gain: everything else
 * is lost. Undefined where both sides restrict, and for fields that never restrict.
 */
export function scopeShift(change: DialChange): 'restricted' | 'widened' | undefined {
  const [before, after] = isRestricted(change);
  if (before === after) return undefined;
  return after ? 'restricted' : 'widened';
}

function isRestricted(change: DialChange): readonly [before: boolean, after: boolean] {
  if (change.kind === 'list' && change.field === 'journeys') {
    const { kept, added, removed } = change;
    return [kept.length + removed.length > 0, kept.length + added.length > 0];
  }
  if (change.kind === 'options') return [change.before, change.after];
  if (change.kind === 'intervals' || change.kind === 'choice') return [change.before !== null, change.after !== null];
  return [true, true];
}

/** Changes between two versions by field. The reason is per version and not compared. */
export function diffDials(before: DialData, after: DialData): DialChange[] {
  return [
    ...TEXT_FIELDS.flatMap((field) => diffText(field, before[field], after[field])),
    ...LIST_FIELDS.flatMap((field) => diffList(field, before[field], after[field])),
    ...DIMENSION_KEYS.flatMap((key) => {
      const change = diffDimension(key, before.dimensions[key], after.dimensions[key]);
      return change === undefined ? [] : [{ dimension: key, ...change }];
    }),
    ...VALUE_KEYS.flatMap((key) => diffValue(key, before.values[key], after.values[key])),
  ];
}

/** The same for two saves of one draft, including the reason. */
export function diffSaves(before: DialData, after: DialData): DialChange[] {
  return [...diffDials(before, after), ...diffText('reason', before.reason, after.reason)];
}

function diffText(field: TextField, before: string | null, after: string | null): DialChange[] {
  return before === after ? [] : [{ kind: 'text', field, before, after }];
}

function diffList(field: ListField, before: readonly string[], after: readonly string[]): DialChange[] {
  const change = diffSets(before, after);
  return change.added.length + change.removed.length === 0 ? [] : [{ kind: 'list', field, ...change }];
}

function diffValue(
  key: ValueKey,
  before: string | number | undefined,
  after: string | number | undefined,
): DialChange[] {
  return before === after ? [] : [{ kind: 'value', value: key, before: before ?? null, after: after ?? null }];
}
