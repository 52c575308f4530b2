import type { Bucket } from '#contract/bucket.ts';
import type { RemoteChange } from './useBucketWatch.ts';
import { describeRemoteChange } from './words.ts';
import { plural } from '#web/kit/plural.ts';
import type { FieldError } from '#contract/problem.ts';
import { type BucketEntries, type BucketEntry, byDial } from '#domain/bucket/entry.ts';
import { VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import type { DialLookup } from './query.ts';
import type { RevealTarget } from './editor.ts';
import { diffEntries } from '#domain/bucket/diff.ts';
import type { BucketConflict, ConflictField } from '#domain/bucket/merge.ts';
import { valueText } from '#web/rule/changeWords.ts';

/** The newest event if it is about this revision, else one derived from the bucket. */
function lastChangeOf(theirs: Bucket, remoteChange: RemoteChange | undefined): RemoteChange | undefined {
  if (remoteChange?.revision === theirs.revision) return remoteChange;
  const { draft, cob, revision, partner } = theirs;
  const about = { cob, revision, partner: partner.number };
  if (draft === null) return undefined;
  if (draft.review === null) return { kind: 'bucket_draft_saved', ...about, by: draft.saved_by, at: draft.saved_at };
  return { kind: 'bucket_submitted', ...about, by: draft.review.submitted_by, at: draft.review.submitted_at };
}

/** "Demo Cyber Lead saved this draft at 11:02." Only an event can say who discarded a draft. */
export function describeTheirChange(
  theirs: Bucket,
  mine: Bucket,
  remoteChange: RemoteChange | undefined,
  personId: string,
): string {
  const change = lastChangeOf(theirs, remoteChange);
  if (change !== undefined) return describeRemoteChange(change, personId);
  if (theirs.live.number !== mine.live.number) return `Version ${theirs.live.number} went live.`;
  return 'This draft was reset to the live version.';
}

export const isInReview = (bucket: Bucket): boolean => bucket.draft?.state === 'pending_review';

/** "3 unsaved changes", "1 unsaved change". */
export const unsavedText = (count: number): string => plural(count, 'unsaved change');

/** An error of one dial of the bucket, or of one of its values. */
export type EntryError = RevealTarget & Readonly<{ message: string }>;

const PATH = /^(?:body\.)?entries\.(\d+)(?:\.(?:overrides\.)?(\w+))?$/;

/** The server names an entry by its index in the request. Errors without an entry stay in the general message. */
export function entryErrorsOf(errors: readonly FieldError[], sent: BucketEntries): EntryError[] {
  return errors.flatMap(({ path, message }) => {
    const [, index, field] = PATH.exec(path) ?? [];
    const entry = index === undefined ? undefined : sent[Number(index)];
    if (entry === undefined) return [];
    return [{ dial_id: entry.dial_id, key: VALUE_KEYS.find((key) => key === field), message }];
  });
}

/** "Policy share cap of Cyber base appetite". */
export function nameEntryError({ dial_id, key }: EntryError, entries: BucketEntries, lookup: DialLookup): string {
  const entry = entries.find((each) => each.dial_id === dial_id);
  const name = (entry && lookup(entry)?.data.name) ?? 'A dial that was removed';
  return key === undefined ? name : `${VALUES[key].label} of ${name}`;
}

const FIELDS = { presence: 'In this bucket', version: 'Version', position: 'Position' } as const;

const isValue = (field: ConflictField): field is ValueKey => field in VALUES;

export const fieldLabel = (field: ConflictField): string => (isValue(field) ? VALUES[field].label : FIELDS[field]);

/** The name of a dial, from whichever list has it. */
export function nameIn(lists: readonly BucketEntries[], lookup: DialLookup) {
  const entries = lists.map(byDial);
  return (dialId: string): string => {
    const names = entries.flatMap((list) => list.get(dialId) ?? []).map((entry) => lookup(entry)?.data.name);
    return names.find((name) => name !== undefined) ?? 'A dial';
  };
}

/** One side's value in a conflict. */
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

/** Describes one change of one side; `field` names the conflict it belongs to, if any. */
type ChangeLine = Readonly<{ dial_id: string; field: ConflictField; text: string }>;

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
