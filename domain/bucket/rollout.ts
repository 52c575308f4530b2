import type { DialValues } from '#domain/value/registry.ts';
import { addEntries, moveEntry, removeEntry, replaceEntry } from './edit.ts';
import { type BucketEntries, type BucketEntry, dropRedundantOverrides } from './entry.ts';
import { type UpdateAnswers, updateEntry, updateQuestions } from './update.ts';

/** An end of the list, or next to a dial in it. */
export type InsertPosition = Readonly<{ at: 'top' | 'end' }> | Readonly<{ at: 'before' | 'after'; dial_id: string }>;

type Pin = Readonly<{ dial_id: string; version: number }>;

/** One edit of one bucket in a bulk change. */
export type BucketEdit =
  /** Switches to another version. Overrides stay; where the version changes the same value, `answers` decides. */
  | (Pin & Readonly<{ kind: 'update'; answers: UpdateAnswers }>)
  | (Pin & Readonly<{ kind: 'add'; overrides: DialValues; place: InsertPosition }>)
  /** Exactly this version and these overrides, copied from another bucket. */
  | (Pin & Readonly<{ kind: 'set'; overrides: DialValues }>)
  | Readonly<{ kind: 'move'; dial_id: string; place: InsertPosition }>
  | Readonly<{ kind: 'remove'; dial_id: string }>;

export const EDIT_REFUSALS = {
  missing: 'This dial is no longer in the bucket.',
  present: 'This dial is in the bucket already.',
  'no-place': 'The dial to place it next to is not in the bucket.',
  undecided: 'The bucket and the new version both change a value. Choose which one holds.',
} as const;
export type EditRefusal = keyof typeof EDIT_REFUSALS;

/** The resulting list, or why an edit (by index) is refused. */
export type Edited = Readonly<{ entries: BucketEntries }> | Readonly<{ refusal: EditRefusal; edit: number }>;

/** The own values of a dial version; undefined where it does not exist. */
export type FindOwnValues = (pin: Pin) => DialValues | undefined;

/** The dial versions that edits bring in. */
export const listPins = (edits: readonly BucketEdit[]): Pin[] =>
  edits.flatMap((edit) => ('version' in edit ? [edit] : []));

/** All or nothing. */
export function applyEdits(start: BucketEntries, edits: readonly BucketEdit[], ownOf: FindOwnValues): Edited {
  let entries = start;
  for (const [edit, one] of edits.entries()) {
    const next = applyEdit(entries, one, ownOf);
    if (typeof next === 'string') return { refusal: next, edit };
    entries = next;
  }
  return { entries };
}

function applyEdit(entries: BucketEntries, edit: BucketEdit, ownOf: FindOwnValues): BucketEntries | EditRefusal {
  const { dial_id } = edit;
  const entry = entries.find((one) => one.dial_id === dial_id);
  if (edit.kind === 'add') {
    if (entry !== undefined) return 'present';
    const position = positionOf(entries, edit.place);
    if (position === undefined) return 'no-place';
    const overrides = dropRedundantOverrides(edit.overrides, ownOf(edit) ?? {});
    return replaceEntry(addEntries(entries, [edit], position), { dial_id, version: edit.version, overrides });
  }
  if (entry === undefined) return 'missing';
  if (edit.kind === 'remove') return removeEntry(entries, dial_id);
  if (edit.kind === 'move') return moveEntryTo(entries, entry, edit.place);
  const own = ownOf(edit) ?? {};
  if (edit.kind === 'set') {
    const { version } = edit;
    return replaceEntry(entries, { dial_id, version, overrides: dropRedundantOverrides(edit.overrides, own) });
  }
  const { version, answers } = edit;
  const questions = updateQuestions(entry, ownOf(entry) ?? {}, { version, own });
  if (questions.some(({ value }) => answers[value] === undefined)) return 'undecided';
  return replaceEntry(entries, updateEntry(entry, { version, own }, answers));
}

function moveEntryTo(entries: BucketEntries, entry: BucketEntry, place: InsertPosition): BucketEntries | EditRefusal {
  const others = removeEntry(entries, entry.dial_id);
  const position = positionOf(others, place);
  return position === undefined ? 'no-place' : moveEntry(entries, entry.dial_id, position);
}

/** Adds the dials that a bucket does not contain yet, in order. */
export function addEdits(
  dials: readonly (Pin & Readonly<{ overrides: DialValues }>)[],
  isInBucket: (dialId: string) => boolean,
  place: InsertPosition,
): BucketEdit[] {
  const missing = dials.filter(({ dial_id }) => !isInBucket(dial_id));
  return missing.map(({ dial_id, version, overrides }, index) => {
    const above = missing[index - 1];
    return {
      kind: 'add',
      dial_id,
      version,
      overrides,
      place: above === undefined ? place : { at: 'after', dial_id: above.dial_id },
    };
  });
}

/** 1-based, in the list without the dial. */
export function positionOf(entries: BucketEntries, place: InsertPosition): number | undefined {
  if (!('dial_id' in place)) return place.at === 'top' ? 1 : entries.length + 1;
  const index = entries.findIndex(({ dial_id }) => dial_id === place.dial_id);
  if (index === -1) return undefined;
  return place.at === 'before' ? index + 1 : index + 2;
}
