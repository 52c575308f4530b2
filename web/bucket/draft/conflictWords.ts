import { diffEntries } from '#domain/bucket/diff.ts';
import { type BucketEntries, type BucketEntry, byDial } from '#domain/bucket/entry.ts';
import type { BucketConflict, ConflictField } from '#domain/bucket/merge.ts';
import { VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { valueText } from '#web/dimension/changeWords.ts';

const FIELDS = { presence: 'In this bucket', version: 'Version', position: 'Position' } as const;

const isValue = (field: ConflictField): field is ValueKey => field in VALUES;

export const fieldLabel = (field: ConflictField): string => (isValue(field) ? VALUES[field].label : FIELDS[field]);

/** What a dial is called, by whichever of the lists holds it. */
export function nameIn(lists: readonly BucketEntries[], lookup: DialLookup) {
  const entries = lists.map(byDial);
  return (dialId: string): string => {
    const known = entries.flatMap((list) => list.get(dialId) ?? []).map((entry) => lookup(entry)?.data.name);
    return known.find((name) => name !== undefined) ?? 'A dial';
  };
}

/** What one side says about what both changed. */
export function sideText({ dial_id, field }: BucketConflict, side: BucketEntries, lookup: DialLookup): string {
  const index = side.findIndex((entry) => entry.dial_id === dial_id);
  const entry = side[index];
  if (entry === undefined) return 'Removed';
  if (field === 'presence') return 'Kept, with changes';
  if (field === 'version') return `v${entry.version}`;
  if (field === 'position') return `${index + 1} of ${side.length}`;
  return valueIn(entry, field, lookup);
}

function valueIn(entry: BucketEntry, key: ValueKey, lookup: DialLookup): string {
  const override = entry.overrides[key];
  if (override !== undefined) return valueText(key, override);
  const own = lookup(entry)?.data.values[key];
  return own === undefined ? "The dial's own" : `The dial's own, ${valueText(key, own)}`;
}

/** One change of one side in a line of words; `field` tells which question it belongs to, where there is one. */
export type ChangeLine = Readonly<{ dial_id: string; field: ConflictField; text: string }>;

export function changeLines(before: BucketEntries, after: BucketEntries, lookup: DialLookup): ChangeLine[] {
  const diff = diffEntries(before, after);
  const now = byDial(after);
  const nameOf = nameIn([after, before], lookup);
  const line = (dial_id: string, field: ConflictField, what: string): ChangeLine => ({
    dial_id,
    field,
    text: `${nameOf(dial_id)}${what}`,
  });
  return [
    ...diff.added.map(({ entry, position }) => line(entry.dial_id, 'presence', ` added at ${position}`)),
    ...diff.removed.map(({ entry }) => line(entry.dial_id, 'presence', ' removed')),
    ...diff.updated.map((each) => line(each.dial_id, 'version', `: v${each.before} → v${each.after}`)),
    ...diff.overridden.flatMap(({ dial_id, before: was, after: is }) =>
      VALUE_KEYS.filter((key) => was[key] !== is[key]).map((key) =>
        line(dial_id, key, `, ${VALUES[key].label}: ${valueIn(now.get(dial_id) as BucketEntry, key, lookup)}`),
      ),
    ),
    ...diff.reordered.map(({ dial_id, from, to }) => line(dial_id, 'position', `: ${from} → ${to}`)),
  ];
}
